"""Pictures of scenarios for the start screen: rendered once, kept in the platform's cache folder by what they show."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
import platformdirs
import pygame

from game.battle.ground import ground_of
from game.battle.state import State
from game.errors import GiantfallError
from game.render.camera import Camera
from game.render.fonts import start_drawing
from game.render.scene import Moment, draw_moment
from game.render.sprites import Sprites
from game.render.surface import SurfaceCanvas
from game.render.theme import Theme
from game.scenario.loader import load_scenario
from game.table.bases import corners
from game.table.formation import Floats

SIZE = (480, 300)
"""Pixels of a picture."""
FOLDER_VARIABLE = "GIANTFALL_CACHE"
"""Environment: a folder for the pictures in place of the platform's."""
ROOM = 3.0
"""Inches around units and terrain that a picture shows."""
CLOSEST = 16.0
"""Pixels an inch at most."""
LOOK = 2
"""Rises when pictures of the same scenario would look different."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A scenario as the start screen shows it.

    Attributes:
        path: Its file.
        name: What people call it; the file's name if it cannot be read.
        about: What it is about, or what is wrong with it.
        detail: Size of the table, sides.
        broken: It cannot be opened.
    """

    path: Path
    name: str
    about: str
    detail: str
    broken: bool = False


def cache_folder() -> Path:
    """Where pictures are kept."""
    place = os.environ.get(FOLDER_VARIABLE)
    return Path(place) if place else Path(platformdirs.user_cache_dir("giantfall", appauthor=False))


class Pictures:
    """The scenarios with their pictures, one more made at each step, so that no frame waits for all of them.

    Attributes:
        paths: The files, in the order shown.
        entries: What is known of each so far.
        pictures: The pictures there are so far.
    """

    def __init__(
        self, paths: Sequence[Path], draw: Callable[[Path], tuple[Entry, pygame.Surface]] | None = None
    ) -> None:
        self.paths = tuple(paths)
        self.entries: dict[Path, Entry] = {}
        self.pictures: dict[Path, pygame.Surface] = {}
        self._draw = draw or read_entry
        self._left = list(self.paths)

    @property
    def finished(self) -> bool:
        """All pictures are there."""
        return not self._left

    def step(self) -> bool:
        """Make one more; False: there was none to make."""
        if not self._left:
            return False
        path = self._left.pop(0)
        self.entries[path], self.pictures[path] = self._draw(path)
        return True


def read_entry(path: Path) -> tuple[Entry, pygame.Surface]:
    """A scenario's entry and its picture, from the cache if the battle is as it was."""
    blank = pygame.Surface(SIZE)
    blank.fill((232, 224, 207))
    try:
        scenario = load_scenario(path)
    except GiantfallError as error:
        return Entry(path, path.stem, str(error).splitlines()[0], "cannot be opened", broken=True), blank
    state = scenario.state
    sides = " against ".join(side.name for side in state.sides)
    about = scenario.about or sides
    detail = f"{state.width:g}″ × {state.depth:g}″ · {len(state.units)} units"
    entry = Entry(path, state.name or path.stem, about, detail)
    kept = cache_folder() / f"{_digest(state)}.png"
    found = _load(kept)
    if found is None:
        found = battlefield(state)
        _keep(found, kept)
    return entry, found


def battlefield(state: State) -> pygame.Surface:
    """A picture of where the battle stands: the part of the table that holds units and terrain, no names."""
    start_drawing()
    shapes = [corners(ground_of(unit)).reshape(-1, 2) for unit in state.standing()]
    points = np.concatenate(
        [*shapes, *(np.array(piece.outline) for piece in state.terrain), _ends(state, bool(shapes))]
    )
    low = np.maximum(points.min(axis=0) - ROOM, 0.0)
    high = np.minimum(points.max(axis=0) + ROOM, (state.width, state.depth))
    ppi = min(SIZE[0] / (high[0] - low[0]), SIZE[1] / (high[1] - low[1]), CLOSEST)
    middle = (low + high) / 2
    camera = Camera(float(ppi), float(middle[0]), float(middle[1]), (0, 0, *SIZE))
    found = pygame.Surface(SIZE, 0, 32)
    draw_moment(SurfaceCanvas(found, Sprites()), camera, Theme(), Moment(state), plates=False)
    return found


def _ends(state: State, crowded: bool) -> Floats:
    """What must be seen besides: of a table without units its corners."""
    return np.empty((0, 2)) if crowded else np.array([(0.0, 0.0), (state.width, state.depth)])


def _digest(state: State) -> str:
    """Stands for everything that the file and what it includes put on the table."""
    return blake2b(f"{LOOK} {SIZE} {state!r}".encode(), digest_size=12).hexdigest()


def _load(file: Path) -> pygame.Surface | None:
    if not file.is_file():
        return None
    try:
        found = pygame.image.load(file)
    except (pygame.error, OSError):  # half written, or no picture at all: it is made anew
        return None
    return found if found.get_size() == SIZE else None


def _keep(found: pygame.Surface, file: Path) -> None:
    # A cache that cannot be written only costs time.
    part = file.with_name(f".{file.stem}.{os.getpid()}.png")
    with contextlib.suppress(OSError, pygame.error):
        file.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(found, part)
        part.replace(file)

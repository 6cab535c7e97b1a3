"""Pictures of scenarios for the start screen: rendered once, kept in the platform's cache folder by the file's hash."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import platformdirs
import pygame

from game.errors import GiantfallError
from game.render.picture import picture
from game.scenario.loader import load_scenario

SIZE = (480, 300)
"""Pixels of a picture."""
FOLDER_VARIABLE = "GIANTFALL_CACHE"
"""Environment: a folder for the pictures in place of the platform's."""
LOOK = 1
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

    def __init__(self, paths: Sequence[Path], draw: Callable[[Path], tuple[Entry, pygame.Surface]] | None = None) -> None:
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
    """A scenario's entry and its picture, from the cache if the file is as it was."""
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
    kept = cache_folder() / f"{_digest(scenario.files)}.png"
    found = _load(kept)
    if found is None:
        try:
            found = picture(state, size=SIZE)
        except GiantfallError:
            return entry, blank
        _keep(found, kept)
    return entry, found


def _digest(files: Sequence[Path]) -> str:
    whole = blake2b(f"{LOOK} {SIZE}".encode(), digest_size=12)
    for file in files:
        with contextlib.suppress(OSError):
            whole.update(Path(file).read_bytes())
    return whole.hexdigest()


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

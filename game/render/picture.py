"""Pictures without a window: a surface, a PNG, the frames of a moving one. Needs no display and no sound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
from PIL import Image

from game.battle.event import Event
from game.battle.state import State
from game.errors import InputError
from game.files import renamed_when_whole
from game.render.animate import acts, frames
from game.render.camera import Camera
from game.render.fonts import start_drawing
from game.render.overlays import Overlay
from game.render.scene import Moment, draw_moment
from game.render.sprites import Sprites
from game.render.surface import SurfaceCanvas
from game.render.tabletop import MARGIN
from game.render.theme import Theme

MOST_PIXELS = 40_000_000
"""Pixels a picture has at most."""
PIXELS_PER_INCH = 24.0
FPS = 20
_HELD = 0.8
"""Seconds that the last frame is held."""


def picture(
    state: State,
    ppi: float = PIXELS_PER_INCH,
    overlays: Sequence[Overlay] = (),
    crop: tuple[float, float, float, float] | None = None,
    size: tuple[int, int] | None = None,
    theme: Theme | None = None,
) -> pygame.Surface:
    """A picture of a battle.

    Args:
        state: The battle.
        ppi: Pixels an inch; not used with ``size``.
        overlays: Values laid over it.
        crop: Left, bottom, right, top of what is to be seen, inches; default: the whole table with its rulers.
        size: Width and height in pixels: as much as fits.
        theme: The look.

    Raises:
        InputError: The picture would have no or too many pixels.
    """
    theme = theme or Theme()
    camera = still_camera(state, ppi, crop, size, theme)
    return draw_picture(Moment(state, tuple(overlays)), camera, theme, Sprites())


def still_camera(
    state: State,
    ppi: float = PIXELS_PER_INCH,
    crop: tuple[float, float, float, float] | None = None,
    size: tuple[int, int] | None = None,
    theme: Theme | None = None,
) -> Camera:
    """The camera of a picture; see :func:`picture`.

    Raises:
        InputError: The picture would have no or too many pixels.
    """
    margin = 0.0 if crop else (theme or Theme()).px(MARGIN + 8)
    left, low, right, top = crop or (0.0, 0.0, state.width, state.depth)
    wide, high = right - left, top - low
    if not (wide > 0 and high > 0 and ppi > 0):
        raise InputError.of("a picture needs a width and a depth of more than 0")
    if size is None:
        size = (round(wide * ppi + 2 * margin), round(high * ppi + 2 * margin))
    else:
        ppi = min((size[0] - 2 * margin) / wide, (size[1] - 2 * margin) / high)
    if min(size) < 1 or ppi <= 0 or size[0] * size[1] > MOST_PIXELS:
        raise InputError.of(f"a picture of {size[0]} x {size[1]} pixels cannot be drawn; at most {MOST_PIXELS} pixels")
    return Camera(ppi, (left + right) / 2, (low + top) / 2, (0, 0, *size))


def draw_picture(moment: Moment, camera: Camera, theme: Theme, sprites: Sprites) -> pygame.Surface:
    """A moment on a new surface of the size of the camera's view."""
    start_drawing()
    surface = pygame.Surface(camera.view[2:], 0, 32)
    draw_moment(SurfaceCanvas(surface, sprites), camera, theme, moment)
    return surface


def move_frames(
    state: State, events: Sequence[Event], camera: Camera, theme: Theme | None = None, fps: int = FPS
) -> Iterator[pygame.Surface]:
    """Frames of what happens from this state on: falls and moves animated, everything else one frame an event."""
    theme, sprites = theme or Theme(), Sprites()
    yield draw_picture(Moment(state), camera, theme, sprites)
    for act in acts(state, events):
        for moment in frames(act, fps):
            yield draw_picture(moment, camera, theme, sprites)


def replay_frames(
    state: State, events: Sequence[Event], camera: Camera, theme: Theme | None = None, fps: int = FPS
) -> Iterator[pygame.Surface]:
    """Frames of a battle: falls, casualties and moves animated, everything else one frame, with its dice."""
    theme, sprites = theme or Theme(), Sprites()
    yield draw_picture(Moment(state), camera, theme, sprites)
    for act in acts(state, events):
        for moment in frames(act, fps) if act.moves else (act.moment(0.5),):
            yield draw_picture(moment, camera, theme, sprites)
        state = act.after
    for _ in range(round(_HELD * fps)):
        yield draw_picture(Moment(state), camera, theme, sprites)


def fall_frames(
    state: State, events: Sequence[Event], camera: Camera, theme: Theme | None = None, fps: int = FPS
) -> Iterator[pygame.Surface]:
    """Frames of a fall, slowed to a third so that each stage of it can be seen, and its end held."""
    theme, sprites = theme or Theme(), Sprites()
    last = draw_picture(Moment(state), camera, theme, sprites)
    yield last
    for act in acts(state, events):
        for moment in frames(act, 3 * fps):
            last = draw_picture(moment, camera, theme, sprites)
            yield last
    for _ in range(round(_HELD * fps)):
        yield last


def as_image(surface: pygame.Surface) -> Image.Image:
    """A surface as Pillow takes it."""
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def save_png(surface: pygame.Surface, path: str | Path) -> None:
    """Write a PNG; the same picture gives the same bytes.

    Raises:
        InputError: The file cannot be written.
    """
    with renamed_when_whole(Path(path)) as beside:
        as_image(surface).save(beside, format="PNG", compress_level=6)

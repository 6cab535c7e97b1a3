"""Why something is forbidden, in words beside the place: not over handles, bases or plates where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from game.battle.ground import ground_of
from game.battle.state import State
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.dodging import boxes_over
from game.render.fonts import lines_of, text_size
from game.render.handles import RADIUS, handle_points
from game.render.hints import LABEL_ROOM, RING
from game.render.nameplate import Plate
from game.render.overlays import Ghost, Handles, Obstruction, Overlay
from game.render.theme import TEXT, Colour, Theme, with_alpha
from game.table.bases import corners, footprint
from game.table.formation import Flags, Floats

_TURNS = (90, 70, 110, 45, 135, 0, 180, -45, -135, -90)
"""Directions from a place in which its reason may stand, the best first; 90 is above."""
_RINGS = (0.0, 24.0, 56.0, 100.0, 160.0)
"""Pixels at 100 % farther away than close by."""


def draw_reasons(
    canvas: Canvas,
    camera: Camera,
    theme: Theme,
    state: State,
    overlays: Sequence[Overlay],
    plates: Iterable[Plate] = (),
) -> None:
    """Draw the words of ghosts and of forbidden places."""
    said = [it for it in overlays if (isinstance(it, Ghost) and it.fault) or (isinstance(it, Obstruction) and it.text)]
    if not said:
        return
    held, taken = _shapes(camera, theme, state, overlays, plates)
    for it in said:
        if isinstance(it, Ghost):
            around = camera.to_screen(footprint(it.pose, it.formation))
            words, harm = it.fault, not it.ok
        elif isinstance(it, Obstruction):
            around = _box(*camera.at(it.x, it.y), theme.px(RING), theme.px(RING))
            words, harm = it.text, True
        hue = theme.table.harm if harm else theme.table.accent_edge
        lines = reason_lines(theme, words, camera.view[2])
        size = _size(theme, lines)
        spot, far = _spot(camera, theme, around, size, held, taken)
        x, y = float(spot[0]), float(spot[1])
        if far:
            end = around.mean(axis=0).tolist()
            canvas.polyline([(x, y), end], with_alpha(hue, 0.8), theme.px(1.4))
        _draw(canvas, theme, x, y, lines, hue)
        taken = np.concatenate([taken, _box(x, y, *(size / 2))[None]])


def reason_lines(theme: Theme, words: str, room: float) -> tuple[str, ...]:
    """The words in one line, in two if they are long, in three only where the view is narrow; whole if they can be."""
    em, room = theme.px(TEXT), max(room - theme.px(44), theme.px(40))
    usual = min(theme.px(LABEL_ROOM), room)
    once = text_size(words, em)[0]
    if once > usual:
        usual = min(max(usual, 0.6 * once), room)
    lines = lines_of(words, em, usual, 3)
    # Two lines of like length read better than a long one and a word.
    while len(lines) == 2 and usual > theme.px(120):
        narrower = lines_of(words, em, usual * 0.94, 3)
        if len(narrower) > 2:
            break
        lines, usual = narrower, usual * 0.94
    return lines


def _size(theme: Theme, lines: Sequence[str]) -> Floats:
    """Width and height in pixels."""
    each = [text_size(line, theme.px(TEXT)) for line in lines]
    wide, high = max(size[0] for size in each), sum(size[1] for size in each)
    return np.array([wide + theme.px(18), high + theme.px(6)])


def _draw(canvas: Canvas, theme: Theme, x: float, y: float, lines: Sequence[str], hue: Colour) -> None:
    wide, high = _size(theme, lines).tolist()
    step = (high - theme.px(6)) / len(lines)
    radius = min(high / 2, theme.px(12))
    canvas.box((x - wide / 2, y - high / 2, wide, high), theme.table.plate, hue, theme.px(1.6), radius)
    for number, line in enumerate(lines):
        at = y + (number - (len(lines) - 1) / 2) * step
        canvas.text(x, at, line, theme.px(TEXT), theme.table.plate_text, align="middle")


def _box(x: float, y: float, wide: float, high: float) -> Floats:
    """(4, 2) corners of the box about a point, of these halves."""
    return np.array([(x - wide, y - high), (x - wide, y + high), (x + wide, y + high), (x + wide, y - high)])


def _shapes(
    camera: Camera, theme: Theme, state: State, overlays: Sequence[Overlay], plates: Iterable[Plate]
) -> tuple[Floats, Floats]:
    """(n, 4, 2) what is never to be covered: handles, ghosts, marks; and all that words dodge, bases and plates too."""
    held, reach = [], theme.px(RADIUS)
    for it in overlays:
        if isinstance(it, Handles):
            held += [_box(x, y, reach, reach) for x, y in handle_points(it, camera, theme).values()]
        elif isinstance(it, Ghost):
            held.append(camera.to_screen(footprint(it.pose, it.formation)))
        elif isinstance(it, Obstruction):
            held.append(_box(*camera.at(it.x, it.y), theme.px(RING), theme.px(RING)))
    important = np.array(held)
    shapes = [camera.to_screen(corners(ground_of(unit))) for unit in state.standing()]
    for plate in plates:
        left, top, wide, high = plate.box(camera)
        shapes.append(_box(left + wide / 2, top + high / 2, wide / 2, high / 2)[None])
    return important, np.concatenate([important, *shapes])


def _spot(
    camera: Camera, theme: Theme, around: Floats, size: Floats, held: Floats, taken: Floats
) -> tuple[Floats, bool]:
    """The first free place for words about what stands within ``around``, and whether it is far from there."""
    half = size / 2
    middle = (around.min(axis=0) + around.max(axis=0)) / 2
    reach = (around.max(axis=0) - around.min(axis=0)) / 2 + half + theme.px(8)
    turns = np.radians(_TURNS)
    ways = np.stack([np.cos(turns), -np.sin(turns)], 1)
    with np.errstate(divide="ignore"):
        needed = np.min(np.where(np.abs(ways) > 1e-9, reach / np.abs(ways), np.inf), axis=1)
    rings = np.array(_RINGS) * theme.scale
    spots = middle + ((needed[None] + rings[:, None])[..., None] * ways[None])
    spots = spots.reshape(-1, 2)
    left, top, wide, high = camera.view
    low, most = np.array([left, top]) + half + 2, np.array([left + wide, top + high]) - half - 2
    inside: Flags = ((spots >= low) & (spots <= most)).all(axis=1)
    for shapes in (taken, held):
        free = inside & ~boxes_over(spots, half + theme.px(2), shapes)
        if free.any():
            best = int(np.argmax(free))
            return spots[best], best >= 2 * len(_TURNS)
    kept: Floats = np.clip(spots[0], np.minimum(low, most), np.maximum(low, most))
    return kept, False

"""The bare table: parchment, inch and six-inch lines, rulers on the edges."""

from __future__ import annotations

import math

from game.render.camera import Camera
from game.render.canvas import Align, Canvas
from game.render.theme import SMALL_TEXT, Colour, Theme

SIX = 6
INCH_ROOM = 9.0
"""Pixels (at 100 %) an inch must measure for its lines to be drawn; below, only six-inch lines are."""
MARGIN = 26.0
"""Pixels (at 100 %) beside the table in which the ruler's numbers stand, where there is room."""


def draw_tabletop(canvas: Canvas, camera: Camera, theme: Theme, width: float, depth: float) -> None:
    """Draw the table and what surrounds it, as far as the camera sees them."""
    left, top, wide, high = camera.view
    colours = theme.table
    canvas.box((left, top, wide, high), colours.outside)
    x0, y1 = camera.at(0.0, depth)
    x1, y0 = camera.at(width, 0.0)
    box = _clipped(x0, y0, x1, y1, camera)
    if box is None:
        return
    canvas.box(box, colours.cloth)
    _lines(canvas, camera, theme, width, depth)
    for line in _edges(box, (x0, y0, x1, y1)):
        canvas.polyline(line, colours.edge, max(1.0, theme.px(1.5)))
    _rulers(canvas, camera, theme, width, depth)


def _clipped(x0: float, y0: float, x1: float, y1: float, camera: Camera) -> tuple[float, float, float, float] | None:
    left, top, wide, high = camera.view
    a, b = max(x0, left), min(x1, left + wide)
    c, d = max(y1, top), min(y0, top + high)
    return (a, c, b - a, d - c) if b > a and d > c else None


def _edges(
    box: tuple[float, float, float, float], true: tuple[float, float, float, float]
) -> list[list[tuple[float, float]]]:
    """The edges of the table that are in the view."""
    left, top, wide, high = box
    right, low = left + wide, top + high
    x0, y0, x1, y1 = true
    lines = [
        (abs(left - x0) < 0.5, [(left, top), (left, low)]),
        (abs(right - x1) < 0.5, [(right, top), (right, low)]),
        (abs(top - y1) < 0.5, [(left, top), (right, top)]),
        (abs(low - y0) < 0.5, [(left, low), (right, low)]),
    ]
    return [line for seen, line in lines if seen]


def _marks(low: float, high: float, length: float, step: int) -> list[int]:
    """Whole inches in steps from ``low`` to ``high`` that lie on an edge of this length."""
    first = max(0, math.ceil(low / step - 1e-9) * step)
    last = math.floor(min(high, length) + 1e-9)
    return list(range(first, last + 1, step))


def _lines(canvas: Canvas, camera: Camera, theme: Theme, width: float, depth: float) -> None:
    low_x, low_y, high_x, high_y = camera.visible()
    fine = camera.ppi >= theme.px(INCH_ROOM)
    across = (max(low_x, 0.0), min(high_x, width))
    along = (max(low_y, 0.0), min(high_y, depth))
    for six in (False, True):
        if not six and not fine:
            continue
        colour = theme.table.six if six else theme.table.inch
        thick = max(1.0, theme.px(1.4 if six else 1.0))
        for inch in _marks(low_x, high_x, width, SIX if six else 1):
            if six or inch % SIX:
                _line(canvas, camera.at(inch, along[0]), camera.at(inch, along[1]), colour, thick)
        for inch in _marks(low_y, high_y, depth, SIX if six else 1):
            if six or inch % SIX:
                _line(canvas, camera.at(across[0], inch), camera.at(across[1], inch), colour, thick)


def _line(canvas: Canvas, a: tuple[float, float], b: tuple[float, float], colour: Colour, thick: float) -> None:
    """An upright or level line as a box on whole pixels: as crisp as it gets."""
    whole = max(1, round(thick))
    left, top = round(min(a[0], b[0])), round(min(a[1], b[1]))
    if abs(a[0] - b[0]) < abs(a[1] - b[1]):
        canvas.box((left - whole // 2, top, whole, round(abs(a[1] - b[1]))), colour)
    else:
        canvas.box((left, top - whole // 2, round(abs(a[0] - b[0])), whole), colour)


def _rulers(canvas: Canvas, camera: Camera, theme: Theme, width: float, depth: float) -> None:
    """Ticks and numbers along the left and bottom edge: outside the table where there is room, else inside."""
    left, top, wide, high = camera.view
    low_x, low_y, high_x, high_y = camera.visible()
    x0, y0 = camera.at(0.0, 0.0)
    outside_left = x0 - left >= theme.px(MARGIN)
    outside_low = top + high - y0 >= theme.px(MARGIN)
    x = x0 if outside_left else max(x0, left)
    y = y0 if outside_low else min(y0, top + high)
    size = theme.px(SMALL_TEXT)
    step = 1 if camera.ppi >= theme.px(INCH_ROOM) else SIX
    label_step = SIX if camera.ppi * SIX >= theme.px(44) else 2 * SIX
    way_x, way_y = (-1 if outside_left else 1), (1 if outside_low else -1)
    for inch in _marks(low_x, high_x, width, step):
        at = camera.at(inch, 0.0)[0]
        long = theme.px(9 if inch % SIX == 0 else 5)
        _line(canvas, (at, y), (at, y + way_y * long), theme.table.ruler, theme.px(1))
        if inch % label_step == 0 and (outside_low or left + 2 * size < at < left + wide - 2 * size):
            canvas.text(at, y + way_y * theme.px(17), f"{inch}″", size, theme.table.ruler, align="middle")
    for inch in _marks(low_y, high_y, depth, step):
        at = camera.at(0.0, inch)[1]
        long = theme.px(9 if inch % SIX == 0 else 5)
        _line(canvas, (x, at), (x + way_x * long, at), theme.table.ruler, theme.px(1))
        shown = inch % label_step == 0 and (outside_left or top + size < at < top + high - 2 * size)
        if shown and not (inch == 0 and outside_low and not outside_left):
            align: Align = "right" if outside_left else "left"
            canvas.text(x + way_x * theme.px(11), at, f"{inch}″", size, theme.table.ruler, align=align)

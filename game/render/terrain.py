"""Terrain, each kind to be told from the others without colours: by its pattern."""

from __future__ import annotations

import numpy as np
import shapely

from game.battle.terrain import Terrain
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.fonts import clean, fit_text, text_size
from game.render.patterns import PATTERNS
from game.render.soil import Ground
from game.render.theme import SMALL_TEXT, Theme
from game.table.formation import Floats

OVERHANG = 1.5
"""A name may be this many times as wide as its terrain; one of which less than three quarters fit is not shown."""


def draw_terrain(canvas: Canvas, camera: Camera, theme: Theme, piece: Terrain, named: bool = True) -> None:
    """Draw a piece of terrain, and its name if it is to be named and has room."""
    outline = np.array(piece.outline, dtype=np.float64)
    corner = outline.min(axis=0) * (1, 0) + outline.max(axis=0) * (0, 1)
    local = (outline - corner) * (camera.ppi, -camera.ppi)
    margin = theme.px(3)
    wide, high = (float(v) for v in local.max(axis=0))
    x, y = camera.at(float(corner[0]), float(corner[1]))
    key = ("terrain", piece.kind, piece.outline, piece.floors, round(camera.ppi, 4), theme.scale)
    box = (-margin, -margin, wide + 2 * margin, high + 2 * margin)
    canvas.stamp(key, box, x, y, lambda on: _paint(on, theme, piece, local, camera.ppi))
    if named:
        _name(canvas, theme, piece, local + np.array([x, y]))


def _paint(canvas: Canvas, theme: Theme, piece: Terrain, local: Floats, ppi: float) -> None:
    whole = shapely.make_valid(shapely.Polygon(local))
    PATTERNS[piece.kind](Ground(canvas, theme, whole, local, ppi))


def _name(canvas: Canvas, theme: Theme, piece: Terrain, seen: Floats) -> None:
    """The name in the middle, where it fits."""
    if not piece.name and piece.kind != "building":
        return
    words = piece.name or "building"
    size = theme.px(SMALL_TEXT)
    wide, high = seen.max(axis=0) - seen.min(axis=0)
    longer = f"{words}, {piece.floors} floors"
    if piece.kind == "building" and piece.floors > 1 and text_size(longer, size)[0] + theme.px(8) <= wide:
        words = longer
    whole = clean(words)
    words = fit_text(whole, size, OVERHANG * float(wide))
    room = text_size(words, size)
    if room[1] > high or 4 * len(words) < 3 * len(whole):
        return
    middle = shapely.Polygon(seen).centroid
    x, y = float(middle.x), float(middle.y)
    pad = theme.px(4)
    canvas.box(
        (x - room[0] / 2 - pad, y - room[1] / 2, room[0] + 2 * pad, room[1]),
        (*theme.table.cloth[:3], 210),
        None,
        1,
        pad,
    )
    canvas.text(x, y, words, size, theme.table.ink, align="middle")

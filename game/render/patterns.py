"""Patterns of the kinds of terrain: stones, canopies, contour lines, waves. Quiet beside the units."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import shapely

from game.battle.terrain import Kind
from game.render.canvas import hatch_lines
from game.render.soil import Ground
from game.render.theme import Colour, colour, mixed
from game.table.formation import Floats

_INK = colour("#4a4335")


def _rows(ground: Ground, spacing: float, angle: float) -> Floats:
    return hatch_lines(ground.outline, angle, max(spacing, 2.0))


def _joints(ground: Ground, row: float, brick: float) -> list[Floats]:
    """Short lines square to the longer side, every other row shifted by half a brick."""
    _, along, across = ground.axis()
    u, v = ground.outline @ along, ground.outline @ across
    lines: list[Floats] = []
    for i, level in enumerate(np.arange(np.floor(v.min() / row), np.ceil(v.max() / row)) * row):
        places = np.arange(np.floor(u.min() / brick) + (i % 2) / 2, np.ceil(u.max() / brick) + 1) * brick
        lines.extend(np.stack([at * along + level * across, at * along + (level + row) * across]) for at in places)
    return lines


def _wall(ground: Ground) -> None:
    stone, joint = colour("#b9b0a1"), colour("#837a6b")
    row = max(ground.ppi * 0.34, 4.0)
    ground.fill(stone)
    angle, _, _ = ground.axis()
    ground.strokes(_rows(ground, row, angle), joint)
    ground.strokes(_joints(ground, row, row * 2.1), joint)
    ground.edge(_INK, 1.8)


def _fence(ground: Ground) -> None:
    wood = colour("#8a6a3f")
    ground.fill(colour("#ddcda8"))
    _, along, across = ground.axis()
    u, v = ground.outline @ along, ground.outline @ across
    for level in (0.34, 0.66):
        at = v.min() + (v.max() - v.min()) * level
        ground.strokes([np.stack([u.min() * along + at * across, u.max() * along + at * across])], wood, 1.6)
    posts = np.arange(u.min() + ground.ppi * 0.1, u.max(), ground.ppi * 0.75)
    ground.strokes([np.stack([p * along + v.min() * across, p * along + v.max() * across]) for p in posts], wood, 3)
    ground.edge(wood, 1.0)


def _hedge(ground: Ground) -> None:
    ground.fill(colour("#94ad6c"), colour("#4f6a33"))
    for x, y, chance in ground.spots(0.42, 0.12):
        leaf = mixed(colour("#7c9a55"), colour("#a9c07f"), float(chance))
        ground.canvas.circle(float(x), float(y), ground.ppi * 0.2, leaf, colour("#5d7a3c"), 1)


def _barricade(ground: Ground) -> None:
    wood = colour("#6f5330")
    ground.fill(colour("#cbb386"))
    angle, _, _ = ground.axis()
    for turn in (58.0, -58.0):
        ground.strokes(_rows(ground, ground.ppi * 0.5, angle + turn), wood, 2.4)
    ground.edge(wood, 1.8)


def _ditch(ground: Ground) -> None:
    earth = colour("#86714e")
    ground.fill(colour("#c3ac80"))
    inner = shapely.buffer(ground.shape, -ground.ppi * 0.22, join_style="mitre")
    for part in shapely.get_parts(inner):
        if not part.is_empty:
            ground.canvas.polygon(shapely.get_coordinates(part.exterior), colour("#a58d61"), earth, ground.theme.px(1))
    _hachures(ground, 0.3, 0.2, earth)
    ground.edge(earth, 1.8)


def _hachures(ground: Ground, step: float, length: float, ink: Colour) -> None:
    """Short strokes from the edge inwards, as maps draw a slope."""
    ring = shapely.get_exterior_ring(shapely.orient_polygons(shapely.Polygon(ground.outline)))
    count = int(ring.length / (step * ground.ppi))
    if count < 3:
        return
    at = np.linspace(0.0, ring.length, count, endpoint=False) + 0.5 * step * ground.ppi
    here = shapely.get_coordinates(shapely.line_interpolate_point(ring, at % ring.length))
    ahead = shapely.get_coordinates(shapely.line_interpolate_point(ring, (at + 0.5) % ring.length))
    way = ahead - here
    way = way / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    inward = np.stack([-way[:, 1], way[:, 0]], 1)
    ground.strokes(np.stack([here, here + inward * length * ground.ppi], 1), ink)


def _wood(ground: Ground) -> None:
    ground.fill(colour("#c6d0a4"))
    ground.edge(colour("#6d8a4a"), 1.6, 6)
    rim, leaf, light = colour("#5c7a3c"), colour("#92ad69"), colour("#b2c68c")
    for x, y, chance in ground.spots(1.15, 0.45):
        radius = ground.ppi * (0.36 + 0.16 * float(chance))
        ground.canvas.circle(float(x), float(y), radius, leaf, rim, 1)
        ground.canvas.circle(float(x) - radius * 0.22, float(y) - radius * 0.25, radius * 0.45, light)


def _hill(ground: Ground) -> None:
    low, high, ink = colour("#dccfa6"), colour("#efe5c6"), colour("#a08a57")
    ground.fill(low)
    for level, inset in enumerate((0.7, 1.4, 2.1), 1):
        inner = shapely.buffer(ground.shape, -inset * ground.ppi)
        for part in shapely.get_parts(inner):
            if not part.is_empty:
                ring = shapely.get_coordinates(part.exterior)
                ground.canvas.polygon(ring, mixed(low, high, level / 3), ink, ground.theme.px(1))
    _hachures(ground, 0.42, 0.34, ink)
    ground.edge(ink, 1.8)


def _wave(along: Floats, across: Floats, start: float, end: float, level: float, ppi: float) -> Floats:
    at = np.arange(start, end + ppi * 0.1, ppi * 0.1)
    height = level + np.sin(at / ppi * 2 * np.pi) * ppi * 0.09
    wave: Floats = at[:, None] * along + height[:, None] * across
    return wave


def _river(ground: Ground) -> None:
    ground.fill(colour("#b7d3dd"))
    _, along, across = ground.axis()
    u, v = ground.outline @ along, ground.outline @ across
    levels = np.arange(v.min() + ground.ppi * 0.3, v.max(), ground.ppi * 0.55)
    waves: list[Floats] = []
    for i, level in enumerate(levels):
        starts = np.arange(u.min() - (i % 2) * ground.ppi * 1.1, u.max(), ground.ppi * 2.2)
        waves.extend(_wave(along, across, s, s + ground.ppi * 1.3, level, ground.ppi) for s in starts)
    ground.strokes(waves, colour("#7fabbd"), 1.3)
    ground.edge(colour("#5f93a8"), 1.8)


def _marsh(ground: Ground) -> None:
    ground.fill(colour("#cfd2ae"))
    ground.edge(colour("#7f8a58"), 1.6, 3)
    reed, water = colour("#6f7d45"), colour("#86aab3")
    for x, y, chance in ground.spots(0.95, 0.3):
        p, h = ground.ppi, ground.ppi * (0.22 + 0.1 * float(chance))
        ground.canvas.polyline([(x - p * 0.3, y), (x + p * 0.3, y)], water, max(1.0, ground.theme.px(1.3)))
        for lean in (-0.14, 0.0, 0.14):
            tip = (x + lean * p * 1.5, y - h * (1.0 - abs(lean)))
            ground.canvas.polyline([(x + lean * p * 0.5, y), tip], reed, max(1.0, ground.theme.px(1.3)))


def _building(ground: Ground) -> None:
    ridge, roof, shade = colour("#5d4a3e"), colour("#c0a591"), colour("#a98c77")
    ground.fill(roof)
    corner = shapely.get_coordinates(shapely.minimum_rotated_rectangle(ground.shape))[:4]
    if np.hypot(*(corner[1] - corner[0])) < np.hypot(*(corner[2] - corner[1])):
        corner = np.roll(corner, -1, axis=0)
    a, b, c, d = corner  # a-b and c-d are the long sides
    deep = float(np.hypot(*(c - b)))
    along = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
    start, end = (a + d) / 2 + along * deep / 2, (b + c) / 2 - along * deep / 2
    inside = shapely.intersection(ground.shape, shapely.Polygon([a, b, end, start]))
    for part in shapely.get_parts(inside):
        if part.geom_type == "Polygon":
            ground.canvas.polygon(shapely.get_coordinates(part.exterior), shade)
    angle, _, _ = ground.axis()
    ground.strokes(_rows(ground, ground.ppi * 0.4, angle), mixed(shade, ridge, 0.25))
    lines = [np.stack(pair) for pair in ((a, start), (d, start), (b, end), (c, end), (start, end))]
    ground.strokes(lines, ridge, 1.6)
    ground.edge(ridge, 2.6)


def _impassable(ground: Ground) -> None:
    rock, ink = colour("#a39c91"), colour("#6b655c")
    ground.fill(rock)
    for turn in (45.0, -45.0):
        ground.strokes(_rows(ground, ground.ppi * 0.45, turn), ink, 1.1)
    ground.edge(colour("#3d3933"), 3)


def _dangerous(ground: Ground) -> None:
    ink = colour("#9a5b12")
    ground.fill(colour("#ead9b0"))
    ground.edge(ink, 1.8, 5)
    for x, y, _ in ground.spots(1.5, 0.35, 0.3):
        size = min(ground.ppi * 0.34, ground.theme.px(13))
        corners = [(x, y - size), (x + size * 0.95, y + size * 0.7), (x - size * 0.95, y + size * 0.7)]
        ground.canvas.polygon(corners, colour("#f6ecd0"), ink, max(1.0, ground.theme.px(1.4)))
        ground.canvas.polyline([(x, y - size * 0.4), (x, y + size * 0.18)], ink, max(1.0, size * 0.17))
        ground.canvas.circle(float(x), float(y) + size * 0.45, max(1.0, size * 0.1), ink)


def _open(ground: Ground) -> None:
    ground.fill(colour("#ebe4d4"))
    ground.edge(colour("#a59a7f"), 1.2, 4)


PATTERNS: Mapping[Kind, Callable[[Ground], None]] = {
    "wall": _wall,
    "fence": _fence,
    "hedge": _hedge,
    "barricade": _barricade,
    "ditch": _ditch,
    "wood": _wood,
    "hill": _hill,
    "river": _river,
    "marsh": _marsh,
    "building": _building,
    "impassable": _impassable,
    "dangerous": _dangerous,
    "open": _open,
}
"""How each kind of terrain is painted."""

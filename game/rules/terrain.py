"""Terrain under a unit: what it may not enter, what slows it (TER, CHAR-04)."""

from __future__ import annotations

import numpy as np

from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.table.cores import outline_cores
from game.table.formation import Bases, Floats
from game.table.passage import starting_gaps
from game.table.pose import SLACK


def closed_to(unit: Unit, piece: Terrain) -> bool:
    """Whether this unit may neither enter nor cross it: for a war machine everything but hills (CHAR-04)."""
    if unit.type.troop_type.id == "war-machine":
        return piece.kind not in ("hill", "open")
    return piece.closed


def terrain_gap(shapes: Bases, piece: Terrain) -> float:
    """Inches from a unit to a piece of terrain; 0 or less if it stands in it."""
    outline = np.array(piece.outline)
    edges = outline_cores([outline])
    gap = float(starting_gaps(shapes, edges, 1e6).min())
    return min(gap, -gap) if _holds(outline, shapes.centre) else gap


def stands_in(shapes: Bases, piece: Terrain) -> bool:
    """Whether any part of a unit stands in a piece of terrain, deeper than the slack."""
    return _near(shapes, piece) and terrain_gap(shapes, piece) < -SLACK


def _near(shapes: Bases, piece: Terrain) -> bool:
    """Whether the squares around a unit and a piece of terrain meet: a cheap question that most pieces fail."""
    reach = float(np.hypot(*shapes.half.T).max(initial=0.0))
    low, high = shapes.centre.min(axis=0) - reach, shapes.centre.max(axis=0) + reach
    xs, ys = zip(*piece.outline, strict=True)
    return bool(min(xs) <= high[0] and max(xs) >= low[0] and min(ys) <= high[1] and max(ys) >= low[1])


def _holds(outline: Floats, points: Floats) -> bool:
    """Whether an outline holds any of the points: a ray to the right crosses it an odd number of times."""
    start, end = outline, np.roll(outline, -1, axis=0)
    x, y = points[:, :1], points[:, 1:]
    across = (start[:, 1] > y) != (end[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        where = start[:, 0] + (y - start[:, 1]) / (end[:, 1] - start[:, 1]) * (end[:, 0] - start[:, 0])
    return bool((np.sum(across & (x < where), axis=1) % 2 == 1).any())

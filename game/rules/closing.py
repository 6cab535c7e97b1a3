"""The last inches: straight into contact with a unit to join, or a building to enter (CHAR-01, GAR-02)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from shapely.ops import nearest_points

from game.battle.state import State
from game.rules.movement import is_lone
from game.table.bases import centre, corners, ground
from game.table.cores import Cores, cores, outline_cores
from game.table.formation import Bases, Formation
from game.table.manoeuvre import Advance, Manoeuvre, Pivot
from game.table.manoeuvre_text import parse
from game.table.motion import Translation
from game.table.passage import run_into
from game.table.pose import CONTACT, Pose, direction, normal_angle, rounded
from game.table.sweep import joined

Outline = Sequence[tuple[float, float]]
_FAR = 1000.0
"""Inches beyond any table."""


def closing(state: State, unit: str, path: Sequence[str], target: Bases | Outline) -> tuple[Manoeuvre, ...]:
    """A path with the way from its end straight into contact added to it, if it does not end in contact already.

    A lone model turns to the nearest point first, a formation goes straight ahead; whether the way is free, short
    enough and leads there at all is for others to find out.

    Raises:
        InputError: The path can't be read.
    """
    who = state.unit(unit)
    pose, formation = who.pose, who.formation
    legs: list[Manoeuvre] = [one for piece in path for one in parse(piece)]
    for leg in legs:
        pose, formation = leg.after(pose, formation)
    others = cores(target) if isinstance(target, Bases) else outline_cores([np.array(target)])
    if _ahead(pose, formation, others) <= CONTACT:
        return tuple(legs)
    if is_lone(who):
        turn = _turn_to(pose, formation, _area(target))
        legs += [turn] if turn.degrees else []
        pose, formation = turn.after(pose, formation)
    inches = _ahead(pose, formation, others)
    return (*legs, Advance(rounded(inches))) if 0 < inches < _FAR else tuple(legs)


def _ahead(pose: Pose, formation: Formation, others: Cores) -> float:
    """Inches straight ahead until contact; ``_FAR`` if there is nothing to meet."""
    x, y = direction(pose.facing)
    met = run_into(ground(pose, formation), [Translation(_FAR * x, _FAR * y)], others)
    return met.inches if met is not None else _FAR


def _turn_to(pose: Pose, formation: Formation, target: shapely.Geometry) -> Pivot:
    """The pivot that brings the front of a lone model round to the nearest point of its target."""
    x, y = centre(pose, formation)
    point = nearest_points(shapely.Point(x, y), target)[1]
    turn = normal_angle(math.degrees(math.atan2(point.y - y, point.x - x)) - pose.facing)
    return Pivot("left", rounded(turn)) if turn <= 180 else Pivot("right", rounded(360 - turn))


def _area(target: Bases | Outline) -> shapely.Geometry:
    if isinstance(target, Bases):
        return joined(shapely.polygons(corners(target)))
    return shapely.Polygon(target)

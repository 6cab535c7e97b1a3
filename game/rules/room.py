"""Room for a pivot: who turns too near to others gives way, or they do (FORM-09)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.terrain import terrain_gap
from game.rules.way import GAP, closed_terrain, others_of, unit_gaps
from game.table.bases import ground
from game.table.distance import on_table
from game.table.formation import Bases, Floats, Formation
from game.table.pose import SLACK, Pose

_STEPS = 12
"""A shift that has not found room after so many corrections finds none."""
_PROBE = 1e-4
"""Inches by which a unit is tried elsewhere to learn in which direction it gets farther away."""
_FARTHEST = 6.0
"""Inches beyond which a shift is no making room any more but a move."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where a unit stands after it has made room for its pivot.

    Attributes:
        pose: Its own place.
        nudged: Units that were shifted in its stead, and where they stand now.
    """

    pose: Pose
    nudged: tuple[tuple[str, Pose], ...] = ()


def room_for(state: State, unit: Unit, pose: Pose, formation: Formation) -> Room:
    """Shift a unit that has pivoted by the least amount that keeps the inch; else shift those in its way.

    Whoever fights is never shifted. Where nothing helps the pose comes back as it was, for others to find the fault.
    """
    others = others_of(state, unit)
    start = ground_of(unit)
    kept = np.concatenate([unit_gaps(start, others), _terrain_gaps(state, unit, start)])
    shifted = _shifted(state, unit, pose, formation, others, kept)
    if shifted is not None:
        return Room(shifted)
    nudged: list[tuple[str, Pose]] = []
    gaps = unit_gaps(ground(pose, formation), others)
    for other, gap, least in zip(others, gaps, kept, strict=False):
        if gap >= least - SLACK:
            continue
        place = None if state.enemies_in_combat(other.id) else _out_of_the_way(state, other, unit, pose, formation)
        if place is None:
            return Room(pose)
        nudged.append((other.id, place))
    return Room(pose, tuple(nudged))


def _shifted(
    state: State, unit: Unit, pose: Pose, formation: Formation, others: Sequence[Unit], kept: Floats
) -> Pose | None:
    """The pose shifted until nobody is nearer than allowed; None if no room is found."""

    def lacking(at: Pose) -> Floats:
        shapes = ground(at, formation)
        lacks: Floats = kept - np.concatenate([unit_gaps(shapes, others), _terrain_gaps(state, unit, shapes)])
        return lacks

    found = _apart(lacking, pose)
    if found is None or not on_table(ground(found, formation), state.width, state.depth):
        return None
    return found


def _out_of_the_way(state: State, other: Unit, unit: Unit, pose: Pose, formation: Formation) -> Pose | None:
    """Where the other unit stands when it has made room for one that has pivoted to ``pose``."""
    rest = others_of(state, other, unit.id)
    kept = np.concatenate([unit_gaps(ground_of(other), rest), _terrain_gaps(state, other, ground_of(other))])
    pivoted = Unit(unit.muster, pose, formation)
    return _shifted(state, other, other.pose, other.formation, [pivoted, *rest], np.concatenate([[GAP], kept]))


def _apart(lacking: Callable[[Pose], Floats], pose: Pose) -> Pose | None:
    """The pose after as many shifts, each straight away from what lacks most, as it takes until nothing does.

    The gap of two convex shapes grows evenly along the line that parts them, so that one shift serves for one of them.
    """
    at = pose
    for _ in range(_STEPS):
        lacks = lacking(at)
        worst = int(np.argmax(lacks)) if len(lacks) else 0
        if not len(lacks) or lacks[worst] <= SLACK / 2:
            return at.rounded()
        here = float(lacks[worst])
        aside = float(lacking(Pose(at.x + _PROBE, at.y, at.facing))[worst])
        ahead = float(lacking(Pose(at.x, at.y + _PROBE, at.facing))[worst])
        slope = np.array([here - aside, here - ahead]) / _PROBE
        steep = float(np.hypot(*slope))
        if steep < 1e-3:
            return None
        x, y = (slope / steep * (here / min(steep, 1.0))).tolist()
        at = Pose(at.x + x, at.y + y, at.facing)
        if np.hypot(at.x - pose.x, at.y - pose.y) > _FARTHEST:
            return None
    return None


def _terrain_gaps(state: State, unit: Unit, shapes: Bases) -> Floats:
    """(n,) inches from each piece of closed terrain, 1 at most."""
    return np.array([min(GAP, terrain_gap(shapes, piece)) for piece in closed_terrain(state, unit)])

"""A unit on its way: what it runs into along a path of several motions, and what it may start close to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.table.approach import first_approach
from game.table.bases import footprint
from game.table.cores import Cores, cores, gaps_between
from game.table.formation import Bases, Floats, Formation, make_bases
from game.table.motion import Motion, moved
from game.table.pose import Pose

_STRIP = 1e-3
"""Depth of the strip that stands for a front edge, inches: a line without depth could never overlap."""
_WALL = 1e4
"""How far a table edge reaches outwards, inches: farther than any path."""


@dataclass(frozen=True, slots=True)
class Obstruction:
    """Where a path first brings a unit too near to something.

    Attributes:
        motion: Number of the motion on which it happens.
        t: The part of that motion made until then, 0..1.
        inches: Inches travelled until then along the whole path (a wheel: arc of its outer front corner).
        unit: Number of the thing in the way.
        moving: Number of the moving shape that is too near.
        x: The place, on the thing in the way, inches.
        y: The same.
    """

    motion: int
    t: float
    inches: float
    unit: int
    moving: int
    x: float
    y: float


def run_into(
    moving: Bases, path: Sequence[Motion], fixed: Sequence[Bases] | Cores, gap: float | Floats = 0.0
) -> Obstruction | None:
    """What a unit first comes nearer to than ``gap`` along a whole path; ``None`` if the way is free.

    Args:
        moving: The shapes of the unit (its ground, or its front edge alone) before the first motion.
        path: Rigid motions, one after another.
        fixed: All that may stand in the way. Cores gathered once serve a whole drag: ``cores``, ``outline_cores``.
        gap: Inches, a number or an array (n, m) over all shapes; see :func:`starting_gaps` (FORM-09).
    """
    others = cores(fixed)
    inches = 0.0
    for number, motion in enumerate(path):
        met = first_approach(moving, motion, others, gap)
        if met is not None:
            unit = int(others.unit[met.fixed])
            return Obstruction(number, met.t, inches + motion.length * met.t, unit, met.moving, met.x, met.y)
        inches += motion.length
        moving = moved(moving, motion)
    return None


def starting_gaps(moving: Bases, fixed: Sequence[Bases] | Cores, limit: float = 1.0) -> Floats:
    """(n, m) the gaps to keep: ``limit``, or the distance from which a unit starts where that is less (FORM-09).

    The distance of two units is that of their closest shapes (MEAS-01), so that all shapes of a unit share it. Units
    that overlap at the start keep the depth at which they do.
    """
    others = cores(fixed)
    if not len(others):
        return np.empty((len(moving), 0))
    start = np.full(int(others.unit.max()) + 1, limit)
    np.minimum.at(start, others.unit, gaps_between(cores(moving), others).min(axis=0))
    return np.broadcast_to(start[others.unit], (len(moving), len(others)))


def table_edges(width: float, depth: float) -> tuple[Bases, ...]:
    """What lies beyond the left, right, near and far edge of a table, as four things to run into with gap 0.

    Whether a unit hangs over where it stands is told by ``distance.gap_to_edge``.
    """
    w, d, r = width / 2, depth / 2, _WALL / 2
    beyond = (
        (-r, d, r, d + _WALL),
        (width + r, d, r, d + _WALL),
        (w, -r, w + _WALL, r),
        (w, depth + r, w + _WALL, r),
    )
    return tuple(
        make_bases(np.array([[x, y]]), np.array([[across, up]]), np.zeros(1, dtype=np.bool_), 0.0)
        for x, y, across, up in beyond
    )


def front_edge(pose: Pose, formation: Formation) -> Bases:
    """The front edge of the bounding rectangle as a strip a thousandth of an inch deep.

    For readings in which only the front of a wheeling unit must find its way free, not the rear corners.
    """
    corner = footprint(pose, formation)
    middle = (corner[0] + corner[3]) / 2
    width = float(np.hypot(*(corner[0] - corner[3])))
    heading = Pose(float(middle[0]), float(middle[1]), pose.facing)
    return make_bases(
        np.array([heading.point(-_STRIP / 2, 0.0)]),
        np.array([[_STRIP / 2, width / 2]]),
        np.zeros(1, dtype=np.bool_),
        pose.facing,
    )

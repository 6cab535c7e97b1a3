"""The ground that moving shapes pass over: for drawing, and for whom a flight runs through."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from game.table.bases import corners
from game.table.formation import Bases, Floats
from game.table.motion import Motion, Rotation, Translation, moved, moved_centres

_FINE = 1e-9
"""Inches: a net to which corners are drawn where edges that all but coincide cannot be joined as they are."""
ERROR = 0.01
"""No point of a drawn arc lies farther than this from the true one, inches. Straight edges are exact."""


def swept(shapes: Bases, motion: Motion) -> shapely.Geometry:
    """All ground that the shapes touch during a motion, one geometry (inches).

    Exact for rectangles that do not turn. Arcs (discs, turns) are polygons within ``ERROR``; who lies under what is
    better asked of ``first_approach``.
    """
    return joined(_pieces(shapes, motion))


def swept_path(shapes: Bases, path: Sequence[Motion]) -> shapely.Geometry:
    """All ground that the shapes touch along a path, their places at its start and end included."""
    pieces = []
    for motion in path:
        pieces.append(_pieces(shapes, motion))
        shapes = moved(shapes, motion)
    pieces.append(_pieces(shapes, Translation(0.0, 0.0)))
    return joined(np.concatenate(pieces))


def joined(pieces: Sequence[shapely.Geometry] | Floats) -> shapely.Geometry:
    """Pieces of ground as one geometry, also where their edges all but coincide."""
    try:
        return shapely.union_all(pieces)
    except shapely.GEOSException:
        return shapely.union_all(pieces, grid_size=_FINE)


def _pieces(shapes: Bases, motion: Motion) -> Floats:
    """Convex pieces (and thick lines for discs) whose union is the swept ground: an array of geometries."""
    steps = np.linspace(0.0, 1.0, _steps(shapes, motion) + 1)
    pieces = []
    boxes = np.flatnonzero(~shapes.round)
    if len(boxes):
        corner = _corner_paths(corners(shapes)[boxes], motion, steps)
        both = np.concatenate((corner[:, :-1], corner[:, 1:]), axis=2).reshape(-1, 8, 2)
        pieces.append(shapely.convex_hull(shapely.multipoints(both)))
    discs = np.flatnonzero(shapes.round)
    if len(discs):
        radius = shapes.half[discs, 0]
        lines = shapely.linestrings(moved_centres(shapes.centre[discs], motion, steps))
        pieces.append(shapely.buffer(lines, radius, quad_segs=_quarter_segments(float(radius.max()))))
    return np.concatenate(pieces) if pieces else np.empty(0, dtype=np.object_)


def _corner_paths(corner: Floats, motion: Motion, steps: Floats) -> Floats:
    """(n, k, 4, 2) corners of n rectangles at k moments."""
    paths = moved_centres(corner.reshape(-1, 2), motion, steps)
    return paths.reshape(len(corner), 4, len(steps), 2).transpose(0, 2, 1, 3)


def _steps(shapes: Bases, motion: Motion) -> int:
    """Into how many chords a turn is cut so that none leaves its arc by more than half of ``ERROR``."""
    if not isinstance(motion, Rotation) or not len(shapes):
        return 1
    arm = np.hypot(*(shapes.centre - (motion.x, motion.y)).T) + np.hypot(*shapes.half.T)
    longest = max(float(arm.max()), ERROR)
    chord = 2 * math.acos(1 - ERROR / 2 / longest)
    return max(1, math.ceil(abs(math.radians(motion.degrees)) / chord))


def _quarter_segments(radius: float) -> int:
    """Segments of a quarter circle that stay within half of ``ERROR``."""
    chord = 2 * math.acos(max(0.0, 1 - ERROR / 2 / max(radius, ERROR)))
    return max(2, math.ceil(math.pi / 2 / chord))

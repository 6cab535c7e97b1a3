"""When a moving shape first comes too near to another: exact, in closed form.

The gap between two shapes can only cross a given value where a corner of one stands at that distance from an edge or
a corner of the other. Those moments are roots of lines and circles; between two neighbouring ones a single look tells
on which side the gap lies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.table.cores import Cores, Indices, cores, gaps_along, nearest_point
from game.table.formation import Bases, Floats
from game.table.motion import Motion, Rotation, moved_centres
from game.table.pose import SLACK

_BESIDE = 1e-6
"""A foot may lie this far beside an edge: roots too many do no harm, one too few would."""
_QUARTERS = np.arange(4) * (np.pi / 2)
_NOISE = 1e-12
"""Gaps that differ by no more are the same gap."""


@dataclass(frozen=True, slots=True)
class Approach:
    """The first moment at which a gap grows too small.

    Attributes:
        t: The part of the motion made until then, 0..1.
        moving: Number of the moving shape.
        fixed: Number of the other one.
        x: Where the two are closest, on the other one, inches; the middle of it where edges lie flat.
        y: The same.
    """

    t: float
    moving: int
    fixed: int
    x: float
    y: float


def first_approach(
    moving: Bases | Cores, motion: Motion, fixed: Bases | Cores, gap: float | Floats = 0.0
) -> Approach | None:
    """The first moment of the motion from which a moving shape comes nearer than ``gap`` to a fixed one.

    Args:
        moving: (n) shapes before the motion.
        motion: A shift, or a turn of at most a full circle.
        fixed: (m) shapes that stand.
        gap: Inches, a number or (n, m). 0 = contact that an overlap follows. A pair that starts nearer than its
            gap is reported at 0; a pair that may start near and stay so is given its starting gap (FORM-09).

    Returns:
        The first approach by more than the slack, with its exact beginning; ``None`` if there is none: a pair that
        starts at its gap and slides along or goes away is none. Ties go to the lowest numbers.
    """
    a, b = cores(moving), cores(fixed)
    i, j, level = _candidates(a, b, motion, gap)
    if not len(i):
        return None
    one, other = a.take(i), b.take(j)
    start = _begin(one, other, motion, level)
    best = int(np.argmin(start))
    t = float(start[best])
    if t > 1.0:
        return None
    pair = np.array((best,))
    x, y = nearest_point(one.take(pair).moved(motion, t), other.take(pair))
    return Approach(t, int(i[best]), int(j[best]), x, y)


def _candidates(a: Cores, b: Cores, motion: Motion, gap: float | Floats) -> tuple[Indices, Indices, Floats]:
    """Pairs that may come near, and their gaps: a circle about all that a moving shape reaches, against each core."""
    middle = moved_centres(a.centre, motion, np.array((0.5,)))[:, 0, :]
    reach = np.hypot(a.half[:, 0], a.half[:, 1]) + a.radius
    if isinstance(motion, Rotation):
        arm = np.hypot(a.centre[:, 0] - motion.x, a.centre[:, 1] - motion.y)
        reach = reach + 2 * arm * math.sin(math.radians(min(abs(motion.degrees), 360.0)) / 4)
    else:
        reach = reach + motion.length / 2
    c, s = np.cos(b.angle), np.sin(b.angle)
    dx = middle[:, :1] - b.centre[:, 0]
    dy = middle[:, 1:] - b.centre[:, 1]
    beyond_x = np.maximum(np.abs(c * dx + s * dy) - b.half[:, 0], 0.0)
    beyond_y = np.maximum(np.abs(c * dy - s * dx) - b.half[:, 1], 0.0)
    apart = np.hypot(beyond_x, beyond_y) - b.radius - reach[:, None]
    level = np.broadcast_to(np.asarray(gap, dtype=np.float64), apart.shape)
    i, j = np.nonzero(apart < np.maximum(level, 0.0))
    return i, j, level[i, j]


def _begin(a: Cores, b: Cores, motion: Motion, level: Floats) -> Floats:
    """(p,) the moment from which the gap of each pair goes below ``level`` by more than the slack; infinite if never.

    First the moment at which it is below by the slack, then back to where it left the level itself.
    """
    pairs = np.arange(len(level))
    twice = np.concatenate((pairs, pairs))
    levels = np.concatenate((level - SLACK, level - _NOISE))
    moments = _moments(a, b, motion, np.stack((level - SLACK, level)))
    middle = (moments[:, 1:] + moments[:, :-1]) / 2
    below = gaps_along(a.take(twice), b.take(twice), motion, middle) < levels[:, None]
    deep, low = below[: len(level)], below[len(level) :]
    first = deep.argmax(axis=1)
    until = np.where(deep[pairs, first], moments[pairs, first], np.inf)
    begins = moments[len(level) :]
    held = ~low & (begins[:, :-1] < until[:, None])
    last = held.shape[1] - held[:, ::-1].argmax(axis=1)
    start = np.where(held.any(axis=1), begins[pairs, last], 0.0)
    return np.where(np.isfinite(until), start, np.inf)


def _moments(a: Cores, b: Cores, motion: Motion, levels: Floats) -> Floats:
    """(2 p, k) all moments at which the gap may cross each of two ``levels`` (2, p), 0 and 1 included, by size."""
    a_corners, b_corners = a.corners(), b.corners()
    far = levels + (a.radius + b.radius)
    with np.errstate(all="ignore"):
        found = np.concatenate(
            (
                _edge_moments(a_corners, b, motion, far),
                _edge_moments(b_corners, a, motion.reverse(), far),
                _corner_moments(a_corners, b_corners, motion, far),
            ),
            axis=1,
        )
        inside = (found > 0.0) & (found < 1.0)
    found = np.sort(np.where(inside, found, 1.0), axis=1)[:, : int(inside.sum(axis=1).max())]
    ends = np.ones((len(found), 1))
    return np.concatenate((ends * 0.0, found, ends), axis=1)


def _edge_moments(points: Floats, box: Cores, motion: Motion, far: Floats) -> Floats:
    """(2 p, 16 or 32) moments at which four moving points stand ``far`` (2, p) outside the four edges of a box.

    NaN where there is none, or where the foot of the point lies beside the edge.
    """
    angle = box.angle[:, None] + _QUARTERS
    c, s = np.cos(angle)[:, None, :], np.sin(angle)[:, None, :]
    height = far[:, :, None, None] + box.half[:, None, (0, 1, 0, 1)]
    length = box.half[:, None, (1, 0, 1, 0)] + _BESIDE
    if isinstance(motion, Rotation):
        px, py = (motion.x - box.centre[:, 0])[:, None, None], (motion.y - box.centre[:, 1])[:, None, None]
        radius, bearing = _polar(points, motion)
        turn = np.arccos((height - (px * c + py * s)) / radius[:, :, None])
        middle, sideways = py * c - px * s, radius[:, :, None] * np.sin(turn)
        on_left = np.where(np.abs(middle + sideways) <= length, turn, np.nan)
        on_right = np.where(np.abs(middle - sideways) <= length, -turn, np.nan)
        return _turned(angle[:, None, :] - bearing[:, :, None], on_left, on_right, motion)
    dx, dy = (points - box.centre[:, None, :]).transpose(2, 0, 1)[:, :, :, None]
    t = (height - (dx * c + dy * s)) / (motion.dx * c + motion.dy * s)
    foot = dy * c - dx * s + t * (motion.dy * c - motion.dx * s)
    moments: Floats = np.where(np.abs(foot) <= length, t, np.nan).reshape(far.size, -1)
    return moments


def _corner_moments(points: Floats, others: Floats, motion: Motion, far: Floats) -> Floats:
    """(2 p, 32) moments at which four moving points stand ``far`` (2, p) from four fixed ones; NaN for none."""
    square = np.where(far > 0, far * far, np.nan)[:, :, None, None]
    if isinstance(motion, Rotation):
        (r, bearing), (q, ahead) = _polar(points, motion), _polar(others, motion)
        r, q = r[:, :, None], q[:, None, :]
        turn = np.arccos((r * r + q * q - square) / (2 * r * q))
        return _turned(ahead[:, None, :] - bearing[:, :, None], turn, -turn, motion)
    dx, dy = (points[:, :, None, :] - others[:, None, :, :]).transpose(3, 0, 1, 2)
    speed = motion.dx**2 + motion.dy**2
    along = dx * motion.dx + dy * motion.dy
    half = np.sqrt(speed * square - (dx * motion.dy - dy * motion.dx) ** 2)
    return (np.stack((-along - half, half - along), -1) / speed).reshape(far.size, -1)


def _polar(points: Floats, motion: Rotation) -> tuple[Floats, Floats]:
    """Distance and bearing (radians) of points from the point about which a motion turns."""
    x, y = points[..., 0] - motion.x, points[..., 1] - motion.y
    return np.hypot(x, y), np.arctan2(y, x)


def _turned(ahead: Floats, one: Floats, other: Floats, motion: Rotation) -> Floats:
    """(2 p, k) moments at which a turn has gone through ``ahead`` plus one or the other angle, full circles aside."""
    total = math.radians(motion.degrees)
    angle = np.copysign(1.0, total) * (np.stack((one, other), -1) + ahead[..., None])
    angle -= (2 * np.pi) * np.floor(angle / (2 * np.pi))
    moments: Floats = (angle / abs(total or np.nan)).reshape(len(one) * len(ahead), -1)
    return moments

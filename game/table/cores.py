"""Shapes as convex cores with a rounding radius, and the signed gap between two of them anywhere along a motion.

A rectangle is its own core with radius 0; a disc is a point with its radius; the edge of a terrain outline is a
rectangle without width. The gap between two cores is read off their Minkowski sum, an octagon: two rectangles overlap
exactly where the centre of one lies in the octagon about the centre of the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.table.formation import Bases, Floats
from game.table.motion import Motion, Rotation, moved_centres

Indices = NDArray[np.intp]
Point = tuple[float, float]

_FLAT = 1e-7
"""Edges whose ends differ by no more in distance lie flat against each other, inches."""


@dataclass(frozen=True, slots=True)
class Cores:
    """Shapes of many facings.

    Attributes:
        centre: (n, 2) centres, inches.
        half: (n, 2) half depth and half width of the core; 0, 0 for a disc.
        radius: (n,) rounding; the radius of a disc, 0 for a rectangle.
        angle: (n,) facing in radians.
        unit: (n,) which of the gathered ``Bases`` each belongs to.
    """

    centre: Floats
    half: Floats
    radius: Floats
    angle: Floats
    unit: Indices

    def __len__(self) -> int:
        return len(self.centre)

    def take(self, which: Indices) -> Cores:
        """Some of them, also repeatedly."""
        return Cores(self.centre[which], self.half[which], self.radius[which], self.angle[which], self.unit[which])

    def moved(self, motion: Motion, t: float) -> Cores:
        """The same after the first part ``t`` (0..1) of a motion."""
        turned = np.radians(motion.degrees * t) if isinstance(motion, Rotation) else 0.0
        centre = moved_centres(self.centre, motion, np.array((t,)))[:, 0, :]
        return Cores(centre, self.half, self.radius, self.angle + turned, self.unit)

    def corners(self) -> Floats:
        """(n, 4, 2) corners of the cores, counter-clockwise; four times the centre for a disc."""
        c, s = np.cos(self.angle), np.sin(self.angle)
        forward = np.stack((c, s), -1) * self.half[:, :1]
        left = np.stack((-s, c), -1) * self.half[:, 1:]
        around = np.stack((forward + left, left - forward, -forward - left, forward - left), 1)
        return self.centre[:, None, :] + around


def cores(shapes: Bases | Cores | Sequence[Bases]) -> Cores:
    """The cores of the shapes of one unit, or of a sequence of units (numbered in that order)."""
    if isinstance(shapes, Cores):
        return shapes
    units = (shapes,) if isinstance(shapes, Bases) else tuple(shapes)
    if not units:
        return Cores(np.empty((0, 2)), np.empty((0, 2)), np.empty(0), np.empty(0), np.empty(0, dtype=np.intp))
    count = [len(unit) for unit in units]
    half = np.concatenate([unit.half for unit in units])
    is_round = np.concatenate([unit.round for unit in units])
    return Cores(
        np.concatenate([unit.centre for unit in units]),
        np.where(is_round[:, None], 0.0, half),
        np.where(is_round, half[:, 0], 0.0),
        np.radians(np.repeat([unit.facing for unit in units], count)),
        np.repeat(np.arange(len(units)), count),
    )


def outline_cores(outlines: Sequence[Floats]) -> Cores:
    """The edges of closed outlines, (k, 2) vertices each, convex or not; ``unit`` is the number of the outline."""
    start = np.concatenate([np.asarray(outline, dtype=np.float64) for outline in outlines])
    end = np.concatenate([np.roll(np.asarray(outline, dtype=np.float64), -1, axis=0) for outline in outlines])
    way = end - start
    half = np.zeros_like(way)
    half[:, 0] = np.hypot(way[:, 0], way[:, 1]) / 2
    unit = np.repeat(np.arange(len(outlines)), [len(outline) for outline in outlines])
    return Cores((start + end) / 2, half, np.zeros(len(way)), np.arctan2(way[:, 1], way[:, 0]), unit)


def gaps_along(a: Cores, b: Cores, motion: Motion, t: Floats) -> Floats:
    """(p, k) signed gaps of the pairs a[p], b[p] after the parts ``t`` (p, k) of the motion of ``a``; inches.

    Negative where they overlap: the length of the shortest shift that parts them.
    """
    rel = b.centre[:, None, :] - moved_centres(a.centre, motion, t)
    facing = a.angle[:, None] + (t * np.radians(motion.degrees) if isinstance(motion, Rotation) else 0.0)
    return _octagon_gap(rel, facing, a.half[:, None, :], b.angle[:, None] - facing, b.half[:, None, :]) - (
        a.radius[:, None] + b.radius[:, None]
    )


def gaps_between(a: Cores, b: Cores) -> Floats:
    """(n, m) signed gaps of every shape of ``a`` from every shape of ``b``, inches; negative where they overlap."""
    rel = b.centre[None, :, :] - a.centre[:, None, :]
    facing = np.broadcast_to(a.angle[:, None], rel.shape[:2])
    apart = _octagon_gap(rel, facing, a.half[:, None, :], b.angle[None, :] - facing, b.half[None, :, :])
    return apart - (a.radius[:, None] + b.radius[None, :])


def nearest_point(a: Cores, b: Cores) -> Point:
    """Where the single shape ``b`` is closest to the single shape ``a``: of edges that lie flat, the middle.

    For shapes that touch or are apart; plain numbers, because there is only one pair.
    """
    mine: list[Point] = a.corners()[0].tolist()
    other: list[Point] = b.corners()[0].tolist()
    pairs = [(p, _foot(p, b)) for p in mine] + [(_foot(p, a), p) for p in other]
    apart = [math.dist(p, q) for p, q in pairs]
    limit = min(apart) + _FLAT
    ties = [pair for pair, length in zip(pairs, apart, strict=True) if length <= limit]
    (px, py), (x, y) = (_between([pair[side] for pair in ties]) for side in (0, 1))
    length = math.hypot(px - x, py - y)
    out = min(float(b.radius[0]), length) / length if length else 0.0
    return x + out * (px - x), y + out * (py - y)


def _between(points: list[Point]) -> Point:
    """The middle of points that lie on one line."""
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _foot(point: Point, box: Cores) -> Point:
    """The point of a single core that is closest to a point."""
    (x, y), (deep, wide) = box.centre[0].tolist(), box.half[0].tolist()
    c, s = math.cos(box.angle[0]), math.sin(box.angle[0])
    dx, dy = point[0] - x, point[1] - y
    ahead = min(max(c * dx + s * dy, -deep), deep)
    left = min(max(c * dy - s * dx, -wide), wide)
    return x + c * ahead - s * left, y + s * ahead + c * left


def _octagon_gap(rel: Floats, facing: Floats, a_half: Floats, delta: Floats, b_half: Floats) -> Floats:
    """Signed distance of ``rel`` (centre of b from centre of a) to the octagon that two rectangles add up to.

    The octagon is its own mirror image through the centre, so four of its edges serve, each turned to the side on
    which the point lies. In the frame of ``a`` they have the normals 0, d, 90 and 90 + d, with d in [0, 90).
    """
    quarter = np.floor(delta / (np.pi / 2))
    delta = delta - quarter * (np.pi / 2)
    swapped = quarter % 2 == 1
    a0, a1 = a_half[..., 0], a_half[..., 1]
    b0 = np.where(swapped, b_half[..., 1], b_half[..., 0])
    b1 = np.where(swapped, b_half[..., 0], b_half[..., 1])
    c, s, cd, sd = np.cos(facing), np.sin(facing), np.cos(delta), np.sin(delta)
    x = c * rel[..., 0] + s * rel[..., 1]
    y = c * rel[..., 1] - s * rel[..., 0]
    u = cd * x + sd * y
    v = cd * y - sd * x
    along_normal = np.stack((x, y, u, v))
    along_edge = np.where(along_normal < 0, np.stack((-y, x, -v, u)), np.stack((y, -x, v, -u)))
    b_right, b_fore = cd * b0 + sd * b1, sd * b0 - cd * b1
    b_left, b_back = sd * b0 + cd * b1, sd * b1 - cd * b0
    a_right, a_fore = cd * a0 + sd * a1, cd * a1 - sd * a0
    a_left, a_back = sd * a0 + cd * a1, cd * a0 - sd * a1
    height = np.stack((a0 + b_right, a1 + b_left, b0 + a_right, b1 + a_left))
    middle = np.stack((b_fore, b_back, a_fore, a_back))
    length = np.stack(np.broadcast_arrays(a1, a0, b1, b0, b_right)[:4])
    out = np.abs(along_normal) - height
    beside = np.maximum(np.abs(along_edge - middle) - length, 0.0)
    inside = out.max(axis=0)
    gap: Floats = np.where(inside > 0, np.hypot(out, beside).min(axis=0), inside)
    return gap

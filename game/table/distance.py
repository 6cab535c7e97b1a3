"""Distances between bases: exact closed forms for rectangles and discs, many pairs at once (MEAS-01).

A base is its *core* (a rectangle; for a disc its centre) plus everything within a radius of it (0 for a rectangle).
The separation of two bases is that of the cores less both radii, and it is signed: positive for the gap between them,
negative for the shortest way that one would have to be pushed until they only touch. All lengths are inches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.formation import Bases, Floats
from game.table.pose import SLACK, direction

Point = tuple[float, float]
Indices = NDArray[np.intp]

_TIE = 1e-9
"""Closest points whose distances differ by less than this are equally close."""


class _Cores(NamedTuple):
    """Cores as arrays that broadcast: centre, forward axis, half depth and width, radius."""

    x: Floats
    y: Floats
    fx: Floats
    fy: Floats
    depth: Floats
    width: Floats
    radius: Floats

    def as_column(self) -> _Cores:
        return _Cores(*(values[:, None] for values in self))

    def chosen(self, which: Indices) -> _Cores:
        return _Cores(*(values[which] for values in self))


def _cores(units: Sequence[Bases]) -> _Cores:
    """The cores of all bases of all units, one after another, each with its own facing."""
    if not all(len(unit) for unit in units):
        raise ValueError("there is no distance to a unit without models")
    counts = [len(unit) for unit in units]
    axes = np.repeat([direction(unit.facing) for unit in units], counts, axis=0)
    centre = np.concatenate([unit.centre for unit in units])
    half = np.concatenate([unit.half for unit in units])
    is_round = np.concatenate([unit.round for unit in units])
    core = np.where(is_round[:, None], 0.0, half)
    radius = np.where(is_round, half[:, 0], 0.0)
    return _Cores(centre[:, 0], centre[:, 1], axes[:, 0], axes[:, 1], core[:, 0], core[:, 1], radius)


def _corner_gaps(place: tuple[Floats, Floats], turn: tuple[Floats, Floats], corner: _Cores, box: _Cores) -> Floats:
    """Squared distance of the nearest corner of one rectangle, whose place and turn are in the other's frame."""
    (u, v), (cos, sin) = place, turn
    along = corner.depth * cos, corner.depth * sin
    across = -corner.width * sin, corner.width * cos
    nearest: Floats | None = None
    for ahead in (1.0, -1.0):
        for left in (1.0, -1.0):
            x = np.maximum(np.abs(u + ahead * along[0] + left * across[0]) - box.depth, 0.0)
            y = np.maximum(np.abs(v + ahead * along[1] + left * across[1]) - box.width, 0.0)
            squared = x * x + y * y
            nearest = squared if nearest is None else np.minimum(nearest, squared)
    assert nearest is not None
    return nearest


def _signed(a: _Cores, b: _Cores) -> Floats:
    """Separation of each pair that the two broadcast to.

    The deepest of the four separating axes is the depth of an overlap. Of two rectangles that are apart, one has a
    corner among the closest points.
    """
    dx, dy = b.x - a.x, b.y - a.y
    cos, sin = a.fx * b.fx + a.fy * b.fy, a.fx * b.fy - a.fy * b.fx
    u, v = dx * a.fx + dy * a.fy, dy * a.fx - dx * a.fy
    p, q = dx * b.fx + dy * b.fy, dy * b.fx - dx * b.fy
    c, s = np.abs(cos), np.abs(sin)
    axes = (
        np.abs(u) - a.depth - b.depth * c - b.width * s,
        np.abs(v) - a.width - b.depth * s - b.width * c,
        np.abs(p) - b.depth - a.depth * c - a.width * s,
        np.abs(q) - b.width - a.depth * s - a.width * c,
    )
    apart = np.maximum(np.maximum(axes[0], axes[1]), np.maximum(axes[2], axes[3]))
    squared = np.minimum(_corner_gaps((u, v), (cos, sin), b, a), _corner_gaps((-p, -q), (cos, -sin), a, b))
    separation: Floats = np.where(apart > 0.0, np.sqrt(squared), apart) - a.radius - b.radius
    return separation


def separations(a: Bases, b: Bases) -> Floats:
    """(n, m) signed separations: the gap of each pair of bases, or minus the depth of their overlap.

    Raises:
        ValueError: One of the two has no bases.
    """
    return _signed(_cores([a]).as_column(), _cores([b]))


def separations_within(a: Bases, b: Bases, inches: float) -> Floats:
    """(n, m) the separations up to so many inches; infinite for pairs that the circles about them tell are farther.

    Raises:
        ValueError: One of the two has no bases.
    """
    one, other = _cores([a]), _cores([b])
    reach, far = (np.hypot(some.depth, some.width) + some.radius for some in (one, other))
    apart = np.hypot(one.x[:, None] - other.x, one.y[:, None] - other.y)
    i, j = np.nonzero(apart <= reach[:, None] + far + (inches + SLACK))
    found = np.full(apart.shape, np.inf)
    found[i, j] = _signed(one.chosen(i), other.chosen(j))
    return found


def distance(a: Bases, b: Bases) -> float:
    """The gap between the closest bases of two units; 0 when they touch or overlap (MEAS-01).

    Raises:
        ValueError: One of the two has no bases: an empty unit is nowhere.
    """
    return max(float(separations(a, b).min()), 0.0)


def penetration(a: Bases, b: Bases) -> float:
    """How deep the deepest overlap of a base with a base is; 0 if none overlap.

    Raises:
        ValueError: One of the two has no bases.
    """
    return max(-float(separations(a, b).min()), 0.0)


def unit_distances(units: Sequence[Bases]) -> Floats:
    """(k, k) gaps between all units at once; pass each unit's ``ground``, which has few shapes.

    Circles in and around the bases tell which pairs can be the closest of their two units; only these are measured.

    Raises:
        ValueError: One of the units has no bases.
    """
    gaps = np.zeros((len(units), len(units)))
    if len(units) < 2:
        return gaps
    all_bases = _cores(units)
    counts = [len(unit) for unit in units]
    owner = np.repeat(np.arange(len(units)), counts)
    if len(owner) == len(units):
        first, second = np.triu_indices(len(units), 1)
    else:
        first, second = _close_pairs(all_bases, owner, np.concatenate([[0], np.cumsum(counts)[:-1]]))
    measured = np.maximum(_signed(all_bases.chosen(first), all_bases.chosen(second)), 0.0)
    closest = np.full(gaps.size, np.inf)
    np.minimum.at(closest, owner[first] * len(units) + owner[second], measured)
    upper = np.triu(closest.reshape(gaps.shape), 1)
    return upper + upper.T


def _close_pairs(bases: _Cores, owner: Indices, starts: Indices) -> tuple[Indices, Indices]:
    """The pairs of bases, of a lower and a higher unit, one of which is the closest pair of these units."""
    between = np.hypot(bases.x[:, None] - bases.x, bases.y[:, None] - bases.y)
    inner = np.minimum(bases.depth, bases.width) + bases.radius
    outer = np.hypot(bases.depth, bases.width) + bases.radius
    at_most = np.minimum.reduceat(np.minimum.reduceat(between - inner[:, None] - inner, starts, axis=0), starts, axis=1)
    at_most = np.maximum(at_most, 0.0) + _TIE
    at_most[np.tril_indices(len(starts))] = -np.inf  # each pair of units once
    first, second = np.nonzero(between - outer[:, None] - outer <= at_most[owner[:, None], owner])
    return first, second


def closest_points(a: Bases, b: Bases) -> tuple[Point, Point]:
    """The closest points of two units, on ``a`` and on ``b``; the same point twice when they touch or overlap.

    Of edges that run parallel, the middle of the stretch where they face each other.

    Raises:
        ValueError: One of the two has no bases.
    """
    gaps = separations(a, b)
    i, j = divmod(int(np.argmin(gaps)), gaps.shape[1])
    one = _core_corners(a, i)
    other = _core_corners(b, j)
    p, q = _closest_of_rectangles(one, other)
    from_p, from_q = (float(shapes.half[k, 0]) if shapes.round[k] else 0.0 for shapes, k in ((a, i), (b, j)))
    apart = math.dist(p, q)
    if apart == 0.0:
        return p, p
    ux, uy = (q[0] - p[0]) / apart, (q[1] - p[1]) / apart
    if apart <= from_p + from_q:
        shared = min(from_p, apart)
        common = p[0] + ux * shared, p[1] + uy * shared
        return common, common
    return (p[0] + ux * from_p, p[1] + uy * from_p), (q[0] - ux * from_q, q[1] - uy * from_q)


def _core_corners(bases: Bases, i: int) -> list[Point]:
    """Corners of one core, counter-clockwise; four times the centre for a disc."""
    x, y = (float(v) for v in bases.centre[i])
    depth, width = (0.0, 0.0) if bases.round[i] else (float(v) for v in bases.half[i])
    fx, fy = direction(bases.facing)
    return [
        (x + ahead * depth * fx - left * width * fy, y + ahead * depth * fy + left * width * fx)
        for ahead, left in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def _foot(point: Point, start: Point, end: Point) -> Point:
    """The point of a segment that is closest to a point."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    squared = ex * ex + ey * ey
    if squared == 0.0:
        return start
    along = ((point[0] - start[0]) * ex + (point[1] - start[1]) * ey) / squared
    along = min(max(along, 0.0), 1.0)
    return start[0] + along * ex, start[1] + along * ey


def _closest_of_rectangles(one: list[Point], other: list[Point]) -> tuple[Point, Point]:
    """Closest points of two rectangles, each given by its corners."""
    common = _clipped(one, other)
    if common:
        middle = _mean(common)
        return middle, middle
    pairs = [(corner, _foot(corner, other[k - 1], other[k])) for corner in one for k in range(4)]
    pairs += [(_foot(corner, one[k - 1], one[k]), corner) for corner in other for k in range(4)]
    nearest = min(math.dist(*pair) for pair in pairs)
    # The closest pairs of two convex shapes form a convex set, so that their mean is one of them.
    ties = list(dict.fromkeys(pair for pair in pairs if math.dist(*pair) <= nearest + _TIE))
    return _mean([p for p, _ in ties]), _mean([q for _, q in ties])


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _clipped(polygon: list[Point], window: list[Point]) -> list[Point]:
    """What lies of one rectangle inside another; empty when they are apart or the window is a point."""
    if window[0] == window[2]:
        polygon, window = window, polygon
    if window[0] == window[2]:
        return []
    for (ax, ay), (bx, by) in zip(window, window[1:] + window[:1], strict=True):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in polygon]
        kept: list[Point] = []
        for k, point in enumerate(polygon):
            before, now = sides[k - 1], sides[k]
            if (before < 0.0) != (now < 0.0):
                share = before / (before - now)
                (px, py), (qx, qy) = polygon[k - 1], point
                kept.append((px + share * (qx - px), py + share * (qy - py)))
            if now >= 0.0:
                kept.append(point)
        polygon = kept
    return polygon


def gap_to_edge(bases: Bases, width: float, depth: float) -> float:
    """The gap between a unit and the nearest edge of a table of ``width`` x ``depth`` inches.

    Negative when it hangs over: then minus how far.

    Raises:
        ValueError: There are no bases.
    """
    if not len(bases):
        raise ValueError("there is no distance to a unit without models")
    fx, fy = np.abs(direction(bases.facing))
    reach = np.where(bases.round[:, None], bases.half, bases.half @ np.array([[fx, fy], [fy, fx]]))
    low = (bases.centre - reach).min(axis=0)
    high = (bases.centre + reach).max(axis=0)
    return float(min(low[0], low[1], width - high[0], depth - high[1]))


def on_table(bases: Bases, width: float, depth: float) -> bool:
    """Whether all bases lie on a table of ``width`` x ``depth`` inches, with the named slack.

    Raises:
        ValueError: There are no bases.
    """
    return gap_to_edge(bases, width, depth) >= -SLACK

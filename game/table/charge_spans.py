"""Stretches of a straight line along which a sliding shape overlaps a standing one: closed forms, many at once.

Two shapes overlap exactly where the centre of one, seen from the other, lies in their Minkowski sum: an octagon for two
rectangles, a rectangle with rounded corners or a disc where one of them is a disc. Both are convex, so that a line
cuts them in one stretch.

Everything here is measured in the frame of a charged side (``charge_frame``): a heading of ``turn`` degrees looks along
(sin turn, -cos turn) and has (cos turn, sin turn) on its left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.table.cores import Cores, Indices
from game.table.formation import Flags, Floats

Stretch = tuple[Floats, Floats]
"""Beginnings and ends; a beginning behind its end is an empty stretch."""
_PARALLEL = 1e-12
"""A way across a slab shorter than this leads along it."""
_FLAT = 1e-9
"""Edges that lean by less than this sine lie flat on each other."""


@dataclass(frozen=True, slots=True)
class Body:
    """The shapes of a unit that slides.

    Attributes:
        offset: (n, 2) ``(forward, left)`` of each centre from the middle of the front edge.
        half: (n, 2) half depth and half width of the cores; 0, 0 for a disc.
        radius: (n,) of a disc, 0 for a rectangle.
    """

    offset: Floats
    half: Floats
    radius: Floats


@dataclass(frozen=True, slots=True)
class Pairs:
    """Each shape of a sliding unit with each standing shape; all arrays have a first axis of p pairs.

    Attributes:
        offset: (p, 2) see ``Body``.
        half: (p, 2) of the sliding core.
        other: (p, 2) centre of the standing core.
        other_half: (p, 2) its half sizes.
        angle: (p,) its facing, radians.
        radius: (p,) both radii together, and the gap to be kept; less than 0 where an overlap is allowed.
        discs: (p,) one of the two is a disc.
    """

    offset: Floats
    half: Floats
    other: Floats
    other_half: Floats
    angle: Floats
    radius: Floats
    discs: Flags

    def __len__(self) -> int:
        return len(self.radius)

    def take(self, which: Flags | Indices) -> Pairs:
        """Some of them."""
        return Pairs(
            self.offset[which],
            self.half[which],
            self.other[which],
            self.other_half[which],
            self.angle[which],
            self.radius[which],
            self.discs[which],
        )


def pairs(body: Body, others: Cores, gap: Floats) -> Pairs:
    """Every shape of a body with every standing shape; ``gap`` (m,) is what is kept from each, inches."""
    n, m = len(body.radius), len(others)
    mine, theirs = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
    return Pairs(
        body.offset[mine],
        body.half[mine],
        others.centre[theirs],
        others.half[theirs],
        others.angle[theirs],
        body.radius[mine] + others.radius[theirs] + gap[theirs],
        (body.radius[mine] > 0) | (others.radius[theirs] > 0),
    )


def joined(parts: list[Pairs]) -> Pairs:
    """Several lists of pairs as one."""
    return Pairs(
        np.concatenate([part.offset for part in parts]),
        np.concatenate([part.half for part in parts]),
        np.concatenate([part.other for part in parts]),
        np.concatenate([part.other_half for part in parts]),
        np.concatenate([part.angle for part in parts]),
        np.concatenate([part.radius for part in parts]),
        np.concatenate([part.discs for part in parts]),
    )


def axes(turn: Floats) -> tuple[Floats, Floats]:
    """(..., 2) the directions forward and left of headings of ``turn`` degrees."""
    angle = np.radians(turn)
    c, s = np.cos(angle), np.sin(angle)
    return _vectors(s, -c), _vectors(c, s)


def dot(one: Floats, other: Floats) -> Floats:
    """(...) the inner products of vectors (..., 2)."""
    found: Floats = one[..., 0] * other[..., 0] + one[..., 1] * other[..., 1]
    return found


def _vectors(x: Floats, y: Floats) -> Floats:
    """(..., 2) vectors of these two coordinates; ``np.stack`` takes four times as long for a few."""
    found = np.empty((*x.shape, 2))
    found[..., 0], found[..., 1] = x, y
    return found


def from_other(pair: Pairs, turn: Floats, front: Floats) -> Floats:
    """(..., p, 2) centres of the sliding shapes from those of the others; ``front`` (..., 2): middle of the front."""
    return _from_other(pair, turn[..., None], front[..., None, :])


def _from_other(pair: Pairs, turn: Floats, front: Floats) -> Floats:
    forward, left = axes(turn)
    shift: Floats = front + pair.offset[:, :1] * forward + pair.offset[:, 1:] * left - pair.other
    return shift


def overlaps(pair: Pairs, turn: Floats, front: Floats, way: Floats) -> Stretch:
    """(..., p) the stretch of ``t`` in which the pairs overlap when the middle of the front is at front + t way.

    Args:
        pair: The shapes.
        turn: (...) headings, degrees.
        front: (..., 2) where the middle of the front edge begins.
        way: (..., 2) the direction in which it slides; its length is the unit of ``t``.
    """
    return overlaps_each(pair, turn[..., None], front[..., None, :], way[..., None, :])


def overlaps_each(pair: Pairs, turn: Floats, front: Floats, way: Floats) -> Stretch:
    """The same with a heading (..., p), a beginning and a way (..., p, 2) for each pair."""
    start = _from_other(pair, turn, front)
    speed = np.broadcast_to(way, start.shape)
    low, high = _octagon(pair, turn, start, speed)
    if pair.discs.any():
        which = np.flatnonzero(pair.discs)
        heading = np.broadcast_to(turn, low.shape)[..., which]
        low[..., which], high[..., which] = _rounded(
            pair.take(which), heading, start[..., which, :], speed[..., which, :]
        )
    return low, high


def _slab(place: Floats, speed: Floats, width: Floats) -> Stretch:
    """The stretch on which place + t speed lies between -width and width."""
    along = np.abs(speed) < _PARALLEL
    width = np.maximum(width, 0.0)
    safe = np.where(along, 1.0, speed)
    one, two = (-width - place) / safe, (width - place) / safe
    inside = np.where(np.abs(place) < width, np.inf, -np.inf)
    return np.where(along, -inside, np.minimum(one, two)), np.where(along, inside, np.maximum(one, two))


def _both(one: Stretch, two: Stretch) -> Stretch:
    return np.maximum(one[0], two[0]), np.minimum(one[1], two[1])


def _octagon(pair: Pairs, turn: Floats, start: Floats, speed: Floats) -> Stretch:
    """Four slabs: between the edges of the one, and of the other, each as wide as both shapes together."""
    lean = np.radians(turn) - pair.angle
    c, s = np.abs(np.cos(lean)), np.abs(np.sin(lean))
    (a0, a1), (b0, b1), gap = pair.half.T, pair.other_half.T, pair.radius
    forward, left = axes(turn)
    ahead, beside = _frame(pair.angle)
    found = _slab(dot(start, forward), dot(speed, forward), a0 + b0 * s + b1 * c + gap)
    for axis, width in (
        (left, a1 + b0 * c + b1 * s + gap),
        (ahead, b0 + a0 * s + a1 * c + gap),
        (beside, b1 + a0 * c + a1 * s + gap),
    ):
        found = _both(found, _slab(dot(start, axis), dot(speed, axis), width))
    return found


def _frame(angle: Floats) -> tuple[Floats, Floats]:
    c, s = np.cos(angle), np.sin(angle)
    return _vectors(c, s), _vectors(-s, c)


def _rounded(pair: Pairs, turn: Floats, start: Floats, speed: Floats) -> Stretch:
    """A disc against a rectangle or a disc: two crossed boxes and a circle at each corner."""
    mine = np.asarray(pair.half.any(axis=-1))
    half = np.where(mine[:, None], pair.half, pair.other_half)
    forward, left = axes(turn)
    ahead, beside = _frame(pair.angle)
    first = np.where(mine[:, None], forward, ahead)
    second = np.where(mine[:, None], left, beside)
    x, y = dot(start, first), dot(start, second)
    vx, vy = dot(speed, first), dot(speed, second)
    r = np.maximum(pair.radius, 0.0)
    found = [
        _both(_slab(x, vx, half[:, 0] + r), _slab(y, vy, half[:, 1])),
        _both(_slab(x, vx, half[:, 0]), _slab(y, vy, half[:, 1] + r)),
    ]
    found += [
        _circle(x + one * half[:, 0], y + two * half[:, 1], vx, vy, r) for one in (1.0, -1.0) for two in (1.0, -1.0)
    ]
    low = np.stack([np.where(lo < hi, lo, np.inf) for lo, hi in found]).min(axis=0)
    high = np.stack([np.where(lo < hi, hi, -np.inf) for lo, hi in found]).max(axis=0)
    return low, high


def _circle(x: Floats, y: Floats, vx: Floats, vy: Floats, radius: Floats) -> Stretch:
    speed = np.maximum(vx * vx + vy * vy, _PARALLEL)
    along = x * vx + y * vy
    square = along * along - speed * (x * x + y * y - radius * radius)
    half = np.sqrt(np.maximum(square, 0.0))
    return np.where(square > 0, (-along - half) / speed, np.inf), np.where(square > 0, (half - along) / speed, -np.inf)


def grazes(pair: Pairs, turn: Floats) -> tuple[Floats, Floats, Floats]:
    """Where shapes that go straight ahead just graze the others on their left.

    Returns:
        Three (..., p) arrays, inches: how far to the left of the other's centre a shape's centre then is; how far ahead
        of it the middle of the grazing stretch lies; half the length of that stretch. On the right: minus the first,
        minus the second, and the third.
    """
    lean = np.radians(turn)[..., None] - pair.angle
    c, s = np.cos(lean), np.sin(lean)
    b0, b1 = pair.other_half.T
    lies_first, lies_second = np.abs(c) < _FLAT, np.abs(s) < _FLAT
    beside = pair.half[:, 1] + b0 * np.abs(c) + b1 * np.abs(s) + pair.radius
    ahead = np.where(lies_first, 0.0, b0 * np.sign(c) * s) - np.where(lies_second, 0.0, b1 * np.sign(s) * c)
    length = pair.half[:, 0] + np.where(lies_first, b0, 0.0) + np.where(lies_second, b1, 0.0)
    return beside, ahead, length

"""Closing the door: how charger and target come to stand flush after first contact, and what prevents it (CHG-16).

All is measured in the frame of the charged side (``charge_frame``); axes of arrays as in ``charge_ways``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from game.table.charge_frame import Front, SideFrame
from game.table.charge_free import Place, meets, stands_on
from game.table.charge_spans import Body, Pairs, Stretch, axes, overlaps, overlaps_each, pairs
from game.table.charge_sweep import MOST_SAMPLES, Look, Sweep, sweep
from game.table.cores import Cores, Indices
from game.table.formation import Flags, Floats
from game.table.motion import Rotation
from game.table.pose import SLACK

if TYPE_CHECKING:
    from game.table.charge_search import Way

_EPS = 1e-9
_HANG = SLACK / 2
"""What may hang over a table edge, inches: less than the limit, so that rounding of the end does no harm."""
_RATE = 1e-12
"""A rate of change below this is none."""


@dataclass(frozen=True)
class Rows:
    """Some wheels, and where each can bring the charger.

    Attributes:
        wheel: (h,) degrees, counter-clockwise if positive.
        turn: (h,) the headings after it.
        low: (h, 2) the smallest offset that geometry and table allow.
        high: (h, 2) the greatest; smaller than ``low`` if there is none.
        first: (2, h, 2) inches before the wheel: the first plus the second times the offset.
        second: (2, h, 2) inches after it.
        start: (h, 2, 2) the middle of the front at contact, for offset 0.
        way: (h, 2, 2) how it moves with the offset.
        free: Stretches of offsets (h, 2, n) that nothing in the way forbids; some of them may be empty.
    """

    wheel: Floats
    turn: Floats
    low: Floats
    high: Floats
    first: Floats
    second: Floats
    start: Floats
    way: Floats
    free: Stretch


def taken(rows: Rows, which: Flags | Indices) -> Rows:
    """Some of the rows."""
    return Rows(
        rows.wheel[which],
        rows.turn[which],
        rows.low[which],
        rows.high[which],
        rows.first[:, which],
        rows.second[:, which],
        rows.start[which],
        rows.way[which],
        (rows.free[0][which], rows.free[1][which]),
    )


class Door(Protocol):
    """How the two come to stand flush."""

    def limits(self, turn: Floats, start: Floats, way: Floats, low: Floats, high: Floats) -> Stretch:
        """The offsets from ``low`` to ``high`` (h, 2) at which both end on the table."""

    def blocked(self, rows: Rows) -> Stretch:
        """(h, 2, n) offsets at which something prevents it."""

    def is_open(self, way: Way, contact: Place) -> bool:
        """Whether nothing prevents it at the end of this one way."""


def blank(rows: int) -> Stretch:
    """No stretches, for so many rows."""
    return np.empty((rows, 2, 0)), np.empty((rows, 2, 0))


def whole_line(rows: int) -> Stretch:
    """All offsets as one stretch, for so many rows: what lies between no stretches."""
    return np.full((rows, 2, 1), -np.inf), np.full((rows, 2, 1), np.inf)


def gaps(blocked: Stretch) -> Stretch:
    """What lies between stretches (..., n): as (..., n + 1) stretches, some of them empty."""
    order = np.argsort(blocked[0], axis=-1)
    low, high = (np.take_along_axis(end, order, axis=-1) for end in blocked)
    beyond = np.full((*low.shape[:-1], 1), np.inf)
    return np.concatenate((-beyond, np.maximum.accumulate(high, axis=-1)), axis=-1), np.concatenate((low, beyond), -1)


def contact(turn: Floats, width: float, side: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Where the middle of a charger's front is at first contact: ``start`` + offset x ``way``.

    Args:
        turn: (h,) headings, degrees from flush.
        width: Of the charger's front, inches.
        side: Length of the charged side.

    Returns:
        Start and way (h, 2, 2), and the least and greatest offset (h, 2) for each way of contact: its leading corner
        on the side, the side's corner on its front.
    """
    _, left = axes(turn)
    leads = np.where(turn >= 0, 1.0, -1.0)
    way = np.empty((*left.shape, 2))
    way[:, 0], way[:, 1] = (1.0, 0.0), left
    arms = leads[:, None] * (width / 2, side / 2)
    start = arms[:, :, None] * (way[:, 1:] - way[:, :1])
    bend, most = (width - side) / 2, (side + width) / 2
    to_left = leads[:, None] > 0
    return start, way, np.where(to_left, (bend, -most), (-most, -bend)), np.where(to_left, (most, bend), (-bend, most))


def halves(begin: Floats, rate: Floats, low: Floats, high: Floats) -> Stretch:
    """What of the stretches from ``low`` to ``high`` has begin + rate x offset not below 0.

    Several such conditions are held at once: ``begin`` and ``rate`` have them on their first axis.
    """
    rising, falling = rate >= _RATE, rate <= -_RATE
    zero = -begin / np.where(rising | falling, rate, 1.0)
    least = np.where(rising, zero, np.where(~falling & (begin < -_EPS), np.inf, -np.inf))
    most = np.where(falling, zero, np.inf)
    return np.maximum(low, least.max(axis=0)), np.minimum(high, most.min(axis=0))


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of the table, asked from the frame of a side.

    Attributes:
        frame: That frame.
        width: Of the table, inches.
        depth: Of the table.
    """

    frame: SideFrame
    width: float
    depth: float

    def limits(self, centre: Floats, way: Floats, reach: Floats, low: Floats, high: Floats) -> Stretch:
        """What of the stretches from ``low`` to ``high`` (...) keeps shapes on the table.

        Args:
            centre: (..., n, 2) their centres at offset 0.
            way: (..., 2) how they move with the offset.
            reach: (..., n, 2) how far they reach from there along the two axes of the table.
            low: (...) the least offset.
            high: (...) the greatest.
        """
        turn = self.frame.axes()
        place, speed = centre @ turn + (self.frame.x, self.frame.y), way @ turn
        near = (place - reach).min(axis=-2) + _HANG
        far = (self.width, self.depth) - (place + reach).max(axis=-2) + _HANG
        begin, rate = (np.moveaxis(np.stack(ends), -1, 1) for ends in ((near, far), (speed, -speed)))
        return halves(begin.reshape(4, *near.shape[:-1]), rate.reshape(4, *speed.shape[:-1]), low, high)

    def reach(self, half: Floats, radius: Floats, forward: Floats, left: Floats) -> Floats:
        """(..., n, 2) how far shapes reach along the table's axes that look ``forward`` (..., 2) in the frame."""
        turn = self.frame.axes()
        ahead, aside = (np.abs(axis @ turn)[..., None, :] for axis in (forward, left))
        found: Floats = half[:, :1] * ahead + half[:, 1:] * aside + radius[:, None]
        return found


@dataclass(frozen=True, eq=False)
class ChargerCloses:
    """The charger turns about the point of contact until its front lies along the side.

    Attributes:
        front: Its front.
        body: Its ground.
        others: What may stand in the way.
        gap: (m,) what is kept from each.
        whole: The turn is judged with the whole unit, not with the front edge alone.
        side: Length of the side.
        edges: The table.
    """

    front: Front
    body: Body
    others: Cores
    gap: Floats
    whole: bool
    side: float
    edges: Edges
    _known: dict[int, tuple[Sweep, Sweep]] = field(default_factory=dict, init=False)

    def limits(self, turn: Floats, start: Floats, way: Floats, low: Floats, high: Floats) -> Stretch:
        """The offsets at which it ends on the table."""
        del turn, start, way
        least, most = self._on_table
        return np.maximum(low, least), np.minimum(high, most)

    @cached_property
    def _on_table(self) -> Stretch:
        """The offsets at which it stands on the table when it is flush: one stretch, whatever the way there."""
        forward, left = axes(np.zeros(()))
        centre = self.body.offset[:, :1] * forward + self.body.offset[:, 1:] * left
        reach = self.edges.reach(self.body.half, self.body.radius, forward, left)
        return self.edges.limits(centre, left, reach, np.array(-np.inf), np.array(np.inf))

    def _near(self, reach: float) -> tuple[Cores, Floats]:
        """What lies within some inches of the side, and what is kept from it."""
        beyond = np.maximum(np.abs(self.others.centre[:, 0]) - self.side / 2, 0.0)
        apart = np.hypot(beyond, self.others.centre[:, 1])
        size = np.hypot(*self.others.half.T) + self.others.radius + np.maximum(self.gap, 0.0)
        which = np.flatnonzero(apart < size + reach)
        return self.others.take(which), self.gap[which] - _EPS

    @cached_property
    def _end(self) -> Stretch:
        """(1, 1, n) offsets at which it would end on something."""
        near = self._near(float(np.hypot(self.front.width, self.front.depth)))
        low, high = overlaps(pairs(self.body, *near), np.zeros(1), np.zeros((1, 2)), np.array(((1.0, 0.0),)))
        there = (low < high)[0]
        return low[None, :, there], high[None, :, there]

    def _turn(self, sign: int) -> tuple[Sweep, Sweep]:
        """What it sweeps over from headings to the left (1) or right (-1) of flush, for both ways of contact."""
        if sign not in self._known:
            reach = float(np.hypot(self.front.width, self.front.depth if self.whole else 0.0))
            pair = pairs(self.body if self.whole else self.front.strip(), *self._near(reach))
            first, second = (self._look(sign, number) for number in (0, 1))
            low, high = contact(np.array((sign * _EPS,)), self.front.width, self.side)[2:]
            self._known[sign] = (
                sweep(pair, first, MOST_SAMPLES, low[0, 0], high[0, 0]),
                sweep(pair, second, MOST_SAMPLES, low[0, 1], high[0, 1]),
            )
        return self._known[sign]

    def _look(self, sign: int, number: int) -> Look:
        """The stretches of offsets after turns back from flush, in the way of contact of this number."""

        def look(pair: Pairs, degrees: Floats) -> Stretch:
            turn = sign * np.maximum(degrees, _EPS)
            start, way, _, _ = contact(turn.ravel(), self.front.width, self.side)
            shape = (*turn.shape, 2)
            return overlaps_each(pair, turn, start[:, number].reshape(shape), way[:, number].reshape(shape))

        return look

    def blocked(self, rows: Rows) -> Stretch:
        """Offsets at which the turn or the end meets something."""
        if not len(self.gap):
            return blank(len(rows.turn))
        degrees = np.abs(rows.turn)
        lows, highs = [], []
        for sign in (1, -1):
            mine = (rows.turn >= 0) == (sign > 0)
            if not mine.any():
                continue
            for number, swept in enumerate(self._turn(sign)):
                low, high = swept.after(degrees)
                there = mine[:, None, None] & (np.arange(2) == number)[:, None]
                lows.append(np.where(there, low[:, None, :], np.inf))
                highs.append(np.where(there, high[:, None, :], -np.inf))
        end = [np.broadcast_to(part, (len(degrees), 2, part.shape[2])) for part in self._end]
        return np.concatenate((*lows, end[0]), axis=2), np.concatenate((*highs, end[1]), axis=2)

    def is_open(self, way: Way, contact: Place) -> bool:
        """Whether the turn and the end meet nothing."""
        leads = 1.0 if contact[2] >= 0 else -1.0
        hinge = leads * self.side / 2 if way.contact else way.offset + leads * self.front.width / 2
        mover = self.body if self.whole else self.front.strip()
        others, gap = self._near(float(np.hypot(self.front.width, self.front.depth)))
        swings = meets(mover, contact, Rotation(hinge, 0.0, -contact[2]), others, gap)
        return not swings and not stands_on(self.body, (way.offset, 0.0, 0.0), others, gap)


@dataclass(frozen=True, eq=False)
class TargetCloses:
    """The target turns about the point of contact until its side lies along the charger's front (CHG-16, CHG-17).

    Attributes:
        front: The charger's front.
        body: The charger's ground.
        target: The target's ground, in the frame; it turns about the frame's points.
        others: What the target may not end on.
        gap: (m,) how near it may come to each: 0, or less than 0 where it overlaps it already.
        side: Length of the side.
        edges: The table.
    """

    front: Front
    body: Body
    target: Cores
    others: Cores
    gap: Floats
    side: float
    edges: Edges

    def _shift(self, turn: Floats) -> tuple[Floats, Floats]:
        """(h, 2, 2) where the frame's origin ends, and how that place moves with the offset."""
        forward, left = axes(turn)
        leads = np.where(turn >= 0, 1.0, -1.0)[:, None]
        slide = np.array((1.0, 0.0)) - left
        begin = np.stack((-leads * self.front.width / 2 * slide, -leads * self.side / 2 * slide), axis=1)
        return begin, np.stack((slide, np.zeros_like(forward)), axis=1)

    def _turned(self) -> Body:
        """The target's ground seen from the frame's origin, looking at the charger's back."""
        turned = np.stack((-self.target.centre[:, 1], self.target.centre[:, 0]), axis=1)
        return Body(turned, self.target.half, self.target.radius)

    def limits(self, turn: Floats, start: Floats, way: Floats, low: Floats, high: Floats) -> Stretch:
        """The offsets at which both end on the table."""
        forward, left = axes(turn)
        begin, slide = self._shift(turn)
        for body, place, speed in ((self.body, start, way), (self._turned(), begin, slide)):
            offset = body.offset[:, :1] * forward[:, None, :] + body.offset[:, 1:] * left[:, None, :]
            half = body.half if body is self.body else self._along(body.half)
            reach = self.edges.reach(half, body.radius, forward, left)
            low, high = self.edges.limits(place[:, :, None, :] + offset[:, None], speed, reach[:, None], low, high)
        return low, high

    def _along(self, half: Floats) -> Floats:
        """Half sizes of the target's ground along (forward, left) of a flush charger."""
        quarter = np.abs(np.sin(self.target.angle)) > 0.5
        found: Floats = np.where(quarter[:, None], half, half[:, ::-1])
        return found

    def blocked(self, rows: Rows) -> Stretch:
        """Offsets at which the target would end on something."""
        seen = self._turned()
        pair = pairs(Body(seen.offset, self._along(seen.half), seen.radius), self.others, self.gap - _EPS)
        if not len(pair):
            return blank(len(rows.turn))
        begin, slide = self._shift(rows.turn)
        turn = np.repeat(rows.turn[:, None], 2, axis=1)
        return overlaps(pair, turn, begin, slide)

    def is_open(self, way: Way, contact: Place) -> bool:
        """Whether the target ends on nothing."""
        seen, turn = self._turned(), np.array((contact[2],))
        pair = pairs(Body(seen.offset, self._along(seen.half), seen.radius), self.others, self.gap - _EPS)
        begin, slide = self._shift(turn)
        low, high = overlaps(pair, np.repeat(turn[:, None], 2, axis=1), begin, slide)
        return not bool(((low < way.offset) & (way.offset < high))[0, way.contact].any())

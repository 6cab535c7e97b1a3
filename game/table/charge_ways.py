"""Every way in which a charger can come to stand against a side: straight on, one wheel, straight on, close the door.

The wheel and the offset at which the charger will stand flush against the side fix all else. At the moment of contact
either its leading front corner is on the side, or a corner of the side is on its front edge; closing the door turns it
about that point. From there the two straight stretches follow, because the corner about which it wheels goes along the
old heading and then along the new one. For a given wheel everything in the way forbids one stretch of offsets, since
all shapes are convex and slide along a line as the offset grows: these stretches are exact.

All is measured in the frame of the side (``charge_frame``). Axes of arrays: wheels, then the two ways of contact
(the charger's corner on the side; the side's corner on its front edge), then obstacles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from game.table.charge_door import Door, Rows, blank, contact, gaps, halves, taken, whole_line
from game.table.charge_frame import Front
from game.table.charge_free import is_free
from game.table.charge_spans import (
    Body,
    Pairs,
    Stretch,
    axes,
    dot,
    from_other,
    grazes,
    joined,
    overlaps,
    overlaps_each,
    pairs,
)
from game.table.charge_sweep import MOST_SAMPLES, Sweep, sweep
from game.table.cores import Cores
from game.table.formation import Floats

if TYPE_CHECKING:
    from game.table.charge_search import Way

MOST_WHEEL = 90.0
"""Degrees of the wheel of a charge at most (CHG-09)."""
STEP = 0.25
"""Degrees from one wheel that is tried to the next."""
ALL_WHEELS = np.arange(STEP, MOST_WHEEL + STEP / 2, STEP)
"""The wheels that are tried, to either side."""
_LEAST_WHEEL = 1e-3
"""Degrees of the smallest wheel: a smaller one turns the rounding of an offset into a straight of its own."""
_TURN = 89.75
"""A charger whose heading is farther from flush, degrees, runs along the side and not into it: from there on the
rounding of its way, a millionth of an inch, would move the place at which it touches by more than contact allows."""
_EPS = 1e-9
_ROOM = 1e-6
"""A straight so much shorter than nothing is still looked at, so that one of no length is not open at its end."""


@dataclass(frozen=True, eq=False)
class Case:
    """One charger, one side, and all that stands around.

    Attributes:
        front: The charger's front.
        body: Its ground.
        start: ``(x, y, turn)`` of its front.
        target: The bounding rectangle of the charged unit.
        others: All that may stand in the way.
        gap: (m,) what is kept from each, inches; less than 0 from what it overlaps at the start.
        whole: A wheel is judged with the whole unit, not with the front edge alone.
        door: How the two come to stand flush.
    """

    front: Front
    body: Body
    start: tuple[float, float, float]
    target: Cores
    others: Cores
    gap: Floats
    whole: bool
    door: Door

    @property
    def side(self) -> float:
        """Length of the charged side, inches."""
        return float(2 * self.target.half[0, 0])


class Ways:
    """The ways of one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        x, y, turn = case.start
        self.front = np.array((x, y))
        self.turn = turn
        forward, left = axes(np.array(turn))
        self.forward, self.left = forward, left
        self._known: dict[int, Sweep] = {}
        self.reach = float(np.hypot(case.front.width / 2, case.front.depth)) + 1.0

    @cached_property
    def straight_on(self) -> float:
        """Inches that the charger can go straight ahead before it meets anything, the target included."""
        case = self.case
        pair = joined(
            [pairs(case.body, case.others, case.gap - _EPS), pairs(case.front.box(), case.target, np.zeros(1))]
        )
        low, high = overlaps(pair, np.array((self.turn,)), self.front[None, :], self.forward[None, :])
        ahead = (high > 1e-6) & (low < high)
        return float(np.where(ahead, np.maximum(low, 0.0), np.inf).min())

    def near(self, begin: Floats, end: Floats, reach: float) -> tuple[Cores, Floats]:
        """What lies within ``reach`` of a stretch of the table, and what is kept from it."""
        others = self.case.others
        way = end - begin
        length = max(float(way @ way), _EPS)
        along = np.clip(((others.centre - begin) @ way) / length, 0.0, 1.0)
        apart = np.hypot(*(others.centre - begin - along[:, None] * way).T)
        size = np.hypot(*others.half.T) + others.radius + np.maximum(self.case.gap, 0.0)
        which = np.flatnonzero(apart < size + reach)
        return others.take(which), self.case.gap[which]

    @cached_property
    def longest(self) -> float:
        """Inches that no first straight exceeds after which a wheel still leads into contact."""
        rows = self.domain(np.concatenate((ALL_WHEELS, -ALL_WHEELS)))
        valid = rows.low <= rows.high + _EPS
        ends = [rows.first[0] + rows.first[1] * np.where(valid, end, 0.0) for end in (rows.low, rows.high)]
        return float(np.ceil(np.maximum(*ends)[valid].max(initial=0.0)))

    def _wheel(self, sign: int) -> Sweep:
        """The stretches of the first straight that forbid wheels to the left (1) or to the right (-1)."""
        if sign not in self._known:
            case, inches = self.case, self.longest
            arm = sign * case.front.width / 2
            corner = self.front + arm * self.left
            near, gap = self.near(
                corner, corner + inches * self.forward, case.front.width + 2 * self.reach * case.whole
            )
            mover = case.body if case.whole else case.front.strip()
            shell = case.front.box() if case.whole else case.front.strip()
            pair = joined([pairs(shell, case.target, np.full(1, -_EPS)), pairs(mover, near, gap - _EPS)])

            def look(some: Pairs, degrees: Floats) -> Stretch:
                turn = self.turn + sign * degrees
                return overlaps_each(some, turn, corner - arm * axes(turn)[1], self.forward)

            self._known[sign] = sweep(pair, look, MOST_SAMPLES, -_EPS, inches + _EPS)
        return self._known[sign]

    def domain(self, wheel: Floats) -> Rows:
        """Where these wheels (none of them 0) can bring the charger if nothing is in the way."""
        case = self.case
        turn = self.turn + wheel
        turn = 180.0 - (180.0 - turn) % 360.0
        forward, left = axes(turn)
        start, way, low, high = contact(turn, case.front.width, case.side)
        sign = np.sign(wheel)[:, None]
        corner = self.front + sign * case.front.width / 2 * self.left
        gone = start + (sign * case.front.width / 2 * left - corner)[:, None, :]
        sine = np.sin(np.radians(wheel))[:, None]
        lines = np.stack((gone, way))
        first, second = _cross(lines, forward[:, None, :]) / sine, _cross(self.forward, lines) / sine
        begin, rate = np.stack((first, second, (self.straight_on - first[0], -first[1])), axis=1)
        low, high = halves(begin, rate, low, high)
        low, high = case.door.limits(turn, start, way, low, high)
        usable = (np.abs(turn) < _TURN) & (np.abs(wheel) >= _LEAST_WHEEL) & (np.abs(wheel) <= MOST_WHEEL + _EPS)
        low = np.where(usable[:, None], low, np.inf)
        return Rows(wheel, turn, low, high, first, second, start, way, whole_line(len(wheel)))

    def straight(self) -> Rows:
        """The charge that goes straight on, without a wheel."""
        turn = np.array((self.turn,))
        start, way, low, high = contact(turn, self.case.front.width, self.case.side)
        offset = ((self.front - start) @ self.left) / (way @ self.left)
        length = (start + offset[:, :, None] * way - self.front) @ self.forward
        there = (np.abs(self.turn) < _TURN) & (offset >= low - _EPS) & (offset <= high + _EPS)
        there &= (length >= -_EPS) & (length <= self.straight_on + 1e-7)
        first, second = np.stack((length, np.zeros((1, 2)))), np.zeros((2, 1, 2))
        low, high = self.case.door.limits(turn, start, way, np.where(there, offset, np.inf), offset)
        return Rows(np.zeros(1), turn, low, high, first, second, start, way, whole_line(1))

    def is_free(self, way: Way) -> bool:
        """Whether nothing is in the way of this one way."""
        return is_free(self.case, way)

    def rows(self, wheel: Floats) -> Rows:
        """Where these wheels (none of them 0) can bring the charger, and what forbids it; those that can, alone."""
        rows = self.domain(wheel)
        usable = (rows.low <= rows.high + _EPS).any(axis=1)
        rows = taken(rows, np.flatnonzero(usable))
        if not len(rows.wheel):
            return rows
        found = [self._on_wheel(rows), self._on_way(rows), self.case.door.blocked(rows)]
        low, high = (np.concatenate([stretch[end] for stretch in found], axis=2) for end in (0, 1))
        used = (low < high).any(axis=(0, 1))
        return replace(rows, free=gaps((low[:, :, used], high[:, :, used])))

    def _on_wheel(self, rows: Rows) -> Stretch:
        """Offsets forbidden by what the wheel sweeps over."""
        degrees = np.abs(rows.wheel)
        begin, rate = (part[:, :, None] for part in rows.first)
        found = []
        for sign in (1, -1):
            mine = np.sign(rows.wheel) == sign
            if not mine.any():
                continue
            low, high = (end[:, None, :] for end in self._wheel(sign).after(degrees))
            there = (low < high) & mine[:, None, None]
            one, two = (low - begin) / rate, (high - begin) / rate
            low, high = np.minimum(one, two), np.maximum(one, two)
            found.append((np.where(there, low, np.inf), np.where(there, high, -np.inf)))
        return np.concatenate([low for low, _ in found], axis=2), np.concatenate([high for _, high in found], axis=2)

    def _ahead(self, rows: Rows) -> Pairs:
        """The obstacles that may lie on the second straight: in the box about all its beginnings and ends."""
        forward, _ = axes(rows.turn)
        valid = rows.low <= rows.high + _EPS
        ends = []
        for offset in (np.where(valid, rows.low, 0.0), np.where(valid, rows.high, 0.0)):
            here = rows.start + offset[..., None] * rows.way
            back = np.maximum(rows.second[0] + rows.second[1] * offset, 0.0)
            ends += [here, here - back[..., None] * forward[:, None, :]]
        points = np.concatenate([end[valid] for end in ends])
        least, most = points.min(axis=0) - self.reach, points.max(axis=0) + self.reach
        others = self.case.others
        size = (np.hypot(*others.half.T) + others.radius)[:, None]
        inside = ((others.centre + size > least) & (others.centre - size < most)).all(axis=1)
        which = np.flatnonzero(inside)
        return pairs(self.case.body, others.take(which), self.case.gap[which] - _EPS)

    def _on_way(self, rows: Rows) -> Stretch:
        """Offsets forbidden by what lies on the second straight: the shadow of a convex shape cut by a wedge."""
        pair = self._ahead(rows)
        if not len(pair):
            return blank(len(rows.wheel))
        turn = np.repeat(rows.turn[:, None], 2, axis=1)
        start, way = rows.start, rows.way
        forward, left = axes(turn)
        begin, rate = rows.second
        low, high = overlaps(pair, turn, start, way)
        other_low, other_high = overlaps(
            pair, turn, start - begin[..., None] * forward, way - rate[..., None] * forward
        )
        least, most = halves((begin + _ROOM)[None], rate[None], np.array(-np.inf), np.array(np.inf))
        cut = [_cut(stretch, least, most) for stretch in ((low, high), (other_low, other_high))]
        cut += self._grazing(pair, rows, forward, left)
        return np.stack([one for one, _ in cut]).min(axis=0), np.stack([two for _, two in cut]).max(axis=0)

    @staticmethod
    def _grazing(pair: Pairs, rows: Rows, forward: Floats, left: Floats) -> list[Stretch]:
        """The offsets at which the charger just grazes each obstacle on its second straight, if it does."""
        turn = np.repeat(rows.turn[:, None], 2, axis=1)
        at = from_other(pair, turn, rows.start)
        beside, ahead, length = grazes(pair, turn)
        across, along = dot(at, left[..., None, :]), dot(at, forward[..., None, :])
        aside, onward = (dot(rows.way, axis)[..., None] for axis in (left, forward))
        found = []
        for sign in (1.0, -1.0):
            offset = (sign * beside - across) / aside
            back = along + offset * onward - sign * ahead
            room = rows.second[0][..., None] + rows.second[1][..., None] * offset
            there = (room > 0) & (back + length > _EPS) & (back - length < room - _EPS) & (beside > 0)
            found.append((np.where(there, offset, np.inf), np.where(there, offset, -np.inf)))
        return found


def _cross(one: Floats, two: Floats) -> Floats:
    found: Floats = one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0]
    return found


def _cut(stretch: Stretch, least: Floats, most: Floats) -> Stretch:
    """What of each stretch lies between two limits."""
    low, high = np.maximum(stretch[0], least[..., None]), np.minimum(stretch[1], most[..., None])
    return np.where(low < high, low, np.inf), np.where(low < high, high, -np.inf)

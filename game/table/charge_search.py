"""The best ways of a charge: the most models in contact, then the smallest wheel, then the middle of the side (CHG-23).

A wheel is looked for at every quarter of a degree, and from there downwards to a millionth. What a wheel can reach is
exact (``charge_ways``), so that nothing is missed but openings that are narrower than a quarter of a degree of wheel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from game.table.charge_contact import Level
from game.table.charge_door import Rows, taken
from game.table.charge_spans import Stretch
from game.table.charge_ways import ALL_WHEELS, STEP, Ways
from game.table.formation import Flags, Floats

_PARTS = 512
_ROUNDS = 2
_CHUNK = 144
"""Wheels that are reckoned at once where the smallest one will often do."""
_EPS = 1e-9
_WHEELS = np.outer(ALL_WHEELS, (1.0, -1.0)).ravel()
"""Every wheel that is tried, the smallest first, to the left and to the right."""
Reckoning = Callable[[Floats], Rows]
"""What wheels can reach: with all that bars the way, or without."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of a charge, in the frame of the side.

    Attributes:
        first: Inches straight on before the wheel.
        wheel: Degrees, to the left if positive.
        second: Inches straight on after it.
        offset: Where the charger then stands along the side, inches.
        turn: Its heading at contact, degrees from flush.
        contact: 0 if it touches the side with its corner, 1 if a corner of the side touches its front.
        level: Which models touch.
    """

    first: float
    wheel: float
    second: float
    offset: float
    turn: float
    contact: int
    level: Level


def best_ways(ways: Ways, levels: Sequence[Level], most: int) -> tuple[Way, ...]:
    """The best ways, at most one for each level and ``most`` in all.

    First as if nothing stood in the way: where the smallest wheel is then free, no other is smaller. Only for the rest
    is everything reckoned that bars the way.
    """
    found: list[Way] = []
    straight = ways.straight()
    open_rows, closed_rows = _Grid(ways.domain, _CHUNK), _Grid(ways.rows, len(_WHEELS))
    by_number = {number: [level for level in levels if level.touching == number] for number in _numbers(levels)}
    for alike in by_number.values():
        ahead = [_way(straight, level) for level in alike if reaches(straight, level).any()]
        found += [way for way in ahead if ways.is_free(way)]
        rest = [level for level in alike if level not in {way.level for way in found}]
        if closed_rows.is_known:  # something bars the way: what no wheel reaches then is not looked at
            rest = [level for level in rest if len(closed_rows.smallest(level))]
        near = _refined(ways.domain, [(level, open_rows.smallest(level)) for level in rest])
        free, barred = _sorted_out(ways, near)
        found += free
        found += _refined(ways.rows, [(level, closed_rows.smallest(level)) for level in barred])
        if len(found) >= most:
            break
    found.sort(key=lambda way: (-way.level.touching, abs(way.wheel), round(abs(way.offset), 6), -way.offset))
    return tuple(found[:most])


def _numbers(levels: Sequence[Level]) -> list[int]:
    return sorted({level.touching for level in levels}, reverse=True)


def _sorted_out(ways: Ways, near: Sequence[Way]) -> tuple[list[Way], list[Level]]:
    """Of ways reckoned as if nothing stood there those that are free all the same, and the levels of the others.

    Where the place nearest to the middle is barred another one may still be free after the same wheel.
    """
    free = [way for way in near if ways.is_free(way)]
    barred = [way for way in near if way not in free]
    rows = ways.rows(np.array(sorted({way.wheel for way in barred}))) if barred else None
    for way in barred:
        assert rows is not None
        there = np.flatnonzero(reaches(rows, way.level) & (rows.wheel == way.wheel))
        if len(there):
            free.append(_way(taken(rows, there), way.level))
    return free, [way.level for way in near if way.level not in {one.level for one in free}]


class _Grid:
    """The wheels that are tried, the smallest first, reckoned as far as they are asked for."""

    def __init__(self, reckon: Reckoning, chunk: int) -> None:
        self._reckon = reckon
        self._chunk = chunk
        self._known: list[Rows] = []

    @property
    def is_known(self) -> bool:
        """Some of it has been asked for."""
        return bool(self._known)

    def smallest(self, level: Level) -> Floats:
        """The smallest wheel that reaches a level: none, one, or to both sides the same."""
        for number, begin in enumerate(range(0, len(_WHEELS), self._chunk)):
            if number == len(self._known):
                self._known.append(self._reckon(_WHEELS[begin : begin + self._chunk]))
            rows = self._known[number]
            wheels = rows.wheel[reaches(rows, level)]
            if len(wheels):
                return np.array(wheels[np.abs(wheels) == np.abs(wheels).min()])
        return np.empty(0)


def reaches(rows: Rows, level: Level) -> Flags:
    """(h,) which rows reach a level."""
    low, high = _reached(rows, level)
    flags: Flags = np.asarray((low <= high + _EPS).any(axis=(1, 2)))
    return flags


def _reached(rows: Rows, level: Level) -> Stretch:
    """(h, 2, n) the offsets of a level that each row reaches with nothing in the way; empty stretches among them."""
    low, high = np.maximum(rows.low, level.low)[:, :, None], np.minimum(rows.high, level.high)[:, :, None]
    least, most = rows.free
    return np.where(least <= most, np.maximum(low, least), np.inf), np.minimum(high, most)


def _refined(reckon: Reckoning, pending: Sequence[tuple[Level, Floats]]) -> list[Way]:
    """For each level the smallest wheel, less than a step from those that were found on the grid."""
    asked = [(level, wheels.tolist()) for level, wheels in pending if len(wheels)]
    ends = [[(wheel - math.copysign(STEP, wheel), wheel) for wheel in wheels] for _, wheels in asked]
    best: list[Way] = []
    share = np.arange(1, _PARTS + 1) / _PARTS
    for _ in range(_ROUNDS if asked else 0):
        rows = reckon(np.unique([begin + (end - begin) * share for stretches in ends for begin, end in stretches]))
        best = []
        for number, (level, _) in enumerate(asked):
            reached = [_between(rows, level, stretch) for stretch in ends[number]]
            size = abs(ends[number][0][1] - ends[number][0][0]) / _PARTS
            wheel = min((one for one in reached if one is not None), key=lambda one: (abs(one), -one))
            best.append(_way(taken(rows, np.flatnonzero(rows.wheel == wheel)), level))
            ends[number] = [(wheel - math.copysign(size, wheel), wheel)]
    return best


def _between(rows: Rows, level: Level, stretch: tuple[float, float]) -> float | None:
    """The smallest wheel of a stretch that reaches a level."""
    least, most = min(stretch), max(stretch)
    wheels = rows.wheel[reaches(rows, level) & (rows.wheel >= least) & (rows.wheel <= most)]
    return None if not len(wheels) else float(wheels[np.argmin(np.abs(wheels))])


def _way(row: Rows, level: Level) -> Way:
    """The way of a single row to a level that is nearest to the middle of the side."""
    low, high = _reached(row, level)
    nearest = np.minimum(np.maximum(low, 0.0), high)
    places = [(float(nearest[tuple(at)]), int(at[1])) for at in np.argwhere(low <= high + _EPS)]
    offset, contact = min(places, key=lambda one: (round(abs(one[0]), 6), -one[0]))
    first, second = (float(part[0, 0, contact] + part[1, 0, contact] * offset) for part in (row.first, row.second))
    return Way(max(first, 0.0), float(row.wheel[0]), max(second, 0.0), offset, float(row.turn[0]), contact, level)

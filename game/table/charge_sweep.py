"""What a turning unit sweeps over, as stretches of the line along which it may be shifted before it turns.

A look at every eighth of a degree misses nothing but the peaks between two looks, where a corner of the unit passes a
corner of something else: those are searched for and kept with the angle at which they occur.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from game.table.charge_spans import Pairs, Stretch
from game.table.formation import Flags, Floats

SAMPLE = 0.125
"""Degrees between two looks at a unit that turns: where it moves smoothly, none strays by more than the slack."""
MOST_SAMPLES = 721
"""Samples of a turn of 90 degrees, its beginning included."""
_NOISE = 1e-9
"""Ends of stretches that differ by less are the same, inches."""
_ROUNDS = 6
_FINE = np.linspace(-1.0, 1.0, 17)[:, None]
_NARROWER = 0.2
Look = Callable[[Pairs, Floats], Stretch]
"""The stretches (k, p) of p pairs after turns (k, p) by so many degrees, however these are signed."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """What is swept over until a unit has turned by so many degrees.

    Attributes:
        until: (samples, n) stretches by number of the sample.
        angle: (m,) the angles at which peaks occur, degrees without sign.
        peaks: (m,) their stretches.
    """

    until: Stretch
    angle: Floats
    peaks: Stretch

    def after(self, degrees: Floats) -> Stretch:
        """(h, n) all stretches swept over by turns of (h,) degrees without sign; empty ones among them."""
        sample = np.floor(degrees / SAMPLE + 1e-6).astype(np.intp)
        sample = np.minimum(sample, len(self.until[0]) - 1)
        met = self.angle <= degrees[:, None]
        low = np.concatenate((self.until[0][sample], np.where(met, self.peaks[0], np.inf)), axis=1)
        return low, np.concatenate((self.until[1][sample], np.where(met, self.peaks[1], -np.inf)), axis=1)


def sweep(pair: Pairs, look: Look, count: int, least: Floats | float, most: Floats | float) -> Sweep:
    """What the pairs sweep over; only what lies between ``least`` and ``most`` ((samples,) or a number) counts."""
    degrees = SAMPLE * np.arange(count, dtype=np.float64)
    low, high = look(pair, np.broadcast_to(degrees[:, None], (count, len(pair))))
    least, most = (np.broadcast_to(np.asarray(end, dtype=np.float64), (count,))[:, None] for end in (least, most))
    there = (low < high) & (high > least) & (low < most)
    angle, peaks = _peaks(pair, look, there, low, high)
    return Sweep(_runs(there, low, high), angle, peaks)


def _runs(there: Flags, low: Floats, high: Floats) -> Stretch:
    """(samples, m) all that was swept over until then.

    Between two looks a stretch grows and wanders without a jump, so that those of neighbouring looks are one. After a
    look without any a second one begins.
    """
    before = np.concatenate((np.zeros_like(there[:1]), there[:-1]))
    number = np.cumsum(there & ~before, axis=0)
    lows, highs = [], []
    for which in (number == 1, number >= 2):
        lows.append(np.minimum.accumulate(np.where(there & which, low, np.inf), axis=0))
        highs.append(np.maximum.accumulate(np.where(there & which, high, -np.inf), axis=0))
    low, high = np.concatenate(lows, axis=1), np.concatenate(highs, axis=1)
    used = (low < high).any(axis=0)
    return low[:, used], high[:, used]


def _peaks(pair: Pairs, look: Look, there: Flags, low: Floats, high: Floats) -> tuple[Floats, Stretch]:
    """The angles at which a stretch reaches farthest to either end, and all from there to the look beside it."""
    angles: list[Floats] = []
    lows: list[Floats] = []
    highs: list[Floats] = []
    for end, values in ((0, np.where(there, -low, -np.inf)), (1, np.where(there, high, -np.inf))):
        edge = np.full_like(values[:1], -np.inf)
        before, after = np.concatenate((edge, values[:-1])), np.concatenate((values[1:], edge))
        sample, number = np.nonzero(
            there & (values >= before) & (values >= after) & ((values > before + _NOISE) | (values > after + _NOISE))
        )
        if not len(sample):
            continue
        some = pair.take(number)
        middle, size = SAMPLE * sample.astype(np.float64), SAMPLE
        last = SAMPLE * (len(values) - 1)
        for _ in range(_ROUNDS):
            tried = np.clip(middle + size * _FINE, 0.0, last)
            found = look(some, tried)
            reach = np.where(found[0] < found[1], found[1] if end else -found[0], -np.inf)
            best = reach.argmax(axis=0), np.arange(len(sample))
            middle = np.asarray(tried[best], dtype=np.float64)
            size *= _NARROWER
        angles.append(middle)
        lows.append(np.minimum(found[0][best], low[sample, number]))
        highs.append(np.maximum(found[1][best], high[sample, number]))
    if not angles:
        return np.empty(0), (np.empty(0), np.empty(0))
    return np.concatenate(angles), (np.concatenate(lows), np.concatenate(highs))

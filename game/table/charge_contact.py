"""How many models touch when a charger stands flush against a side, by how far it is shifted along it (CHG-23).

The number is constant between offsets at which a base begins or ceases to touch another; those are found in closed
form, the contact of one corner included. Where bases meet corner to corner only, the two units are not in contact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.table.arcs import Arc
from game.table.bases import bases
from game.table.charge_frame import SideFrame, models
from game.table.charge_spans import Body, Pairs, Stretch, overlaps, pairs
from game.table.cores import Cores, Indices, cores
from game.table.formation import Flags, Floats, Formation
from game.table.pose import CONTACT, Pose

_TOUCH = CONTACT - 3e-5
"""Bases this near touch, whatever the rounding of poses does."""
_SAME = 1e-9
"""Offsets that differ by less are the same."""
_OPEN = 6e-5
"""How far a stretch of fewer contacts stays away from the offsets at which there are more, inches."""


@dataclass(frozen=True, slots=True)
class Level:
    """Offsets at which the same models touch.

    Attributes:
        touching: Models of both sides in contact.
        low: The smallest offset, inches.
        high: The greatest.
    """

    touching: int
    low: float
    high: float


@lru_cache(maxsize=1024)
def levels(charger: Formation, target: Formation, side: Arc) -> tuple[Level, ...]:
    """All stretches of offsets in contact, the most models first, then those nearer to the middle of the side."""
    pose = Pose(0.0, 0.0, 0.0)
    frame = SideFrame.of(pose, target, side)
    return levels_with(charger, frame.cores(cores(bases(pose, target))), target.models)


def levels_with(charger: Formation, enemies: Cores, of_target: int) -> tuple[Level, ...]:
    """The same with further enemies that may be touched.

    Args:
        charger: Formation of the charger.
        enemies: Bases in the side's frame; the first ``of_target`` of them are the target's.
        of_target: Without contact with one of those there is none.
    """
    mine = models(charger)
    outer, inner, proper = _stretches(mine, enemies, of_target)
    own, other = np.divmod(np.arange(len(outer[0])), len(enemies))
    near = np.flatnonzero(outer[0] < outer[1])
    if not len(near):
        return ()
    outer, inner, proper = (_taken(stretch, near) for stretch in (outer, inner, proper))
    ends = np.concatenate([end for stretch in (outer, inner, proper) for end in stretch])
    marks = _distinct(ends[np.isfinite(ends)])
    looks = np.sort(np.concatenate((marks, (marks[1:] + marks[:-1]) / 2)))
    touch = _holds(outer, looks) & ~_holds(inner, looks, -_SAME)
    valid = np.asarray((_holds(proper, looks) & touch).any(axis=1))
    who = np.concatenate((_any_of(touch, own[near], len(mine.radius)), _any_of(touch, other[near], len(enemies))), 1)
    return _pieces(looks, who, valid)


def _stretches(mine: Body, enemies: Cores, of_target: int) -> tuple[Stretch, Stretch, Stretch]:
    """Of each pair the offsets at which they are near enough, too near, and in contact by more than corners."""

    def at(gap: float) -> tuple[Pairs, Stretch]:
        pair = pairs(mine, enemies, np.full(len(enemies), gap))
        low, high = overlaps(pair, np.zeros(1), np.zeros((1, 2)), np.array(((1.0, 0.0),)))
        return pair, (low[0], high[0])

    pair, outer = at(_TOUCH)
    _, inner = at(-_TOUCH)
    ends = np.where(pair.discs, 0.0, 2 * CONTACT)
    counts = np.tile(np.arange(len(enemies)) < of_target, len(mine.radius))
    proper = np.where(counts, outer[0] + ends, np.inf), np.where(counts, outer[1] - ends, -np.inf)
    return outer, inner, proper


def _taken(stretch: Stretch, which: Indices) -> Stretch:
    return stretch[0][which], stretch[1][which]


def _distinct(ends: Floats) -> Floats:
    """The ends by size, each once."""
    ends = np.sort(ends)
    return ends[np.concatenate(((True,), np.diff(ends) > _SAME))]


def _holds(stretch: Stretch, looks: Floats, margin: float = _SAME) -> Flags:
    """(looks, pairs) whether each stretch holds each offset."""
    low, high = stretch
    flags: Flags = (looks[:, None] >= low - margin) & (looks[:, None] <= high + margin)
    return flags


def _any_of(touch: Flags, owner: Indices, count: int) -> Flags:
    """(looks, count) whether any pair of each model touches."""
    found = np.zeros((len(touch), count), dtype=np.bool_)
    for model in np.unique(owner).tolist():
        found[:, model] = touch[:, owner == model].any(axis=1)
    return found


def _pieces(looks: Floats, who: Flags, valid: Flags) -> tuple[Level, ...]:
    """Neighbouring looks with the same models, as stretches; even looks are ends, odd ones lie between two ends."""
    found = []
    first = 0
    for look in range(1, len(looks) + 1):
        if look < len(looks) and valid[look] == valid[first] and (who[look] == who[first]).all():
            continue
        if valid[first]:
            low = looks[first] if first % 2 == 0 else looks[first - 1] + _OPEN
            high = looks[look - 1] if look % 2 == 1 else looks[look] - _OPEN
            if low <= high:
                found.append(Level(int(who[first].sum()), float(low), float(high)))
        first = look
    return tuple(sorted(found, key=lambda one: (-one.touching, max(one.low, -one.high, 0.0), -one.high)))

"""Exact chances of single rolls: charges and tests, from the kinds of dice that the rules roll."""

from __future__ import annotations

from math import ceil

from game.battle.readings import Readings
from game.dice import AtMost, Total
from game.rules.charts import ordinary_charge_roll
from game.rules.special.swiftstride import Swiftstride
from game.table.pose import SLACK

LEADERSHIP = Total(2)
"""The dice of a Leadership test (TEST-02)."""
COLD_BLOODED = Total(3, drop_highest=1)
"""The dice of a Cold-blooded unit's Leadership test (TEST-09)."""


def charge_dice(move: float, *, swiftstride: bool = False, readings: Readings | None = None) -> Total:
    """The dice that are added to M for a charge range (CHG-07, SWIFT-01).

    Args:
        move: M in inches, the value used for this move.
        swiftstride: Every model of the unit has Swiftstride.
        readings: How doubtful rules are read (``charge_roll``).
    """
    special = Swiftstride().charge_roll(move) if swiftstride else None
    return special or ordinary_charge_roll(readings or Readings())


def charge_chance(
    move: float, distance: float, *, swiftstride: bool = False, readings: Readings | None = None
) -> float:
    """The chance that a charge range is at least the distance (CHG-08).

    Args:
        move: M in inches.
        distance: Inches between the closest points.
        swiftstride: Every model of the unit has Swiftstride.
        readings: How doubtful rules are read (``charge_roll``).
    """
    needed = ceil(distance - move - SLACK)
    branches = charge_dice(move, swiftstride=swiftstride, readings=readings).branches()
    return min(1.0, sum(chance for total, chance in branches if total >= needed))


def leadership_chance(leadership: int, *, penalty: int = 0, cold_blooded: bool = False, reroll: bool = False) -> float:
    """The chance to pass a Leadership test (TEST-02, TEST-09, GEN-06).

    A Leadership of 0 or 1 fails by itself (GEN-12).

    Args:
        leadership: Ld before modifiers.
        penalty: Subtracted from it; the result is never below 0 (TEST-13).
        cold_blooded: One die more, the highest is dropped.
        reroll: A failed test may be taken once more.
    """
    value = max(0, min(leadership, 10) - penalty)
    if value <= 1:
        return 0.0
    dice = COLD_BLOODED if cold_blooded else LEADERSHIP
    return _with_reroll(_passed(AtMost(dice, value)), reroll=reroll)


def characteristic_chance(value: int, *, reroll: bool = False) -> float:
    """The chance to pass a characteristic test (TEST-01): D6 up to the value; 1 passes, 6 fails, 0 never passes."""
    if value <= 0:
        return 0.0
    return _with_reroll(_passed(AtMost(Total(1), min(max(value, 1), 5))), reroll=reroll)


def _passed(test: AtMost) -> float:
    return sum(chance for passed, chance in test.branches() if passed)


def _with_reroll(chance: float, *, reroll: bool) -> float:
    return 1 - (1 - chance) ** 2 if reroll else chance

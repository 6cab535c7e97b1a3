"""The charts of the rulebook: to wound, saves, charge rolls."""

from __future__ import annotations

from game.battle.readings import Readings
from game.dice import Total

IMPOSSIBLE = 7
"""A needed roll that no die shows."""


def to_wound(strength: int, toughness: int) -> int:
    """The roll needed to wound (DMG-02): 4+ at equal values, one better or worse for each point, 2+ to 6+."""
    return min(max(4 + toughness - strength, 2), 6)


def save_after(save: int, strength: int, piercing: int = 0) -> int:
    """The armour roll needed against a blow (DMG-04, DMG-05): a natural 1 always fails, 7 means no roll.

    Args:
        save: Unmodified save; 7 for none.
        strength: Of the blow.
        piercing: Its Armour Piercing.
    """
    if save >= IMPOSSIBLE:
        return IMPOSSIBLE
    return min(max(save + max(0, strength - 3) + piercing, 2), IMPOSSIBLE)


def save_of(points: int, readings: Readings) -> int:
    """The save that so many points of armour make (DMG-03): one point is 6+; never better than ``save_cap``."""
    return max(IMPOSSIBLE - points, int(readings.save_cap))


def ordinary_charge_roll(readings: Readings) -> Total:
    """The dice added to M for an ordinary charge (CHG-07, ``charge_roll``)."""
    return Total(2) if readings.charge_roll == "sum-2d6" else Total(2, drop_lowest=1)


def swift_charge_roll(movement: float) -> Total | None:
    """The dice of a swift charge: M 4 to 6, both of 2D6; M 7 or more, 3D6 without the lowest; less, none (SWIFT-01)."""
    if movement < 4:
        return None
    return Total(2) if movement < 7 else Total(3, drop_lowest=1)

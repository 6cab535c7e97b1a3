"""Ward Save: a save that Strength does not lessen (DMG-07)."""

from __future__ import annotations

from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule


class WardSave(SpecialRule):
    """The best printed one counts by itself; what other rules give is added to it by DMG-07."""

    name = "Ward Save"
    rules = ("DMG-07",)

    def ward_saves(self, unit: Unit) -> tuple[int, ...]:
        """The printed ward saves."""
        return tuple(int(use.parameter[0]) for use in unit.uses(self.name))

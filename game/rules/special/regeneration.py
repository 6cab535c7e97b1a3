"""Regeneration: wounds that close again (DMG-10)."""

from __future__ import annotations

from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule


class Regeneration(SpecialRule):
    """A ward save, taken before Multiple Wounds multiply (MULTI-01)."""

    name = "Regeneration"
    rules = ("DMG-10",)
    not_yet = "what cancels it: Flaming Attacks, Killing Blow, crumbling"

    def ward_saves(self, unit: Unit) -> tuple[int, ...]:
        """The printed Regeneration saves."""
        return tuple(int(use.parameter[0]) for use in unit.uses(self.name))

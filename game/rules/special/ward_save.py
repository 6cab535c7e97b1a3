"""Ward Save: a save that Strength does not lessen (DMG-07)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class WardSave(SpecialRule):
    """The best printed one counts by itself; what other rules give is added to it by DMG-07."""

    name = "Ward Save"
    rules = ("DMG-07",)

    def ward_save(self, state: State, unit: Unit, hits: Hits, use: RuleUse) -> int:  # noqa: ARG002
        """The printed ward save."""
        return int(use.parameter[0])

"""Lightning Attacks: of all armour only a natural hide saves from them (SR-LI)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class LightningAttacks(SpecialRule):
    """Metal is no help."""

    name = "Lightning Attacks"
    rules = ("SR-LI",)

    def hits(self, state: State, victim: Unit, hits: Hits, use: RuleUse) -> Hits:  # noqa: ARG002
        """Natural Armour alone counts."""
        return replace(hits, hide_only=True)

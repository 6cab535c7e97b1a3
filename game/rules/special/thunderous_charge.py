"""Thunderous Charge: stronger in the turn of a charge (SR-SB)."""

from __future__ import annotations

from game.battle.state import State
from game.catalogue.special_rules import RuleUse
from game.rules.combat.blows import Blow
from game.rules.combat.circumstances import has_charged
from game.rules.special_rule import SpecialRule


class ThunderousCharge(SpecialRule):
    """Impact Hits are stronger too."""

    name = "Thunderous Charge"
    rules = ("SR-SB",)

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:
        """One more Strength for those who have charged."""
        charged = has_charged(state, state.unit(blow.attacker))
        return blow.stronger(f"S +1: {use} (SR-SB)", strength=1) if charged else blow

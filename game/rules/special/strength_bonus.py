"""Strength Bonus: stronger in the first round of each combat (SR-SB)."""

from __future__ import annotations

from game.battle.state import State
from game.catalogue.special_rules import RuleUse
from game.rules.combat.blows import Blow
from game.rules.combat.circumstances import first_round
from game.rules.special_rule import SpecialRule


class StrengthBonus(SpecialRule):
    """Of a model it strengthens Impact Hits and Stomps too, of a weapon its blows alone; several sources add up."""

    name = "Strength Bonus"
    rules = ("SR-SB",)

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:
        """So much more Strength, as long as the unit has fought no round of this combat."""
        if not first_round(state, state.unit(blow.attacker)):
            return blow
        return blow.stronger(f"S +{use.parameter}: {use} (SR-SB)", strength=int(use.parameter))

"""Random Attacks: rolled for each model each time it strikes (SR-RA, RATT-01)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.catalogue.special_rules import RuleUse
from game.rules.amounts import Amount, read_amount
from game.rules.combat.blows import Blow, strikers
from game.rules.special_rule import SpecialRule


class RandomAttacks(SpecialRule):
    """The dice take the place of the A of the profile; what a weapon adds stays."""

    name = "Random Attacks"
    rules = ("SR-RA", "RATT-01")

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:
        """As many as the dice will say."""
        part = state.unit(blow.attacker).type.parts[blow.part]
        each, number = read_amount(use.parameter), strikers(part)
        printed = 0 if part.profile.attacks == "*" else read_amount(part.profile.attacks).plus
        plus = blow.attacks.plus + (each.plus - printed) * number
        return replace(blow, attacks=Amount(plus, each.dice * number, each.faces))

"""Devastating Charge: one more attack in the turn of a charge (SR-DC)."""

from __future__ import annotations

from game.battle.state import State
from game.catalogue.special_rules import RuleUse
from game.rules.combat.blows import Blow, one_more_attack
from game.rules.combat.circumstances import has_charged
from game.rules.special_rule import SpecialRule


class DevastatingCharge(SpecialRule):
    """Of riders and mounts only the rider has it."""

    name = "Devastating Charge"
    rules = ("SR-DC",)

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:
        """One more for those who have charged."""
        unit = state.unit(blow.attacker)
        is_mount = unit.type.parts[blow.part].role == "mount"
        return one_more_attack(state, blow, f"{use} (SR-DC)") if has_charged(state, unit) and not is_mount else blow

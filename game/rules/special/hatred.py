"""Hatred: misses are struck again in the first round (PSY-14)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.names import fold
from game.catalogue.special_rules import RuleUse
from game.rules.combat.blows import Blow
from game.rules.combat.circumstances import first_round
from game.rules.special_rule import SpecialRule


class Hatred(SpecialRule):
    """Of everybody, or of the armies, units or troop types in the brackets."""

    name = "Hatred"
    rules = ("PSY-14",)
    not_yet = "restraint rolled again, and a hatred that begins in a later round"

    def strikes(self, state: State, blow: Blow, use: RuleUse) -> Blow:
        """Misses against the hated foe are struck again."""
        if not first_round(state, state.unit(blow.attacker)) or not _hates(use, state.unit(blow.target)):
            return blow
        return replace(blow, again=(*blow.again, f"{use} (PSY-14)"))


def _hates(use: RuleUse, foe: Unit) -> bool:
    """The foe is one of those in the brackets; without brackets everybody is."""
    names = {fold(name) for name in (foe.type.army, foe.type.name, foe.type.troop_type.name)}
    return not use.values or any(fold(value) in names for value in use.values)

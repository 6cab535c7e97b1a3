"""Parry: a ward save against blows from the front, on foot (DMG-08)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.charts import IMPOSSIBLE
from game.rules.combat.blows import on_foot
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class Parry(SpecialRule):
    """A hand weapon with a shield, or a second hand weapon, turns blows aside."""

    name = "Parry"
    rules = ("DMG-08",)

    def ward_save(self, state: State, unit: Unit, hits: Hits, use: RuleUse) -> int:  # noqa: ARG002
        """The printed save, against blows that had to roll to hit and are not stronger by 3 or more."""
        parries = hits.parried and hits.arc == "front" and on_foot(unit)
        return int(use.parameter[0]) if parries and hits.strength < unit.type.profile.strength + 3 else IMPOSSIBLE

"""Dodge: a ward save of the nimble, against whatever comes from the front (DMG-09)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.charts import IMPOSSIBLE
from game.rules.combat.blows import on_foot
from game.rules.hits import Hits
from game.rules.saves import protecting_rules
from game.rules.special_rule import SpecialRule


class Dodge(SpecialRule):
    """Stomps, Impact Hits and templates are dodged too; what strikes first is not."""

    name = "Dodge"
    rules = ("DMG-09",)
    not_yet = "that Ice Attacks take it away"

    def ward_save(self, state: State, unit: Unit, hits: Hits, use: RuleUse) -> int:
        """The printed save, on foot and against hits from the front arc."""
        if hits.arc != "front" or not on_foot(unit) or hits.has("Always Strikes First") or _slow(state, unit):
            return IMPOSSIBLE
        rolled = hits.parried or hits.attacks > 0
        return IMPOSSIBLE if hits.has("Magical Attacks") and not rolled else int(use.parameter[0])


def _slow(state: State, unit: Unit) -> bool:
    """It always strikes last itself, by nature or by its weapon."""
    return any(use.name == "Always Strikes Last" for use in protecting_rules(state, unit))

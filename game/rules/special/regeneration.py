"""Regeneration: wounds that close again (DMG-10)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.charts import IMPOSSIBLE
from game.rules.hits import Hits
from game.rules.special_rule import SpecialRule


class Regeneration(SpecialRule):
    """A ward save, taken before Multiple Wounds multiply (MULTI-01)."""

    name = "Regeneration"
    rules = ("DMG-10",)

    def ward_save(self, state: State, unit: Unit, hits: Hits, use: RuleUse) -> int:  # noqa: ARG002
        """The printed save, but not against flames and Killing Blows."""
        return int(use.parameter[0]) if hits.regenerates else IMPOSSIBLE

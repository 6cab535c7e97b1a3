"""Fear: in these editions no test and no refusal, but a bonus in combat, and immunity to the Fear of others (FEAR)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule
from game.rules.strength import one_or_more


class Fear(SpecialRule):
    """A unit causes Fear if one of its models does; one whose majority does is immune to it (FEAR-03, MAJ-01)."""

    name = "Fear"
    rules = ("FEAR-03", "FEAR-04", "MAJ-01")
    not_yet = "its bonus to the combat result (FEAR-01, FEAR-02)"

    def applies(self, state: State, unit: Unit) -> bool:
        """One or more models cause it."""
        return one_or_more(state, unit, self.name)

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:  # noqa: ARG002
        """Who causes Fear has Immunity (Fear)."""
        return ("Fear",)

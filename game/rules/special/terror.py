"""Terror: who charges a Terror-causer tests first; whom a Terror-causer charges may have to flee (TERROR-01 to 05)."""

from __future__ import annotations

from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.rules.leadership import leadership_test
from game.rules.panic import nerve_test
from game.rules.psychology import immune
from game.rules.special_rule import Play, SpecialRule
from game.rules.strength import one_or_more


class Terror(SpecialRule):
    """A unit causes Terror if one of its models does; that includes Fear and immunity to both."""

    name = "Terror"
    rules = ("TERROR-01", "TERROR-02", "TERROR-03", "TERROR-04", "TERROR-05")

    def applies(self, state: State, unit: Unit) -> bool:
        """One or more models cause it."""
        return one_or_more(state, unit, self.name)

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:  # noqa: ARG002
        """Who causes Terror has Immunity (Fear/Terror)."""
        return ("Fear", "Terror")

    def before_charge(self, battle: Play, charger: str, target: str) -> Procedure[bool]:  # noqa: ARG002
        """Who wishes to charge takes a psychology test before the declaration (TERROR-03)."""
        if _unmoved(battle, charger):
            return True
        return (yield from leadership_test(battle, charger, "psychology test", rule="TERROR-03"))

    def charge_declared(self, battle: Play, charger: str, target: str) -> Procedure[str]:
        """The target takes a Panic test before it reacts; failed, it must flee (TERROR-02)."""
        unit = battle.state.unit(target)
        if unit.fleeing or battle.state.enemies_in_combat(target) or _unmoved(battle, target):
            return ""
        cause = f"{says(battle.state.unit(charger), 'come', 'comes')} for them"
        return "" if (yield from nerve_test(battle, target, rule="TERROR-02", cause=cause)) else "flee"


def _unmoved(battle: Play, unit: str) -> bool:
    """The unit takes Terror for mere Fear, or ignores it (TERROR-01)."""
    who = battle.state.unit(unit)
    return immune(battle.book, battle.state, who, "Fear") or immune(battle.book, battle.state, who, "Terror")

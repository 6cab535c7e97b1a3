"""Fear: in these editions no test and no refusal, but a bonus in combat, and immunity to the Fear of others (FEAR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.combat.result import ScoreLine
from game.rules.psychology import immune
from game.rules.special_rule import SpecialRule
from game.rules.strength import members, one_or_more, own_strength, unit_strength

if TYPE_CHECKING:
    from game.rules.book import Rulebook


class Fear(SpecialRule):
    """A unit causes Fear if one of its models does; one whose majority does is immune to it (FEAR-03, MAJ-01)."""

    name = "Fear"
    rules = ("FEAR-01", "FEAR-02", "FEAR-03", "FEAR-04", "MAJ-01")

    def applies(self, state: State, unit: Unit) -> bool:
        """One or more models cause it."""
        return one_or_more(state, unit, self.name)

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:  # noqa: ARG002
        """Who causes Fear has Immunity (Fear)."""
        return ("Fear",)

    def scores(
        self, book: Rulebook, state: State, ours: Sequence[Unit], theirs: Sequence[Unit]
    ) -> tuple[ScoreLine, ...]:
        """+1, or +2 if the models that cause it are at least twice as strong as the enemies they touch (FEAR-01)."""
        best = 0
        for unit in ours:
            foes = [foe for foe in theirs if foe.id in state.enemies_in_combat(unit.id)]
            for name in (self.name, _TERROR):
                causing = sum(own_strength(state, one) for one in members(state, unit) if _causes(one, name))
                afraid = [foe for foe in foes if not _unmoved(book, state, foe, name)]
                if causing and afraid:
                    enemy = sum(unit_strength(state, foe) for foe in foes)
                    best = max(best, 2 if causing >= 2 * enemy else 1)
        return (ScoreLine("", self.name, best, "CR-14"),) if best else ()


_TERROR = "Terror"


def _causes(unit: Unit, name: str) -> bool:
    """Its models cause it; who causes Terror causes Fear too (TERROR-01)."""
    return unit.carries(name) or unit.carries(_TERROR)


def _unmoved(book: Rulebook, state: State, unit: Unit, name: str) -> bool:
    """Immune to it; of Terror-causers only who is immune to Terror too (FEAR-03, TERROR-01)."""
    return immune(book, state, unit, "Fear") and immune(book, state, unit, name)

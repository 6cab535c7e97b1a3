"""The end of a step: casualties leave together, then whatever follows from them (decision 2)."""

from __future__ import annotations

from game.battle.procedure import Procedure
from game.rules.casualties import remove_casualties
from game.rules.special_rule import Play


def finish_step(battle: Play) -> Procedure[None]:
    """Remove all casualties of the step, then let the rules of destroyed units act, in the order of the scenario."""
    for unit in remove_casualties(battle):
        for rule in tuple(battle.book.rules_of(battle.state, unit)):
            yield from rule.unit_slain(battle, unit)

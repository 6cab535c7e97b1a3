"""Compulsory Moves: rally tests, then flight, then whatever else must move (SEQ-05)."""

from __future__ import annotations

from game.battle.procedure import Procedure
from game.battle.state import State
from game.rules.fleeing import flee
from game.rules.ordering import next_of
from game.rules.rallying import rally
from game.rules.special_rule import Play


def _fleeing(state: State) -> list[str]:
    """Units of the side whose turn it is that flee and did not begin to in this turn (RALLY-01)."""
    return [
        unit.id
        for unit in state.standing()
        if unit.side == state.clock.side and unit.fleeing and not unit.mark("flee", "began")
    ]


def one_compulsory_move(battle: Play) -> Procedure[bool]:
    """One rally test, one flee move or one other compulsory move, in this order; False when all are done."""
    state = battle.state
    side = state.clock.side
    fleeing = _fleeing(state)
    untested = [unit for unit in fleeing if not state.unit(unit).mark("rally", "tested")]
    if untested:
        unit, _ = yield from next_of(side, [(unit, "try to rally") for unit in untested])
        yield from rally(battle, unit)
        return True
    running = [unit for unit in fleeing if not state.unit(unit).mark("flee", "moved")]
    if running:
        unit, _ = yield from next_of(side, [(unit, "flee on") for unit in running])
        yield from flee(battle, unit, None, rule="FLEE-01")
        return True
    return (yield from _one_of_a_rule(battle))


def _one_of_a_rule(battle: Play) -> Procedure[bool]:
    """Random Movement, failed Stupidity: whatever a special rule must still move."""
    side = battle.state.clock.side
    waiting = [
        (unit.id, what, rule)
        for unit in battle.state.standing()
        if unit.side == side
        for rule in battle.book.rules_of(battle.state, unit.id)
        if (what := rule.compulsory(battle.state, unit))
    ]
    if not waiting:
        return False
    chosen = yield from next_of(side, [(unit, what) for unit, what, _ in waiting])
    unit, _, rule = next(one for one in waiting if one[:2] == chosen)
    yield from rule.compulsory_move(battle, unit)
    return True

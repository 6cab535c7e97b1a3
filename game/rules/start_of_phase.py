"""The start of the Movement phase: whatever rules keep for it, in the order the active player likes (SEQ-03)."""

from __future__ import annotations

from game.battle.procedure import Procedure
from game.rules.ordering import next_of
from game.rules.special_rule import Play


def one_start_of_phase(battle: Play) -> Procedure[bool]:
    """Let one rule act for one unit of the side whose turn it is; False when none waits any more."""
    side = battle.state.clock.side
    waiting = [
        (unit.id, what, rule)
        for unit in battle.state.units
        if unit.side == side and not unit.host
        for rule in battle.book.rules_of(battle.state, unit.id)
        if (what := rule.tests_at_start(battle.state, unit))
    ]
    if not waiting:
        return False
    chosen = yield from next_of(side, [(unit, what) for unit, what, _ in waiting])
    unit, _, rule = next(one for one in waiting if one[:2] == chosen)
    yield from rule.at_start(battle, unit)
    return True

"""Rounds of combat after their last blow, and what they score."""

from __future__ import annotations

from dataclasses import replace

from game.battle.events import SCORED
from game.battle.marks import Mark
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.bundled import BOOK
from game.rules.combat.combats import CombatBegan
from game.rules.combat.result import score
from game.rules.profiles import wounds_left
from tests.builders import battle
from tests.rules.driving import engaged, in_phase

FRONT = ("men", "foes", "front", "front")
IN_FLANK = ("men", "foes", "left", "front")
"""The foes stand in the left flank of the men."""


def fight(*units: Unit, pairs=(FRONT,), terrain=(), wounds=(), **readings) -> State:
    """The round after its last blow; ``wounds`` are ``(victim, who dealt them, how many)``."""
    state = in_phase(engaged(battle(*units, terrain=terrain, **readings), *pairs), "combat", "")
    left = tuple((one.id, wounds_left(state, one)) for one in units)
    members = tuple(one.id for one in units if not one.host)
    state = CombatBegan(members=members, wounds=left, rule="CC-01").apply(state)
    for victim, source, number in wounds:
        state = state.with_unit(state.unit(victim).marked(Mark(SCORED, source, number, "round")))
    return state


def lines(state: State, ours=("men",), theirs=("foes",)) -> set[tuple[str, str, int, str]]:
    found = [(one.unit, one.what, one.points, one.rule) for one in score(BOOK, state, ours, theirs)]
    assert len(set(found)) == len(found)
    return set(found)


def points(state: State, rule: str, ours=("men",), theirs=("foes",)) -> int:
    return sum(number for _, _, number, of in lines(state, ours, theirs) if of == rule)


def wiped_out(state: State, *gone: str) -> State:
    left = tuple(pair for pair in state.engagements if pair.a not in gone and pair.b not in gone)
    for one in gone:
        state = state.with_unit(replace(state.unit(one), fate="destroyed"))
    return replace(state, engagements=left)

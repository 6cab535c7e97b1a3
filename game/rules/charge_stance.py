"""How units stand for a charge: a character out of his unit, skirmishers closed up (CHAR-03, SPC-05)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.battle.state import State
from game.rules.character_places import left_by, stepped_out

if TYPE_CHECKING:
    from game.rules.book import Rulebook


def out_of_ranks(state: State, unit: str) -> State:
    """The state in which a character stands by himself, on his spot in the ranks; any other unit stands as it does."""
    host = state.unit(unit).host
    if not host:
        return state
    state = stepped_out(state, unit)
    return state.with_unit(state.unit(host).marked(left_by(unit)))


def own_unit(state: State, unit: str) -> tuple[str, ...]:
    """The unit that a character charges out of: it is not in his way (FORM-10)."""
    host = state.unit(unit).host
    return (host,) if host else ()


def closed_up(book: Rulebook, state: State, unit: str) -> State:
    """The state in which a unit stands as it does in contact with an enemy."""
    who = state.unit(unit)
    for rule in book.rules_of(state, unit):
        formation = rule.closes_up(state, who)
        if formation is not None:
            return state.with_unit(replace(who, formation=formation))
    return state


def stance(book: Rulebook, state: State, unit: str, target: str) -> State:
    """The state as a charge finds it: a character is out of the ranks, who does not flee closes up."""
    state = closed_up(book, out_of_ranks(state, unit), unit)
    return state if state.unit(target).fleeing else closed_up(book, state, target)

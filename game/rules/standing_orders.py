"""Who may make a move of his own in Remaining Moves, and who may not (SEQ-02, SEQ-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.battle.decision import Fault
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.movement import movement_of

if TYPE_CHECKING:
    from game.rules.book import Rulebook

_MOVED = (
    ("charge", "charged", "SEQ-06", "has charged this turn and makes no other move"),
    ("charge", "failed", "CHG-20", "has failed a charge this turn and makes no other move"),
    ("arrived", "arrived", "MOV-10", "has come onto the table this turn and makes no other move"),
    ("rally", "rallied", "RALLY-02", "has rallied this turn and makes no other move"),
    ("move", "moved", "SEQ-06", "has moved this turn"),
    ("move", "done", "SEQ-06", "has had its move this turn"),
)
"""Marks that end a unit's movement for a player turn: the first one that it has is the reason."""


def still_faults(book: Rulebook, state: State, unit: Unit) -> Iterator[Fault]:
    """Why a unit may not make a move of its own (SEQ-06): every reason."""
    at = (unit.pose.x, unit.pose.y)
    if unit.host:
        yield Fault("CHAR-03", f"{unit.name} has joined a unit and moves with it", at)
    if unit.garrison:
        yield Fault("GAR-03", f"{unit.name} holds a building", at)
    yield from bound_faults(book, state, unit)


def bound_faults(book: Rulebook, state: State, unit: Unit) -> Iterator[Fault]:
    """The same, of a unit that may be in a building, or of a character who may be in the ranks of another."""
    at = (unit.pose.x, unit.pose.y)
    foes = state.enemies_in_combat(unit.id)
    if foes:
        yield Fault("SEQ-06", f"{unit.name} is in combat with {state.unit(foes[0]).name} and makes no other move", at)
    forgiven = _forgiven(book, state, unit)
    ended = next((row for row in _MOVED if unit.mark(*row[:2]) and row[:2] not in forgiven), None)
    if ended is not None:
        yield Fault(ended[2], f"{unit.name} {ended[3]}", at)
    if unit.fleeing:
        yield Fault("FLEE-09", f"{unit.name} flees and makes no other move", at)
    if unit.down:
        yield Fault("FALL-17", f"{unit.name} lies on the ground and cannot move", at)
    if movement_of(book, state, unit) is not None:
        given = (rule.forbids_move(state, unit) for rule in book.rules_of(state, unit.id))
        yield from (fault for fault in given if fault is not None)


def _forgiven(book: Rulebook, state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """Marks that do not count against a unit that a rule lets go on after it has rallied (SPC-06)."""
    rallied = unit.mark("rally", "rallied") is not None
    goes_on = rallied and any(rule.moves_after_rally(state, unit) for rule in book.rules_of(state, unit.id))
    return (("rally", "rallied"), ("move", "moved")) if goes_on else ()


def may_move(book: Rulebook, state: State, unit: Unit) -> bool:
    """Whether a unit may still make a move of its own: nothing forbids it, and it has inches to move."""
    return bool(movement_of(book, state, unit)) and next(still_faults(book, state, unit), None) is None

"""Remaining Moves by themselves: a session in which one side moves its units until it is done."""

from __future__ import annotations

from dataclasses import replace

from game.battle.procedure import Order
from game.battle.progress import BattleEnded
from game.battle.state import Clock
from game.engine.session import Session
from game.engine.tape import ScriptedDice
from game.rules.bundled import BOOK
from game.rules.remaining import one_remaining_move
from tests.builders import battle


def remaining(*units, terrain=(), turn=1, side="red", engagements=(), **readings):
    """A battle in the Remaining Moves of a side."""
    clock = Clock(turn, side, "movement", "remaining-moves")
    return replace(battle(*units, terrain=terrain, **readings), clock=clock, engagements=engagements)


def _one_move(play):
    if not (yield from one_remaining_move(play)):
        play.record(BattleEnded(winner=None, reason="the step is over"))


def _flow(state):
    return None if state.note("over") else Order("remaining moves", _one_move)


def moving(state, dice=None):
    """A session that asks for moves; every roll must be scripted."""
    return Session(state, BOOK, _flow, 1, dice=ScriptedDice(dice or {}))


def refusals(session, choice):
    """The rule ids of all that forbids this choice now."""
    return [fault.rule for fault in session.faults(choice)]

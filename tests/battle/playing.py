"""Battles played by nobody in particular: random legal answers to whatever is asked."""

from __future__ import annotations

from game.dice import RollKey, Stream
from game.engine.session import Session
from game.rules.bundled import BOOK
from game.rules.turn import battle_flow
from tests.battle.legality import illegal, nudged


def begun(state, seed: int = 1, **more) -> Session:
    """A battle from this state on."""
    return Session(state, BOOK, battle_flow, seed, **more)


def source(seed: int) -> Stream:
    """Random numbers for answers, apart from the battle's dice."""
    return Stream(seed, 1_000, RollKey(0, "", "answers", "", 0))


def answer_one(session: Session, numbers: Stream, by: str = "bot:test") -> None:
    """Give one random answer; there must be a legal one, and all that is offered must be legal."""
    question = session.pending
    offered = question.samples(session.state, numbers)
    assert offered, f"{question.kind} has no answer"
    for choice in offered:
        assert session.faults(choice) == (), f"{question.kind} offers {choice}, which it refuses"
    session.choose(offered[numbers.below(len(offered))], by)


def play_out(session: Session, numbers: Stream, most: int = 2_000, look=None) -> Session:
    """Answer at random to the end of the battle; ``look`` sees the session after every answer."""
    for _ in range(most):
        if session.pending is None:
            return session
        answer_one(session, numbers)
        if look:
            look(session)
    raise AssertionError(f"{most} answers and no end")


def wrong_states(session: Session) -> list[str]:
    """Every illegal state of a battle, with the event that made it."""
    wrong, before = [], session.start
    for number, entry in enumerate(session.log):
        found = [] if entry.state is before else illegal(entry.state)
        found += nudged(before, entry.event, entry.state)
        wrong += [f"event {number} ({entry.event.kind}): {text}" for text in found]
        before = entry.state
    return wrong

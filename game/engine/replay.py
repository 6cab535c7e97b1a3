"""Playing the tape of a save again and comparing what happens with what is written there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from game.battle.procedure import Flow
from game.battle.state import State
from game.engine.codec import write_event
from game.engine.session import Logged, ReplayError, Session
from game.engine.tape import Chosen, Entry
from game.engine.wording import reason_of, shown
from game.errors import InputError
from game.rules.book import Rulebook

_MOST_SHOWN = 4
"""Fields that a message compares."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a save that is played again goes another way.

    Attributes:
        number: The event, counted from 1.
        saved: The event in the file; None if the file has no more.
        played: The event that happened now; None if nothing more did.
        reason: The message, where the replay stopped with an error.
        line: Line of the event in the file; 0 if it has none.
    """

    number: int
    saved: dict[str, Any] | None
    played: dict[str, Any] | None
    reason: str = ""
    line: int = 0

    def __str__(self) -> str:
        if self.reason:
            return f"event {self.number}: {self.reason}"
        if self.saved is None or self.played is None:
            there, missing = (self.played, "the file ends") if self.saved is None else (self.saved, "no longer happens")
            kind = f" ({there['event']})" if there else ""
            return f"event {self.number}{kind}: {missing}"
        was, now = self.saved, self.played
        differing = [key for key in {**was, **now} if was.get(key) != now.get(key)]
        parts = [f"{key} was {shown(was.get(key))}, is {shown(now.get(key))}" for key in differing[:_MOST_SHOWN]]
        more = len(differing) - _MOST_SHOWN
        return f"event {self.number} ({was['event']}): " + "; ".join(parts + [f"{more} more differ"] * (more > 0))


@dataclass(frozen=True, slots=True)
class Record:
    """What a save holds.

    Attributes:
        start: The first state.
        seed: Seed of the dice.
        tape: Every roll and choice.
        events: Every event, with the state after it.
        event_lines: Line of each event in the file.
        ended: The file is whole: nothing may happen beyond it.
    """

    start: State
    seed: int
    tape: Sequence[Entry]
    events: Sequence[Logged]
    event_lines: Sequence[int]
    ended: bool


def replay(record: Record, book: Rulebook, flow: Flow[Rulebook]) -> tuple[Session, Divergence | None]:
    """Play a save again as far as its tape still fits.

    Returns:
        The battle, ready to go on, and where it went another way, if it did.

    Raises:
        InputError: The battle does not even begin.
    """
    session, reason = _played(record, book, flow)
    for number, (old, new) in enumerate(zip_longest(record.events, session.log), 1):
        saved, played = (write_event(one.event) if one is not None else None for one in (old, new))
        if saved == played:
            continue
        if saved is None and not record.ended and not reason:
            return session, None  # a file that was cut short: the session has rolled on to its next question
        line = record.event_lines[number - 1] if saved is not None else 0
        return session, Divergence(number, saved, played, reason if saved is None or played is None else "", line)
    if reason:
        return session, Divergence(len(record.events) + 1, None, None, reason)
    if record.ended and len(session.tape) > len(record.tape):
        text = "more dice are rolled than the file holds"
        return session, Divergence(len(record.events) + 1, None, None, text)
    return session, None


def _played(record: Record, book: Rulebook, flow: Flow[Rulebook]) -> tuple[Session, str]:
    """The session after as much of the tape as still plays, and why that is not all of it."""
    reason = ""
    keep = len(record.tape)
    while True:
        try:
            return Session(record.start, book, flow, record.seed, tape=record.tape[:keep]), reason
        except Exception as error:  # noqa: BLE001 - whatever a file makes the rules do, it is the file that is at fault
            reason = reason or reason_of(error)
            stopped = error.position if isinstance(error, ReplayError) else keep
            if keep == 0:
                raise InputError.of(f"the battle cannot be played: {reason_of(error)}") from None
            # Up to before the choice that no longer fits.
            kept = range(min(stopped + 1, keep))
            keep = max((i for i in kept if isinstance(record.tape[i], Chosen)), default=0)

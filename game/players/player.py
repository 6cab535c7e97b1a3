"""What a player is, which there are, and how they play a battle to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from game.battle.decision import Choice, Decision
from game.battle.state import State
from game.engine.session import Session
from game.engine.tape import Chosen
from game.errors import GiantfallError
from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True)
class View:
    """All that a player sees: the question, the table and the rulebook. Neither seed nor dice that are to fall.

    Attributes:
        decision: What is asked.
        state: The battle as it stands.
        book: The rulebook.
        answered: How many questions have been answered in this battle before; by it, and by nothing of its own, a bot
            that draws numbers tells one question from the next: after a load or an undo it goes on as it would have.
    """

    decision: Decision
    state: State
    book: Rulebook
    answered: int = 0


class Player(Protocol):
    """Somebody who answers decisions.

    Attributes:
        name: As the tape notes it: ``bot:simple``, ``script``.
    """

    name: str

    def answer(self, view: View) -> Choice:
        """The answer to the pending decision.

        Raises:
            GiantfallError: The player has none.
        """


class NoAnswerError(GiantfallError):
    """A decision offers nothing that a player could choose."""


def view_of(session: Session) -> View:
    """What the player who is asked now sees.

    Raises:
        NoAnswerError: Nothing is asked.
    """
    if session.pending is None:
        raise NoAnswerError("the battle is over: nothing is asked")
    answered = sum(isinstance(entry, Chosen) for entry in session.tape)
    return View(session.pending, session.state, session.book, answered)


def answer_one(session: Session, players: Mapping[str, Player]) -> bool:
    """Let the side that is asked answer one decision; False if the battle is over or nobody plays that side.

    Args:
        session: The battle.
        players: Who plays, by the id of the side. Free play asks no side: nobody answers there.
    """
    if session.pending is None or session.pending.side not in players:
        return False
    player = players[session.pending.side]
    session.choose(player.answer(view_of(session)), by=player.name)
    return True


def play(session: Session, players: Mapping[str, Player], until: Callable[[Session], bool] | None = None) -> None:
    """Let the players play on: to the end, until a question to nobody among them waits, or until ``until`` says so."""
    while not (until is not None and until(session)) and answer_one(session, players):
        pass

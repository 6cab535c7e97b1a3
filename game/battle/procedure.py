"""Procedures: the inside of one order or one step, as a generator that asks and is answered.

A procedure reads top to bottom like the rulebook. It yields a :class:`Roll` or a ``Decision`` and is sent the answer;
it records events on the battle it was given. It holds ids, never a unit, over a ``yield``, and never a dice object.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.battle.state import State
from game.dice import AnyKind, Kind, Outcome

V = TypeVar("V")
B = TypeVar("B")
C = TypeVar("C", bound=Choice)


@dataclass(frozen=True, slots=True)
class Roll:
    """A request for dice.

    Attributes:
        name: Name of the roll, such as ``fall test``: documented, scripted and seeded by it.
        unit: Id of the unit that rolls, or "".
        kind: What is rolled and what of it matters.
    """

    name: str
    unit: str
    kind: AnyKind


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a procedure that is a procedure itself, offered to be pooled; see :func:`part`."""

    run: Callable[..., Procedure[Any]]
    arguments: tuple[Any, ...]


T = TypeVar("T")
P = ParamSpec("P")
Request = Roll | Decision | Part
Procedure = Generator[Request, Any, T]


class Battle(Generic[B]):
    """What a procedure holds: the state of the moment, the rulebook, and a way to record events.

    Attributes:
        state: The state of the moment.
        book: The rulebook.
        pools_parts: Whoever drives the battle wants to be asked for the outcome of a :func:`part`.
    """

    __slots__ = ("book", "pools_parts", "state")

    def __init__(self, state: State, book: B, *, pools_parts: bool = False) -> None:
        self.state = state
        self.book = book
        self.pools_parts = pools_parts

    def record(self, event: Event) -> None:
        """Let an event happen."""
        self.state = event.apply(self.state)


@dataclass(frozen=True, slots=True)
class Order(Generic[B]):
    """One order or one step of a combat: between two of these the state alone says what comes next.

    Attributes:
        name: What it is, for logs and errors.
        run: Starts its procedure.
        endless: It may be given again and again for ever: whoever gives it ends it (free play).
    """

    name: str
    run: Callable[[Battle[B]], Procedure[None]]
    endless: bool = False


Flow = Callable[[State], Order[B] | None]
"""What comes next in a state; None when there is nothing more."""


def roll(name: str, unit: str, kind: Kind[V]) -> Procedure[Outcome[V]]:
    """Ask for dice; the answer has the type of their kind. Called with ``yield from``."""
    outcome: Outcome[V] = yield Roll(name, unit, kind)  # type: ignore[arg-type]  # AnyKind lists every Kind there is
    return outcome


def part(
    battle: Battle[B], run: Callable[Concatenate[Battle[B], P], Procedure[T]], *arguments: P.args, **named: P.kwargs
) -> Procedure[T]:
    """Run a piece of a procedure whose inner dice matter to nobody: only the state after it and what it returns do.

    In play this is ``yield from run(battle, ...)`` and nothing else. An enumerator works the piece out once for a
    state, merges the ways in which it comes to the same, and goes on with these few: so a procedure can read top to
    bottom and still be counted exactly.
    """
    if named:
        raise TypeError("a part takes its arguments by position: they are the key under which it is pooled")
    if not battle.pools_parts:
        return (yield from run(battle, *arguments, **named))
    result: T = yield Part(run, arguments)
    return result


def ask(decision: Decision, answer: type[C]) -> Procedure[C]:
    """Ask a side, typed by the class of its answer."""
    choice: Any = yield decision
    if not isinstance(choice, answer):
        raise TypeError(f"{decision.kind} was answered with {choice!r}")
    return choice

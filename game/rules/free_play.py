"""Free play: the table without turns, where a person moves units, puts them down and lets Giants fall as he likes.

It is a battle like any other: each thing done is a choice on the tape and records the same events by the same rules.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.battle.decision import Choice, Decision, Fault
from game.battle.procedure import Order, Procedure, ask
from game.battle.state import State
from game.rules.special_rule import Play

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Choice):
    """Something that may be done in free play: it knows what forbids it and how it is carried out."""

    @abstractmethod
    def faults(self, state: State, book: Rulebook) -> tuple[Fault, ...]:
        """Every reason why it is not allowed now."""

    @abstractmethod
    def carry_out(self, battle: Play) -> Procedure[None]:
        """Do it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreePlay(Decision):
    """What next? Anything that is a :class:`Tool`.

    Attributes:
        book: The rulebook.
    """

    book: Rulebook = field(repr=False, compare=False)

    def question(self, state: State) -> str:  # noqa: ARG002
        """Ask."""
        return "Free play: move units, or let a Giant fall"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """None as buttons: the window has tools for it."""
        return ()

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """Whatever the tool itself says."""
        if not isinstance(choice, Tool):
            return (Fault("", f"{choice.kind} is nothing that can be done in free play"),)
        return choice.faults(state, self.book)


def unit_faults(state: State, unit: str) -> tuple[Fault, ...]:
    """Why nothing can be done with a unit of this id: there is none, or it is not on the table."""
    known = [one for one in state.units if one.id == unit]
    if not known:
        return (Fault("", f"there is no unit '{unit}'; there are {', '.join(one.id for one in state.units)}"),)
    if not known[0].on_table:
        return (Fault("", f"{known[0].name} is not on the table"),)
    return ()


def _one_thing(battle: Play) -> Procedure[None]:
    choice = yield from ask(FreePlay(side="", book=battle.book), Tool)  # type: ignore[type-abstract]  # any tool will do
    yield from choice.carry_out(battle)


def free_play(state: State) -> Order[Rulebook]:  # noqa: ARG001 - a flow looks at the state
    """The flow of free play: one thing after another, for ever."""
    return Order("free play", _one_thing, endless=True)

"""Decisions: what a side is asked, and what it may answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from game.battle.event import kebab
from game.battle.state import State
from game.dice import Source


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something is not allowed.

    Attributes:
        rule: Id of the rule that forbids it.
        text: The reason, in a player's words.
        at: Where on the table (inches), if it is a matter of place.
    """

    rule: str
    text: str
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An answer to a decision: a value.

    Attributes:
        quiet: It does nothing but go on, such as "no more charges": what an unasked player would say.
    """

    kind: ClassVar[str]
    quiet: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        cls.kind = kebab(cls.__name__)

    def label(self, state: State) -> str:  # noqa: ARG002 - most labels need no state
        """What its button says."""
        return self.kind.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(ABC):
    """A question to one side.

    Attributes:
        side: Id of the side that is asked; "" where anybody may answer (free play).
        unit: Id of the unit it is about, or "".
    """

    side: str
    unit: str = ""
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.kind = kebab(cls.__name__)

    @abstractmethod
    def question(self, state: State) -> str:
        """What is asked, in a player's words."""

    @abstractmethod
    def options(self, state: State) -> tuple[Choice, ...]:
        """Legal answers as buttons; of a decision with endless answers (a move) those that a button can give."""

    def samples(self, state: State, source: Source) -> tuple[Choice, ...]:  # noqa: ARG002
        """Legal answers for who wants some at random: the options, and of endless answers (a move) a handful."""
        return self.options(state)

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """*All* reasons why this choice is not allowed; none if it is. The default allows the options only."""
        if choice in self.options(state):
            return ()
        return (Fault("", f"this '{choice.kind}' is not among the choices"),)  # its label may name what is not there

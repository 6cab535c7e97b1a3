"""The order of things that happen at the same time: the player chooses it (GEN-09, SEQ-02, SEQ-03)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.battle.decision import Choice, Decision
from game.battle.procedure import Procedure, ask
from game.battle.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Next(Choice):
    """This one is next.

    Attributes:
        unit: Id of the unit.
        what: What is done with it.
    """

    unit: str
    what: str

    def label(self, state: State) -> str:
        """The unit, and what it does."""
        return f"{state.unit(self.unit).name}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseNext(Decision):
    """Which unit is next?

    Attributes:
        waiting: ``(unit, what it does)`` of all that can be next.
    """

    waiting: tuple[tuple[str, str], ...]

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.side(self.side).name}: which of these is next?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """All that wait."""
        return tuple(Next(unit=unit, what=what) for unit, what in self.waiting)


def next_of(side: str, waiting: Sequence[tuple[str, str]]) -> Procedure[tuple[str, str]]:
    """The one that the side wants next; a single one is not asked for."""
    if len(waiting) == 1:
        return waiting[0]
    choice = yield from ask(ChooseNext(side=side, waiting=tuple(waiting)), Next)
    return choice.unit, choice.what


DECISIONS: tuple[type[Decision], ...] = (ChooseNext,)
CHOICES: tuple[type[Choice], ...] = (Next,)

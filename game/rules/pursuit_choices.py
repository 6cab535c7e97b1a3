"""What winners are asked at the end of a combat: to pursue or hold back, to overrun or reform (PUR-01, PUR-09)."""

from __future__ import annotations

from dataclasses import dataclass

from game.battle.decision import Choice, Decision
from game.battle.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursue(Choice):
    """Go after this broken enemy."""

    quarry: str

    def label(self, state: State) -> str:
        """After whom."""
        return f"Pursue {state.unit(self.quarry).name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restrain(Choice):
    """Hold the unit back."""

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "Hold them back"


@dataclass(frozen=True, slots=True, kw_only=True)
class PursueOrRestrain(Decision):
    """A winner whose enemies have broken: does it pursue?

    Attributes:
        quarries: Ids of the broken enemies that it touches.
        must: It cannot be held back any more; only whom it pursues is open.
    """

    quarries: tuple[str, ...]
    must: bool = False

    def question(self, state: State) -> str:
        """Ask."""
        name = state.unit(self.unit).name
        return f"{name} cannot be held: after whom?" if self.must else f"{name}: pursue, or hold them back by a test?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """Each broken enemy, or none."""
        return (*(Pursue(quarry=one) for one in self.quarries), *(() if self.must else (Restrain(),)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrun(Choice):
    """Straight on over the fallen."""

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "Overrun"


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrunOrReform(Decision):
    """A charger whose enemies are all gone: does it overrun (PUR-09)?"""

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name}: overrun, or hold them back and reform?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """Both."""
        return (Overrun(), Restrain())


DECISIONS: tuple[type[Decision], ...] = (PursueOrRestrain, OverrunOrReform)
CHOICES: tuple[type[Choice], ...] = (Pursue, Restrain, Overrun)

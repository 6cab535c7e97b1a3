"""Events by which a battle goes on from turn to turn, phase to phase and step to step (SEQ-01, SEQ-02, decision 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.marks import Until
from game.battle.phases import title
from game.battle.state import Clock, State


def _swept(state: State, ends: Sequence[Until]) -> State:
    """The state after whatever ends with these has been forgotten."""
    if not any(mark.until in ends for unit in state.units for mark in unit.marks):
        return state
    units = tuple(
        replace(unit, marks=tuple(mark for mark in unit.marks if mark.until not in ends)) if unit.marks else unit
        for unit in state.units
    )
    return replace(state, units=units)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTurnBegan(Event):
    """A side begins its turn (SEQ-01).

    Attributes:
        turn: Game turn, from 1.
        side: Whose turn it is.
    """

    turn: int
    side: str

    def apply(self, state: State) -> State:
        """Forget what lasted until the end of the turn before."""
        ends: list[Until] = ["step", "phase", "player-turn"]
        if self.turn != state.clock.turn:
            ends.append("turn")
        return replace(_swept(state, ends), clock=Clock(self.turn, self.side))

    def sentence(self, state: State) -> str:
        """Say whose turn it is."""
        return f"Turn {self.turn}: {state.side(self.side).name}"

    def units(self) -> tuple[str, ...]:
        """None in particular."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan(Event):
    """A phase of a player turn begins.

    Attributes:
        phase: Its id.
        played: False where Giantfall does not play the phase yet: it passes empty.
    """

    phase: str
    played: bool = True

    def apply(self, state: State) -> State:
        """Forget what lasted until the end of the phase before."""
        clock = replace(state.clock, phase=self.phase, step="")
        return replace(_swept(state, ("step", "phase")), clock=clock)

    def sentence(self, state: State) -> str:  # noqa: ARG002
        """Say which."""
        return f"{title(self.phase)} phase" + ("" if self.played else ": not played yet, it passes")


@dataclass(frozen=True, slots=True, kw_only=True)
class StepBegan(Event):
    """A sub-phase, or a step of a combat, begins.

    Attributes:
        step: Its id.
    """

    step: str

    def apply(self, state: State) -> State:
        """Forget what lasted until the end of the step before."""
        return replace(_swept(state, ("step",)), clock=replace(state.clock, step=self.step))

    def sentence(self, state: State) -> str:
        """Say which."""
        return title(state.clock.phase, self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """The battle is over.

    Attributes:
        winner: Id of the side that won, or None.
        reason: Why, in a player's words.
    """

    winner: str | None
    reason: str

    def apply(self, state: State) -> State:
        """Note it: nothing comes after."""
        return state.with_note("over", self.winner or "nobody")

    def sentence(self, state: State) -> str:
        """Say who won."""
        return (
            f"Victory for {state.side(self.winner).name}: {self.reason}" if self.winner else f"No winner: {self.reason}"
        )


PROGRESS: tuple[type[Event], ...] = (PlayerTurnBegan, PhaseBegan, StepBegan, BattleEnded)
"""Events of the clock."""

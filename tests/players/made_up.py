"""A made-up battle for tests of players: three marches to choose from, turn and turn about, and an end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.battle.procedure import Order, ask, roll
from game.battle.state import Clock, State
from game.dice import Total
from game.engine.session import Session
from game.rules.bundled import BOOK
from tests.builders import battle, unit

START = replace(
    battle(unit("orcs", "orc-boyz", (20, 20), models=10), unit("men", "orc-boyz", (40, 20), models=10, side="blue")),
    clock=Clock(1, "red", "movement", "charge"),
)
ANSWERS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Choice):
    unit: str
    inches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Choice):
    quiet: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoSteps(Decision):
    def question(self, state):
        return "who?"

    def options(self, state):
        return (Step(unit="orcs", inches=1), Step(unit="orcs", inches=2), Step(unit="men", inches=1), Rest())


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(WhoSteps):
    """Offers no choice at all."""

    def options(self, state):
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped(Event):
    unit: str
    inches: int

    def apply(self, state):
        done = int(state.note("steps")) + 1
        side = "blue" if state.clock.side == "red" else "red"
        return replace(state.with_note("steps", done), clock=Clock(1, side, "movement", "charge"))

    def sentence(self, state):
        return f"{self.unit} {self.inches}"


def _ask(question):
    def run(battle):
        choice = yield from ask(question(side=battle.state.clock.side, unit="orcs"), Choice)
        rolled = yield from roll("pace", "orcs", Total(1))
        who = choice.unit if isinstance(choice, Step) else ""
        battle.record(Stepped(unit=who, inches=choice.inches if who else rolled.value))

    return run


def flow_of(question=WhoSteps, steps: int = ANSWERS):
    def flow(state: State):
        return None if int(state.note("steps")) >= steps else Order("a step", _ask(question))

    return flow


MADE_UP = replace(BOOK, events=(Stepped,), decisions=(WhoSteps, Nothing), choices=(Step, Rest))


def made_up(seed: int = 1, question=WhoSteps) -> Session:
    return Session(START, MADE_UP, flow_of(question), seed)

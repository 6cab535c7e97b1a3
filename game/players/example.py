"""Rule examples: a scenario, the dice that fall, the choices made, and the facts that must come of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.battle.decision import Choice, Decision, Fault
from game.battle.event import Event
from game.battle.procedure import Battle, Roll
from game.battle.state import State
from game.dice import Outcome, RollKey
from game.engine.opening import arranged
from game.engine.tape import MissingDiceError, ScriptedDice
from game.errors import ChoiceRefusedError, GiantfallError
from game.players.expectations import Happened, unmet, wants_more
from game.players.player import View
from game.players.script import ScriptError, is_meant, quiet_answer, waiting, written_choice
from game.players.words import told
from game.rules.book import Rulebook
from game.rules.bundled import BOOK
from game.rules.index import RULE_ID, index
from game.rules.turn import battle_flow, first_side
from game.scenario.loader import Scenario, load_scenario


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a rule example.

    Attributes:
        path: The file.
        rule: Id of the rule that it shows.
        about: What it is about.
        faults: Everything that is not as it says; none if it is good.
        events: What happened.
    """

    path: Path
    rule: str
    about: str
    faults: tuple[str, ...]
    events: tuple[Event, ...]

    @property
    def good(self) -> bool:
        """Everything is as the example says."""
        return not self.faults


class _Step:
    """A ``[[step]]``: a choice, dice, or both; used up when the choice is made and every die has fallen."""

    def __init__(self, number: int, written: dict[str, Any], unscripted: str) -> None:
        self.number = number
        self.choose: dict[str, Any] | None = written.get("choose")
        self.refused: bool = written.get("refused", False)
        self.dice = ScriptedDice(written.get("dice", {}), unscripted)

    @property
    def used_up(self) -> bool:
        return self.choose is None and not self.dice.left

    def __str__(self) -> str:
        parts = [f"the choice {{ {told(self.choose)} }} was never asked for"] if self.choose else []
        parts += [f"the dice '{name}' = {faces} were never rolled" for name, faces in self.dice.left.items()]
        return f"step {self.number}: {'; '.join(parts)}"


class _Recorded(Battle[Rulebook]):
    """A battle that keeps what happens in it."""

    __slots__ = ("events",)

    def __init__(self, state: State, book: Rulebook) -> None:
        super().__init__(state, book)
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        super().record(event)
        self.events.append(event)


class _Run:
    """One example in play: orders by the turn's table, answered by the steps."""

    def __init__(self, scenario: Scenario, book: Rulebook) -> None:
        self.scenario = scenario
        self.battle = _Recorded(arranged(scenario.state), book)
        self.steps = [_Step(i, written, scenario.unscripted) for i, written in enumerate(scenario.steps, 1)]
        self.asked: list[tuple[Decision, State]] = []
        self.refusals: list[Fault] = []
        self._none_left = ScriptedDice({}, scenario.unscripted)
        self._counters: dict[tuple[str, str], int] = {}
        clock = scenario.state.clock
        self._turn = (max(clock.turn, 1), clock.side or first_side(scenario.state))

    def happened(self) -> Happened:
        return Happened(
            self.battle.state, self.battle.book, tuple(self.battle.events), tuple(self.asked), tuple(self.refusals)
        )

    def play(self) -> None:
        """Play until the steps are used up and all that is expected has come, or the player turn is over.

        Raises:
            GiantfallError: The script does not fit the battle.
        """
        while not self._over() and (order := battle_flow(self.battle.state)) is not None:
            procedure = order.run(self.battle)
            answer: Outcome[Any] | Choice | None = None
            while True:
                try:
                    request = procedure.send(answer)
                except StopIteration:
                    break
                if isinstance(request, Roll):
                    answer = self._rolled(request)
                    continue
                assert isinstance(request, Decision)
                self.asked.append((request, self.battle.state))
                view = View(request, self.battle.state, self.battle.book)
                self._refused(view)
                if self._over():
                    return
                answer = self._chosen(view)

    def _over(self) -> bool:
        self._drop_used()
        clock = self.battle.state.clock
        began = bool(self.battle.events)
        if began and (clock.turn, clock.side) != self._turn:
            return True
        return not self.steps and not wants_more(self.scenario.expects, self.happened())

    def _drop_used(self) -> None:
        while self.steps and self.steps[0].used_up:
            del self.steps[0]

    def _rolled(self, roll: Roll) -> Outcome[Any]:
        self._drop_used()
        clock, name = self.battle.state.clock, (roll.name, roll.unit)
        before = self._counters[name] = self._counters.get(name, -1) + 1
        key = RollKey(clock.turn, clock.side, roll.name, roll.unit, before)
        dice = self.steps[0].dice if self.steps else self._none_left
        try:
            faces, _ = dice.faces(roll, self.scenario.seed, 0, key)
        except MissingDiceError as error:
            raise ScriptError(f"{error}{f'; {self.steps[0]}' if self.steps else ''}") from None
        return roll.kind.read(faces)

    def _refused(self, view: View) -> None:
        """Try what is to be refused; the question waits on."""
        while (step := self._step_for(view)) is not None and step.refused:
            choice = self._made(step, view)
            faults = view.decision.faults(view.state, choice)
            if not faults:
                raise ScriptError(f"step {step.number} was to be refused, but it is allowed")
            self.refusals += {fault.rule: fault for fault in faults}.values()

    def _chosen(self, view: View) -> Choice:
        step = self._step_for(view)
        if step is not None:
            choice = self._made(step, view)
            faults = view.decision.faults(view.state, choice)
            if faults:
                raise ChoiceRefusedError(f"step {step.number} is refused: {_reasons(faults)}")
            return choice
        quiet = quiet_answer(view)
        if quiet is None:
            raise ScriptError(f"{waiting(view)}{f'; {self.steps[0]}' if self.steps else ''}")
        return quiet

    def _step_for(self, view: View) -> _Step | None:
        """The step whose choice answers this question, if it is its turn."""
        self._drop_used()
        step = self.steps[0] if self.steps else None
        return step if step is not None and step.choose is not None and is_meant(view, step.choose) else None

    @staticmethod
    def _made(step: _Step, view: View) -> Choice:
        assert step.choose is not None
        written, step.choose = step.choose, None
        return written_choice(view, written)


def _reasons(faults: tuple[Fault, ...]) -> str:
    return "; ".join(f"{fault.text} ({fault.rule})" if fault.rule else fault.text for fault in faults)


def _faults(scenario: Scenario, run: _Run) -> Iterator[str]:
    ids = RULE_ID.findall(scenario.rule)
    if not ids:
        yield "names no rule: rule = 'CHG-08'"
    yield from (f"there is no rule '{name}'" for name in ids if name not in index())
    if not scenario.expects:
        yield "expects nothing: an example has [[expect]] tables"
    try:
        run.play()
    except GiantfallError as error:
        yield str(error)
    else:
        yield from map(str, run.steps)
    yield from unmet(scenario.expects, run.happened())


def verify_example(path: Path, book: Rulebook = BOOK) -> Verdict:
    """Play a rule example and compare.

    Raises:
        InputError: The file is no scenario: all that is wrong with it.
    """
    scenario = load_scenario(path)
    run = _Run(scenario, book)
    faults = tuple(_faults(scenario, run))
    return Verdict(path, scenario.rule, scenario.about.strip(), faults, tuple(run.battle.events))

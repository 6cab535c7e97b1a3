"""One procedure by itself: scripted dice, a list of answers, and what it recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.battle.decision import Choice
from game.battle.event import Event
from game.battle.procedure import Battle, Roll
from game.battle.state import Clock, Engagement, State
from game.rules.bundled import BOOK


class Played(Battle):
    """What a procedure did."""

    def __init__(self, state: State) -> None:
        super().__init__(state, BOOK)
        self.events: list[Event] = []
        self.sentences: list[str] = []
        self.asked: list[str] = []
        self.rolled: list[str] = []
        self.result = None

    def record(self, event: Event) -> None:
        self.sentences.append(event.sentence(self.state))
        super().record(event)
        self.events.append(event)

    def of(self, kind: str) -> list:
        return [event for event in self.events if event.kind == kind]

    def unit(self, id: str):
        return self.state.unit(id)


def play(
    state: State, procedure, *arguments, dice: dict | None = None, choices: Sequence[Choice] = (), **named
) -> Played:
    """Run it to its end; every die must be scripted (``name`` or ``name @unit``), every answer allowed, all used up."""
    battle = Played(state)
    left = {name: list(faces) for name, faces in (dice or {}).items()}
    answers = list(choices)
    running = procedure(battle, *arguments, **named)
    answer = None
    try:
        while True:
            request = running.send(answer)
            if isinstance(request, Roll):
                battle.rolled.append(f"{request.name} @{request.unit}")
                answer = _faces(request, left)
            else:
                battle.asked.append(f"{request.kind} @{request.unit}")
                assert answers, f"nobody answers {request!r}"
                answer = answers.pop(0)
                assert not request.faults(battle.state, answer), request.faults(battle.state, answer)
    except StopIteration as stop:
        battle.result = stop.value
    assert not any(left.values()), f"dice left over: {left}"
    assert not answers, f"answers left over: {answers}"
    return battle


def _faces(request: Roll, left: dict[str, list]):
    for name in (f"{request.name} @{request.unit}", request.name):
        if name in left:
            count = len(request.kind.roll(_Low()).faces)
            faces, left[name] = tuple(left[name][:count]), left[name][count:]
            return request.kind.read(faces)
    raise AssertionError(f"no dice for {request!r}")


class _Low:
    def below(self, n: int) -> int:
        return 0

    def turn(self) -> float:
        return 0.0


def in_phase(state: State, phase: str = "movement", step: str = "compulsory-moves", side: str = "red") -> State:
    """The state in turn 2 of a battle."""
    return replace(state, clock=Clock(2, side, phase, step))


def engaged(state: State, *pairs: tuple[str, str, str, str]) -> State:
    """The state with these units in combat: two ids, then the sides that touch."""
    return replace(state, engagements=tuple(Engagement(*pair) for pair in pairs))

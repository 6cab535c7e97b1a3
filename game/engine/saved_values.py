"""Whether what an event or a choice of a file brings can be at all: formations, places, names of units.

Checked before anything is made of it: a formation of a hundred million models would never be laid out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from game.battle.decision import Choice
from game.battle.event import Event
from game.battle.state import State
from game.battle.unit import Unit
from game.engine.wording import shown
from game.errors import InputError
from game.scenario.state_check import state_problems


def check_event(event: Event, before: State, after: State) -> None:
    """Whether an event can have happened.

    Raises:
        InputError: It makes a unit impossible, or names one that is not there.
    """
    old = {unit.id: unit for unit in before.units}
    new = {unit.id: unit for unit in after.units}
    for name in event.units():
        if name not in old and name not in new:
            raise InputError.of(f"there is no unit {shown(name)}")
    for unit in after.units:
        was = old.get(unit.id)
        if was is None or unit.muster is not was.muster or unit.formation is not was.formation or unit.pose != was.pose:
            _check_unit(unit, after)
    event.sentence(before)  # the log will tell it


def check_choice(choice: Choice, state: State) -> None:
    """Whether a choice brings only units that can be.

    Raises:
        InputError: It does not.
    """
    for unit in _units_in(choice):
        _check_unit(unit, state)


def _units_in(choice: Choice) -> Iterator[Unit]:
    for field in fields(choice):
        value = getattr(choice, field.name)
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Unit))


def _check_unit(unit: Unit, state: State) -> None:
    """As if it stood alone: whom it has joined or fights is not asked."""
    alone = replace(unit, wounds=0, fate="on-table", host="", place=0, garrison="", marks=())
    problems = state_problems(State(state.width, state.depth, state.sides, (alone,)))
    if problems:
        problem = problems[0]
        raise InputError.of(f"'{unit.id}' cannot be: {problem.text}", key=problem.key.removeprefix("state.units[0]."))

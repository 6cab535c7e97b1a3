"""Options of a decision, whatever it is: whom they concern, which go on quietly, and why another is forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

from game.battle.decision import Choice, Decision, Fault
from game.battle.state import State
from game.rules.ordering import ChooseNext


def concerned(state: State, choice: Choice) -> tuple[str, ...]:
    """Ids of the units that a choice names in any of its fields, in the order of the fields."""
    known = {unit.id for unit in state.units}
    return tuple(dict.fromkeys(word for word in _words(choice) if word in known))


def _words(choice: Choice) -> Iterator[str]:
    for field in fields(choice):
        value = getattr(choice, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, str):
                yield part


def is_quiet(state: State, decision: Decision, choice: Choice) -> bool:
    """It says of itself that it is, or singles nobody out but the unit that is asked: to hold, to go on."""
    return choice.quiet or set(concerned(state, choice)) <= {decision.unit}


def going_on(state: State, decision: Decision, options: Sequence[Choice]) -> Choice | None:
    """The option that goes on: the first quiet one; or the first, if there is no other or only the order is asked."""
    quiet = next((choice for choice in options if is_quiet(state, decision, choice)), None)
    first = options[:1] if len(options) == 1 or isinstance(decision, ChooseNext) else ()
    return quiet or next(iter(first), None)


def narrowed(state: State, decision: Decision, options: Sequence[Choice], unit: str) -> tuple[Choice, ...]:
    """The options that concern a unit, and the quiet ones; all of them where it is in none."""
    own = [choice for choice in options if unit in concerned(state, choice) and unit != decision.unit]
    if not own:
        return tuple(options)
    return tuple(choice for choice in options if choice in own or is_quiet(state, decision, choice))


def between(state: State, options: Sequence[Choice], one: str, other: str) -> tuple[Choice, ...]:
    """The options that concern both of two units."""
    return tuple(choice for choice in options if {one, other} <= {*concerned(state, choice)})


def forbidden(state: State, decision: Decision, options: Sequence[Choice]) -> tuple[tuple[Choice, str], ...]:
    """Answers that could be thought of and are not allowed, each with its reasons."""
    thinkable = getattr(decision, "every", None)
    if thinkable is None:
        return ()
    return tuple((choice, told(decision.faults(state, choice))) for choice in thinkable(state) if choice not in options)


def why_not(state: State, decision: Decision, options: Sequence[Choice], unit: str, chosen: str = "") -> str:
    """Why no option concerns a unit, or a unit together with the chosen one.

    The answer is asked for as if it could be given: an option with this unit in the place of one of its own side.

    Args:
        state: The battle.
        decision: The question.
        options: What may be answered.
        unit: Id of the unit that was pointed at.
        chosen: Id of the unit that is chosen already, or "".
    """
    side = state.unit(unit).side
    tries = [
        replace(choice, **{field: unit})
        for choice in options
        if not chosen or chosen in concerned(state, choice)
        for field in ("unit", "target", "host")
        if getattr(choice, field, "") and state.unit(getattr(choice, field)).side == side
        and getattr(choice, field) != chosen
    ]  # fmt: skip
    found = [faults for choice in dict.fromkeys(tries) if (faults := decision.faults(state, choice))]
    if not found:
        return f"{state.unit(unit).name} has no part in this"
    common = [fault for fault in found[0] if all(_says(faults, fault) for faults in found)]
    return told(common or found[0])


def _says(faults: Sequence[Fault], fault: Fault) -> bool:
    return any((one.rule, one.text) == (fault.rule, fault.text) for one in faults)


def told(faults: Sequence[Fault]) -> str:
    """Reasons with their rules in a line."""
    words = dict.fromkeys(f"{fault.text} ({fault.rule})" if fault.rule else fault.text for fault in faults)
    return "; ".join(words)

"""What a rule example expects: events, states of units, decisions and refusals, held against what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.battle.decision import Decision, Fault
from game.battle.event import Event
from game.battle.ground import ground_of, own_models
from game.battle.state import State
from game.engine.wording import shown
from game.players.player import View
from game.players.script import ScriptError, fitting, named, written_choice
from game.players.words import Written, agrees, differences, plain, told, words_of
from game.rules.book import Rulebook
from game.rules.gaps import unit_gap
from game.rules.movement import movement_of
from game.rules.sight import sight_value, view
from game.rules.strength import unit_strength
from game.table.arcs import ARCS, bases_in_arc


@dataclass(frozen=True, slots=True)
class Happened:
    """What came of an example so far.

    Attributes:
        state: The battle as it stands.
        book: The rulebook.
        events: Every event.
        asked: Every decision that was asked, with the state at that moment.
        refusals: The faults of all choices that were to be refused, of each choice one a rule.
    """

    state: State
    book: Rulebook
    events: tuple[Event, ...]
    asked: tuple[tuple[Decision, State], ...]
    refusals: tuple[Fault, ...]


def wants_more(expects: Sequence[Written], happened: Happened) -> bool:
    """Something is expected that can still come: an event, a question or a refusal."""
    coming = [one for one in expects if "event" in one or "decision" in one or "fault" in one]
    return any(True for _ in unmet(coming, happened))


def unmet(expects: Sequence[Written], happened: Happened) -> Iterator[str]:
    """Everything that is expected and has not come: events in their order, others may lie between them.

    A refusal that is expected twice must come twice.
    """
    rest = list(happened.events)
    refusals = [one.rule for one in happened.refusals]
    for number, written in enumerate(expects, 1):
        fault = ""
        if "event" in written:
            place = next((i for i, event in enumerate(rest) if _is(event, "event", written)), None)
            if place is None:
                fault = _missing(written, happened, rest)
            else:
                del rest[: place + 1]
        elif "never" in written:
            if any(_is(event, "never", written) for event in happened.events):
                fault = f"{_named(written, 'never')} came"
        elif "decision" in written:
            fault = _decision(written, happened)
        elif "fault" in written:
            if written["fault"] in refusals:
                refusals.remove(written["fault"])
            else:
                came = ", ".join(refusals) or "nothing"
                fault = f"nothing was refused by {written['fault']}, but by {came}"
        else:
            fault = _unit(written, happened)
        if fault:
            yield f"expectation {number}: {fault}"


def _fields(written: Written, *keys: str) -> dict[str, Any]:
    return {key: value for key, value in written.items() if key not in keys}


def _named(written: Written, key: str) -> str:
    fields = told(_fields(written, key))
    return f"'{written[key]}'" + (f" with {fields}" if fields else "")


def _is(event: Event, key: str, written: Written) -> bool:
    return event.kind == written[key] and agrees(words_of(event), _fields(written, key))


def _missing(written: Written, happened: Happened, rest: list[Event]) -> str:
    """Why an event is missing: it came with other fields, too early, or not at all."""
    kind = written["event"]
    near = [event for event in rest if event.kind == kind]
    if near:
        return f"'{kind}' came, but {'; then '.join(differences(words_of(e), _fields(written, 'event')) for e in near)}"
    if any(_is(event, "event", written) for event in happened.events):
        return f"{_named(written, 'event')} came before what is expected before it"
    if kind not in [cls.kind for cls in happened.book.every_event()]:
        return f"there is no event '{kind}'"
    came = ", ".join(dict.fromkeys(event.kind for event in rest))
    return f"{_named(written, 'event')} never came" + (f"; there came {came}" if came else "")


def _decision(written: Written, happened: Happened) -> str:
    """Why no question was as it is written."""
    kind = written["decision"]
    views = [View(one, state, happened.book) for one, state in happened.asked if one.kind == kind]
    if not views:
        if kind not in [cls.kind for cls in happened.book.every_decision()]:
            return f"there is no decision '{kind}'"
        return f"'{kind}' was never asked"
    faults = [_question(view, written) for view in views]
    return "" if "" in faults else f"'{kind}': {faults[-1]}"


def _question(view: View, written: Written) -> str:
    """Why this question is not as it is written; empty if it is."""
    if "forbids" in written:
        try:
            choice = written_choice(view, _fields(written, "decision", "forbids"))
        except ScriptError as error:
            return str(error)
        rules = [fault.rule for fault in view.decision.faults(view.state, choice)]
        others = f"but {', '.join(rules)}" if rules else "and nothing else"
        return "" if written["forbids"] in rules else f"{written['forbids']} does not forbid {named(choice)}, {others}"
    wrong = differences(words_of(view.decision), _fields(written, "decision", "options"))
    return wrong or _options(view, written.get("options"))


def _options(view: View, written: list[Any] | None) -> str:
    """Why the options are not those that are written: each by its kind, or by some of its fields."""
    if written is None:
        return ""
    options = list(view.decision.options(view.state))
    offered = ", ".join(map(named, options))
    for one in written:
        found = fitting(view, one if isinstance(one, dict) else {"choice": one})
        if not any(option in options for option in found):
            return f"does not offer {shown(one)}; it offers {offered}"
        options = [option for option in options if option not in found]
    return f"offers more than that: {offered}" if options else ""


def facts_of(book: Rulebook, state: State, unit: str) -> dict[str, Any]:
    """What may be expected of a unit, in the words of a scenario file.

    ``marks`` are those that it has among others; ``movement`` is None of a unit that moves by dice, ``strength`` its
    Unit Strength, ``sight`` its line of sight value.
    """
    who = state.unit(unit)
    return {
        "models": own_models(state, who),
        "files": getattr(who.formation, "files", 1),
        "wounds": who.wounds,
        "at": [who.pose.x, who.pose.y],
        "facing": who.pose.facing,
        "fate": who.fate,
        "fleeing": who.fleeing,
        "down": who.down,
        "engaged": list(state.enemies_in_combat(unit)),
        "joins": who.host,
        "garrison": who.garrison,
        "movement": movement_of(book, state, who),
        "strength": unit_strength(state, who),
        "sight": sight_value(state, who),
        "marks": [plain(mark) for mark in who.marks],
    }


def facts_towards(state: State, unit: str, other: str) -> dict[str, Any]:
    """What may be expected of a unit and another one (``towards``).

    ``distance`` in inches, whether the unit ``sees`` the other one, and the ``arcs`` of the unit in which the other
    one lies at least partly, in the order front, left, right, rear.
    """
    who, whom = state.unit(unit), state.unit(other)
    arcs = [arc for arc in ARCS if bases_in_arc(who.pose, who.formation, arc, ground_of(whom)).any()]
    return {"distance": unit_gap(state, who, whom), "sees": view(state, unit, other).clear, "arcs": arcs}


def _unit(written: Written, happened: Happened) -> str:
    """Why a unit is not as it is written."""
    state, name, other = happened.state, written["unit"], written.get("towards")
    for one in (name, other):
        if one is not None and one not in [unit.id for unit in state.units]:
            return f"there is no unit '{one}'"
    facts = facts_of(happened.book, state, name)
    if other is not None:
        facts |= facts_towards(state, name, other)
    wrong = differences(facts, _fields(written, "unit", "towards", "marks"))
    lacking = [one for one in written.get("marks", ()) if not any(agrees(mark, one) for mark in facts["marks"])]
    wrong = wrong or "; ".join(f"it has no mark {{ {told(one)} }}" for one in lacking)
    return f"{name}: {wrong}" if wrong else ""

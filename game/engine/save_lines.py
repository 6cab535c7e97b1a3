"""The lines of a save: a file of JSON, one table of keys a line, each with a running digest of the lines before it.

1. The header: ``giantfall-save`` (number of the format), ``versions``, ``seed``, ``flow``, and the resolved
   ``scenario``, the first state of the battle.
2. The tape and the events, as they came: ``rolled`` (name of the roll, ``unit``, ``faces``, perhaps a ``reason``),
   ``chosen`` (kind of the decision, ``unit``, ``by``, ``answer``), ``new-dice`` (the salt), ``event`` (its kind and
   its fields).
3. The end: ``end`` with the number of lines before it. Saving writes it; an autosave, which is never finished, lacks
   it, and so does a file that was cut short: such a file loads, and is reported as unfinished.

``digest`` closes every line: 8 bytes of ``blake2b`` over this line and all before it, each as compact JSON without its
digest. What a line may hold is checked key by key; anything else is refused with the number of the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.engine.codec import Codec, write_choice, write_event, write_state
from game.engine.session import Session
from game.engine.tape import Chosen, Entry, NewDice, Rolled
from game.engine.versions import version_of
from game.engine.wording import first_fault, shown
from game.errors import InputError

FORMAT = 1
"""Number of the save format that this program writes."""
MOST_FACES = 10_000
"""Dice of one roll."""
Line = dict[str, Any]
F = TypeVar("F", bound=BaseModel)


class Digest:
    """The running digest of lines."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=8)

    def of(self, line: Line) -> str:
        """The digest of this line and all before it.

        Raises:
            InputError: The line holds half a character (a lone surrogate).
        """
        try:
            self._hash.update(_compact(line).encode())
        except UnicodeEncodeError:
            raise InputError.of("holds a lone surrogate, half of a character") from None
        return self._hash.hexdigest()

    def sealed(self, line: Line) -> str:
        """The line as text, with its digest and the line break.

        Raises:
            InputError: The line holds half a character (a lone surrogate).
        """
        return _compact({**line, "digest": self.of(line)}) + "\n"


def _compact(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


# Writing.


def header(session: Session, flow: str) -> Line:
    """The first line.

    Args:
        session: The battle.
        flow: Name of its flow.
    """
    return {
        "giantfall-save": FORMAT,
        "versions": {name: version_of(name) for name in ("giantfall", "numpy", "shapely")},
        "seed": session.seed,
        "flow": flow,
        "scenario": write_state(session.start),
    }


def body(session: Session, tape: int = 0, log: int = 0) -> Iterator[Line]:
    """The lines after the header, from so many entries of the tape and so many events on."""
    for logged in session.log[log:]:
        yield from map(_write_entry, session.tape[tape : logged.tape])
        tape = max(tape, logged.tape)
        yield write_event(logged.event)
    yield from map(_write_entry, session.tape[tape:])


def end(lines: int) -> Line:
    """The last line, after so many others."""
    return {"end": True, "lines": lines}


def _write_entry(entry: Entry) -> Line:
    if isinstance(entry, Rolled):
        reason = {"reason": entry.reason} if entry.reason else {}
        return {"rolled": entry.name, "unit": entry.unit, "faces": list(entry.faces), **reason}
    if isinstance(entry, Chosen):
        return {"chosen": entry.decision, "unit": entry.unit, "by": entry.by, "answer": write_choice(entry.choice)}
    return {"new-dice": entry.salt}


# Reading.


class _Form(BaseModel):
    """A line with exactly these keys, each of exactly this type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _HeaderForm(_Form):
    number: int = Field(alias="giantfall-save")
    versions: dict[str, str]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    flow: str
    scenario: dict[str, Any]


class _RolledForm(_Form):
    rolled: str
    unit: str
    faces: Annotated[list[int | float], Field(max_length=MOST_FACES)]
    reason: str = ""


class _ChosenForm(_Form):
    chosen: str
    unit: str
    by: str
    answer: dict[str, Any]


class _NewDiceForm(_Form):
    salt: Annotated[int, Field(alias="new-dice", ge=0, le=2**63 - 1)]


class _EndForm(_Form):
    end: bool
    lines: int


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line says.

    Attributes:
        seed: Seed of the dice.
        flow: Name of the flow.
        scenario: The first state, as JSON.
    """

    seed: int
    flow: str
    scenario: Line


def _formed(form: type[F], line: Line) -> F:
    try:
        return form.model_validate(line)
    except ValidationError as error:
        key, text = first_fault(error)
        raise InputError.of(text, key=key) from None


def check_format(line: Line) -> None:
    """Whether this program reads a file that begins so; the first question to a file.

    Raises:
        InputError: It is no save, or one of a newer format.
    """
    if "giantfall-save" not in line:
        raise InputError.of("is no save of Giantfall: its first line names no format")
    number = line["giantfall-save"]
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        text = f"there is no format {shown(number)}; this program reads format {FORMAT}"
        raise InputError.of(text, key="giantfall-save")
    if number > FORMAT:
        versions = line.get("versions")
        by = versions.get("giantfall") if isinstance(versions, dict) else None
        writer = f"by Giantfall {shown(by)}" if isinstance(by, str) else "by a newer Giantfall"
        text = f"has save format {shown(number)}, written {writer}; this program reads up to {FORMAT}"
        raise InputError.of(text)


def read_header(line: Line) -> Header:
    """What the first line says.

    Raises:
        InputError: A key is missing, unknown or wrong.
    """
    form = _formed(_HeaderForm, line)
    return Header(form.seed, form.flow, form.scenario)


def read_entry(line: Line, codec: Codec) -> Entry:
    """The entry of the tape that a line holds.

    Raises:
        InputError: A key is missing, unknown or wrong.
    """
    if "rolled" in line:
        roll = _formed(_RolledForm, line)
        return Rolled(roll.rolled, roll.unit, tuple(roll.faces), roll.reason)
    if "chosen" in line:
        choice = _formed(_ChosenForm, line)
        return Chosen(choice.chosen, choice.unit, codec.read_choice(choice.answer, "answer"), choice.by)
    if "new-dice" in line:
        return NewDice(_formed(_NewDiceForm, line).salt)
    known = "event, rolled, chosen, new-dice, end"
    raise InputError.of(f"is no line of a save: it has none of the keys {known}")


def check_end(line: Line, before: int) -> None:
    """Whether this is the last line after so many others.

    Raises:
        InputError: A key is missing or wrong, or lines are missing.
    """
    form = _formed(_EndForm, line)
    if not form.end or form.lines != before:
        raise InputError.of(f"is the end of {shown(form.lines)} lines, but {before} stand before it")

"""States, events and choices as JSON and back.

The dataclasses themselves are the format: pydantic reads their fields, strictly. A value names its class by its kind,
in words with hyphens, under the key ``event``, ``choice`` or ``decision``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from game.battle.decision import Choice
from game.battle.event import Event
from game.battle.state import State
from game.engine.wording import first_fault, path_of, shortened, shown
from game.errors import InputError
from game.rules.book import Rulebook

Json = dict[str, Any]
T = TypeVar("T")


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def adapter(cls: type[T]) -> TypeAdapter[T]:
    """Reader and writer of a class, made once."""
    if cls not in _ADAPTERS:
        _ADAPTERS[cls] = TypeAdapter(cls)
    return _ADAPTERS[cls]


def read_strictly(cls: type[T], data: Any, start: str = "") -> T:
    """The value of a class that this JSON writes: no text for a number, no key too many.

    Args:
        cls: A dataclass.
        data: What JSON makes of it.
        start: Where it stands: the keys of messages begin so.

    Raises:
        InputError: It is none; the message names the first field that is wrong.
    """
    try:
        value = adapter(cls).validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        key, text = first_fault(error, start)
        raise InputError.of(text, key=key) from None
    for steps in _unknown_keys(data, adapter(cls).dump_python(value, mode="json"), ()):
        raise InputError.of(f"unknown key '{shortened(str(steps[-1]))}'", key=path_of(steps, start))
    return value


def _unknown_keys(data: Any, written: Any, at: tuple[int | str, ...]) -> Iterator[tuple[int | str, ...]]:
    """Paths of all keys that the value does not write itself: it dropped them when it was read."""
    if isinstance(data, dict) and isinstance(written, dict):
        for key, item in data.items():
            if key in written:
                yield from _unknown_keys(item, written[key], (*at, key))
            else:
                yield (*at, key)
    elif isinstance(data, list) and isinstance(written, list):
        for number, (item, own) in enumerate(zip(data, written, strict=False)):
            yield from _unknown_keys(item, own, (*at, number))


def write_state(state: State) -> Json:
    """A state as JSON: the resolved scenario of a save."""
    written: Json = adapter(State).dump_python(state, mode="json")
    return written


def read_state(data: Any) -> State:
    """The state written there, of the right types; whether its values make sense is another question.

    Raises:
        InputError: It is none; the message names the first field that is wrong.
    """
    return read_strictly(State, data, "state")


def write_event(event: Event) -> Json:
    """An event as JSON, its kind first."""
    return {"event": event.kind, **adapter(type(event)).dump_python(event, mode="json")}


def write_choice(choice: Choice) -> Json:
    """A choice as JSON, its kind first."""
    return {"choice": choice.kind, **adapter(type(choice)).dump_python(choice, mode="json")}


class Codec:
    """Reads the events and choices that a rulebook knows."""

    def __init__(self, book: Rulebook) -> None:
        self._events = {cls.kind: cls for cls in book.every_event()}
        self._choices = {cls.kind: cls for cls in book.every_choice()}

    def read_event(self, data: Any) -> Event:
        """The event written there.

        Raises:
            InputError: Unknown kind or wrong fields.
        """
        return self._read(data, "event", self._events, "")

    def read_choice(self, data: Any, start: str = "") -> Choice:
        """The choice written there; ``start`` begins the keys of messages.

        Raises:
            InputError: Unknown kind or wrong fields.
        """
        return self._read(data, "choice", self._choices, start)

    @staticmethod
    def _read(data: Any, word: str, known: dict[str, type[T]], start: str) -> T:
        if not isinstance(data, dict):
            raise InputError.of(f"a table of keys belongs here, found {shown(data)}", key=start)
        kind = data.get(word)
        cls = known.get(kind) if isinstance(kind, str) else None
        if cls is None:
            key = path_of((word,), start)
            raise InputError.of(f"unknown {word} {shown(kind)}; known are {', '.join(sorted(known))}", key=key)
        rest = {key: value for key, value in data.items() if key != word}
        try:
            return read_strictly(cls, rest, start)
        except InputError as error:
            problem = error.problems[0]
            raise InputError.of(f"{kind}: {problem.text}", key=problem.key) from None

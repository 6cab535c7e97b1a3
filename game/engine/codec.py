"""States, events and choices as JSON and back.

The dataclasses themselves are the format: pydantic reads their fields. A value names its class by its kind, in words
with hyphens, under the key ``event``, ``choice`` or ``decision``.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from game.battle.decision import Choice
from game.battle.event import Event
from game.battle.state import State
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


def write_state(state: State) -> Json:
    """A state as JSON: the resolved scenario of a save."""
    written: Json = adapter(State).dump_python(state, mode="json")
    return written


def read_state(data: Any) -> State:
    """The state written there.

    Raises:
        InputError: It is none; the message names the first field that is wrong.
    """
    try:
        return adapter(State).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise InputError.of(f"{first['msg']}, found {first['input']!r:.60}", key=f"state.{key}") from None


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

    def read_event(self, data: Json) -> Event:
        """The event written there.

        Raises:
            InputError: Unknown kind or wrong fields.
        """
        return self._read(data, "event", self._events)

    def read_choice(self, data: Json) -> Choice:
        """The choice written there.

        Raises:
            InputError: Unknown kind or wrong fields.
        """
        return self._read(data, "choice", self._choices)

    @staticmethod
    def _read(data: Json, word: str, known: dict[str, type[T]]) -> T:
        kind = data.get(word)
        cls = known.get(kind) if isinstance(kind, str) else None
        if cls is None:
            raise InputError.of(f"unknown {word} {kind!r}; known are {', '.join(sorted(known))}", key=word)
        try:
            return adapter(cls).validate_python({key: value for key, value in data.items() if key != word})
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(str(part) for part in first["loc"])
            raise InputError.of(f"{kind}: {first['msg']}, found {first['input']!r:.60}", key=key) from None

"""What can be read of a faulty table, so that all else that is wrong in it is told at the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from game.catalogue.faults import F, Faults, inside, place_of, tell, without_lists

STAND_IN = "?"
"""In place of a text that cannot be read."""
_PASSES = 4
"""A key that is taken out may be one that must be there, or its neighbours may hide more."""
_LETTERS: Mapping[object, Any] = dict.fromkeys(("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), 1)
_STAND_INS: Mapping[object, Any] = {
    "id": "x",
    "name": "?",
    "army": "?",
    "troop-type": "infantry",
    "points": 0.0,
    "bases": ["25x25"],
    "profile": _LETTERS,
    **_LETTERS,
    "width": 240.0,
    "depth": 240.0,
}
"""In place of a key that must be there; of a table's size the largest there is, so that nothing hangs over its edge."""
_ENTRIES = {
    **dict.fromkeys(("equipment", "special-rules", "without", "bases", "engaged"), STAND_IN),
    "command": "champion",
}
"""In place of an entry of a list whose other entries are looked at one by one."""
_PRICES = ("options", "command")


@dataclass(frozen=True, slots=True)
class Partial(Generic[F]):
    """A table as far as it can be read.

    Attributes:
        form: Its form; stand-ins take the place of what must be there. None if it is no table.
        values: The same as a table.
        wrong: Key paths below the table of all that is not known: faulty, missing, misspelt; what a key that is
            misspelt was meant to be. Empty if the table is well.
    """

    form: F | None
    values: dict[str, Any]
    wrong: frozenset[str] = frozenset()


def covers(wrong: frozenset[str], path: str) -> bool:
    """Whether a place has been told already: it, or what it stands in, is among the wrong paths."""
    return any(path == one or path.startswith((f"{one}.", f"{one}[")) for one in wrong)


def heads(wrong: frozenset[str]) -> frozenset[str]:
    """The keys of the table itself in which the wrong paths lie."""
    return frozenset(path.replace("[", ".", 1).split(".", 1)[0] for path in wrong)


def read_partly(form: type[F], table: object, key: str, faults: Faults) -> Partial[F]:
    """The table by that form, every fault of it reported, as far as it can be read."""
    try:
        whole = form.model_validate(without_lists(table))
    except ValidationError as error:
        details = error.errors(include_url=False)
    else:
        return Partial(whole, dict(table) if isinstance(table, Mapping) else {})
    wrong = frozenset(tell(form, table, details, key, faults))
    if not isinstance(table, Mapping):
        return Partial(None, {}, wrong)
    values = deepcopy(dict(table))
    for number in range(_PASSES):
        _take_out(values, details, whole=number > 0)
        try:
            return Partial(form.model_validate(without_lists(values)), values, wrong)
        except ValidationError as error:
            details = error.errors(include_url=False)
    return Partial(None, {}, wrong)


def _take_out(values: dict[str, Any], details: Sequence[ErrorDetails], *, whole: bool) -> None:
    """Leaves out what is faulty and puts in what is missing; ``whole``: not parts of a key but all of it."""
    for detail in details:
        place = tuple(step for step in place_of(detail) if step != "[key]")
        if not place:
            continue
        if detail["type"] == "missing":
            here = inside(values, place[:-1])
            if isinstance(here, dict) and place[-1] in _STAND_INS:
                here[str(place[-1])] = deepcopy(_STAND_INS[place[-1]])
                continue
        elif not whole and _mended(values, place, detail):
            continue
        values.pop(str(place[0]), None)


def _mended(values: dict[str, Any], place: tuple[int | str, ...], detail: ErrorDetails) -> bool:
    """Takes out, or replaces, the faulty part alone; false if that cannot be."""
    here, last = inside(values, place[:-1]), place[-1]
    if isinstance(here, dict) and last in here:
        priced = len(place) > 1 and place[-2] in _PRICES and detail["loc"][-1] != "[key]"
        if priced:
            here[str(last)] = 0.0
        else:
            del here[last]
        return True
    if isinstance(here, list) and isinstance(last, int) and last < len(here) and place[-2] in _ENTRIES:
        here[last] = _ENTRIES[str(place[-2])]
        return True
    return isinstance(here, dict) and last not in here  # it has gone already

"""What is wrong with a table: pydantic's findings in the words of this house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from game.catalogue.echo import escaped, shortened, shown, tidy
from game.catalogue.names import did_you_mean, near_names
from game.catalogue.texts import SAID
from game.errors import Problem

F = TypeVar("F", bound=BaseModel)

MOST_FAULTS = 100
"""Faults of one file that are told; of the rest only how many there are."""


@dataclass(slots=True)
class Faults:
    """Collects the problems of one file.

    Attributes:
        file: The file's name as the person wrote it.
        found: The problems so far, at most ``MOST_FAULTS``.
        more: How many there are besides.
    """

    file: str
    found: list[Problem] = field(default_factory=list)
    more: int = 0

    def add(self, key: str, text: str, *, warning: bool = False) -> None:
        """Reports a problem at a key path, such as ``type[3].profile.S`` (entries of a list count from 0)."""
        if self.full:
            self.more += 1
        else:
            self.found.append(Problem(tidy(text), escaped(self.file), key=tidy(key), warning=warning))

    @property
    def full(self) -> bool:
        """No more are told."""
        return len(self.found) >= MOST_FAULTS

    def told(self) -> tuple[Problem, ...]:
        """The problems, and at the end how many more there are."""
        rest = Problem(more_of(self.more), escaped(self.file), warning=all(one.warning for one in self.found))
        return (*self.found, rest) if self.more else tuple(self.found)


def more_of(count: int) -> str:
    """The message that stands for the faults that are not told."""
    return f"and {count} more like these; mend those first"


def read_form(form: type[F], table: object, key: str, faults: Faults) -> F | None:
    """The table as a value of that form; otherwise None and every fault of it reported."""
    try:
        return form.model_validate(without_lists(table))
    except ValidationError as error:
        tell(form, table, error.errors(include_url=False), key, faults)
    return None


def tell(
    form: type[BaseModel], table: object, details: Sequence[ErrorDetails], key: str, faults: Faults
) -> tuple[str, ...]:
    """Reports what pydantic found; a missing key that stands there misspelt is told once, as the misspelling.

    Returns:
        Paths below the table of all that is not known now: what is faulty, missing, or meant by a misspelt key.
    """
    single = _one_each(details)
    unknown = [detail for detail in single if detail["type"] == "extra_forbidden"][:MOST_FAULTS]
    meant = dict.fromkeys(path for detail in unknown if (path := _meant(form, table, detail)) is not None)
    for detail in single:
        if detail["type"] == "missing" and path_of("", detail) in meant:
            continue
        if faults.full:  # no near names for what nobody is told
            faults.more += 1
        else:
            faults.add(path_of(key, detail), _words(form, detail))
    return (*(path_of("", detail) for detail in single), *meant)


def _meant(form: type[BaseModel], table: object, detail: ErrorDetails) -> str | None:
    """Path of the key that an unknown one misspells: the nearest, if it is not there as well."""
    *above, found = detail["loc"]
    near = near_names(shortened(str(found)), _keys(form, tuple(above)), 1)
    there = inside(table, above)
    if not near or (isinstance(there, Mapping) and near[0] in there):
        return None
    return path_of("", {**detail, "loc": (*above, near[0])})


def inside(table: Any, place: Iterable[int | str]) -> Any:
    """What stands at a place in a table; None if there is no such place."""
    for step in place:
        try:
            table = table[step]
        except (KeyError, IndexError, TypeError):
            return None
    return table


def without_lists(value: object) -> object:
    """TOML's arrays as tuples: the strict forms, being frozen, know no list."""
    if isinstance(value, list):
        return tuple(without_lists(item) for item in value)
    if isinstance(value, Mapping):
        return {name: without_lists(item) for name, item in value.items()}
    return value


def place_of(detail: ErrorDetails) -> tuple[int | str, ...]:
    """Where it is, without the names of a union's branches that pydantic appends."""
    place = detail["loc"]
    while place and isinstance(place[-1], str) and place[-1].startswith(_BRANCHES):
        place = place[:-1]
    return place


def _one_each(details: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """One finding a place: a value that fits no branch of a union is one fault; faulty entries make no short list."""
    places = {place_of(detail): detail for detail in reversed(details)}
    above = {place[:-1] for place in places if place}
    return [one for place, one in places.items() if one["type"] != "too_short" or place not in above][::-1]


def path_of(key: str, detail: ErrorDetails) -> str:
    """The key path of a finding in a table that stands at ``key``."""
    path = key
    for step in place_of(detail):
        if step == "[key]":
            continue
        name = shortened(str(step))
        path += f"[{step}]" if isinstance(step, int) else f".{name}" if path else name
    return path


def _words(form: type[BaseModel], detail: ErrorDetails) -> str:
    kind = detail["type"]
    if kind == "extra_forbidden":
        unknown = shortened(str(detail["loc"][-1]))
        keys = _keys(form, detail["loc"][:-1])
        return f"unknown key '{unknown}'{did_you_mean(unknown, keys) or '; allowed: ' + ', '.join(keys)}"
    if kind == "missing":
        return f"the key '{detail['loc'][-1]}' is missing"
    return f"found {shown(detail['input'])}: {_wanted(detail)}"


def _wanted(detail: ErrorDetails) -> str:
    """What belongs there instead."""
    kind, limits, place = detail["type"], detail.get("ctx", {}), place_of(detail)
    if kind in _BELONGS:
        alone = kind not in ("int_type", "string_type", "float_type") or not place or place[-1] not in _ALLOWED
        return _BELONGS[kind] if alone else _ALLOWED[place[-1]]
    if kind == SAID:
        return detail["msg"]
    if place and place[-1] in _ALLOWED and kind not in ("string_too_long", "string_too_short"):
        return _ALLOWED[place[-1]]
    if kind == "literal_error":
        words = str(limits["expected"]).replace("'", "").replace(" or ", ", ")
        return f"allowed: {words}{did_you_mean(str(detail['input']), words.split(', '))}"
    if kind in _LIMITS:
        name, text = _LIMITS[kind]
        limit = limits[name]
        if limit == 1 and name == "min_length":
            return "nothing stands here; write at least one entry" if kind == "too_short" else "the text is empty"
        return text.format(f"{limit:g}" if isinstance(limit, float) else limit)
    return detail["msg"][:1].lower() + detail["msg"][1:]


_BRANCHES = ("literal[", "constrained-", "function-")
_BELONGS = {
    "model_type": "a table belongs here",
    "dict_type": "a table belongs here",
    "tuple_type": "a list belongs here",
    "string_type": "a text in quotes belongs here",
    "string_unicode": "a text without broken characters belongs here",
    "int_type": "a whole number belongs here",
    "float_type": "a number belongs here",
    "bool_type": "write true or false",
    "finite_number": "a finite number belongs here",
}
_LIMITS = {
    "greater_than_equal": ("ge", "write at least {}"),
    "less_than_equal": ("le", "write at most {}"),
    "too_short": ("min_length", "a list of at least {} entries belongs here"),
    "too_long": ("max_length", "a list of at most {} entries belongs here"),
    "string_too_short": ("min_length", "a text of at least {} characters belongs here"),
    "string_too_long": ("max_length", "a text of at most {} characters belongs here"),
    "string_pattern_mismatch": ("pattern", "a text of the form {} belongs here"),
}
_CHARACTERISTIC = "a whole number from 0 to 10, or '-'"
_SAVE = "a save is written '1+' to '6+'"
_ALLOWED: Mapping[int | str, str] = {
    **dict.fromkeys(("WS", "BS", "S", "T", "I", "Ld"), _CHARACTERISTIC),
    "M": "a whole number from 0 to 20, dice such as '3D6', or '-'",
    "W": "a whole number from 0 to 50, or '-'",
    "A": "a whole number from 0 to 20, dice such as 'D6+1', '*' for the model's own chart, or '-'",
    "save": _SAVE,
    "missile-save": _SAVE,
    "chassis-save": _SAVE,
    "id": "an id is written in small letters, digits and single hyphens",
    "unit-strength": "a whole number from 0 to 20, 'starting-wounds' or 'crew'",
}
"""Of keys of the catalogue; a scenario's own fields say what belongs in them."""


@cache
def _schema(form: type[BaseModel]) -> dict[str, Any]:
    return TypeAdapter(form).json_schema()


def _keys(form: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """The keys that the table at ``place`` below ``form`` may have."""
    schema: Any = _schema(form)
    definitions = schema.get("$defs", {})
    here = schema
    for step in place:
        here = here.get("items", here) if isinstance(step, int) else here.get("properties", {}).get(step, {})
        for branch in here.get("anyOf", ()):
            here = branch if "$ref" in branch else here
        if "$ref" in here:
            here = definitions[here["$ref"].rsplit("/", 1)[1]]
        elif "$ref" in here.get("items", {}):
            here = definitions[here["items"]["$ref"].rsplit("/", 1)[1]]
    return list(here.get("properties", {}))

"""What is wrong with a table: pydantic's findings in the words of this house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from game.catalogue.names import did_you_mean
from game.errors import Problem

F = TypeVar("F", bound=BaseModel)


@dataclass(slots=True)
class Faults:
    """Collects the problems of one file.

    Attributes:
        file: The file's name as the person wrote it.
        found: The problems so far.
    """

    file: str
    found: list[Problem] = field(default_factory=list)

    def add(self, key: str, text: str, *, warning: bool = False) -> None:
        """Reports a problem at a key path, such as ``type[3].profile.S`` (entries of a list count from 0)."""
        self.found.append(Problem(text, self.file, key=key, warning=warning))


def read_form(form: type[F], table: object, key: str, faults: Faults) -> F | None:
    """The table as a value of that form; otherwise None and every fault of it reported."""
    try:
        return form.model_validate(_without_lists(table))
    except ValidationError as error:
        for detail in _one_each(error.errors(include_url=False)):
            faults.add(_path(key, detail), _words(form, detail))
    return None


def _without_lists(value: object) -> object:
    """TOML's arrays as tuples: the strict forms, being frozen, know no list."""
    if isinstance(value, list):
        return tuple(_without_lists(item) for item in value)
    if isinstance(value, Mapping):
        return {name: _without_lists(item) for name, item in value.items()}
    return value


def _place(detail: ErrorDetails) -> tuple[int | str, ...]:
    """Where it is, without the names of a union's branches that pydantic appends."""
    place = detail["loc"]
    while place and isinstance(place[-1], str) and place[-1].startswith(_BRANCHES):
        place = place[:-1]
    return place


def _one_each(details: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """One finding a place: a value that fits no branch of a union is one fault."""
    return list({_place(detail): detail for detail in reversed(details)}.values())[::-1]


def _path(key: str, detail: ErrorDetails) -> str:
    path = key
    for step in _place(detail):
        if step == "[key]":
            continue
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else str(step)
    return path


def _words(form: type[BaseModel], detail: ErrorDetails) -> str:
    kind, found = detail["type"], detail["input"]
    if kind == "extra_forbidden":
        unknown = str(detail["loc"][-1])
        keys = _keys(form, detail["loc"][:-1])
        return f"unknown key '{unknown}'{did_you_mean(unknown, keys) or '; allowed: ' + ', '.join(keys)}"
    if kind == "missing":
        return f"the key '{detail['loc'][-1]}' is missing"
    shown = repr(found) if isinstance(found, (str, int, float)) else f"a {_TOML.get(type(found), 'value')}"
    if kind == "model_type":
        return f"found {shown}: a table belongs here"
    if kind == "finite_number":
        return f"found {shown}: a finite number belongs here"
    place = _place(detail)
    allowed = _ALLOWED.get(place[-1]) if place else None
    return f"found {shown}: {allowed or detail['msg'][:1].lower() + detail['msg'][1:]}"


_BRANCHES = ("literal[", "constrained-", "function-")
_TOML: dict[type, str] = {dict: "table", tuple: "list", list: "list"}
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


def _keys(form: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """The keys that the table at ``place`` below ``form`` may have."""
    schema: Any = TypeAdapter(form).json_schema()
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

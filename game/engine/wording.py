"""How messages show what was found: values short and as a file writes them, pydantic's findings in our own words."""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from game.catalogue import echo
from game.errors import GiantfallError

_JOINERS = re.compile("([\u200c\u200d])")
"""Unseen characters that names need: they join or part letters of Persian, and make one sign of several."""


def printable(text: str) -> str:
    """The text in one line, with whatever a terminal would obey instead of showing it written out."""
    if text.isprintable():
        return text
    return "".join(part if _JOINERS.fullmatch(part) else echo.escaped(part) for part in _JOINERS.split(text))


def shortened(text: str, most: int = echo.LONGEST_ECHO) -> str:
    """The text in one line of at most ``most`` characters."""
    return echo.shortened(printable(text[: most + 1]), most)


def shown(value: Any, most: int = echo.LONGEST_ECHO) -> str:
    """A value as a file writes it, shortened: ``'spearmen'``, ``1.5``, ``2`` (for 2.0 too), ``true``, ``nothing``."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"'{shortened(value, most)}'"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    try:
        return shortened(json.dumps(_plain(value), ensure_ascii=False), most)
    except (TypeError, ValueError):  # nothing that a file can hold; or a whole number of thousands of digits
        return f"a {type(value).__name__}"


def _plain(value: Any) -> Any:
    """Whole numbers without their ``.0``, in lists and tables too."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def reason_of(error: Exception) -> str:
    """Why something stopped, in one line."""
    text = str(error) if isinstance(error, GiantfallError | ValueError) else f"{type(error).__name__}: {error}"
    return shortened(text, 240)


def first_fault(error: ValidationError, start: str = "") -> tuple[str, str]:
    """The key path and the text of the first thing that is wrong; the path begins with ``start``."""
    details = error.errors(include_url=False)
    # A value that fits no branch of a union is found once a branch: the branch is meant whose `kind` it has.
    other = {detail["loc"][:-1] for detail in details if detail["loc"][-1:] == ("kind",)}
    meant = [detail for detail in details if not any(detail["loc"][: len(branch)] == branch for branch in other)]
    detail = (meant or details)[0]
    return path_of(_named(detail), start), _words(detail)


def path_of(steps: tuple[int | str, ...], start: str = "") -> str:
    """A key path such as ``units[3].formation.models`` (entries of a list count from 0)."""
    path = start
    for step in steps:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return path


def _named(detail: ErrorDetails) -> tuple[int | str, ...]:
    """Where it is, without the branches of unions that pydantic puts in."""
    return tuple(step for step in detail["loc"] if isinstance(step, int) or not _BRANCH.match(step))


_BRANCH = re.compile(r"[A-Z]\w*$|(int|float|str|bool|constrained-\w+|function-.*|literal\[.*|tuple\[.*|nullable.*)$")
_WANTED = {
    "int_type": "a whole number belongs here",
    "int_from_float": "a whole number belongs here",
    "int_parsing_size": "a whole number of at most 18 digits belongs here",
    "float_type": "a number belongs here",
    "finite_number": "a finite number belongs here",
    "string_type": "a text belongs here",
    "bool_type": "true or false belongs here",
    "tuple_type": "a list belongs here",
    "list_type": "a list belongs here",
    "dict_type": "a table of keys belongs here",
    "dataclass_type": "a table of keys belongs here",
    "model_type": "a table of keys belongs here",
    "literal_error": "allowed: {allowed}",
    "greater_than_equal": "at least {limit} belongs here",
    "less_than_equal": "at most {limit} belongs here",
    "too_long": "at most {limit} entries belong here",
}


def _words(detail: ErrorDetails) -> str:
    kind = detail["type"]
    if kind == "missing":
        return f"the key '{detail['loc'][-1]}' is missing"
    if kind == "extra_forbidden":
        return f"unknown key '{shortened(str(detail['loc'][-1]))}'"
    context = detail.get("ctx", {})
    limit = context.get("ge", context.get("le", context.get("max_length")))
    wanted = _WANTED.get(kind, "").format(allowed=context.get("expected"), limit=shown(limit))
    wanted = wanted or detail["msg"][:1].lower() + detail["msg"][1:]
    return f"{wanted}, found {shown(detail['input'])}"

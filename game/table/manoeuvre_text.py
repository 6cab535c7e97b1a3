"""Manoeuvres as the command line writes them: ``wheel left 30, advance 4``."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from game.errors import InputError, Problem
from game.table.manoeuvre import About, Advance, Back, Manoeuvre, Pivot, Reform, Side, Sideways, Turn, Wheel

FORMS = {
    "advance": "advance INCHES",
    "back": "back INCHES",
    "left": "left INCHES",
    "right": "right INCHES",
    "wheel": "wheel left|right DEGREES",
    "pivot": "pivot left|right DEGREES",
    "about": "about",
    "turn": "turn left|right",
    "reform": "reform FILES [FACING]",
}
"""How each manoeuvre is written, by its first word."""
MOST_INCHES = 1000
MOST_DEGREES = 360
MOST_FILES = 1000
MOST_STEPS = 100
_NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)", re.ASCII)


class _WrongError(Exception):
    """What is wrong with one piece."""


def parse(text: str) -> tuple[Manoeuvre, ...]:
    """The manoeuvres of a text, in order; ``str`` of each one reads as itself again.

    Pieces are parted by commas, capital letters do not matter, inches may carry ``"`` and degrees ``°``.

    Raises:
        InputError: Every piece that is not understood, quoted, with what is allowed.
    """
    pieces = text.split(",")
    if len(pieces) > MOST_STEPS:
        raise InputError.of(f"{len(pieces)} manoeuvres in a row; at most {MOST_STEPS} are allowed")
    found: list[Manoeuvre] = []
    problems: list[Problem] = []
    for piece in pieces:
        try:
            found.append(_read(piece.lower().split()))
        except _WrongError as wrong:
            problems.append(Problem(f"{_quoted(piece)}: {wrong}"))
    if problems:
        raise InputError(tuple(problems))
    return tuple(found)


def _quoted(piece: str) -> str:
    shown = " ".join(piece.split())
    shown = "".join(letter if letter.isprintable() else "?" for letter in shown)
    return f'"{shown[:60]}..."' if len(shown) > 60 else f'"{shown}"'


def _read(words: Sequence[str]) -> Manoeuvre:
    if not words:
        raise _WrongError(f"a manoeuvre is missing; allowed: {', '.join(FORMS.values())}")
    name, rest = words[0], words[1:]
    if name not in FORMS:
        close = difflib.get_close_matches(name[:20], FORMS, n=1)
        hint = f"did you mean {FORMS[close[0]]}? " if close else ""
        raise _WrongError(f"no such manoeuvre; {hint}allowed: {', '.join(FORMS.values())}")
    if name in ("wheel", "pivot"):
        _count(name, rest, 2, 2)
        side, degrees = _side(rest[0]), _number(rest[1], MOST_DEGREES, "degrees")
        return Wheel(side, degrees) if name == "wheel" else Pivot(side, degrees)
    if name == "turn":
        _count(name, rest, 1, 1)
        return Turn(_side(rest[0]))
    if name == "about":
        _count(name, rest, 0, 0)
        return About()
    if name == "reform":
        _count(name, rest, 1, 2)
        return Reform(_files(rest[0]), _number(rest[1], MOST_DEGREES, "degrees") if len(rest) == 2 else None)
    _count(name, rest, 1, 1)
    inches = _number(rest[0], MOST_INCHES, "inches")
    if name == "advance":
        return Advance(inches)
    return Back(inches) if name == "back" else Sideways("left" if name == "left" else "right", inches)


def _count(name: str, rest: Sequence[str], least: int, most: int) -> None:
    if not least <= len(rest) <= most:
        raise _WrongError(f"it is written {FORMS[name]}")


def _side(word: str) -> Side:
    if word == "left":
        return "left"
    if word == "right":
        return "right"
    close = difflib.get_close_matches(word[:20], ("left", "right"), n=1)
    raise _WrongError((f"did you mean {close[0]}? " if close else "") + "the side is left or right")


def _number(word: str, most: int, unit: str) -> float:
    allowed = f"allowed are 0 to {most} {unit}"
    plain = word.removesuffix('"' if unit == "inches" else "°")
    if not _NUMBER.fullmatch(plain):
        raise _WrongError(f"{_quoted(word)} is no number; {allowed}")
    value = float(plain)
    if plain.startswith("-"):
        raise _WrongError(f"{_quoted(word)} is negative; {allowed}")
    if value > most:
        raise _WrongError(f"{_quoted(word)} is too much; {allowed}")
    return value


def _files(word: str) -> int:
    value = _number(word, MOST_FILES, "files")
    if value != int(value) or value < 1:
        raise _WrongError(f"{_quoted(word)} is no number of files; allowed are whole numbers from 1 to {MOST_FILES}")
    return int(value)

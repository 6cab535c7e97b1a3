"""Where the keys of a TOML text stand: tomllib gives values without places.

A small reader of TOML's outer shape: headers, keys, brackets, strings and comments. It never fails; of a text that is
no TOML it knows the places up to where it stops being one, or more.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

DEEPEST = 24
"""Brackets within brackets, or parts of a dotted key, that a file may have."""

# No possessive quantifiers: CPython 3.11.2 gets them wrong. The alternatives exclude each other: no deep backtracking.
_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]|#[^\n]*)*")
_KEY = re.compile(r'[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|\'([^\'\n]*)\'|([A-Za-z0-9_-]+))[ \t]*')
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}#\r\n]+")
_LINE = re.compile(r"[^\n]*\n?")
_STEP = re.compile(r"\[\d+\]$")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands: line from 1; characters ``start`` to ``end`` of its value, or of a header its line."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Header:
    """A ``[table]`` or ``[[table]]`` line: first character of the line, the names in it, double brackets or not."""

    start: int
    names: tuple[str, ...]
    array: bool


@dataclass(slots=True)
class Outline:
    """The shape of a text.

    Attributes:
        spots: Each key path, such as ``unit[2].files``, with the place of its value.
        headers: Table headers from top to bottom.
        too_deep: Line on which the nesting exceeds ``DEEPEST``; 0 if it never does.
    """

    spots: dict[str, Spot] = field(default_factory=dict)
    headers: list[Header] = field(default_factory=list)
    too_deep: int = 0


class _TooDeepError(Exception):
    pass


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.outline = Outline()
        self.counts: dict[str, int] = {}

    def line(self, place: int) -> int:
        return bisect_right(self.breaks, place - 1) + 1

    def note(self, path: str, line_of: int, start: int, end: int) -> None:
        self.outline.spots.setdefault(path, Spot(self.line(line_of), start, end))

    def skip(self, place: int) -> int:
        match = _SPACE.match(self.text, place)
        return match.end() if match else place

    def keys(self, place: int) -> tuple[tuple[str, ...], int]:
        """The names of a dotted key and where it ends; no names if there is no key."""
        names: list[str] = []
        while match := _KEY.match(self.text, place):
            names.append(next(group for group in match.groups() if group is not None))
            if len(names) > DEEPEST:
                raise _TooDeepError
            place = match.end()
            if not self.text.startswith(".", place):
                break
            place += 1
        return tuple(names), place

    def read(self) -> Outline:
        place, prefix = self.skip(0), ""
        while place < len(self.text):
            try:
                if self.text[place] == "[":
                    prefix, place = self.header(place, prefix)
                else:
                    place = self.pair(place, prefix, 1)
            except _TooDeepError:
                self.outline.too_deep = self.line(place)
                return self.outline
            match = _LINE.match(self.text, place)
            place = self.skip(match.end() if match else len(self.text))
        return self.outline

    def header(self, place: int, prefix: str) -> tuple[str, int]:
        array = self.text.startswith("[[", place)
        names, end = self.keys(place + 1 + array)
        if not names:
            return prefix, place
        path = ""
        for name in names[:-1]:
            path = _joined(path, name)
            if path in self.counts:
                path += f"[{self.counts[path]}]"
        path = _joined(path, names[-1])
        if array:
            self.counts[path] = self.counts.get(path, -1) + 1
            if self.counts[path] == 0:
                self.note(path, place, place, end)
            path += f"[{self.counts[path]}]"
        self.note(path, place, place, end)
        self.outline.headers.append(Header(self.text.rfind("\n", 0, place) + 1, names, array))
        return path, end

    def pair(self, place: int, prefix: str, depth: int) -> int:
        """A key, an equals sign and a value; where it ends."""
        names, end = self.keys(place)
        if not names or not self.text.startswith("=", end):
            return end
        paths, path = [], prefix
        for name in names:
            path = _joined(path, name)
            paths.append(path)
        start = end + 1
        while start < len(self.text) and self.text[start] in " \t":
            start += 1
        end = self.value(start, path, depth)
        for each in paths:
            self.note(each, place, start, end)
        return end

    def value(self, place: int, path: str, depth: int) -> int:
        if depth > DEEPEST:
            raise _TooDeepError
        first = self.text[place : place + 1]
        if first in ("[", "{") and first:
            return self.inside(place, path, depth, first == "[")
        match = (_STRING if first in ('"', "'") and first else _BARE).match(self.text, place)
        if match is None:
            return min(place + 1, len(self.text))
        return match.start() + len(match.group().rstrip())

    def inside(self, place: int, path: str, depth: int, array: bool) -> int:
        """The elements of an array or of an inline table."""
        close, place, count = "]" if array else "}", place + 1, 0
        while True:
            place = self.skip(place)
            if place >= len(self.text) or self.text[place] == close:
                return min(place + 1, len(self.text))
            before = place
            if array:
                element = f"{path}[{count}]"
                place = self.value(place, element, depth + 1)
                self.note(element, before, before, place)
            else:
                place = self.pair(place, path, depth + 1)
            count += 1
            place = self.skip(place)
            if self.text.startswith(",", place):
                place += 1
            elif place == before:  # no TOML: go on behind it
                return place


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


@lru_cache(maxsize=64)
def outline(text: str) -> Outline:
    """The shape of a TOML text."""
    return _Reader(text).read()


def find_line(text: str, key_path: str) -> int:
    """The line, from 1, on which a key path such as ``unit[2].files`` stands; entries of lists count from 0.

    Of a key that is not there, the line of the table in which it is missing; 1 where that is the whole file.
    """
    spots = outline(text).spots
    path = key_path
    while path:
        if path in spots:
            return spots[path].line
        shorter = _STEP.sub("", path)
        path = shorter if shorter != path else path.rpartition(".")[0]
    return 1

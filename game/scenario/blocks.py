"""A scenario's text as blocks: the head, then each table with the comments above it.

A comment block goes with the table beneath it; a comment right under the last key of a table stays with that table.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

import tomlkit

from game.scenario.lines import outline

_QUIET = re.compile(r"[ \t]*(?:#.*)?\r?\n?")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Block:
    """A table of the file, or its head.

    Attributes:
        kind: Name of the table; empty for the head.
        array: It is one of a list, such as ``[[unit]]``.
        lead: Blank lines and comments above its header.
        body: Header and keys, with the comments among them.
    """

    kind: str
    array: bool
    lead: str
    body: str

    @property
    def text(self) -> str:
        """All of it."""
        return self.lead + self.body

    def values(self) -> dict[str, Any]:
        """Its keys."""
        tables = tomllib.loads(self.body)
        if not self.kind:
            return tables
        inner = tables.get(self.kind, {})
        values: dict[str, Any] = inner[0] if isinstance(inner, list) else inner
        return values

    @property
    def id(self) -> str:
        """Its id; empty if it has none."""
        return str(self.values().get("id", ""))

    def _path(self, key: str) -> str:
        return f"{self.kind}[0].{key}" if self.array else f"{self.kind}.{key}" if self.kind else key

    def with_key(self, key: str, value: Any) -> Block:
        """The block with a key set to a value where it stands, or at the end if it is new."""
        spot = outline(self.body).spots.get(self._path(key))
        if spot is not None:
            body = self.body[: spot.start] + toml(value) + self.body[spot.end :]
        else:
            newline = "\r\n" if "\r\n" in self.body or "\r\n" in self.lead else "\n"
            end = "" if not self.body or self.body.endswith("\n") else newline
            body = f"{self.body}{end}{_key(key)} = {toml(value)}{newline}"
        return Block(self.kind, self.array, self.lead, body)

    def without_key(self, key: str) -> Block:
        """The block without a key and the lines on which it stands."""
        spot = outline(self.body).spots.get(self._path(key))
        if spot is None:
            return self
        start = self.body.rfind("\n", 0, self._key_start(spot.line)) + 1
        end = self.body.find("\n", spot.end)
        return Block(self.kind, self.array, self.lead, self.body[:start] + ("" if end < 0 else self.body[end + 1 :]))

    def _key_start(self, line: int) -> int:
        place = 0
        for _ in range(line - 1):
            place = self.body.find("\n", place) + 1
        return place

    def inline(self, key: str) -> bool:
        """Whether the key's value is an inline table or a list, not dotted keys."""
        spot = outline(self.body).spots.get(self._path(key))
        return spot is not None and self.body[spot.start : spot.start + 1] in ("{", "[")

    def has(self, key: str) -> bool:
        """Whether the block itself says so."""
        return self._path(key) in outline(self.body).spots


def split(text: str) -> list[Block]:
    """The blocks of a text, the head first; together they are the text."""
    cuts: list[tuple[int, str, bool]] = []
    for header in outline(text).headers:
        root = header.names[0]
        inner = len(header.names) > 1 and cuts and cuts[-1][1] == root
        if not inner:
            cuts.append((header.start, root, header.array and len(header.names) == 1))
    starts = [_lead_start(text, start) for start, _, _ in cuts]
    blocks = [Block("", False, "", text[: starts[0] if starts else len(text)])]
    for number, (start, kind, array) in enumerate(cuts):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        blocks.append(Block(kind, array, text[starts[number] : start], text[start:end]))
    return blocks


def _lead_start(text: str, start: int) -> int:
    """Where the comments and blank lines above a header begin."""
    lines: list[int] = []
    place = start
    while place > 0:
        above = text.rfind("\n", 0, place - 1) + 1
        if not _QUIET.fullmatch(text[above:place]) or _inside_string(text, above):
            break
        lines.append(above)
        place = above
    if place == 0 and lines:  # a file without a head: its first comments are the file's
        blank = [above for above in reversed(lines) if not text[above : text.find("\n", above)].strip()]
        return blank[-1] if blank else 0
    blank = [above for above in lines if not text[above : text.find("\n", above)].strip()]
    return min(blank) if blank else min(lines, default=start)


def _inside_string(text: str, place: int) -> bool:
    """A line that looks like a comment may stand within the last value above."""
    return any(spot.start < place < spot.end for path, spot in outline(text).spots.items() if not path.endswith("]"))


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else tomlkit.item(name).as_string()


def toml(value: Any) -> str:
    """A value as TOML writes it, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return str(tomlkit.item(value).as_string())


def new_block(kind: str, table: dict[str, Any], newline: str = "\n") -> Block:
    """A new table of a list, with a blank line above it."""
    rows = "".join(f"{_key(key)} = {toml(value)}{newline}" for key, value in table.items())
    return Block(kind, True, newline, f"[[{kind}]]{newline}{rows}")

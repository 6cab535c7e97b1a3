"""Reading a file into TOML tables, within limits, and naming the places in it."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.catalogue.echo import escaped, tidy
from game.catalogue.faults import MOST_FAULTS, F, Faults, more_of, read_form
from game.catalogue.names import did_you_mean
from game.errors import InputError, Problem
from game.scenario.lines import DEEPEST, find_line, outline

LARGEST = 2 * 1024 * 1024
"""Bytes that a scenario file may have."""
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


@dataclass(frozen=True, eq=False)
class Document:
    """A file that was read.

    Attributes:
        path: Where it lies.
        file: Its name for messages, with nothing unseen in it.
        text: Its text, as it is.
        tables: What TOML makes of it.
    """

    path: Path
    file: str
    text: str
    tables: dict[str, Any]

    def problem(self, key: str, text: str, *, warning: bool = False) -> Problem:
        """A problem at one of its keys."""
        return Problem(tidy(text), self.file, find_line(self.text, key), tidy(key), warning)

    def located(self, problem: Problem) -> Problem:
        """The problem with the line of its key."""
        return self.problem(problem.key, problem.text, warning=problem.warning)


@dataclass(frozen=True, slots=True)
class Place:
    """A key in a file."""

    document: Document
    key: str


@dataclass(slots=True)
class Findings:
    """Every problem found so far.

    Attributes:
        problems: Those that are told.
        more: How many errors of one table there are besides.
    """

    problems: list[Problem] = field(default_factory=list)
    more: int = 0

    def error(self, place: Place, text: str) -> None:
        """Something that is wrong."""
        self.problems.append(place.document.problem(place.key, text))

    def form(self, form: type[F], values: object, place: Callable[[str], Place]) -> F | None:
        """What has been read before and was then merged or moved, by its form; ``place`` gives the place of a key."""
        faults = Faults("")
        found = read_form(form, values, "", faults)
        for problem in faults.found:
            self.error(place(problem.key), problem.text)
        self.more += faults.more
        return found

    def warn(self, place: Place, text: str) -> None:
        """Something doubtful."""
        self.problems.append(place.document.problem(place.key, text, warning=True))

    def take(self, faults: Faults, document: Document) -> None:
        """The faults of a table of a document, each with its line."""
        self.problems += [document.located(problem) for problem in faults.found]
        self.more += faults.more

    def told(self) -> tuple[Problem, ...]:
        """The problems by line, those of one file together, each once; of very many the first, and how many more."""
        files = {name: place for place, name in enumerate(dict.fromkeys(problem.file for problem in self.problems))}
        ordered = sorted(dict.fromkeys(self.problems), key=lambda problem: (files[problem.file], problem.line))
        errors = [problem for problem in ordered if not problem.warning]
        warnings = [problem for problem in ordered if problem.warning]
        kept = {id(problem) for problem in (*errors[:MOST_FAULTS], *warnings[:MOST_FAULTS])}
        told = [problem for problem in ordered if id(problem) in kept]
        for most, rest in ((errors, self.more), (warnings, 0)):
            if more := max(0, len(most) - MOST_FAULTS) + rest:
                told.append(Problem(more_of(more), most[0].file, warning=most[0].warning))
        return tuple(told)

    @property
    def full(self) -> bool:
        """So many that no more are told."""
        return len(self.problems) > 10 * MOST_FAULTS

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Those that stop the file from being used."""
        return tuple(problem for problem in self.problems if not problem.warning)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Those that do not."""
        return tuple(problem for problem in self.problems if problem.warning)


def read_document(path: Path, file: str = "") -> Document:
    """Reads a TOML file of at most 2 MB and a bounded nesting.

    Args:
        path: The file.
        file: Its name for messages; the path if empty.

    Raises:
        InputError: It cannot be read, or it is no TOML; with the line, where there is one.
    """
    file = escaped(file or str(path))
    return parse_document(_read_text(path, file), path, file)


def _read_text(path: Path, file: str) -> str:
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise InputError.of("is a folder; a TOML file is wanted", file)
        if not stat.S_ISREG(about.st_mode):
            raise InputError.of("is no ordinary file; a TOML file is wanted", file)
        if about.st_size > LARGEST:
            size = about.st_size / 1024 / 1024
            raise InputError.of(f"has {size:.1f} MB; a scenario has at most {LARGEST // 1024 // 1024} MB", file)
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError.of(tidy(f"there is no such file{near_files(path)}"), file) from None
    except (OSError, ValueError) as error:  # a ValueError: a name with a null character
        raise InputError.of(f"cannot be read: {getattr(error, 'strerror', None) or error}", file) from None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError.of("is text in UTF-16; save it as UTF-8", file)
    if (null := data.find(b"\0")) >= 0:
        raise InputError.of(
            f"is a binary file (a null byte at {null}); a scenario is text in UTF-8",
            file,
            data.count(b"\n", 0, null) + 1,
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"found byte 0x{data[error.start]:02x}"
        raise InputError.of(f"is no text in UTF-8: {found}; save it as UTF-8", file, line) from None


def near_files(path: Path) -> str:
    """The end of a message: files beside it with a name like it."""
    try:
        return did_you_mean(path.name, sorted(entry.name for entry in path.parent.iterdir() if entry.suffix == ".toml"))
    except (OSError, ValueError):
        return ""


def parse_document(text: str, path: Path, file: str) -> Document:
    """A text as the document that it would be at ``path``.

    Raises:
        InputError: It is no TOML, or is nested too deep; with the line.
    """
    if line := outline(text).too_deep:
        raise InputError.of(f"is nested too deep: at most {DEEPEST} levels are allowed", file, line)
    try:
        return Document(path, escaped(file), text, tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # a ValueError that is no TOML error: a number of 5,000 digits
        message = str(error)
        match = _AT_LINE.search(message)
        line = int(match[1]) if match and match[1] else text.count("\n") + 1 if match else 0
        what = _AT_LINE.sub("", message) or "nested too deep"
        if "digits" in what:  # Python's own limit, and its advice to a programmer
            what = "a number of more than 4,300 digits"
        raise InputError.of(tidy(f"is no TOML: {what[:1].lower()}{what[1:]}"), file, line) from None

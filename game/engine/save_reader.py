"""Reading the lines of a save: text, JSON, digests. What stands in the lines is asked elsewhere."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.engine.save_lines import Digest, Line, check_end, check_format
from game.errors import InputError
from game.files import read_regular

LARGEST = 64 * 1024 * 1024
"""Larger files are not read."""
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a save, digests and end taken off.

    Attributes:
        rows: ``(number of the line, what it holds)``; the header first.
        torn: The last line was broken off and is left out.
        ended: The line that closes a whole save is there.
    """

    rows: tuple[tuple[int, Line], ...]
    torn: bool
    ended: bool


def read_lines(path: Path) -> Lines:
    """The lines of a save after their digests were checked.

    Raises:
        InputError: The file cannot be read, is no save, is damaged, or is of a newer format.
    """
    texts = read_regular(path, LARGEST).removeprefix(_BOM).split(b"\n")
    rows: list[tuple[int, Line]] = []
    digest = Digest()
    ended = torn = False
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        if ended:
            raise InputError.of("stands after the end of the save", str(path), number)
        try:
            row, seal = _unsealed(text)
        except InputError as error:
            if number == len(texts) and rows:
                torn = True  # a crash while the last line was appended
                break
            raise located(error, path, number) from None
        try:
            if not rows:
                check_format(row)
            if digest.of(row) != seal:
                raise InputError.of("does not fit its digest: the save was changed or damaged here")
            if rows and "end" in row and "event" not in row:
                check_end(row, len(rows))
                ended = True
                continue
        except InputError as error:
            raise located(error, path, number) from None
        rows.append((number, row))
    if not rows:
        raise InputError.of("is empty: no save of Giantfall", str(path))
    return Lines(tuple(rows), torn, ended)


def located(error: InputError, path: Path, line: int) -> InputError:
    """The same error with its file and line."""
    problem = error.problems[0]
    return InputError.of(problem.text, str(path), line, problem.key)


def _unsealed(text: bytes) -> tuple[Line, Any]:
    """A line and its digest.

    Raises:
        InputError: It is no JSON table of keys with a digest.
    """
    try:
        row = json.loads(text.decode("utf-8"), parse_constant=_refuse, parse_float=_finite)
    except UnicodeDecodeError:
        raise InputError.of("is no text in UTF-8: no line of a save") from None
    except (ValueError, RecursionError):
        raise InputError.of("is no line of a save (JSON with a digest, finite numbers)") from None
    if not isinstance(row, dict) or "digest" not in row:
        raise InputError.of("is no line of a save (JSON with a digest)")
    return row, row.pop("digest")


def _refuse(word: str) -> float:
    raise ValueError(word)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number

"""How answers and messages are put out: text that no terminal obeys, and JSON that any program reads."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from game.engine.wording import printable
from game.errors import GiantfallError, InputError, Problem

LONGEST_WORD = 300
"""Characters of a word in a message; longer ones lose their middle."""


def line_of(text: str) -> str:
    """A text as one line: control characters written out, endless words shortened."""
    return re.sub(rf"\S{{{LONGEST_WORD},}}", _middle_left_out, printable(text))


def _middle_left_out(word: re.Match[str]) -> str:
    return f"{word[0][:80]}…{word[0][-40:]}"


def lines_of(error: GiantfallError | Problem) -> str:
    """An error as it is told: one line a problem."""
    if isinstance(error, InputError):
        return "\n".join(line_of(str(problem)) for problem in error.problems)
    return line_of(str(error))


def tell(text: str, *, err: bool = False) -> None:
    """Print one line."""
    click.echo(line_of(text), err=err)


def tell_json(result: Any) -> None:
    """Print a result as one line of JSON; where the output is no UTF-8, in ASCII."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    click.echo(json.dumps(result, ensure_ascii=encoding != "utf8"))


def cell(text: str) -> Text:
    """A cell or a title of a table: the text itself, never read as markup."""
    return Text(printable(text))


def tell_table(table: Table) -> None:
    """Print a table."""
    if sys.stdout is not None:
        Console(highlight=False).print(table)

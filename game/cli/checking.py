"""What ``giantfall check`` reads: scenarios, catalogues, examples and saves."""

from __future__ import annotations

from pathlib import Path

from game.engine.save import FLOWS, is_save, load
from game.errors import InputError, Problem
from game.rules.bundled import BOOK
from game.scenario import check_file


def check_any(path: Path) -> tuple[Problem, ...]:
    """Everything that is wrong or doubtful with a file; nothing if it is good."""
    if not is_save(path):
        return check_file(path)
    try:
        loaded = load(path, BOOK, FLOWS)
    except InputError as error:
        return tuple(error.problems)
    problems = []
    if loaded.divergence is not None:
        problems.append(Problem(f"no longer plays as it was saved, {loaded.divergence}", str(path)))
    if loaded.torn:
        problems.append(Problem("its last line is broken off and was left out", str(path), warning=True))
    return tuple(problems)

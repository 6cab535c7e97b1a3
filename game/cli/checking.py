"""What ``giantfall check`` reads: scenarios, catalogues, examples and saves."""

from __future__ import annotations

from pathlib import Path

from game.cli.opening import divergence_problem
from game.engine.opening import found
from game.engine.save import FLOWS, is_save, load
from game.errors import InputError, Problem
from game.rules.bundled import BOOK
from game.scenario import check_file


def check_any(named: Path) -> tuple[Problem, ...]:
    """Everything that is wrong or doubtful with a file; nothing if it is good."""
    path = found(named)
    if not is_save(path):
        return check_file(path)
    try:
        loaded = load(path, BOOK, FLOWS)
    except InputError as error:
        return tuple(error.problems)
    if loaded.divergence is None:
        return loaded.doubts
    return (divergence_problem(loaded.divergence, path), *loaded.doubts)

"""Opening a scenario or a save for a command."""

from __future__ import annotations

from pathlib import Path

from game.battle.state import State
from game.catalogue.names import did_you_mean, fold
from game.cli.telling import tell
from game.engine.opening import Opened, open_session
from game.engine.replay import Divergence
from game.engine.session import Session
from game.engine.wording import shortened
from game.errors import InputError, Problem


def divergence_problem(divergence: Divergence, path: Path) -> Problem:
    """A save that goes another way, as a problem of its file."""
    return Problem(f"no longer plays as it was saved, {divergence}", str(path), divergence.line)


def open_battle(path: Path) -> Session:
    """The battle in a scenario file, in free play, or in a save; what is doubtful about the file goes to stderr.

    Raises:
        InputError: It can't be opened; all that is wrong with it.
    """
    return open_file(path).session


def open_file(path: Path) -> Opened:
    """As :func:`open_battle`, with whatever else is known of the file.

    Raises:
        InputError: It can't be opened; all that is wrong with it.
    """
    opened = open_session(path)
    if opened.divergence is not None:
        tell(str(divergence_problem(opened.divergence, path)), err=True)
    for warning in opened.warnings:
        tell(str(warning), err=True)
    return opened


def find_unit(state: State, unit: str) -> str:
    """The id of a unit that stands on the table, given by its id or its name.

    Raises:
        InputError: There is none of that id or name, or several; the message proposes near ones.
    """
    standing = [one for one in state.units if one.on_table]
    ids = [one.id for one in standing]
    if unit in ids:
        return unit
    named = [one.id for one in standing if fold(one.name) == fold(unit)]
    if len(named) == 1:
        return named[0]
    asked = shortened(unit)
    near = did_you_mean(asked, ids) or f"; there are {', '.join(ids) or 'none'}"
    raise InputError.of(f"no unit '{asked}' stands on the table{near}", key="--unit")

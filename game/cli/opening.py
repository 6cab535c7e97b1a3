"""Opening a scenario or a save for a command."""

from __future__ import annotations

from pathlib import Path

import click

from game.battle.state import State
from game.catalogue.names import did_you_mean
from game.engine.opening import open_session
from game.engine.session import Session
from game.errors import InputError


def open_battle(path: Path) -> Session:
    """The battle in a scenario file or a save, in free play; warnings go to stderr.

    Raises:
        InputError: It can't be opened; all that is wrong with it.
    """
    opened = open_session(path)
    for warning in opened.warnings:
        click.echo(str(warning), err=True)
    return opened.session


def find_unit(state: State, unit: str) -> str:
    """The id of a unit that stands on the table.

    Raises:
        InputError: There is none of that id; the message proposes near ones.
    """
    ids = [one.id for one in state.units if one.on_table]
    if unit in ids:
        return unit
    near = did_you_mean(unit, ids)
    raise InputError.of(f"no unit '{unit}' stands on the table{near or '; there are ' + ', '.join(ids)}", key="--unit")

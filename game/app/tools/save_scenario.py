"""Save as scenario: what stands on the table as a file that people can read and change."""

from __future__ import annotations

import re
from pathlib import Path

from game.app.view import View
from game.errors import InputError
from game.scenario.writer import write_scenario

SUFFIX = ".toml"


def save_scenario(view: View) -> None:
    """Ask for a file and write the battle there as a scenario."""
    view.ask_path("Save as scenario", suggested_name(view), lambda path: write_to(view, path))


def suggested_name(view: View) -> str:
    """A file name made of the scenario's name: ``the-giant-at-the-gate.toml``."""
    if view.path is not None and view.path.suffix == SUFFIX:
        return view.path.name
    words = re.sub(r"[^\w]+", "-", view.state.name.lower()).strip("-")
    return (words[:60] or "new-table") + SUFFIX


def write_to(view: View, path: Path) -> None:
    """Write what stands on the table; comments and order of the scenario it came from are kept. Says how it went."""
    target = path if path.suffix else path.with_suffix(SUFFIX)
    previous = view.path if view.path is not None and view.path.suffix == SUFFIX and view.path.is_file() else None
    try:
        write_scenario(view.state, view.session.seed, target, previous)
    except InputError as error:
        view.say(str(error).splitlines()[0], alarm=True)
    else:
        view.say(f"Saved as {target.name}")

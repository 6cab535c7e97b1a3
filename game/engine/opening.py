"""Opening a battle from a file, whatever it is: a scenario or a save."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.engine.replay import Divergence
from game.engine.save import FLOWS, is_save, load
from game.engine.session import Session
from game.errors import Problem
from game.rules.book import Rulebook
from game.rules.bundled import BOOK
from game.rules.free_play import free_play
from game.scenario import bundled_scenarios, load_scenario


@dataclass(frozen=True, slots=True)
class Opened:
    """A battle from a file.

    Attributes:
        session: Ready to go on.
        name: Its name.
        warnings: What is doubtful in a scenario or a save, a divergence apart.
        divergence: Where a save that was played again went another way.
        scenario: The scenario file, if it was one.
        torn: The last line of a save was broken off and is left out.
        unfinished: A save lacks its end: an autosave, or a file that was cut short.
    """

    session: Session
    name: str
    warnings: tuple[Problem, ...] = ()
    divergence: Divergence | None = None
    scenario: Path | None = None
    torn: bool = False
    unfinished: bool = False


def found(path: Path) -> Path:
    """The file itself, or, where there is none, the bundled scenario of this name: it opens from any folder."""
    try:
        if path.exists() or len(path.parts) > 1:
            return path
    except (OSError, ValueError):  # no name that a file could have
        return path
    return next((one for one in bundled_scenarios() if path.name in (one.name, one.stem)), path)


def open_session(path: Path, book: Rulebook = BOOK) -> Opened:
    """The battle in a scenario file (in free play) or in a save.

    Raises:
        InputError: It can't be opened: all that is wrong with it.
    """
    path = found(path)
    if is_save(path):
        loaded = load(path, book, FLOWS)
        return Opened(
            loaded.session,
            loaded.session.start.name or path.stem,
            loaded.doubts,
            loaded.divergence,
            torn=loaded.torn,
            unfinished=loaded.unfinished,
        )
    scenario = load_scenario(path)
    session = Session(scenario.state, book, free_play, scenario.seed)
    return Opened(session, scenario.state.name or path.stem, scenario.warnings, None, path)

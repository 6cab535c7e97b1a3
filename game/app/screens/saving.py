"""Where a battle is saved, and how a file that is opened becomes a session."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.engine.save import load, save
from game.engine.session import Session
from game.rules.bundled import BOOK
from game.rules.free_play import free_play
from game.scenario.loader import load_scenario

FLOW = "free-play"


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was opened.

    Attributes:
        session: Its battle.
        path: Its scenario's file; None for a save.
        note: What must be said about it, such as that a save plays another way now; or "".
    """

    session: Session
    path: Path | None
    note: str = ""


def open_battle(path: Path) -> Opened:
    """Open a scenario or a save, whichever it is.

    Raises:
        InputError: It is neither, or is wrong; with every problem.
    """
    if _is_save(path):
        loaded = load(path, BOOK, {FLOW: free_play})
        note = f"This save goes another way now: {loaded.divergence}" if loaded.divergence else ""
        note = note or ("The last line of this save was torn; it is left out." if loaded.torn else "")
        return Opened(loaded.session, None, note)
    scenario = load_scenario(path)
    note = "; ".join(problem.text for problem in scenario.warnings[:2])
    return Opened(Session(scenario.state, BOOK, free_play, scenario.seed), path, note)


def _is_save(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(18) == b'{"giantfall-save":'
    except (OSError, ValueError):
        return False


def save_battle(session: Session, path: Path) -> None:
    """Save a battle of free play.

    Raises:
        InputError: The file cannot be written.
    """
    save(session, path, FLOW)


def suggested_path(name: str, folder: str, beside: Path | None) -> Path:
    """A file of this name in the folder that was used last, beside the scenario, or at home."""
    for place in (Path(folder) if folder else None, Path.home() / "Documents"):
        if place is not None and place.is_dir():
            return place / name
    return (beside.parent if beside is not None and not folder and beside.parent.is_dir() else Path.home()) / name

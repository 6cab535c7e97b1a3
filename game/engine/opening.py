"""Opening a battle from a file, whatever it is: a scenario or a save; and beginning one from a table as it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from game.battle.state import State
from game.engine.replay import Divergence
from game.engine.save import BATTLE, FLOWS, FREE_PLAY, check_sides, is_save, load
from game.engine.session import Session
from game.engine.tape import DiceSource, Entry
from game.errors import Problem
from game.rules.book import Rulebook
from game.rules.bundled import BOOK
from game.scenario import bundled_scenarios, load_scenario


@dataclass(frozen=True, slots=True)
class Opened:
    """A battle from a file.

    Attributes:
        session: Ready to go on.
        name: Its name.
        flow: Name of its flow, for saves.
        warnings: What is doubtful in a scenario or a save, a divergence apart.
        divergence: Where a save that was played again went another way.
        scenario: The scenario file, if it was one.
        torn: The last line of a save was broken off and is left out.
        unfinished: A save lacks its end: an autosave, or a file that was cut short.
    """

    session: Session
    name: str
    flow: str = FREE_PLAY
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


def open_session(path: Path, book: Rulebook = BOOK, *, battle: bool = False) -> Opened:
    """The battle in a scenario file or in a save.

    Args:
        path: The file, or the name of a bundled scenario.
        book: The rulebook.
        battle: A scenario is opened as a battle, turn by turn; otherwise in free play. A save is what it was.

    Raises:
        InputError: It can't be opened: all that is wrong with it.
    """
    path = found(path)
    if is_save(path):
        loaded = load(path, book, FLOWS)
        return Opened(
            loaded.session,
            loaded.session.start.name or path.stem,
            loaded.flow,
            loaded.doubts,
            loaded.divergence,
            torn=loaded.torn,
            unfinished=loaded.unfinished,
        )
    scenario = load_scenario(path)
    state, seed = scenario.state, scenario.seed
    flow = BATTLE if battle else FREE_PLAY
    session = battle_session(state, seed, book) if battle else Session(state, book, FLOWS[flow], seed)
    return Opened(session, state.name or path.stem, flow, scenario.warnings, None, path)


def battle_session(
    state: State, seed: int = 0, book: Rulebook = BOOK, *, dice: DiceSource | None = None, tape: Iterable[Entry] = ()
) -> Session:
    """A battle by turns from this table on.

    Raises:
        InputError: There are no two sides.
    """
    check_sides(state, BATTLE)
    return Session(arranged(state), book, FLOWS[BATTLE], seed, dice=dice, tape=tape)


def arranged(state: State) -> State:
    """The state with its units in one order, by side and id: a battle does not depend on how a file lists them."""
    sides = [side.id for side in state.sides]
    units = tuple(sorted(state.units, key=lambda unit: (sides.index(unit.side), unit.id)))
    order = {unit.id: number for number, unit in enumerate(units)}
    pairs = tuple(sorted(state.engagements, key=lambda pair: (order[pair.a], order[pair.b])))
    return replace(state, units=units, engagements=pairs)

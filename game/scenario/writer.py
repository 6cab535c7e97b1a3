"""Writing a battle as a scenario file that keeps what people wrote by hand: comments, order, everything unchanged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.battle.state import State
from game.catalogue import Catalogue, bundled_catalogue
from game.catalogue.echo import escaped, tidy
from game.errors import InputError
from game.files import write_whole
from game.scenario.blocks import split
from game.scenario.document import parse_document, read_document
from game.scenario.edit import Edit, Manner
from game.scenario.loader import Scenario, scenario_of

_MANNERS: tuple[Manner, ...] = ("changes", "keys", "whole")


def write_scenario(
    state: State, seed: int, path: Path, previous: Path | None = None, catalogue: Catalogue | None = None
) -> None:
    """Writes a battle between two orders as a scenario; what stood at ``path`` before stands until it is done.

    Args:
        state: The battle.
        seed: Of its dice.
        path: Where to.
        previous: The scenario from which the battle came, often ``path`` itself: its comments, its order and
            everything that did not change are kept.
        catalogue: Types there are; the bundled ones if None. Others are written with the scenario.

    Raises:
        InputError: The previous file cannot be read, or the new one cannot be written.
    """
    write_whole(Path(path), scenario_text(state, seed, Path(path), previous, catalogue))


def scenario_text(
    state: State, seed: int, path: Path, previous: Path | None = None, catalogue: Catalogue | None = None
) -> str:
    """The text that :func:`write_scenario` writes.

    Of three manners of writing, the first whose text gives the very same battle again: only what changed; every key of
    each unit anew; and without includes.

    Raises:
        InputError: The previous file cannot be read, or no text gives this battle again.
    """
    known = catalogue or bundled_catalogue()
    text, old = "", None
    if previous is not None:
        document = read_document(Path(previous))
        old = scenario_of(document, known)
        text = document.text
    state = _plain(state)
    for manner in _MANNERS if old is not None else _MANNERS[-1:]:
        written = Edit(split(text), old, known, manner).text(state, seed)
        if not (fault := _fault(written, state, seed, path, known)):
            return written
    text = f"this battle cannot be written as a scenario ({fault}); save it as a battle instead"
    raise InputError.of(tidy(text), escaped(str(path)))


def gives(text: str, state: State, seed: int, path: Path, catalogue: Catalogue) -> bool:
    """Whether a text, read as the file at ``path``, is without fault and gives this battle again."""
    return not _fault(text, _plain(state), seed, path, catalogue)


def _fault(text: str, state: State, seed: int, path: Path, catalogue: Catalogue) -> str:
    """Why a text does not give this battle again; empty if it does."""
    try:
        read: Scenario = scenario_of(parse_document(text, path, str(path)), catalogue)
    except InputError as error:
        first = next(problem for problem in error.problems if not problem.warning)
        return f"{first.key}: {first.text}" if first.key else first.text
    return "" if read.state == state and read.seed == seed else "something in it has no key in a scenario"


def _plain(state: State) -> State:
    """The battle without what says nothing: a place in the ranks of a unit that has joined none."""
    units = tuple(replace(unit, place=0) if unit.place and not unit.host else unit for unit in state.units)
    return replace(state, units=units)

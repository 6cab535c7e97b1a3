"""Writing a battle as a scenario file that keeps what people wrote by hand: comments, order, everything unchanged."""

from __future__ import annotations

from pathlib import Path

from game.battle.state import State
from game.catalogue import Catalogue, bundled_catalogue
from game.errors import InputError
from game.files import write_whole
from game.scenario.blocks import split
from game.scenario.document import parse_document, read_document
from game.scenario.edit import Edit, Manner
from game.scenario.loader import Scenario, read_leniently, scenario_of

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
    for manner in _MANNERS if old is not None else _MANNERS[-1:]:
        written = Edit(split(text), old, known, manner).text(state, seed)
        if gives(written, state, seed, path, known):
            return written
    raise InputError.of("this battle cannot be written as a scenario; save it as a battle instead", str(path))


def gives(text: str, state: State, seed: int, path: Path, catalogue: Catalogue) -> bool:
    """Whether a text, read as the file at ``path``, gives this battle again."""
    try:
        read: Scenario = read_leniently(parse_document(text, path, str(path)), catalogue)
    except InputError:
        return False
    return read.state == state and read.seed == seed

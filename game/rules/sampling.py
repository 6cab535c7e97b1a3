"""Legal moves at random, for whoever wants some: bots, and tests that try whatever they find (decision 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.battle.state import State
from game.battle.unit import Unit
from game.dice import Source
from game.rules.movement import flight_of, is_lone, march_fault, movement_of
from game.rules.moving import reckon_move
from game.table.manoeuvre import Side, Wheel, biggest_wheel, cost

if TYPE_CHECKING:
    from game.rules.book import Rulebook

Sample = tuple[tuple[str, ...], bool, bool]
"""Path, whether it is a march, whether it is flown."""
TRIES = 4
"""So many paths are drawn; those that turn out to be legal are the sample."""


def sampled_paths(book: Rulebook, state: State, unit: Unit, source: Source) -> list[Sample]:
    """Up to a handful of legal paths of a unit that may move, each drawn with a few numbers of the source."""
    found = []
    for _ in range(TRIES):
        drawn = _drawn(book, state, unit, source)
        if drawn is None:
            break
        path, march, fly = drawn
        if drawn not in found and not reckon_move(book, state, unit.id, path, march=march, fly=fly).faults:
            found.append(drawn)
    return found


def _drawn(book: Rulebook, state: State, unit: Unit, source: Source) -> Sample | None:
    """A turn and a way straight ahead, mostly; of a formation sometimes backward or sideways."""
    flown = flight_of(book, state, unit)
    fly = flown is not None and source.below(2) == 0
    inches = flown if fly else movement_of(book, state, unit)
    if not inches:
        return None
    lone, manner = is_lone(unit), source.below(8)
    if manner >= 6 and not lone:
        half = _part(source, inches / 2)
        return ((f"{('back', 'left', 'right')[source.below(3)]} {half:g}",), False, fly)
    march = manner < 3 and march_fault(book, state, unit) is None
    left = 2 * inches if march else inches
    reading = state.readings.wheel_cost
    path: list[str] = []
    side: Side = "left" if source.below(2) else "right"
    if lone:
        path.append(f"pivot {side} {source.below(181)}")
    elif source.below(2):
        wheel = Wheel(side, source.below(1 + int(min(biggest_wheel(unit.formation, left, reading), 90.0))))
        left -= cost(wheel, unit.formation, reading)
        path.append(str(wheel))
    path.append(f"advance {_part(source, left):g}")
    return tuple(path), march, fly


def _part(source: Source, inches: float) -> float:
    """Some of these inches, in tenths, at least one tenth where there is as much."""
    tenths = max(int(inches * 10), 0)
    return (1 + source.below(tenths)) / 10 if tenths else 0.0

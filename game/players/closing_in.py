"""Where a sensible unit moves: towards the nearest enemy that is worth it, and not into the reach of a stronger one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from game.battle.unit import Unit
from game.players.judging import charge_chance, prospect, reach_of
from game.players.player import View
from game.rules.charge_targets import charge_movement
from game.rules.gaps import nearest_enemies
from game.rules.movement import flight_of, is_lone, march_fault, movement_of
from game.rules.remaining import Move
from game.table.manoeuvre import Side, Wheel, biggest_wheel, cost
from game.table.pose import normal_angle

WORTH = 0.7
"""Against a target of which it is not even so much the unit keeps out of reach."""
READY = 0.6
"""Who charges this likely from where he stands need not come nearer."""
SHORT = 0.4
"""Fewer inches are no move."""
AT_HAND = 0.05
"""Inches that a bot keeps to spare of whatever it measures."""


@dataclass(frozen=True, slots=True)
class _Aim:
    """Whom a unit goes for.

    Attributes:
        gap: Inches between the two.
        turn: Degrees to the left that it must turn to face him.
        keep: Inches that should be left between them afterwards.
        ready: It can charge him from here.
    """

    gap: float
    turn: float
    keep: float
    ready: bool


def closing_in(view: View, unit: Unit, *, march: bool = True) -> Move | None:
    """A legal move of this unit that brings it nearer to whom it goes for; None if it had better stay.

    Args:
        view: What the player sees.
        unit: The unit.
        march: It may march.
    """
    aim = _aim(view, unit)
    if aim is None or unit.type.troop_type.id == "war-machine" or (aim.ready and abs(aim.turn) < 20):
        return None
    for move in _moves(view, unit, aim, march=march):
        if not view.decision.faults(view.state, move):
            return move
    return None


def _aim(view: View, unit: Unit) -> _Aim | None:
    """The nearest enemy; farther ones, or those to turn for, only if they are so much better a target."""
    state, book = view.state, view.book
    found = []
    for gap, foe in nearest_enemies(state, unit):
        edge, turn = prospect(state, unit, foe), _turn_to(unit, foe)
        found.append((gap * (1 + abs(turn) / 180) / min(max(edge, 0.5), 1.5), gap, turn, edge, foe))
    if not found:
        return None
    _, gap, turn, edge, foe = min(found, key=lambda one: one[0])
    worth = edge >= WORTH
    keep = 1 + charge_movement(book, state, unit) if worth else reach_of(book, state, foe)
    ready = worth and charge_chance(book, state, unit, foe) >= READY
    return _Aim(gap, turn, max(keep, 1.0) + AT_HAND, ready)


def _turn_to(unit: Unit, foe: Unit) -> float:
    """Degrees to the left, -180 to 180, from the unit's facing to the enemy."""
    toward = math.degrees(math.atan2(foe.pose.y - unit.pose.y, foe.pose.x - unit.pose.x))
    return (normal_angle(toward - unit.pose.facing) + 180) % 360 - 180


def _moves(view: View, unit: Unit, aim: _Aim, *, march: bool) -> Iterator[Move]:
    """Ways there, the best first: as far as it wishes, then with a smaller turn or a shorter way."""
    state, book = view.state, view.book
    flown, walks = flight_of(book, state, unit), movement_of(book, state, unit) or 0.0
    fly = flown is not None and flown > walks
    inches = flown if fly and flown is not None else walks
    marches = march and march_fault(book, state, unit) is None
    for turn in (aim.turn, aim.turn / 2, 0.0):
        for part in (1.0, 0.5, 0.25):
            most = 2 * inches if marches else inches
            words, spent = _turned(view, unit, turn, most)
            wish = min(most - spent, max(aim.gap - aim.keep, 0.0)) * part
            if wish >= SHORT:
                words = (*words, f"advance {_down(wish):g}")
                spent += wish
            if words:
                yield Move(unit=unit.id, path=words, march=spent > inches, fly=fly)


def _turned(view: View, unit: Unit, degrees: float, inches: float) -> tuple[tuple[str, ...], float]:
    """The words of a turn to the left by so many degrees, as far as it may go, and what it costs."""
    side: Side = "left" if degrees >= 0 else "right"
    size = _down(abs(degrees))
    if size < 2:
        return (), 0.0
    if is_lone(unit):
        return (f"pivot {side} {size:g}",), 0.0
    reading = view.state.readings.wheel_cost
    wheel = Wheel(side, min(size, _down(min(biggest_wheel(unit.formation, inches, reading), 90.0))))
    return (str(wheel),), cost(wheel, unit.formation, reading)


def _down(value: float) -> float:
    """To a tenth, never more than it was."""
    return math.floor(value * 10 + 1e-9) / 10

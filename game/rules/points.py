"""What units are worth in points."""

from __future__ import annotations

from game.battle.ground import own_models
from game.battle.state import State
from game.battle.unit import Unit


def points_of(unit: Unit) -> float:
    """Points of a unit as it was mustered: models, options and command group."""
    muster = unit.muster
    options = [name for name, _ in unit.type.options if name in muster.equipment]
    command = [role for role, _ in unit.type.command if role in muster.command]
    return unit.type.cost(muster.models, options, command)


def points_left(state: State, unit: Unit) -> float:
    """The share of a unit's points that its models on the table make."""
    return points_of(unit) * own_models(state, unit) / max(unit.muster.models, 1)


def points_standing(state: State, side: str) -> float:
    """Sum of the points of a side's units that stand on the table and do not flee; a character flees with his unit."""
    return sum(
        points_of(unit)
        for unit in state.units
        if unit.side == side and unit.on_table and not (state.unit(unit.host) if unit.host else unit).fleeing
    )

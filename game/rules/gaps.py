"""How far units stand from each other, garrisons measured from their building (MEAS-01, GAR-02)."""

from __future__ import annotations

import shapely

from game.battle.ground import base_of, ground_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.rules.terrain import terrain_gap
from game.table.distance import distance
from game.table.formation import Bases


def building_of(state: State, unit: Unit) -> Terrain | None:
    """The building that a unit (or the unit that a character has joined) holds."""
    held = unit.garrison or (state.unit(unit.host).garrison if unit.host else "")
    return next((piece for piece in state.terrain if piece.id == held), None) if held else None


def _ground(state: State, unit: Unit) -> Bases:
    return base_of(state, unit) if unit.host else ground_of(unit)


def unit_gap(state: State, one: Unit, other: Unit) -> float:
    """Inches between two units, from closest point to closest point; 0 if they touch."""
    mine, his = building_of(state, one), building_of(state, other)
    if mine and his:
        return float(shapely.distance(shapely.Polygon(mine.outline), shapely.Polygon(his.outline)))
    if mine:
        return max(terrain_gap(_ground(state, other), mine), 0.0)
    if his:
        return max(terrain_gap(_ground(state, one), his), 0.0)
    return distance(_ground(state, one), _ground(state, other))


def nearest_enemies(state: State, unit: Unit) -> tuple[tuple[float, Unit], ...]:
    """Enemy units on the table with their distances in inches, the closest first; equal ones as the file lists them."""
    others = [one for one in state.units if one.side != unit.side and one.on_table and not one.host]
    return tuple(sorted(((unit_gap(state, unit, one), one) for one in others), key=lambda pair: pair[0]))

"""Strider: this terrain is open ground to them (SPC-15)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.terrain import OBSTACLES, Kind, Terrain
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule
from game.rules.strength import entirely, members

_KINDS: dict[str, tuple[Kind, ...]] = {
    "Forest": ("wood",),
    "Obstacle": OBSTACLES,
    "River": ("river",),
    "Marshland": ("marsh",),
    "Hill": ("hill",),
}
"""Kinds of terrain that each parameter names; without one it is every kind."""


class Strider(SpecialRule):
    """No penalty and no Dangerous Terrain test in terrain that every model of the unit strides through."""

    name = "Strider"
    rules = ("SPC-15",)

    def applies(self, state: State, unit: Unit) -> bool:
        """Every model strides."""
        return entirely(state, unit, self.name)

    def crosses(self, state: State, unit: Unit, terrain: Terrain) -> bool:
        """Every model strides through terrain of this kind; closed terrain stays closed."""
        return not terrain.closed and all(_strides(one, terrain) for one in members(state, unit))


def _strides(unit: Unit, terrain: Terrain) -> bool:
    return any(
        not use.values or any(terrain.kind in _KINDS.get(value, ()) for value in use.values)
        for use in unit.uses(Strider.name)
    )

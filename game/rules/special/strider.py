"""Strider: this terrain is open ground to models (SPC-15)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.terrain import OBSTACLES, Kind, Terrain
from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule

_KINDS: dict[str, tuple[Kind, ...]] = {
    "Forest": ("wood",),
    "Obstacle": OBSTACLES,
    "River": ("river",),
    "Marshland": ("marsh",),
    "Hill": ("hill",),
}
"""Kinds of terrain that each parameter names; without one it is every kind."""


class Strider(SpecialRule):
    """No penalty and no Dangerous Terrain test for the models that stride through a kind of terrain."""

    name = "Strider"
    rules = ("SPC-15",)

    def crosses(self, state: State, unit: Unit, terrain: Terrain) -> bool:  # noqa: ARG002
        """The unit's own models stride through terrain of this kind; closed terrain stays closed."""
        return not terrain.closed and any(
            not use.values or any(terrain.kind in _KINDS.get(value, ()) for value in use.values)
            for use in unit.uses(self.name)
        )

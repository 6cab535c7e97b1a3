"""Pieces of terrain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "wall", "fence", "hedge", "barricade", "ditch", "wood", "hill", "river", "marsh",
    "building", "impassable", "dangerous", "open",
]  # fmt: skip
OBSTACLES: tuple[Kind, ...] = ("wall", "fence", "hedge", "barricade", "ditch")
"""Kinds that are crossed: a Giant tests for falling when it reaches one (TER-09, FALL-15)."""
CLOSED: tuple[Kind, ...] = ("building", "impassable")
"""Kinds that no unit enters or crosses, fleeing apart (TER-02, GAR-01)."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain.

    Attributes:
        id: Name in the scenario file.
        kind: What it is.
        outline: Its corners in order, table inches.
        sight: Its line of sight value; what a hill adds to who stands on it (TER-11).
        name: What people call it.
        floors: Of a building (BLD-03).
    """

    id: str
    kind: Kind
    outline: tuple[tuple[float, float], ...]
    sight: int
    name: str = ""
    floors: int = 1

    @property
    def obstacle(self) -> bool:
        """It is crossed, not entered."""
        return self.kind in OBSTACLES

    @property
    def closed(self) -> bool:
        """No unit enters or crosses it."""
        return self.kind in CLOSED


def usual_sight(kind: Kind, floors: int = 1, levels: int = 1) -> int:
    """The line of sight value of terrain of this kind (TER-11): impassable 5, building 4 a floor, hill 3 a level."""
    return {"impassable": 5, "building": 4 * floors, "hill": 3 * levels}.get(kind, 0)

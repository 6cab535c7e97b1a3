"""The state of a battle: a frozen value. Only events make a new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from game.battle.readings import Readings
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.table.arcs import Arc

MOST_UNITS = 300
"""Units that a battle holds at most."""
MOST_MODELS = 3000
"""Models that a battle holds at most."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two armies.

    Attributes:
        id: Name in the scenario file.
        name: What people call it.
        colour: ``#rrggbb``.
        player: ``human`` or ``bot:NAME``.
    """

    id: str
    name: str
    colour: str
    player: str = "human"


@dataclass(frozen=True, slots=True)
class Clock:
    """Where in the battle we are.

    Attributes:
        turn: Game turn, from 1; 0 on a table in free play.
        side: Id of the side whose player turn it is.
        phase: Id of the phase (see ``phases.PHASES``), or "" in free play.
        step: Id of the sub-phase or step, or "".
    """

    turn: int = 0
    side: str = ""
    phase: str = ""
    step: str = ""


@dataclass(frozen=True, slots=True)
class Engagement:
    """Two units in close combat with each other, and which side of each is touched.

    Made and ended by events; casualties and rounding never end it in silence.
    """

    a: str
    b: str
    side_of_a: Arc
    side_of_b: Arc

    def other(self, unit: str) -> str:
        """The enemy of ``unit`` in it, or "" if it is not part of it."""
        return self.b if unit == self.a else self.a if unit == self.b else ""


@dataclass(frozen=True, slots=True)
class State:
    """A battle at one moment.

    Attributes:
        width: Of the table, inches along x.
        depth: Of the table, inches along y.
        sides: The armies, first the one that the scenario lists first.
        units: Every unit of the battle, those off the table too, in the order of the scenario.
        terrain: Pieces of terrain.
        readings: How doubtful rules are read.
        turns: Game turns that the battle lasts.
        clock: Where in the battle we are.
        engagements: Who fights whom.
        notes: ``(name, value)`` pairs that rules keep about the battle as a whole, sorted by name.
        name: The scenario's name.
    """

    width: float
    depth: float
    sides: tuple[Side, ...] = field(hash=False)
    units: tuple[Unit, ...]
    terrain: tuple[Terrain, ...] = field(default=(), hash=False)
    readings: Readings = field(default_factory=Readings, hash=False)
    turns: int = field(default=6, hash=False)
    clock: Clock = field(default_factory=Clock)
    engagements: tuple[Engagement, ...] = ()
    notes: tuple[tuple[str, int | str], ...] = ()
    name: str = field(default="", hash=False)

    def unit(self, id: str) -> Unit:  # noqa: A002 - the file's own word
        """The unit of this id.

        Raises:
            KeyError: There is none.
        """
        for unit in self.units:
            if unit.muster.id == id:
                return unit
        raise KeyError(id)

    def side(self, id: str) -> Side:  # noqa: A002 - the file's own word
        """The side of this id.

        Raises:
            KeyError: There is none.
        """
        for side in self.sides:
            if side.id == id:
                return side
        raise KeyError(id)

    def standing(self) -> Iterator[Unit]:
        """Units that take ground of their own on the table: no guests of other units, no garrisons."""
        return (unit for unit in self.units if unit.fate == "on-table" and not unit.host and not unit.garrison)

    def guests(self, host: str) -> tuple[Unit, ...]:
        """Characters who have joined this unit."""
        return tuple(unit for unit in self.units if unit.host == host and unit.fate == "on-table")

    def enemies_in_combat(self, unit: str) -> tuple[str, ...]:
        """Ids of the units that ``unit`` is engaged with."""
        return tuple(other for other in (pair.other(unit) for pair in self.engagements) if other)

    def note(self, name: str, default: int | str = 0) -> int | str:
        """What is kept under this name."""
        return next((value for key, value in self.notes if key == name), default)

    def with_unit(self, unit: Unit) -> State:
        """This state with ``unit`` in the place of the one with its id."""
        place = next(i for i, old in enumerate(self.units) if old.muster.id == unit.muster.id)
        return replace(self, units=(*self.units[:place], unit, *self.units[place + 1 :]))

    def with_note(self, name: str, value: int | str | None) -> State:
        """This state with a note set, or dropped if the value is None."""
        rest = [(key, old) for key, old in self.notes if key != name]
        if value is not None:
            rest.append((name, value))
        return replace(self, notes=tuple(sorted(rest, key=lambda pair: pair[0])))

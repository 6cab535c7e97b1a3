"""Tools of free play that put units down, take them off and move them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.battle.decision import Choice, Fault
from game.battle.events import UnitPlaced, UnitTakenOff
from game.battle.ground import ground_of
from game.battle.procedure import Procedure
from game.battle.state import MOST_MODELS, MOST_UNITS, State
from game.battle.unit import Unit
from game.rules.free_play import Tool, unit_faults
from game.rules.moving import check_move, move_along
from game.rules.special_rule import Play
from game.rules.terrain import closed_to, stands_in
from game.table.contact import overlapping
from game.table.distance import on_table

if TYPE_CHECKING:
    from game.rules.book import Rulebook


def place_faults(state: State, unit: Unit) -> tuple[Fault, ...]:
    """Why a unit cannot stand there: off the table, on another unit, or in closed terrain (FORM-10, MOV-09, TER-02)."""
    faults = []
    ground = ground_of(unit)
    at = (unit.pose.x, unit.pose.y)
    if not on_table(ground, state.width, state.depth):
        text = f"{unit.name} would not stand wholly on the table of {state.width:g} x {state.depth:g} inches"
        faults.append(Fault("MOV-09", text, at))
    faults += [
        Fault("FORM-10", f"{unit.name} would stand on {other.name}", at)
        for other in state.standing()
        if other.id != unit.id and overlapping(ground, ground_of(other))
    ]
    faults += [
        Fault("TER-02", f"{unit.name} would stand in {terrain.name or terrain.kind}", at)
        for terrain in state.terrain
        if closed_to(unit, terrain) and stands_in(ground, terrain)
    ]
    return tuple(faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMove(Tool):
    """Move a unit by the rules of a move in the Movement phase.

    Attributes:
        unit: Its id.
        path: Manoeuvres in the command line's words, such as ``wheel left 30``.
    """

    unit: str
    path: tuple[str, ...]

    def label(self, state: State) -> str:  # noqa: ARG002
        """The path."""
        return ", ".join(self.path)

    def faults(self, state: State, book: Rulebook) -> tuple[Fault, ...]:
        """Whatever forbids the move."""
        return unit_faults(state, self.unit) or check_move(book, state, self.unit, self.path).faults

    def carry_out(self, battle: Play) -> Procedure[None]:
        """Move it."""
        move_along(battle, check_move(battle.book, battle.state, self.unit, self.path))
        return
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceUnit(Tool):
    """Put a unit down, a new one or one that stands elsewhere.

    Attributes:
        placed: The unit as it shall stand.
    """

    placed: Unit

    def label(self, state: State) -> str:  # noqa: ARG002
        """Its name."""
        return f"Put {self.placed.name} down"

    def faults(self, state: State, book: Rulebook) -> tuple[Fault, ...]:  # noqa: ARG002
        """It must have room, and a battle holds only so many."""
        rest = [unit for unit in state.units if unit.id != self.placed.id]
        models = sum(unit.formation.models for unit in rest if not unit.host) + self.placed.formation.models
        if len(rest) >= MOST_UNITS or models > MOST_MODELS:
            return (Fault("", f"a battle holds at most {MOST_UNITS} units and {MOST_MODELS} models"),)
        return place_faults(state, self.placed)

    def carry_out(self, battle: Play) -> Procedure[None]:
        """Put it down."""
        battle.record(UnitPlaced(placed=self.placed, rule="FORM-01"))
        return
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOff(Tool):
    """Take a unit off the table, with whoever joined it."""

    unit: str

    def label(self, state: State) -> str:
        """Its name."""
        return f"Take {state.unit(self.unit).name} off the table"

    def faults(self, state: State, book: Rulebook) -> tuple[Fault, ...]:  # noqa: ARG002
        """It must be there."""
        return unit_faults(state, self.unit)

    def carry_out(self, battle: Play) -> Procedure[None]:
        """Take it off."""
        battle.record(UnitTakenOff(unit=self.unit))
        return
        yield


TABLE_TOOLS: tuple[type[Choice], ...] = (MakeMove, PlaceUnit, TakeOff)
"""Choices of free play that belong to no special rule."""

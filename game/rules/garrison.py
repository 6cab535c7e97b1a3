"""Going into buildings (GAR-01, GAR-02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.battle.decision import Choice, Fault
from game.battle.event import Event
from game.battle.events import has_moved
from game.battle.marks import Mark
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.battle.words import says
from game.errors import InputError
from game.rules.acting import Act, brave, hazards, read_faults
from game.rules.closing import closing
from game.rules.free_play import unit_faults
from game.rules.moving import CheckedMove, reckon_move
from game.rules.special_rule import Play
from game.rules.standing_orders import bound_faults
from game.rules.terrain import terrain_gap
from game.table.bases import ground
from game.table.pose import CONTACT, Pose, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook

TROOPS = ("infantry", "war-beasts", "swarms")
"""Troop types that garrison buildings (GAR-02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GarrisonEntered(Event):
    """A unit has gone into a building, with whoever has joined it (GAR-02).

    Attributes:
        unit: Its id.
        building: Id of the building.
        path: Its manoeuvres on the way there.
        cost: Inches of movement spent.
        before: Where it stood.
        pose: Where it reached the building.
        marched: It was a march.
    """

    unit: str
    building: str
    path: tuple[str, ...]
    cost: float
    before: Pose
    pose: Pose
    marched: bool = False

    def apply(self, state: State) -> State:
        """It holds the building."""
        unit = replace(state.unit(self.unit), garrison=self.building, pose=self.pose)
        unit = has_moved(state, unit, marched=self.marched)
        return state.with_unit(unit.marked(Mark("garrison", "entered", self.building, "player-turn")))

    def sentence(self, state: State) -> str:
        """Say which building."""
        return f"{says(state.unit(self.unit), 'go', 'goes')} into {building_name(state, self.building)}"


def building_name(state: State, building: str) -> str:
    """What people call a building."""
    piece = next(piece for piece in state.terrain if piece.id == building)
    return piece.name or f"the {piece.kind}"


def _building(state: State, building: str) -> Terrain | None:
    return next((piece for piece in state.terrain if piece.id == building and piece.kind == "building"), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterBuilding(Act):
    """A unit moves up to an empty building and goes in.

    Attributes:
        building: Id of the building.
        path: Its manoeuvres; the last inches straight into contact need not be told.
        march: It marches.
    """

    building: str
    path: tuple[str, ...] = ()
    march: bool = False

    @property
    def declares_march(self) -> bool:
        """As it says."""
        return self.march

    def label(self, state: State) -> str:
        """Which building."""
        return f"{state.unit(self.unit).name} go into {building_name(state, self.building)}"

    def _walked(self, book: Rulebook, state: State, piece: Terrain) -> CheckedMove:
        legs = closing(state, self.unit, self.path, piece.outline)
        return reckon_move(book, state, self.unit, legs, march=self.march, touching=piece.id)

    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """Why it may not go in, or does not get there."""
        if faults := unit_faults(state, self.unit):
            return faults
        piece, unit = _building(state, self.building), state.unit(self.unit)
        if piece is None:
            return (Fault("GAR-02", f"there is no building '{self.building}'"),)
        if unit.host or unit.garrison:
            return (Fault("GAR-02", f"{unit.name} has joined a unit or holds a building"),)
        try:
            move = self._walked(book, state, piece)
        except InputError as error:
            return read_faults(error)
        faults = (*bound_faults(book, state, unit), *_entering_faults(state, unit, piece), *move.faults)
        if terrain_gap(ground(move.pose, move.formation), piece) > CONTACT:
            return (*faults, Fault("GAR-02", f"{unit.name} does not reach {building_name(state, piece.id)} this way"))
        return faults

    def carry_out(self, battle: Play) -> Procedure[None]:
        """It goes in."""
        piece = _building(battle.state, self.building)
        assert piece is not None, "a choice without faults names a building"
        move = self._walked(battle.book, battle.state, piece)
        tests, before = hazards(battle, move), battle.state.unit(self.unit).pose
        battle.record(
            GarrisonEntered(
                unit=self.unit, building=piece.id, path=tuple(str(step.manoeuvre) for step in move.steps),
                cost=rounded(move.cost), before=before, pose=move.pose, marched=move.marches, rule="GAR-02",
            )
        )  # fmt: skip
        yield from brave(battle, tests)


def _entering_faults(state: State, unit: Unit, piece: Terrain) -> Iterator[Fault]:
    who = (unit, *state.guests(unit.id))
    for one in who:
        if one.type.troop_type.id not in TROOPS:
            kind = one.type.troop_type.name
            yield Fault("GAR-02", f"{one.name} is {kind}: infantry, war beasts and swarms garrison buildings")
    held = next((one for one in state.units if one.on_table and one.garrison == piece.id), None)
    if held is not None:
        yield Fault("GAR-02", f"{says(held, 'hold', 'holds')} {building_name(state, piece.id)} already")


EVENTS: tuple[type[Event], ...] = (GarrisonEntered,)
CHOICES: tuple[type[Choice], ...] = (EnterBuilding,)

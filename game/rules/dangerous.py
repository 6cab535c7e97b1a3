"""Dangerous terrain: who must test on a move, and what it costs (TER-02 to TER-09, FLEE-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import shapely

from game.battle.event import Event, Throw
from game.battle.events import models
from game.battle.ground import base_of, ground_of
from game.battle.procedure import Procedure, part, roll
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.battle.words import says
from game.dice import Count
from game.rules.charge_stance import out_of_ranks
from game.rules.hits import Hits
from game.rules.movement import strides
from game.rules.special_rule import Play
from game.rules.steps import finish_step
from game.rules.strength import members
from game.rules.wounding import suffer
from game.table.formation import Bases, make_bases
from game.table.manoeuvre_text import parse
from game.table.motion import Motion
from game.table.pose import CONTACT
from game.table.sweep import swept_path

if TYPE_CHECKING:
    from game.rules.book import Rulebook

_WARY = ("cavalry", "monstrous-cavalry", "chariot", "shrine")
"""Troop types to which all terrain but open ground and hills is dangerous (TER-03)."""
_BROKEN_BY_D6 = ("chariot", "shrine")
"""Troop types of which a model that fails takes D6 wounds."""
D6_WOUNDS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerousTerrainTested(Event):
    """Models have moved over dangerous terrain and tested for it (TER-03).

    Attributes:
        unit: Id of their unit.
        terrain: Id of the piece.
        models: How many tested.
        failed: How many came to grief.
    """

    unit: str
    terrain: str
    models: int
    failed: int

    def apply(self, state: State) -> State:
        """A test changes nothing by itself; the wounds follow."""
        return state

    def sentence(self, state: State) -> str:
        """Say who went through what, and how it went."""
        piece = next(one for one in state.terrain if one.id == self.terrain)
        ground = piece.name or ("rough ground" if piece.kind == "dangerous" else f"the {piece.kind}")
        unit = state.unit(self.unit)
        fared = f"{models(self.failed)} {'comes' if self.failed == 1 else 'come'} to grief"
        if not self.failed:
            fared = "it gets through" if self.models == 1 else "all get through"
        return f"{says(unit, 'go', 'goes')} through {ground} with {models(self.models)}: {fared}"


def least_safe(unit: Unit, piece: Terrain, *, through_closed: bool = False, loose: bool = False) -> int:
    """The lowest face of a die that is safe for a model of this unit in this terrain; 1: it does not test (TER-03).

    ``through_closed``: it flees, and runs through impassable terrain too (FLEE-04). ``loose``: it skirmishes (TER-06).
    """
    wary = unit.type.troop_type.id in _WARY
    if piece.kind in ("hill", "open"):
        return 1
    if piece.closed:
        return 2 if through_closed else 1
    if piece.kind == "marsh":
        return 3 if wary else 1 if loose else 2
    return 2 if wary or piece.kind == "dangerous" else 1


def _needed(book: Rulebook, state: State, member: Unit, piece: Terrain, *, through_closed: bool) -> int:
    """The same for a member of a unit, whatever rules carry it over terrain (SPC-15)."""
    if not piece.closed and strides(book, state, member, piece):
        return 1
    loose = members(state, member)[0].carries("Skirmishers")
    return least_safe(member, piece, through_closed=through_closed, loose=loose)


def dangerous_on(
    book: Rulebook, state: State, unit: str, swept: shapely.Geometry, *, through_closed: bool = False
) -> tuple[str, ...]:
    """Ids of the terrain that calls for tests of this unit and that the ground it moves over touches (TER-03).

    Args:
        book: The rulebook.
        state: The battle.
        unit: Id of the unit.
        swept: The ground it moves over, as ``table.sweep`` gives it.
        through_closed: It flees: impassable terrain counts too.
    """
    who = members(state, state.unit(unit))
    return tuple(
        piece.id
        for piece in state.terrain
        if any(_needed(book, state, one, piece, through_closed=through_closed) > 1 for one in who)
        and shapely.distance(swept, shapely.Polygon(piece.outline)) <= CONTACT
    )


def _touching(state: State, member: Unit, motions: Sequence[Motion], piece: Terrain) -> int:
    """How many models of the unit itself touch this terrain on the way that begins where it stands."""
    outline = shapely.Polygon(piece.outline)
    taken = {guest.place for guest in state.guests(member.id)}
    own = [one for place, one in enumerate(_singly(base_of(state, member))) if member.host or place not in taken]
    ways = [swept_path(base, motions) for base in own]
    return sum(bool(shapely.distance(way, outline) <= CONTACT) for way in ways)


def _singly(bases: Bases) -> list[Bases]:
    """Each base by itself."""
    rows = [slice(number, number + 1) for number in range(len(bases))]
    return [
        make_bases(bases.centre[row].copy(), bases.half[row].copy(), bases.round[row].copy(), bases.facing)
        for row in rows
    ]


Crossing = tuple[str, str, int, int]
"""Member of a unit, terrain, models that touch it, lowest face that is safe."""


def crossings(
    book: Rulebook, state: State, unit: str, motions: Sequence[Motion], *, through_closed: bool = False
) -> tuple[Crossing, ...]:
    """Every test that a move calls for: one a model and a piece of terrain (TER-03).

    A character in the ranks charges out of them, alone (CHAR-03).
    """
    state = out_of_ranks(state, unit)
    swept = swept_path(ground_of(state.unit(unit)), motions)
    pieces = {piece.id: piece for piece in state.terrain}
    found = []
    for name in dangerous_on(book, state, unit, swept, through_closed=through_closed):
        for member in members(state, state.unit(unit)):
            needed = _needed(book, state, member, pieces[name], through_closed=through_closed)
            count = _touching(state, member, motions, pieces[name]) if needed > 1 else 0
            if count:
                found.append((member.id, name, count, needed))
    return tuple(found)


def take_tests(battle: Play, tests: Sequence[Crossing]) -> Procedure[None]:
    """Roll these tests and record the wounds; the casualties go when the step ends."""
    for unit, terrain, count, needed in tests:
        yield from part(battle, _test, unit, terrain, count, needed)


def _test(battle: Play, unit: str, terrain: str, count: int, needed: int) -> Procedure[None]:
    rolled = yield from roll("dangerous terrain", unit, Count(count, needed))
    failed = count - rolled.value
    throw = Throw("dangerous terrain", rolled.faces, f"{needed}+")
    rule = "TER-06" if needed == 3 else "TER-03"
    battle.record(
        DangerousTerrainTested(unit=unit, terrain=terrain, models=count, failed=failed, rule=rule, dice=(throw,))
    )
    if failed:
        shattered = battle.state.unit(unit).type.troop_type.id in _BROKEN_BY_D6
        hits = Hits(
            failed, 0, "dangerous terrain", rule, armour=False, automatic=True, multiple=D6_WOUNDS if shattered else ()
        )
        yield from suffer(battle, unit, hits)


def _way_over(state: State, unit: str, path: Sequence[str]) -> tuple[State, tuple[Motion, ...]]:
    """The motions of a way given in the command line's words, and the state in which they begin.

    A pivot at its beginning is no way over the table: the unit begins where it has turned.
    """
    state = out_of_ranks(state, unit)
    who = state.unit(unit)
    begin = pose, formation = who.pose, who.formation
    motions: list[Motion] = []
    for manoeuvre in (one for piece in path for one in parse(piece)):
        motions += manoeuvre.motions(pose, formation)
        pose, formation = manoeuvre.after(pose, formation)
        begin = begin if motions else (pose, formation)
    return state.with_unit(replace(who, pose=begin[0], formation=begin[1])), tuple(motions)


def tests_on_the_way(battle: Play, unit: str, path: Sequence[str]) -> Procedure[None]:
    """The tests of a march, charge, failed charge, pursuit or overrun, before the unit is moved; casualties leave.

    Args:
        battle: The battle.
        unit: Id of the unit, which stands where the way begins.
        path: Its way, in the command line's words.
    """
    begun, motions = _way_over(battle.state, unit, path)
    tests = crossings(battle.book, begun, unit, motions)
    if tests:
        yield from take_tests(battle, tests)
        yield from finish_step(battle)


EVENTS: tuple[type[Event], ...] = (DangerousTerrainTested,)

"""What a unit may do in Remaining Moves: answers that know what forbids them; the test before a march (MOV-07)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import shapely

from game.battle.decision import Choice, Fault
from game.battle.event import Event
from game.battle.ground import bases_of
from game.battle.marks import Mark
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.errors import InputError
from game.rules.dangerous import Crossing, crossings, take_tests
from game.rules.gaps import nearest_enemies
from game.rules.leadership import leadership_test
from game.rules.movement import crosses, marches_untested
from game.rules.moving import CheckedMove, move_along, reckon_move
from game.rules.obstacles import over_obstacles, stumble
from game.rules.panic import after_losses
from game.rules.special_rule import Play
from game.rules.steps import finish_step
from game.table.bases import bases, corners
from game.table.formation import Bases, Flags
from game.table.pose import CONTACT, SLACK

if TYPE_CHECKING:
    from game.rules.book import Rulebook

NEAR = 8.0
"""Inches within which an enemy makes a march doubtful (MOV-07)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Choice):
    """Something that one unit does in Remaining Moves: it knows what forbids it and how it is carried out.

    Attributes:
        unit: Id of the unit.
    """

    unit: str

    @property
    def declares_march(self) -> bool:
        """It is a march."""
        return False

    @abstractmethod
    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """Every reason why it is not allowed now."""

    @abstractmethod
    def carry_out(self, battle: Play) -> Procedure[None]:
        """Do it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarchFaltered(Event):
    """A unit did not dare to march: it may move, but counts as having marched (MOV-07).

    Attributes:
        unit: Its id.
        enemy: Id of the enemy that is so near.
    """

    unit: str
    enemy: str

    def apply(self, state: State) -> State:
        """It counts as having marched."""
        return state.with_unit(state.unit(self.unit).marked(Mark("move", "marched", 0, "player-turn")))

    def sentence(self, state: State) -> str:
        """Say because of whom."""
        return (
            f"{says(state.unit(self.unit), 'falter', 'falters')}: "
            f"{says(state.unit(self.enemy), 'are', 'is')} too near for a march"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitStayed(Event):
    """A unit stays where it is and has had its move."""

    unit: str

    def apply(self, state: State) -> State:
        """It makes no move any more."""
        return state.with_unit(state.unit(self.unit).marked(Mark("move", "done", 0, "player-turn")))

    def sentence(self, state: State) -> str:
        """Say so."""
        return says(state.unit(self.unit), "stay where they are", "stays where it is")


def near_enemy(state: State, unit: Unit) -> str:
    """Id of the nearest enemy within 8 inches that does not flee, or "" (MOV-07)."""
    for gap, enemy in nearest_enemies(state, unit):
        if gap > NEAR + SLACK:
            break
        if not enemy.fleeing:
            return enemy.id
    return ""


def dare_march(battle: Play, unit: str) -> Procedure[bool]:
    """A unit that has declared a march tests if an enemy is near; False: it may only move (MOV-07)."""
    who = battle.state.unit(unit)
    enemy = near_enemy(battle.state, who)
    if not enemy or marches_untested(battle.book, battle.state, who):
        return True
    if (yield from leadership_test(battle, unit, "march test")):
        return True
    battle.record(MarchFaltered(unit=unit, enemy=enemy, rule="MOV-07"))
    return False


def go(battle: Play, move: CheckedMove, rule: str) -> Procedure[None]:
    """Make a move that is allowed; a march, and a flyer in the trees, then takes its Dangerous Terrain tests (TER-03).

    They are tested at the end of the way, where the order does not matter: the path is kept as it was announced.
    Whoever stumbles over an obstacle goes no farther (FALL-15); a flyer crosses none.
    """
    words = () if move.fly else tuple(str(step.manoeuvre) for step in move.steps)
    stopped = yield from over_obstacles(battle, move.unit, words)
    if stopped:
        move = reckon_move(battle.book, battle.state, move.unit, stopped.path, march=move.march)
    tests = hazards(battle, move)
    move_along(battle, move, "FALL-15" if stopped else rule)
    yield from brave(battle, tests)
    if stopped:
        yield from stumble(battle, move.unit)


def brave(battle: Play, tests: tuple[Crossing, ...]) -> Procedure[None]:
    """Take these Dangerous Terrain tests; casualties leave, and who has lost too much may panic (TER-03)."""
    if tests:
        before = battle.state
        yield from take_tests(battle, tests)
        yield from finish_step(battle)
        yield from after_losses(battle, before)


def hazards(battle: Play, move: CheckedMove) -> tuple[Crossing, ...]:
    """The Dangerous Terrain tests that a move in Remaining Moves calls for: of a march, or of a flight (TER-03)."""
    state = battle.state
    if move.fly:
        return tuple(_in_trees(battle, move))
    first = next((step for step in move.steps if step.motions), None)
    if first is None or not move.marches:
        return ()
    begins = replace(state.unit(move.unit), pose=first.pose, formation=first.formation)
    motions = [motion for step in move.steps for motion in step.motions]
    return crossings(battle.book, state.with_unit(begins), move.unit, motions)


def _in_trees(battle: Play, move: CheckedMove) -> Iterator[Crossing]:
    """Models that take off from a wood, or land in one (TER-07)."""
    unit = battle.state.unit(move.unit)
    places = (bases_of(unit), bases(move.pose, move.formation))
    for piece in battle.state.terrain:
        if piece.kind != "wood" or crosses(battle.book, battle.state, unit, piece):
            continue
        outline = shapely.Polygon(piece.outline)
        count = int(np.logical_or(*(_within(shapes, outline) for shapes in places)).sum())
        if count:
            yield unit.id, piece.id, count, 2


def _within(shapes: Bases, outline: shapely.Polygon) -> Flags:
    """(n,) which bases touch a piece of terrain, round ones by the square around them."""
    found: Flags = shapely.distance(shapely.polygons(corners(shapes)), outline) <= CONTACT
    return found


def read_faults(error: InputError) -> tuple[Fault, ...]:
    """What can't be read in a path."""
    return tuple(Fault("", problem.text) for problem in error.problems)


EVENTS: tuple[type[Event], ...] = (MarchFaltered, UnitStayed)

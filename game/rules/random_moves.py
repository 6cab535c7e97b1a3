"""Moves by dice: straight ahead the full roll, into whoever stands there (SPC-02, STUP-04)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.event import Event, Throw
from game.battle.marks import Mark
from game.battle.procedure import Procedure, roll
from game.battle.state import State
from game.battle.words import says
from game.dice import Total
from game.rules.charge_events import MOVED
from game.rules.charge_path import ChargePath
from game.rules.dangerous import tests_on_the_way
from game.rules.into_contact import engage, ride_down, way_into
from game.rules.obstacles import over_obstacles, stumble
from game.rules.panic import after_losses
from game.rules.special_rule import Play
from game.rules.straight import StraightMove, name_of, straight_move
from game.table.pose import Pose, rounded

DONE = Mark("random movement", "moved", 0, "phase")
"""It has made its compulsory move in this phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitWandered(Event):
    """A unit has moved by dice (SPC-02).

    Attributes:
        unit: Its id.
        path: Its way, in the command line's words.
        inches: How far it went.
        before: Where it stood.
        pose: Where it stands now.
        stopped: Name of what stopped it, or "".
    """

    unit: str
    path: tuple[str, ...]
    inches: float
    before: Pose
    pose: Pose
    stopped: str = ""

    def apply(self, state: State) -> State:
        """Set it down; that was its move."""
        return state.with_unit(replace(state.unit(self.unit), pose=self.pose).marked(MOVED).marked(DONE))

    def sentence(self, state: State) -> str:
        """Say how far, and what stopped it."""
        end = f", as far as {self.stopped}" if self.stopped else ""
        return f"{says(state.unit(self.unit), 'stumble', 'stumbles')} {self.inches:.1f} inches ahead{end}"


def move_at_random(battle: Play, unit: str, facing: float | None, dice: Total, rule: str) -> Procedure[None]:
    """Turn (if it may), roll, and go straight ahead the full roll; front contact with an enemy is a charge (SPC-02).

    Args:
        battle: The battle.
        unit: Id of the unit.
        facing: Degrees that it turns to first, about its centre; None: it does not turn.
        dice: What it rolls.
        rule: Id of the rule by which it moves.
    """
    rolled = yield from roll("random movement", unit, dice)
    throw: tuple[Throw, ...] = (Throw("random movement", rolled.faces),)
    move, path = _ahead(battle, unit, facing, rolled.value)
    stopped = yield from over_obstacles(battle, unit, path.path if path else move.path)
    if stopped:
        name = name_of(battle.state, stopped.terrain)
        _wander(battle, unit, stopped.path, stopped.inches, stopped.pose, name, "FALL-15", throw)
        yield from stumble(battle, unit)
        return
    if path:
        _wander(battle, unit, (), 0.0, battle.state.unit(unit).pose, "", rule, throw)
        throw, before = (), battle.state
        yield from tests_on_the_way(battle, unit, path.path)
        yield from after_losses(battle, before)
        if not battle.state.unit(unit).on_table or battle.state.unit(unit).fleeing:
            return
        if battle.state is not before:  # whoever is fewer may go another way, or none
            move, path = _ahead(battle, unit, facing, rolled.value)
    if path:
        yield from _strike(battle, path, rule)
    else:
        _wander(battle, unit, move.path, rounded(move.inches), move.pose, move.stopped_by, rule, throw)


def _ahead(battle: Play, unit: str, facing: float | None, inches: int) -> tuple[StraightMove, ChargePath | None]:
    """The straight move, and the way into the enemy that it runs into, if it does and there is one."""
    move = straight_move(battle.state, unit, facing, inches)
    path = way_into(battle.book, battle.state, move, facing) if move.charges else None
    if move.charges and path is None:
        move = straight_move(battle.state, unit, facing, inches, keep_off=(move.charges,))
    return move, path


def _strike(battle: Play, path: ChargePath, rule: str) -> Procedure[None]:
    """Into the enemy, who can only hold, or is cut down if he flees (CHG-19)."""
    if battle.state.unit(path.target).fleeing:
        yield from ride_down(battle, path)
    else:
        engage(battle, path, rule)


def _wander(
    battle: Play, unit: str, path: tuple[str, ...], inches: float, pose: Pose, stopped: str, rule: str,
    dice: tuple[Throw, ...],
) -> None:  # fmt: skip
    before = battle.state.unit(unit).pose
    battle.record(
        UnitWandered(
            unit=unit, path=path, inches=inches, before=before, pose=pose, stopped=stopped, rule=rule, dice=dice
        )
    )


EVENTS: tuple[type[Event], ...] = (UnitWandered,)

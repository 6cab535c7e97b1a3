"""Pursuit and overrun moves: straight on, off the table or into the next enemy (PUR-07 to PUR-10, BRK-14)."""

from __future__ import annotations

from dataclasses import replace

from game.battle.event import Throw
from game.battle.ground import ground_of
from game.battle.procedure import Procedure, roll
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.dangerous import tests_on_the_way
from game.rules.flight import away_from
from game.rules.into_contact import engage, ride_down, way_into
from game.rules.obstacles import Stumble, over_obstacles, stumble
from game.rules.panic import after_losses, friends_perished
from game.rules.pursuit_events import Edge, PursuitRolled, UnitPursued
from game.rules.running_away import flee_dice
from game.rules.special_rule import Play
from game.rules.straight import StraightMove, name_of, straight_move
from game.table.bases import corners
from game.table.pose import Pose, normal_angle, rounded


def roll_pursuit(battle: Play, unit: str, quarry: str = "", fled: int | None = None) -> Procedure[int]:
    """How far a unit pursues or overruns (PUR-04); against whom it pursues, and how far that one flees."""
    rolled = yield from roll("pursuit", unit, flee_dice(battle.book, battle.state, battle.state.unit(unit)))
    catches = fled is not None and rolled.value >= fled
    needed = "" if fled is None else f"{fled} or more"
    throw = Throw("pursuit", rolled.faces, needed, ("PUR-04",))
    rule = "PUR-05" if quarry else "PUR-09"
    battle.record(
        PursuitRolled(unit=unit, quarry=quarry, inches=rolled.value, catches=catches, rule=rule, dice=(throw,))
    )
    return rolled.value


def overrun(battle: Play, unit: str) -> Procedure[None]:
    """Straight on over the fallen (PUR-09)."""
    inches = yield from roll_pursuit(battle, unit)
    yield from _go(battle, unit, None, inches, "", "PUR-09")


def pursue(battle: Play, unit: str, quarry: str, inches: int, flight: float) -> Procedure[None]:
    """After a fleeing unit the whole roll, also when nobody of it is left (PUR-07).

    Args:
        battle: The battle.
        unit: Id of the pursuer.
        quarry: Id of the unit that it pursues.
        inches: Its roll.
        flight: The direction in which that unit fled, or would have fled, degrees.
    """
    left = battle.state.unit(quarry).fate in ("on-table", "fled")
    facing = normal_angle(rounded(away_from(battle.state, unit, quarry) + 180)) if left else flight
    yield from _go(battle, unit, facing, inches, quarry, "PUR-07")


def _go(battle: Play, unit: str, facing: float | None, inches: int, quarry: str, rule: str) -> Procedure[None]:
    got_away = quarry and not battle.state.unit(quarry).down  # one that has gone down is caught after all (FALL-15)
    keep_off = (quarry,) if got_away else ()
    move = straight_move(battle.state, unit, facing, inches, keep_off=keep_off, leaves_table=True)
    if move.charges:
        if (yield from _strike(battle, unit, facing, move, quarry)):
            return
        off = (quarry, move.charges)
        move = straight_move(battle.state, unit, facing, inches, keep_off=off, leaves_table=True)
    stopped = yield from over_obstacles(battle, unit, move.path)
    if stopped:
        yield from _brought_down(battle, stopped, quarry)
        return
    before = battle.state
    yield from tests_on_the_way(battle, unit, move.path)
    yield from friends_perished(battle, before)
    who = battle.state.unit(unit)
    if who.on_table:
        battle.record(
            UnitPursued(
                unit=unit, quarry=quarry, path=move.path, inches=rounded(move.inches), before=who.pose, pose=move.pose,
                stopped=move.stopped_by, edge=_edge(battle.state, who, move.pose) if move.off_table else "",
                rule="PUR-10" if move.off_table else rule,
            )
        )  # fmt: skip


def _brought_down(battle: Play, stopped: Stumble, quarry: str) -> Procedure[None]:
    """The pursuit ends at an obstacle that brings the pursuer down (FALL-15)."""
    unit = stopped.unit
    before = battle.state
    yield from tests_on_the_way(battle, unit, stopped.path)
    yield from friends_perished(battle, before)
    who = battle.state.unit(unit)
    if who.on_table:
        battle.record(
            UnitPursued(
                unit=unit, quarry=quarry, path=stopped.path, inches=stopped.inches, before=who.pose, pose=stopped.pose,
                stopped=name_of(battle.state, stopped.terrain), rule="FALL-15",
            )
        )  # fmt: skip
    yield from stumble(battle, unit)


def _strike(battle: Play, unit: str, facing: float | None, move: StraightMove, quarry: str) -> Procedure[bool]:
    """The pursuer charges an enemy in its way, who can only hold; False if no way leads into contact (PUR-08).

    The side that it strikes is the one before which it stood when it set out.
    """
    enemy = move.charges
    path = way_into(battle.book, battle.state, move, facing)
    if path is None:
        return False
    stopped = yield from over_obstacles(battle, unit, path.path)
    if stopped:
        yield from _brought_down(battle, stopped, quarry)
        return True
    here = battle.state.unit(unit).pose
    battle.record(
        UnitPursued(unit=unit, quarry=quarry, path=(), inches=0.0, before=here, pose=here, struck=enemy, rule="PUR-08")
    )
    before = battle.state
    yield from tests_on_the_way(battle, unit, path.path)
    yield from after_losses(battle, before)
    if not battle.state.unit(unit).on_table or battle.state.unit(unit).fleeing:
        return True
    if battle.state is not before:  # whoever is fewer may go another way, or none
        path = way_into(battle.book, battle.state, move, facing)
        if path is None:
            return False
    if battle.state.unit(enemy).fleeing:
        yield from ride_down(battle, path)
    else:
        engage(battle, path, "PUR-08")
    return True


def _edge(state: State, unit: Unit, pose: Pose) -> Edge:
    """The edge of the table that a unit touches at this place."""
    points = corners(ground_of(replace(unit, pose=pose))).reshape(-1, 2)
    left, near = points.min(axis=0).tolist()
    right, far = points.max(axis=0).tolist()
    gaps: dict[Edge, float] = {"left": left, "near": near, "right": state.width - right, "far": state.depth - far}
    return min(gaps, key=lambda edge: gaps[edge])

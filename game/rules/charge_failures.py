"""Charges that fail: too short, barred, or brought down at an obstacle (CHG-17, CHG-20, CHG-21, FALL-15)."""

from __future__ import annotations

from game.battle.procedure import Procedure
from game.rules.charge_events import ChargeFailed
from game.rules.charge_path import ChargePath
from game.rules.charge_stance import out_of_ranks
from game.rules.dangerous import tests_on_the_way
from game.rules.failed_charge import failed_charge_move
from game.rules.obstacles import Stumble, over_obstacles, stumble
from game.rules.panic import after_losses
from game.rules.special_rule import Play
from game.rules.straight import StraightMove, name_of
from game.table.pose import rounded


def fail_charge(battle: Play, unit: str, target: str, inches: float, reason: str, rule: str) -> Procedure[None]:
    """The charger moves towards its target by the dice alone (CHG-20)."""
    move = failed_charge_move(out_of_ranks(battle.state, unit), unit, target, inches)
    stopped = yield from over_obstacles(battle, unit, move.path)
    yield from _falls_short(battle, unit, target, stopped or move, reason, rule)
    if stopped:
        yield from stumble(battle, unit)


def _falls_short(
    battle: Play, unit: str, target: str, way: StraightMove | Stumble, reason: str, rule: str
) -> Procedure[None]:
    """The move of a failed charge, as far as it leads."""
    state = battle.state
    yield from tests_on_the_way(battle, unit, way.path)
    if battle.state.unit(unit).on_table:
        before = out_of_ranks(state, unit).unit(unit).pose
        battle.record(
            ChargeFailed(
                unit=unit, target=target, reason=reason, path=way.path, inches=rounded(way.inches), before=before,
                pose=way.pose, rule=rule,
            )
        )  # fmt: skip
    yield from after_losses(battle, state)


def brought_down(battle: Play, unit: str, target: str, path: ChargePath) -> Procedure[bool]:
    """A charger that comes to grief at an obstacle has failed its charge there and moves no farther (FALL-15)."""
    stopped = yield from over_obstacles(battle, unit, path.path)
    if stopped:
        reason = f"{name_of(battle.state, stopped.terrain)} brings it down"
        yield from _falls_short(battle, unit, target, stopped, reason, "FALL-15")
        yield from stumble(battle, unit)
    return stopped is not None

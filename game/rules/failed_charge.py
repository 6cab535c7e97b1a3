"""The move of a failed charge: a wheel to face the target, then straight at it, both costing distance (CHG-20)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.gaps import building_of, unit_gap
from game.rules.straight import StraightMove, ground_taken, name_of, stopping_way
from game.rules.way import others_of
from game.table.bases import centre, ground
from game.table.distance import distance
from game.table.manoeuvre import Advance, Manoeuvre, Side, Wheel, biggest_wheel, cost, frontage
from game.table.motion import Motion
from game.table.passage import front_edge
from game.table.pose import SLACK, Pose, direction, normal_angle, rounded

_SIDES: tuple[Side, ...] = ("left", "right")
_DETOURS = tuple((side, degrees) for degrees in (15.0, 30.0, 45.0, 60.0, 75.0, 90.0) for side in _SIDES)
"""Wheels with which a unit may begin to go around what stands in its way."""
_SHARES = (1 / 3, 2 / 3)
"""Shares of the distance left after that wheel that it goes before it wheels back towards its target."""


def failed_charge_move(state: State, unit: str, target: str, inches: float) -> StraightMove:
    """The move of a unit whose charge has failed, 1 inch short of whatever stands in its way.

    Where the straight way is barred it takes, of a fixed number of ways around, the one that brings it nearest to its
    target. A target that is gone is sought where it was last.

    Args:
        state: The battle.
        unit: Id of the charger.
        target: Id of its target.
        inches: The charge roll without M.
    """
    who, goal = state.unit(unit), state.unit(target)
    start = _Walk(state, who, goal, who.pose, inches)
    straight = start.towards()
    walks = [straight]
    if straight.stopped_by not in ("", goal.id, goal.garrison):
        walks += [walk for side, degrees in _DETOURS for walk in start.around(side, degrees)]
    free = [walk for walk in walks if not walk.hindrance()]
    stays = replace(start, stopped_by=straight.stopped_by)
    best = min(free, key=lambda walk: rounded(walk.left_to_go()), default=stays)
    gone, stopper = rounded(inches - best.inches), name_of(state, best.stopped_by)
    return StraightMove(unit, tuple(map(str, best.done)), best.motions, gone, who.pose, best.pose, stopper)


def _sought(state: State, goal: Unit) -> tuple[float, float]:
    """The centre of the target; of a garrison that of its building."""
    building = building_of(state, goal)
    if building is None:
        return centre(goal.pose, goal.formation)
    xs, ys = zip(*building.outline, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@dataclass(frozen=True, slots=True)
class _Walk:
    """A part of the way, and how many inches are left.

    Attributes:
        state: The battle.
        unit: The unit, as it stood at the start.
        goal: Its target.
        pose: Where it stands now.
        inches: What is left of the roll.
        done: Manoeuvres so far.
        motions: Their motions.
        stopped_by: What has stopped the last of them, or "".
    """

    state: State
    unit: Unit
    goal: Unit
    pose: Pose
    inches: float
    done: tuple[Manoeuvre, ...] = ()
    motions: tuple[Motion, ...] = ()
    stopped_by: str = ""

    def towards(self) -> _Walk:
        """Wheel to face the target, then straight at it with all that is left."""
        wheeled = self.then(self.wheel_to_goal())
        return wheeled if wheeled.stopped_by else wheeled.then(Advance(rounded(wheeled.inches)))

    def around(self, side: Side, degrees: float) -> list[_Walk]:
        """Ways that begin with this wheel, go on straight for a while and then turn to the target."""
        turned = self.then(Wheel(side, degrees))
        if turned.stopped_by or turned.inches <= SLACK:
            return []
        legs = [turned.then(Advance(rounded(share * turned.inches))) for share in _SHARES]
        return [leg.towards() for leg in legs if not leg.stopped_by]

    def wheel_to_goal(self) -> Wheel | None:
        """The wheel after which the target lies straight ahead of the unit's centre; None if it does so now.

        About a front corner that lies half the frontage beside the line ahead, the target must come to lie as far
        beside the corner: its bearing from the corner less the angle whose sine is that share of its distance.
        """
        x, y = _sought(self.state, self.goal)
        middle = centre(self.pose, self.unit.formation)
        fx, fy = direction(self.pose.facing)
        ahead, left = (x - middle[0]) * fx + (y - middle[1]) * fy, (y - middle[1]) * fx - (x - middle[0]) * fy
        if abs(left) <= SLACK and ahead > 0:
            return None
        side: Side = "left" if left >= 0 else "right"
        half = frontage(self.unit.formation) / 2
        forward = (x - self.pose.x) * fx + (y - self.pose.y) * fy
        beside = abs(left) - half
        apart = math.hypot(forward, beside)
        if apart <= half:
            return None
        degrees = math.degrees(math.atan2(beside, forward) + math.asin(half / apart))
        return Wheel(side, rounded(normal_angle(degrees)))

    def then(self, manoeuvre: Wheel | Advance | None) -> _Walk:
        """As much of a manoeuvre as the distance left and the things in the way allow."""
        reading = self.state.readings.wheel_cost
        formation = self.unit.formation
        if isinstance(manoeuvre, Wheel):
            most = biggest_wheel(formation, self.inches, reading)
            manoeuvre = replace(manoeuvre, degrees=min(manoeuvre.degrees, most))
        if manoeuvre is None or self.inches <= SLACK:
            return self
        share, by = self._free(manoeuvre)
        if isinstance(manoeuvre, Wheel):
            part: Manoeuvre = replace(manoeuvre, degrees=rounded(share * manoeuvre.degrees))
        else:
            part = replace(manoeuvre, inches=rounded(share * manoeuvre.inches))
        left = self.inches - cost(part, formation, reading)
        pose = part.after(self.pose, formation)[0].rounded()
        motions = (*self.motions, *part.motions(self.pose, formation))
        return replace(self, pose=pose, inches=max(left, 0.0), done=(*self.done, part), motions=motions, stopped_by=by)

    def _free(self, manoeuvre: Wheel | Advance) -> tuple[float, str]:
        """The share of a manoeuvre that nothing bars, and what bars the rest."""
        formation = self.unit.formation
        shapes = ground(self.pose, formation)
        if isinstance(manoeuvre, Wheel) and self.state.readings.wheel_sweep == "front-edge":
            shapes = front_edge(self.pose, formation)
        others = others_of(self.state, self.unit)
        (motion,) = manoeuvre.motions(self.pose, formation)
        return stopping_way(self.state, self.unit, shapes, motion, others, edge=isinstance(manoeuvre, Advance))

    def hindrance(self) -> str:
        """What the unit would stand on, or too near to, at the end of this way."""
        return ground_taken(self.state, self.unit, ground(self.pose, self.unit.formation))

    def left_to_go(self) -> float:
        """Inches from its end to the target."""
        if building_of(self.state, self.goal) is None:
            return distance(ground(self.pose, self.unit.formation), ground_of(self.goal))
        return unit_gap(self.state, replace(self.unit, pose=self.pose), self.goal)

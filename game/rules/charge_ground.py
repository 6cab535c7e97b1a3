"""What a charge is reckoned from: the two units, and all that stands around, as one hashable value (CHG-23).

The same ground always gives the same ways, so that they are kept: asking again after an event that moved nobody costs
next to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.terrain import closed_to
from game.table.arcs import Arc
from game.table.bases import bases, ground
from game.table.charge_contact import levels, levels_with
from game.table.charge_door import ChargerCloses, Door, Edges, TargetCloses
from game.table.charge_frame import Front, SideFrame, body
from game.table.charge_search import Way, best_ways
from game.table.charge_ways import Case, Ways
from game.table.cores import Cores, cores, outline_cores
from game.table.formation import Bases, Floats, Formation, extent
from game.table.passage import starting_gaps
from game.table.pose import CONTACT, Pose

CLEAR = 2 * CONTACT
"""Inches that a charger keeps from enemies it did not declare: enough not to touch them (CHG-04)."""
Place = tuple[Pose, Formation]
Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ChargeGround:
    """A charge as pure geometry.

    Attributes:
        charger: Where the charger stands.
        target: Where the target stands.
        side: Which side of the target is charged.
        others: Every other unit in the way.
        kept: Inches kept from each of them: 0 from friends and declared enemies.
        also: Those of them that may be touched, by number.
        closed: Outlines of terrain that the charger may not enter.
        closed_to_target: Outlines that the target may not enter when it closes the door.
        size: Width and depth of the table.
        whole: A wheel is judged with the whole unit (``wheel_sweep``).
        flies: The charger flies over what is in its way (SPC-04).
        door_free: Leave aside what prevents closing the door, to tell whether that alone is the trouble.
    """

    charger: Place
    target: Place
    side: Arc
    others: tuple[Place, ...]
    kept: tuple[float, ...]
    also: tuple[int, ...]
    closed: tuple[Outline, ...]
    closed_to_target: tuple[Outline, ...]
    size: tuple[float, float]
    whole: bool
    flies: bool
    door_free: bool = False

    @property
    def frame(self) -> SideFrame:
        """The frame of the charged side."""
        return SideFrame.of(*self.target, self.side)


def charge_ground(
    state: State,
    unit: str,
    target: str,
    side: Arc,
    also: Collection[str] = (),
    gone: Collection[str] = (),
    *,
    flies: bool = False,
) -> ChargeGround:
    """The geometry of a charge; ``gone`` are units that will have left before it is made (CHG-02).

    Raises:
        KeyError: There is no such unit.
    """
    charger, victim = state.unit(unit), state.unit(target)
    reach = _reach(charger, victim)
    others = [one for one in in_the_way(state, unit, target, gone) if _within(one, *reach)]
    kept = tuple(kept_from(charger, one, also) for one in others)
    return ChargeGround(
        (charger.pose, charger.formation),
        (victim.pose, victim.formation),
        side,
        tuple((one.pose, one.formation) for one in others),
        kept,
        tuple(number for number, one in enumerate(others) if one.id in also),
        tuple(piece.outline for piece in state.terrain if closed_to(charger, piece)),
        tuple(piece.outline for piece in state.terrain if closed_to(victim, piece)),
        (state.width, state.depth),
        state.readings.wheel_sweep == "whole-unit",
        flies,
    )


def in_the_way(state: State, unit: str, target: str, gone: Collection[str]) -> list[Unit]:
    """Units other than the two that may stand in the way of a charge."""
    return [one for one in state.standing() if one.id not in (unit, target) and one.id not in gone]


def kept_from(charger: Unit, other: Unit, also: Collection[str]) -> float:
    """Inches that a charger keeps from another unit: an enemy who is not charged may not be touched (CHG-04)."""
    return 0.0 if other.side == charger.side or other.id in also else CLEAR


@lru_cache(maxsize=4096)
def _size(formation: Formation) -> float:
    """How far a unit reaches at most from its pose, inches."""
    rear, front, right, left = extent(formation)
    return math.hypot(max(front, -rear), max(left, -right))


def _reach(charger: Unit, target: Unit) -> tuple[float, float, float]:
    """A circle outside which nothing is ever met: the corner of a way that bends by 90 degrees at most lies in it."""
    one, other = charger.pose, target.pose
    apart = math.hypot(one.x - other.x, one.y - other.y)
    size = 3 * _size(charger.formation) + 2 * _size(target.formation)
    return (one.x + other.x) / 2, (one.y + other.y) / 2, apart / 2 + size


def _within(unit: Unit, x: float, y: float, radius: float) -> bool:
    return math.hypot(unit.pose.x - x, unit.pose.y - y) <= radius + _size(unit.formation)


def obstacles(standing: Sequence[Bases], outlines: Sequence[Outline]) -> Cores:
    """Units and then edges of terrain; ``unit`` numbers the units first, then the pieces of terrain."""
    units = cores(standing)
    if not outlines:
        return units
    edges = outline_cores([np.array(outline) for outline in outlines])
    return Cores(
        np.concatenate((units.centre, edges.centre)),
        np.concatenate((units.half, edges.half)),
        np.concatenate((units.radius, edges.radius)),
        np.concatenate((units.angle, edges.angle)),
        np.concatenate((units.unit, edges.unit + len(standing))),
    )


def kept_gaps(moving: Bases, others: Cores, kept: Sequence[float]) -> Floats:
    """(m,) what a unit keeps from each shape: ``kept``, or the distance from which it starts where that is less.

    Terrain follows the units in ``others`` and is given no gap.
    """
    if not len(others):
        return np.empty(0)
    limits = np.zeros(int(others.unit.max()) + 1)
    limits[: len(kept)] = kept
    gaps: Floats = np.minimum(limits[others.unit], starting_gaps(moving, others)[0])
    return gaps


@lru_cache(maxsize=1024)
def ways_of(charge: ChargeGround, target_closes: bool, most: int) -> tuple[Way, ...]:
    """The best ways of a charge (``charge_search``): the charger closes the door, or the target does (CHG-16)."""
    case = _case(charge, target_closes)
    frame = charge.frame
    charger, target = charge.charger[1], charge.target[1]
    found = levels(charger, target, charge.side)
    if charge.also:
        enemies = [bases(*charge.target), *(bases(*charge.others[number]) for number in charge.also)]
        found = levels_with(charger, frame.cores(cores(enemies)), target.models)
    return best_ways(Ways(case), found, most)


def _case(charge: ChargeGround, target_closes: bool) -> Case:
    frame, (pose, formation) = charge.frame, charge.charger
    front = Front.of(formation)
    standing = [ground(*place) for place in charge.others]
    around = obstacles(standing, charge.closed)
    gap = kept_gaps(ground(pose, formation), around, charge.kept)
    others = frame.cores(around)
    edges = Edges(frame, *charge.size)
    at_door, at_door_gap = (cores(()), np.empty(0)) if charge.door_free else (others, gap)
    door: Door
    if target_closes:
        block = ground(*charge.target)
        near = obstacles(standing, charge.closed_to_target)
        room = kept_gaps(block, near, ())
        door = TargetCloses(
            front, body(formation), frame.cores(cores(block)), frame.cores(near), room, frame.width, edges
        )
    else:
        door = ChargerCloses(front, body(formation), at_door, at_door_gap, charge.whole, frame.width, edges)
    if charge.flies:
        others, gap = cores(()), np.empty(0)
    return Case(front, body(formation), front.place(frame, pose), frame.target(), others, gap, charge.whole, door)

"""Whether one given way of a charge is free: its motions made one after another, exactly.

A single way is looked at much faster than all of them are reckoned (``charge_ways``). Most charges have nothing in
their way, so that the first look is the last.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from game.table.approach import first_approach
from game.table.charge_spans import Body, axes
from game.table.cores import Cores, Indices, gaps_between
from game.table.formation import Floats
from game.table.motion import Motion, Rotation, Translation
from game.table.pose import SLACK

if TYPE_CHECKING:
    from game.table.charge_search import Way
    from game.table.charge_ways import Case

Place = tuple[float, float, float]
"""Middle of the front edge in the frame of the side, and the turn from flush, degrees."""


def is_free(case: Case, way: Way) -> bool:
    """Whether the charger meets nothing on this way, and the door can be closed at its end."""
    x, y, turn = case.start
    arm = math.copysign(case.front.width / 2, way.wheel)
    begun = _ahead((x, y, turn), way.first)
    corner = _beside(begun, arm)
    wheeled = _turned(begun, corner, way.wheel)
    contact = _ahead(wheeled, way.second)
    near = _near(case, (begun, wheeled, contact, (way.offset, 0.0, 0.0)), way)
    others, gap = case.others.take(near), case.gap[near]
    if way.wheel:
        wheel = Rotation(*corner, way.wheel)
        shell = case.front.box() if case.whole else case.front.strip()
        mover = case.body if case.whole else case.front.strip()
        if meets(shell, begun, wheel, case.target, np.full(1, -SLACK)) or meets(mover, begun, wheel, others, gap):
            return False
    return (
        not meets(case.body, (x, y, turn), _shift(turn, way.first), others, gap)
        and not meets(case.body, wheeled, _shift(contact[2], way.second), others, gap)
        and case.door.is_open(way, contact)
    )


def _near(case: Case, places: tuple[Place, ...], way: Way) -> Indices:
    """Numbers of what lies in the box about all of the way, the depth of the charger on every side of it."""
    x, y, _ = case.start
    points = np.array([(x, y), *(place[:2] for place in places)])
    reach = math.hypot(case.front.width, case.front.depth) + 1.0 + abs(math.radians(way.wheel)) * case.front.width / 2
    least, most = points.min(axis=0) - reach, points.max(axis=0) + reach
    others = case.others
    size = (np.hypot(*others.half.T) + others.radius)[:, None]
    return np.flatnonzero(((others.centre + size > least) & (others.centre - size < most)).all(axis=1))


def _ahead(place: Place, inches: float) -> Place:
    forward = _forward(place[2])
    return place[0] + inches * forward[0], place[1] + inches * forward[1], place[2]


def _forward(turn: float) -> tuple[float, float]:
    return math.sin(math.radians(turn)), -math.cos(math.radians(turn))


def _beside(place: Place, inches: float) -> tuple[float, float]:
    """The point so far to the left of the middle of the front."""
    return place[0] + inches * math.cos(math.radians(place[2])), place[1] + inches * math.sin(math.radians(place[2]))


def _turned(place: Place, point: tuple[float, float], degrees: float) -> Place:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = place[0] - point[0], place[1] - point[1]
    return point[0] + c * dx - s * dy, point[1] + s * dx + c * dy, place[2] + degrees


def _shift(turn: float, inches: float) -> Motion:
    forward = _forward(turn)
    return Translation(inches * forward[0], inches * forward[1])


def _cores(body: Body, place: Place) -> Cores:
    forward, left = axes(np.array(place[2]))
    centre = np.array(place[:2]) + body.offset[:, :1] * forward + body.offset[:, 1:] * left
    facing = np.full(len(centre), math.radians(place[2] - 90.0))
    return Cores(centre, body.half, body.radius, facing, np.zeros(len(centre), np.intp))


def meets(body: Body, place: Place, motion: Motion, others: Cores, gap: Floats) -> bool:
    """Whether a body that begins there comes nearer to others (m) than is kept from them (m,)."""
    if not len(others):
        return False
    kept = np.broadcast_to(gap, (len(body.radius), len(gap)))
    return first_approach(_cores(body, place), motion, others, kept) is not None


def stands_on(body: Body, place: Place, others: Cores, gap: Floats) -> bool:
    """Whether a body that stands there is nearer to others than is kept from them."""
    return bool((gaps_between(_cores(body, place), others) < gap - SLACK).any())

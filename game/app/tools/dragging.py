"""From a dragged handle to a manoeuvre: pure, on the table, in inches and degrees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from game.table.bases import centre, footprint
from game.table.formation import Formation, Loose, Ranked, extent
from game.table.manoeuvre import Advance, Back, Manoeuvre, Pivot, Reform, Sideways, Wheel, WheelCost, biggest_wheel
from game.table.pose import Pose, direction

Point = tuple[float, float]
STRAIGHT = {"advance": (1, 0), "back": (-1, 0), "left": (0, 1), "right": (0, -1)}
"""Which way each straight handle goes: forward, left."""
WHEEL_FORWARD = "a wheel goes forward only (MOV-03)"
ONE_WAY = {
    "advance": "this one goes forward only: the handle behind the unit goes back",
    "back": "this one goes back only: the handle ahead of the unit goes forward",
    "left": "this one goes to the left only: the handle on the other side goes to the right",
    "right": "this one goes to the right only: the handle on the other side goes to the left",
}
"""Why a straight handle does nothing when it is pushed the other way."""
_NEAR = 0.3
"""Inches from the turning point within which the mouse points in no direction."""
_FINE = 1e4
"""Where the movement that is left cuts a manoeuvre short, it is rounded down to a ten-thousandth."""


def dragged(
    handle: str,
    place: tuple[Pose, Formation],
    start: Point,
    point: Point,
    left: float = math.inf,
    wheel_cost: WheelCost = "arc",
) -> Manoeuvre | None:
    """The manoeuvre that dragging a handle means; None if it has not gone anywhere.

    Straight handles follow the mouse by tenths of an inch. A wheel is dragged at the corner that goes forward, which
    follows the mouse on its arc; a pivot turns the front to where the mouse is; both by whole degrees. ``wider-left``
    and ``wider-right`` change the number of files.

    Args:
        handle: Its name.
        place: Where the unit stands before the manoeuvre.
        start: Table point at which the handle was taken.
        point: Table point of the mouse.
        left: Inches of movement that may be spent.
        wheel_cost: How a wheel is measured.
    """
    pose, formation = place
    if handle in STRAIGHT:
        return _straight(handle, pose, start, point, left)
    if handle == "pivot":
        turn = _aim(centre(pose, formation), pose.facing, point)
        degrees = round(abs(turn))
        return Pivot("left" if turn > 0 else "right", degrees) if degrees else None
    if handle in ("wheel-left", "wheel-right"):
        degrees = round(_swung(handle, pose, formation, start, point))
        most = 180.0 if math.isinf(left) else min(biggest_wheel(formation, left, wheel_cost), 180.0)
        turn = cut(degrees, most)
        return Wheel("left" if handle == "wheel-left" else "right", turn) if turn > 0 else None
    return _files(handle, pose, formation, start, point)


def _straight(handle: str, pose: Pose, start: Point, point: Point, left: float) -> Manoeuvre | None:
    inches = cut(round(_way(handle, pose, start, point), 1), left if handle == "advance" else left / 2)
    if inches <= 0:
        return None
    if handle == "advance":
        return Advance(inches)
    return Back(inches) if handle == "back" else Sideways("left" if handle == "left" else "right", inches)


def _way(handle: str, pose: Pose, start: Point, point: Point) -> float:
    """Inches from ``start`` to ``point`` in the direction of a straight handle."""
    forward, sideways = STRAIGHT[handle]
    fx, fy = direction(pose.facing)
    wx, wy = forward * fx - sideways * fy, forward * fy + sideways * fx
    return (point[0] - start[0]) * wx + (point[1] - start[1]) * wy


def _swung(handle: str, pose: Pose, formation: Formation, start: Point, point: Point) -> float:
    """Degrees by which the mouse has gone about the corner that stands still, forward positive, -90 to 270."""
    still = footprint(pose, formation)[0 if handle == "wheel-left" else 3].tolist()
    if math.dist(still, point) < _NEAR or math.dist(still, start) < 1e-9:
        return 0.0
    turn = _towards(still, point) - _towards(still, start)
    return ((turn if handle == "wheel-left" else -turn) + 90.0) % 360.0 - 90.0


def _towards(here: Sequence[float], there: Sequence[float]) -> float:
    return math.degrees(math.atan2(there[1] - here[1], there[0] - here[0]))


def why_not(handle: str, place: tuple[Pose, Formation], start: Point, point: Point) -> str:
    """Why a handle that is dragged does nothing: it is dragged the wrong way; "" if it is not."""
    pose, formation = place
    if handle in ("wheel-left", "wheel-right"):
        return WHEEL_FORWARD if round(_swung(handle, pose, formation, start, point)) < 0 else ""
    if handle in STRAIGHT and round(_way(handle, pose, start, point), 1) < 0:
        return ONE_WAY[handle]
    return ""


def _aim(middle: Point, facing: float, point: Point) -> float:
    """Degrees from a facing to the direction of a point, to the left positive, -180 to 180; 0 if it is too near."""
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    if math.hypot(dx, dy) < _NEAR:
        return 0.0
    return (math.degrees(math.atan2(dy, dx)) - facing + 180.0) % 360.0 - 180.0


def _files(handle: str, pose: Pose, formation: Formation, start: Point, point: Point) -> Reform | None:
    """As many files as reach to the mouse on both sides of the middle, which stays."""
    if formation.models < 2:
        return None
    _, along = direction(pose.facing), direction(pose.facing + 90.0)
    outwards = 1 if handle == "wider-left" else -1
    wider = outwards * ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1])
    files = min(max(round(files_of(formation) + 2 * wider / file_width(formation)), 1), formation.models)
    return Reform(files) if files != files_of(formation) else None


def files_of(formation: Formation) -> int:
    """Models in the first rank."""
    if isinstance(formation, Ranked):
        return min(formation.files, formation.models)
    if isinstance(formation, Loose):
        front = max(forward for forward, _ in formation.offsets)
        return sum(forward > front - 0.01 for forward, _ in formation.offsets)
    return 1


def file_width(formation: Formation) -> float:
    """Inches by which one file more makes a unit wider."""
    if isinstance(formation, Ranked):
        return formation.base.width
    _, _, right, left = extent(formation)
    files = files_of(formation)
    return (left - right) / files if files else 1.0


def cut(value: float, most: float) -> float:
    """The value, or what is left of it: never negative, rounded down where it is cut short."""
    return max(value if value <= most else math.floor(most * _FINE) / _FINE, 0.0)


def joined(path: tuple[Manoeuvre, ...], more: Manoeuvre) -> tuple[Manoeuvre, ...]:
    """A path with one manoeuvre more; one that goes on with the last is made one with it."""
    if not path:
        return (more,)
    last = path[-1]
    if isinstance(last, Reform) and isinstance(more, Reform):
        return (*path[:-1], replace(more, facing=last.facing if more.facing is None else more.facing))
    if type(last) is not type(more) or getattr(last, "side", "") != getattr(more, "side", ""):
        return (*path, more)
    amount = amount_of(last) + amount_of(more)
    return (*path[:-1], with_amount(last, amount)) if amount_of(last) else (*path, more)


def stepped(path: tuple[Manoeuvre, ...], more: Manoeuvre) -> tuple[Manoeuvre, ...]:
    """A path after a key for a small manoeuvre: a step back takes from the last one before it begins another."""
    last = path[-1] if path else None
    if last is None or not _opposite(last, more):
        return joined(path, more)
    rest = round(amount_of(last) - amount_of(more), 4)
    return (*path[:-1], with_amount(last, rest)) if rest > 1e-6 else path[:-1]


def _opposite(one: Manoeuvre, other: Manoeuvre) -> bool:
    if isinstance(one, Advance | Back):
        return isinstance(other, Advance | Back) and type(one) is not type(other)
    if isinstance(one, Sideways | Wheel | Pivot) and isinstance(other, Sideways | Wheel | Pivot):
        return type(one) is type(other) and one.side != other.side
    return False


def amount_of(manoeuvre: Manoeuvre) -> float:
    """Its inches or degrees; 0 for one that has neither."""
    if isinstance(manoeuvre, Wheel | Pivot):
        return manoeuvre.degrees
    return manoeuvre.inches if isinstance(manoeuvre, Advance | Back | Sideways) else 0.0


def with_amount(manoeuvre: Manoeuvre, amount: float) -> Manoeuvre:
    """The same manoeuvre by so many inches or degrees; turns by at most a full circle."""
    amount = round(amount, 6)
    if isinstance(manoeuvre, Wheel | Pivot):
        return replace(manoeuvre, degrees=min(amount, 360.0))
    return replace(manoeuvre, inches=amount) if isinstance(manoeuvre, Advance | Back | Sideways) else manoeuvre

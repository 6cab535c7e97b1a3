"""Manoeuvres as values: where each one ends, what it costs and along which rigid motions it goes.

What a unit may do, and what a manoeuvre forbids it afterwards, is a rule and stands elsewhere. A manoeuvre that is
not rigid (a reform, a turn in place, an about-face of a formation) has no motions: only its end is a place.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import ClassVar, Literal

from game.errors import InputError
from game.table.bases import centre, footprint
from game.table.formation import Formation, Loose, Ranked, extent, has_files, skirmish
from game.table.motion import Motion, Rotation, Translation, moved_pose
from game.table.pose import Pose, direction, rounded

Side = Literal["left", "right"]
WheelCost = Literal["arc", "chord"]
Place = tuple[Pose, Formation]


def _plain(value: float) -> str:
    """The shortest decimal number for ``value`` as events store it, without an exponent."""
    return format(Decimal(repr(rounded(value))), "f").removesuffix(".0")


def _check(value: float, most: float = math.inf) -> None:
    if not (0.0 <= value <= most and math.isfinite(value)):
        raise ValueError(f"a manoeuvre is measured in finite numbers from 0 to {most}, not {value}")


def _sign(side: Side) -> int:
    return 1 if side == "left" else -1


class _Rigid(ABC):
    """What all rigid manoeuvres share: they end where their motions lead, in the formation they began in."""

    __slots__ = ()
    rigid: ClassVar[bool] = True

    @abstractmethod
    def motions(self, pose: Pose, formation: Formation) -> tuple[Motion, ...]:
        """The rigid motions it is made of, in order."""

    def after(self, pose: Pose, formation: Formation) -> Place:
        """Where it ends."""
        for motion in self.motions(pose, formation):
            pose = moved_pose(pose, motion)
        return pose, formation


class _Still:
    """What all manoeuvres share that are made on the spot, each model by itself."""

    __slots__ = ()
    rigid: ClassVar[bool] = False

    def motions(self, pose: Pose, formation: Formation) -> tuple[Motion, ...]:
        """None: only its end is a place."""
        del pose, formation
        return ()


def _shift(pose: Pose, forward: float, left: float) -> tuple[Motion, ...]:
    fx, fy = direction(pose.facing)
    return (Translation(forward * fx - left * fy, forward * fy + left * fx),)


@dataclass(frozen=True, slots=True)
class Advance(_Rigid):
    """Straight forward (MOV-01)."""

    inches: float

    def __post_init__(self) -> None:
        _check(self.inches)

    def motions(self, pose: Pose, formation: Formation) -> tuple[Motion, ...]:
        """One shift."""
        del formation
        return _shift(pose, self.inches, 0.0)

    def __str__(self) -> str:
        return f"advance {_plain(self.inches)}"


@dataclass(frozen=True, slots=True)
class Back(_Rigid):
    """Straight backward without turning, every inch counts as two (MOV-06)."""

    inches: float

    def __post_init__(self) -> None:
        _check(self.inches)

    def motions(self, pose: Pose, formation: Formation) -> tuple[Motion, ...]:
        """One shift."""
        del formation
        return _shift(pose, -self.inches, 0.0)

    def __str__(self) -> str:
        return f"back {_plain(self.inches)}"


@dataclass(frozen=True, slots=True)
class Sideways(_Rigid):
    """To one side without turning, every inch counts as two (MOV-06)."""

    side: Side
    inches: float

    def __post_init__(self) -> None:
        _check(self.inches)

    def motions(self, pose: Pose, formation: Formation) -> tuple[Motion, ...]:
        """One shift."""
        del formation
        return _shift(pose, 0.0, _sign(self.side) * self.inches)

    def __str__(self) -> str:
        return f"{self.side} {_plain(self.inches)}"


@dataclass(frozen=True, slots=True)
class Wheel(_Rigid):
    """Forward about the front corner on ``side``: to the left counter-clockwise; never backward (MOV-03)."""

    side: Side
    degrees: float

    def __post_init__(self) -> None:
        _check(self.degrees, 360.0)

    def motions(self, pose: Pose, formation: Formation) -> tuple[Motion, ...]:
        """One turn, measured along the arc of the outer front corner."""
        x, y = footprint(pose, formation)[0 if self.side == "left" else 3].tolist()
        return (Rotation(x, y, _sign(self.side) * self.degrees, frontage(formation)),)

    def __str__(self) -> str:
        return f"wheel {self.side} {_plain(self.degrees)}"


@dataclass(frozen=True, slots=True)
class Pivot(_Rigid):
    """A turn on the spot about the centre of the bounding rectangle (MOV-05, MOV-08)."""

    side: Side
    degrees: float

    def __post_init__(self) -> None:
        _check(self.degrees, 360.0)

    def motions(self, pose: Pose, formation: Formation) -> tuple[Motion, ...]:
        """One turn; nothing measures its way."""
        return (Rotation(*centre(pose, formation), _sign(self.side) * self.degrees),)

    def __str__(self) -> str:
        return f"pivot {self.side} {_plain(self.degrees)}"


@dataclass(frozen=True, slots=True)
class Reform(_Still):
    """Other files, another facing, or both; the centre of the bounding rectangle stays (MOV-04).

    Attributes:
        files: Models in a full rank. Skirmishers take up their half-inch grid that wide.
        facing: The new facing in degrees; ``None`` keeps the old one.
    """

    files: int
    facing: float | None = None

    def after(self, pose: Pose, formation: Formation) -> Place:
        """Where it ends.

        Raises:
            InputError: More files than models, or a loose group of several kinds of bases, which has no files.
        """
        if not 1 <= self.files <= formation.models:
            raise InputError.of(f'"{self}": {formation.models} models can stand 1 to {formation.models} files wide')
        new: Formation = formation
        if isinstance(formation, Ranked):
            new = formation.reranked(self.files)
        elif isinstance(formation, Loose):
            if not has_files(formation):
                raise InputError.of(f'"{self}": a loose group of several kinds of bases has no files')
            new = skirmish(formation.bases[0], formation.models, self.files)
        return _about_centre(pose, formation, new, pose.facing if self.facing is None else self.facing)

    def __str__(self) -> str:
        return f"reform {self.files}" + ("" if self.facing is None else f" {_plain(self.facing)}")


@dataclass(frozen=True, slots=True)
class About(_Still):
    """Every model turns round on the spot: the old rear edge is the new front.

    A short last rank does not become the front rank: the models close up, so that the front rank is full and the
    short one stands centred at the new rear (FORM-02). The bounding rectangle stays.
    """

    def after(self, pose: Pose, formation: Formation) -> Place:
        """Where it ends."""
        if isinstance(formation, Loose):
            return _turned_on_the_spot(pose, formation, 180)
        return _about_centre(pose, formation, formation, pose.facing + 180.0)

    def __str__(self) -> str:
        return "about"


@dataclass(frozen=True, slots=True)
class Turn(_Still):
    """Every model turns a quarter on the spot: the old flank on ``side`` is the new front.

    Files and ranks change places. A block of square bases in full ranks keeps its ground exactly; of other blocks the
    centre of the bounding rectangle stays, as in a reform: long bases would not fit beside each other, and a short
    rank would become a short file. Models that stand apart turn where they stand.
    """

    side: Side

    def after(self, pose: Pose, formation: Formation) -> Place:
        """Where it ends."""
        degrees = 90 * _sign(self.side)
        if isinstance(formation, Loose):
            return _turned_on_the_spot(pose, formation, degrees)
        new = formation.reranked(formation.ranks) if isinstance(formation, Ranked) else formation
        return _about_centre(pose, formation, new, pose.facing + degrees)

    def __str__(self) -> str:
        return f"turn {self.side}"


Manoeuvre = Advance | Back | Sideways | Wheel | Pivot | About | Turn | Reform


def first_part(manoeuvre: Manoeuvre, share: float) -> tuple[Manoeuvre, ...]:
    """What is done of a manoeuvre that ends after this share of it, 0 to 1: nothing of one that is not rigid."""
    if isinstance(manoeuvre, About | Turn | Reform):
        return ()
    if isinstance(manoeuvre, Wheel | Pivot):
        degrees = rounded(share * manoeuvre.degrees)
        return (replace(manoeuvre, degrees=degrees),) if degrees else ()
    inches = rounded(share * manoeuvre.inches)
    return (replace(manoeuvre, inches=inches),) if inches else ()


def frontage(formation: Formation) -> float:
    """Width of the bounding rectangle, inches: the arm of a wheel (FORM-05)."""
    _, _, right, left = extent(formation)
    return left - right


def _about_centre(pose: Pose, old: Formation, new: Formation, facing: float) -> Place:
    """A new formation and facing, the centre of the bounding rectangle where it was."""
    rear, front, right, left = extent(new)
    middle = Pose(*centre(pose, old), facing)
    return middle.shifted(-(rear + front) / 2, -(right + left) / 2), new


def _turned_on_the_spot(pose: Pose, formation: Loose, degrees: int) -> Place:
    """Models that stand apart, each turned where it stands; the pose is again the centre of the front edge."""
    c, s = direction(degrees)
    turned = [(c * forward + s * left, c * left - s * forward) for forward, left in formation.offsets]
    _, front, right, left = extent(Loose(formation.bases, tuple(turned)))
    middle = (right + left) / 2
    offsets = tuple((ahead - front, aside - middle) for ahead, aside in turned)
    return Pose(pose.x, pose.y, pose.facing + degrees).shifted(front, middle), Loose(formation.bases, offsets)


def cost(manoeuvre: Manoeuvre, formation: Formation, wheel_cost: WheelCost = "arc") -> float:
    """Inches of movement that a manoeuvre uses up (MOV-03, MOV-06).

    Backward and sideways every inch counts as two. A wheel costs the way of its outer front corner, along the ``arc``
    or as the ``chord``; a chord of more than 180 degrees is measured as two wheels, lest a full circle be free.
    Pivot, about, turn and reform cost nothing here: what they forbid is a rule.
    """
    if isinstance(manoeuvre, Advance):
        return manoeuvre.inches
    if isinstance(manoeuvre, Back | Sideways):
        return 2 * manoeuvre.inches
    if not isinstance(manoeuvre, Wheel):
        return 0.0
    arm, angle = frontage(formation), math.radians(manoeuvre.degrees)
    if wheel_cost == "arc":
        return arm * angle
    halves, rest = divmod(angle, math.pi)
    return 2 * arm * (halves + math.sin(rest / 2))


def biggest_wheel(formation: Formation, inches: float, wheel_cost: WheelCost = "arc") -> float:
    """Degrees of the biggest wheel that ``inches`` of movement afford; at most a full circle."""
    budget = max(inches, 0.0) / frontage(formation)
    if wheel_cost == "chord":
        halves, rest = divmod(budget, 2.0)
        budget = halves * math.pi + 2 * math.asin(min(rest / 2, 1.0))
    return min(math.degrees(budget), 360.0)

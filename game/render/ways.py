"""The way of a unit that moves: along the manoeuvres that an event tells, else straight from one pose to the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.battle.event import Event
from game.battle.unit import Unit
from game.errors import InputError
from game.render.tween import eased, pose_between
from game.table.formation import Formation
from game.table.manoeuvre import Manoeuvre
from game.table.manoeuvre_text import parse
from game.table.motion import Motion, Rotation, moved_pose
from game.table.pose import Pose

NEAR = 0.02
"""Inches and degrees that the end of a told path may differ from where the event sets the unit down."""
DEGREES = 20.0
"""Degrees of a turn that count as an inch of way."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A piece of a way: from a pose along a rigid motion, or to another pose where no motion is told.

    Attributes:
        start: Where it begins.
        motion: How it goes on; None: to ``end`` as the shortest motion leads there.
        end: Where it ends.
        effort: Inches, a turn of 20 degrees counted as one.
    """

    start: Pose
    motion: Motion | None
    end: Pose
    effort: float

    def at(self, t: float) -> Pose:
        """Where the unit is at ``t`` in 0..1 of it."""
        if self.motion is None:
            return pose_between(self.start, self.end, t)
        return moved_pose(self.start, self.motion, t)


@dataclass(frozen=True, slots=True)
class Way:
    """The legs of a way, in their order."""

    legs: tuple[Leg, ...]

    @property
    def effort(self) -> float:
        """Inches, a turn of 20 degrees counted as one."""
        return sum(leg.effort for leg in self.legs)

    def at(self, t: float) -> Pose:
        """Where the unit is at ``t`` in 0..1: each leg takes its share, eased at its ends."""
        left = t * self.effort
        for leg in self.legs[:-1]:
            if left < leg.effort:
                return leg.at(eased(left / leg.effort))
            left -= leg.effort
        last = self.legs[-1]
        return last.at(eased(left / last.effort)) if last.effort else last.end


def way_of(event: Event, before: Unit, after: Unit) -> Way:
    """How a unit came from where it stood to where it stands, as the event tells it in ``before`` and ``path``."""
    told = getattr(event, "path", ()) if getattr(event, "unit", "") == before.id else ()
    start = getattr(event, "before", before.pose) if told else before.pose
    return _way(tuple(told), start, after.pose, before.formation)


@lru_cache(maxsize=64)
def _way(path: tuple[str, ...], start: Pose, end: Pose, formation: Formation) -> Way:
    legs: list[Leg] = []
    pose = start
    try:
        for manoeuvre in _manoeuvres(path):
            for motion in manoeuvre.motions(pose, formation):
                there = moved_pose(pose, motion)
                legs.append(Leg(pose, motion, there, _effort(motion, pose, there)))
                pose = there
            if not manoeuvre.rigid:
                pose, formation = manoeuvre.after(pose, formation)
                legs.append(Leg(legs[-1].end if legs else start, None, pose, 1.0))
    except InputError:  # models are fewer by now than when it was told: the rest is gone straight
        pass
    if not legs or _apart(pose, end) > NEAR:
        legs.append(Leg(pose, None, end, max(_apart(pose, end), 1e-6)))
    return Way(tuple(legs))


def _manoeuvres(path: tuple[str, ...]) -> tuple[Manoeuvre, ...]:
    try:
        return tuple(one for piece in path for one in parse(piece))
    except InputError:  # the words of another kind of way
        return ()


def _effort(motion: Motion, start: Pose, end: Pose) -> float:
    turn = abs(motion.degrees) / DEGREES if isinstance(motion, Rotation) else 0.0
    return max(motion.length, turn, _apart(start, end), 1e-6)


def _apart(a: Pose, b: Pose) -> float:
    """Inches between two poses, a turn of 20 degrees counted as one."""
    turn = abs((b.facing - a.facing + 180) % 360 - 180)
    return float(((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5) + turn / DEGREES

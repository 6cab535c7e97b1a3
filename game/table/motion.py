"""Rigid motions of a unit over the table: a straight shift, or a turn about a point."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.table.formation import Bases, Floats, make_bases
from game.table.pose import Pose, direction


@dataclass(frozen=True, slots=True)
class Translation:
    """A straight shift by ``dx``, ``dy`` inches without turning."""

    dx: float
    dy: float

    @property
    def length(self) -> float:
        """Inches that every point travels."""
        return math.hypot(self.dx, self.dy)

    def reverse(self) -> Translation:
        """The way back."""
        return Translation(-self.dx, -self.dy)

    def part(self, t: float) -> Translation:
        """The first part of it, ``t`` in 0..1."""
        return Translation(self.dx * t, self.dy * t)


@dataclass(frozen=True, slots=True)
class Rotation:
    """A turn about a table point.

    Attributes:
        x: The point that stays where it is, inches.
        y: The same.
        degrees: Counter-clockwise if positive; at most a full circle either way.
        arm: Inches from the point to whatever measures the way (a wheel: the outer front corner); 0 if nothing does.
    """

    x: float
    y: float
    degrees: float
    arm: float = 0.0

    @property
    def length(self) -> float:
        """Inches along the arc of the point that measures the way; 0 for a pivot."""
        return abs(math.radians(self.degrees)) * self.arm

    def reverse(self) -> Rotation:
        """The way back."""
        return Rotation(self.x, self.y, -self.degrees, self.arm)

    def part(self, t: float) -> Rotation:
        """The first part of it, ``t`` in 0..1."""
        return Rotation(self.x, self.y, self.degrees * t, self.arm)


Motion = Translation | Rotation


def moved(shapes: Bases, motion: Motion, t: float = 1.0) -> Bases:
    """The shapes after the first part ``t`` (0..1) of a motion."""
    if isinstance(motion, Translation):
        centre = shapes.centre + np.array((motion.dx, motion.dy)) * t
        return make_bases(centre, shapes.half, shapes.round, shapes.facing)
    c, s = direction(motion.degrees * t)
    pivot = np.array((motion.x, motion.y))
    centre = (shapes.centre - pivot) @ np.array([[c, s], [-s, c]]) + pivot
    return make_bases(centre, shapes.half, shapes.round, shapes.facing + motion.degrees * t)


def moved_pose(pose: Pose, motion: Motion, t: float = 1.0) -> Pose:
    """A pose after the first part ``t`` (0..1) of a motion."""
    if isinstance(motion, Translation):
        return Pose(pose.x + motion.dx * t, pose.y + motion.dy * t, pose.facing)
    return pose.turned_about(motion.x, motion.y, motion.degrees * t)


def moved_centres(centre: Floats, motion: Motion, t: Floats) -> Floats:
    """(n, k, 2) centres of n shapes after each of k parts; ``centre`` (n, 2), ``t`` (k,) or (n, k)."""
    if isinstance(motion, Translation):
        way: Floats = np.asarray(t)[..., None] * (motion.dx, motion.dy)
        return centre[:, None, :] + way
    angle = math.radians(motion.degrees) * t
    c, s = np.cos(angle), np.sin(angle)
    x, y = centre[:, :1] - motion.x, centre[:, 1:] - motion.y
    return np.stack((motion.x + c * x - s * y, motion.y + s * x + c * y), -1)

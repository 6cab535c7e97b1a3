"""Bases on the table: a formation set down at a pose."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from game.table.formation import Bases, Floats, Formation, extent, layout, make_bases, parts
from game.table.pose import Pose, direction


def placed(local: Bases, pose: Pose) -> Bases:
    """Bases of a unit's own frame on the table, at a pose."""
    fx, fy = direction(pose.facing)
    turn = np.array([[fx, fy], [-fy, fx]])
    return make_bases(local.centre @ turn + (pose.x, pose.y), local.half.copy(), local.round.copy(), pose.facing)


@lru_cache(maxsize=4096)
def bases(pose: Pose, formation: Formation) -> Bases:
    """Every model's base on the table, in the order of the models."""
    return placed(layout(formation), pose)


@lru_cache(maxsize=4096)
def ground(pose: Pose, formation: Formation) -> Bases:
    """The ground a unit covers as few shapes: one rectangle for a block of full ranks (see ``formation.parts``)."""
    return placed(parts(formation), pose)


def corners(shapes: Bases) -> Floats:
    """(n, 4, 2) corners of each rectangle, counter-clockwise: front left, rear left, rear right, front right.

    For a round base these are the corners of the square around it.
    """
    fx, fy = direction(shapes.facing)
    forward = shapes.half[:, :1] * (fx, fy)
    left = shapes.half[:, 1:] * (-fy, fx)
    centre = shapes.centre
    return np.stack(
        [centre + forward + left, centre - forward + left, centre - forward - left, centre + forward - left], 1
    )


def footprint(pose: Pose, formation: Formation) -> Floats:
    """(4, 2) corners of the bounding rectangle of ranks and files: front left, rear left, rear right, front right.

    Arcs start at these corners and a wheel turns about one of the first and last (FORM-05, FORM-06).
    """
    rear, front, right, left = extent(formation)
    return np.array([pose.point(*p) for p in ((front, left), (rear, left), (rear, right), (front, right))])


def circle_about(pose: Pose, formation: Formation) -> tuple[tuple[float, float], float]:
    """Centre and radius, inches, of the circle through the corners of the bounding rectangle."""
    rear, front, right, left = extent(formation)
    return centre(pose, formation), math.hypot(front - rear, left - right) / 2


def centre(pose: Pose, formation: Formation) -> tuple[float, float]:
    """Centre of the bounding rectangle: what pivots and reforms turn about (MOV-04)."""
    rear, front, right, left = extent(formation)
    return pose.point((rear + front) / 2, (right + left) / 2)

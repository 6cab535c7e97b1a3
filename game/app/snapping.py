"""The nearest points of bases, for a mouse that jumps to them."""

from __future__ import annotations

import math

import numpy as np

from game.table.formation import Bases, Floats


def _local(shapes: Bases, x: float, y: float) -> tuple[Floats, Floats, float, float]:
    """The point as each base sees it: (n, 2) along its depth and its width; and the facing's direction."""
    facing = math.radians(shapes.facing)
    cos, sin = math.cos(facing), math.sin(facing)
    away = np.array([x, y]) - shapes.centre
    local = np.stack([away[:, 0] * cos + away[:, 1] * sin, -away[:, 0] * sin + away[:, 1] * cos], 1)
    return local, shapes.half, cos, sin


def nearest_points(shapes: Bases, x: float, y: float, reach: float) -> Floats:
    """(n, 2) the point of each base's outline nearest to (x, y); a corner within half the reach wins."""
    local, half, cos, sin = _local(shapes, x, y)
    clipped = np.clip(local, -half, half)
    inside = (np.abs(local) < half).all(axis=1)
    gap = half - np.abs(local)
    along = inside & (gap[:, 0] <= gap[:, 1])
    across = inside & ~along
    clipped[along, 0] = np.copysign(half[along, 0], local[along, 0])
    clipped[across, 1] = np.copysign(half[across, 1], local[across, 1])
    corner = np.copysign(half, local)
    near = np.hypot(*(corner - local).T) <= reach / 2
    clipped[near] = corner[near]
    length = np.hypot(local[:, 0], local[:, 1])
    rim = local * (half[:, :1] / np.maximum(length, 1e-9)[:, None])
    rim[length < 1e-9] = (1.0, 0.0) * half[length < 1e-9]
    points = np.where(shapes.round[:, None], rim, clipped)
    back: Floats = np.stack([points[:, 0] * cos - points[:, 1] * sin, points[:, 0] * sin + points[:, 1] * cos], 1)
    return back + shapes.centre

"""Where a plate may stand: spots around a unit, best first, and what they would cover. Pixels, y up."""

from __future__ import annotations

import numpy as np
import shapely

from game.battle.unit import Unit
from game.table.formation import Flags, Floats, extent
from game.table.pose import direction

GAP = 5.0
"""Pixels at 100 % between a plate and what it dodges."""
REACH = 130.0
"""Pixels at 100 % from the place behind the unit beyond which a plate would not be read as its own."""


def spots_around(unit: Unit, ppi: float, size: Floats, gap: float, scale: float) -> tuple[Floats, Flags]:
    """Places to try, best first: behind the unit, then around it, then farther off."""
    rear, front, right, left = extent(unit.formation)
    middle = np.array(unit.pose.point((rear + front) / 2, (left + right) / 2)) * ppi
    half_long, half_wide = (front - rear) / 2 * ppi, (left - right) / 2 * ppi
    forward = np.array(direction(unit.pose.facing))
    across = np.array([-forward[1], forward[0]])
    turns = np.array([180, 165, 195, 150, 210, 135, 225, 115, 245, 90, 270, 60, 300, 30, 330, 0])
    rays = np.radians(turns)
    ways = np.cos(rays)[:, None] * forward + np.sin(rays)[:, None] * across
    # How far the plate's middle must go along each way for plate and unit to stand clear of each other.
    axes = np.stack([forward, across, np.array([1.0, 0.0]), np.array([0.0, 1.0])])
    unit_half = np.abs(axes @ forward) * half_long + np.abs(axes @ across) * half_wide
    plate_half = np.abs(axes) @ (size / 2)
    speed = np.abs(ways @ axes.T)
    needed = np.where(speed > 1e-9, (unit_half + plate_half + gap) / np.maximum(speed, 1e-9), np.inf).min(axis=1)
    rings = np.array([0.0, 0.15, 0.35, 0.6, 1.0]) * REACH * scale
    reach = needed[None, :] + rings[:, None]
    spots = middle + reach[..., None] * ways[None]
    cost = rings[:, None] + 0.28 * scale * np.abs(turns - 180)[None, :]
    order = np.argsort(cost.reshape(-1), kind="stable")
    near = np.broadcast_to((rings <= 0.2 * REACH * scale)[:, None], cost.shape).reshape(-1)
    return spots.reshape(-1, 2)[order], near[order]


def spots_on(outline: Floats, size: Floats, scale: float) -> tuple[Floats, Flags]:
    """Places for the plate of who holds a building, best first: on its middle, then around its outline."""
    middle, low, high = outline.mean(axis=0), outline.min(axis=0), outline.max(axis=0)
    turns = np.radians([270, 90, 0, 180, 225, 315, 45, 135])
    ways = np.stack([np.cos(turns), np.sin(turns)], 1)
    rings = np.array([GAP, 0.35 * REACH, 0.7 * REACH]) * scale
    around = (low + high) / 2 + ways * ((high - low) / 2 + size / 2) + rings[:, None, None] * ways
    near = np.concatenate([[True], np.repeat(rings <= 0.2 * REACH * scale, len(turns))])
    return np.concatenate([middle[None], around.reshape(-1, 2)]), near


def quads(boxes: Floats) -> Floats:
    """(n, 4, 2) corners of (n, 4) boxes of left, bottom, right, top."""
    found: Floats = boxes[:, [[0, 1], [0, 3], [2, 3], [2, 1]]]
    return found


def line_over(line: Floats, shapes: Floats) -> bool:
    """Whether a (2, 2) line crosses one of the (k, 4, 2) rectangles."""
    close = ((shapes.min(axis=1) < line.max(axis=0)) & (shapes.max(axis=1) > line.min(axis=0))).all(axis=1)
    if not close.any():
        return False
    return bool(shapely.intersects(shapely.linestrings(line), shapely.polygons(shapes[close])).any())


def boxes_over(spots: Floats, half: Floats, shapes: Floats) -> Flags:
    """(n,) which upright boxes of half size ``half`` about the spots overlap one of the (k, 4, 2) rectangles."""
    low, high = shapes.min(axis=1), shapes.max(axis=1)
    close = ((low < spots.max(axis=0) + half) & (high > spots.min(axis=0) - half)).all(axis=1)
    shapes, low, high = shapes[close], low[close], high[close]
    if not len(shapes):
        return np.zeros(len(spots), dtype=np.bool_)
    apart = ((spots[:, None] - half >= high) | (spots[:, None] + half <= low)).any(axis=2)
    middle = shapes.mean(axis=1)
    for edge in (shapes[:, 0] - shapes[:, 1], shapes[:, 0] - shapes[:, 3]):
        length = np.hypot(*edge.T)
        axis = edge / np.maximum(length, 1e-9)[:, None]
        off = np.abs(((spots[:, None] - middle) * axis).sum(axis=2))
        apart |= off >= length / 2 + np.abs(axis) @ half
    over: Flags = ~apart.all(axis=1)
    return over

"""Name plates: behind their unit, never over a base, never over each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.battle.ground import ground_of, own_models
from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.fonts import clean, fit_text, text_size
from game.render.theme import TEXT, SideStyle, Theme, side_styles, with_alpha
from game.table.bases import corners
from game.table.formation import Floats, extent
from game.table.pose import direction

GAP = 5.0
"""Pixels at 100 % between a plate and what it dodges."""
WIDEST = 190.0
"""Pixels at 100 % that a plate's words take at most."""
REACH = 130.0
"""Pixels at 100 % from the place behind the unit beyond which a plate would not be read as its own."""
_PAD_X, _PAD_Y = 9.0, 3.0


@dataclass(frozen=True, slots=True)
class Plate:
    """A name plate.

    Attributes:
        unit: Id of its unit.
        words: What stands on it.
        x: Table point of its middle, inches.
        y: The same.
        width: Pixels.
        height: Pixels.
        anchor: Table point of the unit to which a line leads if the plate had to go far; None: it stands close by.
        style: Of the unit's side.
    """

    unit: str
    words: str
    x: float
    y: float
    width: float
    height: float
    anchor: tuple[float, float] | None
    style: SideStyle

    def box(self, camera: Camera) -> tuple[float, float, float, float]:
        """Where it is on the screen: left, top, width, height in pixels."""
        x, y = camera.at(self.x, self.y)
        return x - self.width / 2, y - self.height / 2, self.width, self.height


def plate_words(state: State, unit: Unit, scale: float = 1.0) -> str:
    """What stands on a unit's plate: name, models or wounds left, who has joined it, what is the matter with it."""
    models, most = own_models(state, unit), unit.type.profile.wounds
    name = fit_text(unit.name, TEXT * scale, WIDEST * scale)
    if models > 1:
        name += f" {models}"
    elif most > 1:
        name += f" ♥ {max(most - unit.wounds, 0)}/{most}"
    guests = state.guests(unit.id)
    if guests:
        first = clean(guests[0].name).split()[0]
        name += f" + {fit_text(first, TEXT * scale, WIDEST * scale / 2)}"
    if len(guests) > 1:
        name += f" + {len(guests) - 1}"
    parts = [name, *(word for word, yes in (("⚐ flees", unit.fleeing), ("▽ down", unit.down)) if yes)]
    return " · ".join(parts)


@lru_cache(maxsize=64)
def plan_plates(state: State, ppi: float, scale: float) -> tuple[Plate, ...]:
    """A plate for each unit that has room for one, in the order of the units; the same wherever the camera stands."""
    units = tuple(state.standing())
    shapes = [corners(ground_of(unit)) * ppi for unit in units]
    obstacles = np.concatenate(shapes) if shapes else np.empty((0, 4, 2))
    placed: list[tuple[float, float, float, float]] = []
    plates, styles = [], side_styles(state.sides)
    for unit in units:
        words = plate_words(state, unit, scale)
        wide, high = text_size(words, TEXT * scale)
        size = (wide + 2 * _PAD_X * scale, high + 2 * _PAD_Y * scale)
        found = _place(state, unit, ppi, scale, size, obstacles, placed)
        if found is not None:
            x, y, near = found
            placed.append((x, y, *size))
            anchor = None if near else _rear(unit)
            plates.append(Plate(unit.id, words, x / ppi, y / ppi, *size, anchor, styles[unit.side]))
    return tuple(plates)


def _rear(unit: Unit) -> tuple[float, float]:
    rear, _, right, left = extent(unit.formation)
    return unit.pose.point(rear, (left + right) / 2)


def _place(
    state: State,
    unit: Unit,
    ppi: float,
    scale: float,
    size: tuple[float, float],
    obstacles: Floats,
    placed: list[tuple[float, float, float, float]],
) -> tuple[float, float, bool] | None:
    """Middle of the plate in pixels from the table's origin, y up, and whether it touches its unit's outline."""
    gap = GAP * scale
    spots, near = _spots(unit, ppi, size, gap, scale)
    half = np.array(size) / 2 + gap / 2
    inside = (np.abs(spots - np.array([state.width, state.depth]) * ppi / 2) <= _half_table(state, ppi, size)).all(
        axis=1
    )
    free = inside & ~boxes_over(spots, half, obstacles)
    for x, y, wide, high in placed:
        free &= (np.abs(spots[:, 0] - x) >= half[0] + wide / 2) | (np.abs(spots[:, 1] - y) >= half[1] + high / 2)
    if not free.any():
        return None
    best = int(np.argmax(free))
    return float(spots[best, 0]), float(spots[best, 1]), bool(near[best])


def _half_table(state: State, ppi: float, size: tuple[float, float]) -> Floats:
    room: Floats = np.maximum(np.array([state.width, state.depth]) * ppi / 2 - np.array(size) / 2, 0.0)
    return room


def _spots(
    unit: Unit, ppi: float, size: tuple[float, float], gap: float, scale: float
) -> tuple[Floats, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
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
    plate_half = np.abs(axes) @ (np.array(size) / 2)
    speed = np.abs(ways @ axes.T)
    needed = np.where(speed > 1e-9, (unit_half + plate_half + gap) / np.maximum(speed, 1e-9), np.inf).min(axis=1)
    rings = np.array([0.0, 0.15, 0.35, 0.6, 1.0]) * REACH * scale
    reach = needed[None, :] + rings[:, None]
    spots = middle + reach[..., None] * ways[None]
    cost = rings[:, None] + 0.28 * scale * np.abs(turns - 180)[None, :]
    order = np.argsort(cost.reshape(-1), kind="stable")
    near = np.broadcast_to((rings <= 0.2 * REACH * scale)[:, None], cost.shape).reshape(-1)
    return spots.reshape(-1, 2)[order], near[order]


def boxes_over(spots: Floats, half: Floats, shapes: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
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
    over: np.ndarray[tuple[int], np.dtype[np.bool_]] = ~apart.all(axis=1)
    return over


def draw_plate(canvas: Canvas, camera: Camera, theme: Theme, plate: Plate, strength: float = 1.0) -> None:
    """Draw a plate, and a thin line to its unit if it stands apart from it."""
    colours, box = theme.table, plate.box(camera)
    reach = (-plate.width / 2 - 1, -plate.height / 2 - 1, plate.width + 2, plate.height + 2)
    if plate.anchor is not None:
        ends = [camera.at(*plate.anchor), (box[0] + plate.width / 2, box[1] + plate.height / 2)]
        canvas.polyline(ends, with_alpha(colours.plate, 0.55 * strength), theme.px(1))

    def paint(on: Canvas) -> None:
        body = (-plate.width / 2, -plate.height / 2, plate.width, plate.height)
        on.box(body, colours.plate, plate.style.fill, theme.px(1.6), plate.height / 2)
        on.text(0, 0, plate.words, theme.px(TEXT), colours.plate_text, align="middle")

    key = ("plate", plate.words, plate.width, plate.style, theme.scale)
    canvas.stamp(key, reach, box[0] + plate.width / 2, box[1] + plate.height / 2, paint, strength)

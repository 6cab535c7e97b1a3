"""Name plates: behind their unit, never over a base, never over each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.battle.ground import own_models
from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.dodging import GAP, boxes_over, spots_around
from game.render.fonts import clean, fit_text, text_size, text_width
from game.render.theme import TEXT, SideStyle, Theme, side_styles, with_alpha
from game.table.bases import corners, ground
from game.table.formation import Floats, Formation, extent
from game.table.pose import Pose

WIDEST = 220.0
"""Pixels at 100 % that a plate's words take at most."""
_PAD_X, _PAD_Y = 9.0, 3.0

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right, top in inches."""


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

    def ground(self, ppi: float) -> Rectangle:
        """Where it is on the table: left, bottom, right, top in inches."""
        wide, high = self.width / 2 / ppi, self.height / 2 / ppi
        return self.x - wide, self.y - high, self.x + wide, self.y + high


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
        guest = clean(guests[0].name)
        if text_width(guest, TEXT * scale) > WIDEST * scale / 2:
            guest = guest.split()[0]
        name += f" + {fit_text(guest, TEXT * scale, WIDEST * scale / 2)}"
    if len(guests) > 1:
        name += f" + {len(guests) - 1}"
    parts = [name, *(word for word, yes in (("⚐ flees", unit.fleeing), ("▽ down", unit.down)) if yes)]
    return " · ".join(parts)


@lru_cache(maxsize=64)
def plan_plates(state: State, ppi: float, scale: float, keep_clear: tuple[Rectangle, ...] = ()) -> tuple[Plate, ...]:
    """A plate for each unit that has room for one, in the order of the units; the same wherever the camera stands.

    Args:
        state: The battle; every unit on the table is dodged.
        ppi: Pixels an inch.
        scale: Of the desktop.
        keep_clear: Left, bottom, right, top of table rectangles (inches) to be dodged too, such as handles.
    """
    field = _Field(state, ppi, scale, keep_clear)
    return tuple(plate for unit in field.units if (plate := field.place(unit, (0.0, 0.0, state.width, state.depth))))


def plates_in_view(
    state: State, camera: Camera, scale: float, keep_clear: tuple[Rectangle, ...] = ()
) -> tuple[Plate, ...]:
    """The plates of :func:`plan_plates`; those of units in sight that the view's edge would cut stand elsewhere."""
    plates = plan_plates(state, camera.ppi, scale, keep_clear)
    view = camera.visible()
    inside = [plate for plate in plates if _contains(view, plate.ground(camera.ppi))]
    elsewhere = {plate.unit for plate in plates} - {plate.unit for plate in inside}
    cut = tuple(unit for unit in state.standing() if unit.id in elsewhere)
    return (*inside, *plates_among(state, camera, scale, cut, inside, keep_clear))


def plates_among(
    state: State,
    camera: Camera,
    scale: float,
    units: Iterable[Unit],
    others: Iterable[Plate],
    keep_clear: tuple[Rectangle, ...] = (),
) -> tuple[Plate, ...]:
    """Plates within the view for these units, as far as they are in sight, that dodge the plates of ``others``."""
    view = camera.visible()
    seen = [unit for unit in units if _in_sight(view, unit)]
    if not seen:
        return ()
    field = _Field(state, camera.ppi, scale, keep_clear, tuple(plate.ground(camera.ppi) for plate in others))
    room = (max(view[0], 0.0), max(view[1], 0.0), min(view[2], state.width), min(view[3], state.depth))
    return tuple(plate for unit in seen if (plate := field.place(unit, room)))


def _contains(outer: Rectangle, inner: Rectangle) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _in_sight(view: Rectangle, unit: Unit) -> bool:
    """The middle of the unit is in the view."""
    rear, front, right, left = extent(unit.formation)
    x, y = unit.pose.point((rear + front) / 2, (left + right) / 2)
    return view[0] < x < view[2] and view[1] < y < view[3]


@lru_cache(maxsize=4096)
def _corners(pose: Pose, formation: Formation) -> Floats:
    """(k, 4, 2) corners of the ground that a unit covers, inches."""
    return corners(ground(pose, formation))


class _Field:
    """What plates have to dodge, in pixels from the table's origin, y up; grows with each plate that is placed."""

    def __init__(
        self,
        state: State,
        ppi: float,
        scale: float,
        keep_clear: tuple[Rectangle, ...],
        placed: tuple[Rectangle, ...] = (),
    ) -> None:
        self.state, self.ppi, self.scale = state, ppi, scale
        self.units = tuple(state.standing())
        shapes = [_corners(unit.pose, unit.formation) for unit in self.units]
        self._obstacles = (np.concatenate(shapes) if shapes else np.empty((0, 4, 2))) * ppi
        self._boxes = [np.array(box) * ppi for box in (*keep_clear, *placed)]
        self._styles = side_styles(state.sides)

    def place(self, unit: Unit, room: Rectangle) -> Plate | None:
        """The unit's plate at the best free place within ``room`` (left, bottom, right, top in inches), if any."""
        words = plate_words(self.state, unit, self.scale)
        wide, high = text_size(words, TEXT * self.scale)
        size = np.array([wide + 2 * _PAD_X * self.scale, high + 2 * _PAD_Y * self.scale])
        gap = GAP * self.scale
        spots, near = spots_around(unit, self.ppi, size, gap, self.scale)
        low, high_ = np.array(room[:2]) * self.ppi + size / 2, np.array(room[2:]) * self.ppi - size / 2
        inside = ((spots >= low) & (spots <= high_)).all(axis=1)
        half = size / 2 + gap / 2
        best = self._first_free(spots[inside], half)
        if best < 0:
            return None
        best = int(np.flatnonzero(inside)[best])
        x, y = (float(v) for v in spots[best])
        self._boxes.append(np.concatenate([spots[best] - size / 2, spots[best] + size / 2]))
        anchor = None if near[best] else _rear(unit)
        style = self._styles[unit.side]
        return Plate(unit.id, words, x / self.ppi, y / self.ppi, float(size[0]), float(size[1]), anchor, style)

    def _first_free(self, spots: Floats, half: Floats) -> int:
        """Number of the first spot at which a box of this half size is free, or -1: most find one among the first."""
        for start, end in ((0, 6), (6, len(spots))):
            some = spots[start:end]
            if not len(some):
                break
            taken = boxes_over(some, half, self._obstacles)
            if self._boxes:
                boxes = np.array(self._boxes)
                low, high = some[:, None] - half, some[:, None] + half
                meet = np.all((high > boxes[:, :2]) & (low < boxes[:, 2:]), axis=2)
                taken |= np.any(meet, axis=1)
            if not taken.all():
                return start + int(np.argmin(taken))
        return -1


def _rear(unit: Unit) -> tuple[float, float]:
    rear, _, right, left = extent(unit.formation)
    return unit.pose.point(rear, (left + right) / 2)


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


def garrison_words(state: State, unit: Unit, scale: float) -> str:
    """What stands on a building that this unit holds."""
    return f"⌂ {plate_words(state, unit, scale)}"


def draw_garrisons(canvas: Canvas, camera: Camera, theme: Theme, state: State) -> None:
    """A plate on the middle of each building that somebody holds."""
    styles = side_styles(state.sides)
    for unit in state.units:
        piece = next((piece for piece in state.terrain if piece.id == unit.garrison), None)
        if not unit.on_table or not unit.garrison or piece is None or unit.host:
            continue
        words = garrison_words(state, unit, theme.scale)
        wide, high = text_size(words, theme.px(TEXT))
        x, y = np.array(piece.outline).mean(axis=0)
        size = wide + 2 * theme.px(_PAD_X), high + 2 * theme.px(_PAD_Y)
        plate = Plate(unit.id, words, float(x), float(y), *size, None, styles[unit.side])
        draw_plate(canvas, camera, theme, plate)

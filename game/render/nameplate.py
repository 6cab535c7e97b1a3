"""One name plate: what stands on it, where it is, how it looks."""

from __future__ import annotations

from dataclasses import dataclass

from game.battle.ground import own_models
from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.fonts import LOOSE_END, clean, fit_text, text_size, text_width
from game.render.theme import TEXT, SideStyle, Theme, with_alpha

WIDEST_TIGHT, WIDEST, WIDEST_FREE = 92.0, 220.0, 420.0
"""Pixels at 100 % that a name takes at most: in a crowd, usually, and where nothing is in its way."""
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


def plate_words(state: State, unit: Unit, scale: float = 1.0, widest: float = WIDEST) -> str:
    """What stands on a unit's plate: name, models or wounds left, who has joined it, what is the matter with it.

    Args:
        state: The battle.
        unit: Whose plate.
        scale: Of the desktop.
        widest: Pixels at 100 % that a name takes at most.
    """
    models, most = own_models(state, unit), unit.type.profile.wounds
    name = fit_text(unit.name, TEXT * scale, widest * scale)
    if unit.garrison:
        name = f"⌂ {name}"
    if models > 1:
        name += f" {models}"
    elif most > 1:
        name += f" ♥ {max(most - unit.wounds, 0)}/{most}"
    guests = state.guests(unit.id)
    if guests and widest <= WIDEST_TIGHT:
        name += f" + {len(guests)}"
        guests = ()
    if guests:
        guest = clean(guests[0].name)
        if text_width(guest, TEXT * scale) > widest * scale / 2:
            guest = guest.split()[0].rstrip(LOOSE_END) or guest
        name += f" + {fit_text(guest, TEXT * scale, widest * scale / 2)}"
    if len(guests) > 1:
        name += f" + {len(guests) - 1}"
    parts = [name, *(word for word, yes in (("⚐ flees", unit.fleeing), ("▽ down", unit.down)) if yes)]
    return " · ".join(parts)


def plate_size(words: str, scale: float) -> tuple[float, float]:
    """Width and height in pixels of a plate with these words."""
    wide, high = text_size(words, TEXT * scale)
    return wide + 2 * _PAD_X * scale, high + 2 * _PAD_Y * scale


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

"""What floats over the battle for a moment: the profile of the unit that is pointed at, and tips of buttons."""

from __future__ import annotations

import math

import pygame

from game.app.layout import Layout
from game.app.paint import Paint, Spot
from game.app.panels.card import card_height, draw_card
from game.app.view import View
from game.battle.ground import ground_of
from game.battle.unit import Unit
from game.render.canvas import Box
from game.render.sprites import Sprites
from game.render.theme import SMALL_TEXT, Theme
from game.table.bases import corners

DWELL = 0.25
"""Seconds that the mouse rests on something before more is said of it."""
WIDTH = 320.0
"""Pixels at 100 % of a hover card."""


def unit_box(view: View, unit: Unit) -> Box:
    """The box on the screen around the ground of a unit, or of the ranks in which it stands."""
    whole = view.state.unit(unit.host) if unit.host else unit
    points = view.camera.to_screen(corners(ground_of(whole)).reshape(-1, 2))
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return left, top, right - left, bottom - top


def beside(
    unit: Box, size: tuple[float, float], room: Box, mouse: tuple[float, float], gap: float
) -> tuple[float, float]:
    """Where a card of a size stands: within the room, beside a unit and off it, as near to the mouse as can be.

    Where there is no such place it stands in the corner of the room in which it covers the least of the unit.

    Args:
        unit: The unit's box on the screen.
        size: Of the card.
        room: Where it may stand.
        mouse: Where the mouse is, on the unit.
        gap: Pixels between the two.
    """
    width, height = size
    least, most = room[:2], (room[0] + room[2] - width, room[1] + room[3] - height)

    def within(x: float, y: float) -> tuple[float, float]:
        return max(min(x, most[0]), least[0]), max(min(y, most[1]), least[1])

    x, y = mouse[0] - width / 2, mouse[1] - height / 3
    sides = (
        within(unit[0] + unit[2] + gap, y), within(unit[0] - gap - width, y),
        within(x, unit[1] + unit[3] + gap), within(x, unit[1] - gap - height),
    )  # fmt: skip
    corners_of_room = [(x, y) for x in (least[0], most[0]) for y in (least[1], most[1])]

    def covered(place: tuple[float, float]) -> float:
        wide = min(place[0] + width, unit[0] + unit[2]) - max(place[0], unit[0])
        high = min(place[1] + height, unit[1] + unit[3]) - max(place[1], unit[1])
        return max(wide, 0.0) * max(high, 0.0)

    def away(place: tuple[float, float]) -> float:
        across = max(place[0] - mouse[0], mouse[0] - place[0] - width, 0.0)
        along = max(place[1] - mouse[1], mouse[1] - place[1] - height, 0.0)
        return math.hypot(across, 2 * along)  # left or right rather than above or below: there the enemy stands

    free = [place for place in sides if not covered(place)]
    return min(free, key=away) if free else min(corners_of_room, key=lambda place: (covered(place), away(place)))


class Floats:
    """What floats, and where: at most one thing.

    Attributes:
        box: Where it is drawn; None: nothing floats.
    """

    def __init__(self) -> None:
        self.box: pygame.Rect | None = None
        self._wanted: tuple[str, str] = ("", "")
        self._rested = 0.0

    def want(self, kind: str, what: str) -> bool:
        """Something else is under the mouse; True: what floats must go, or another thing comes later."""
        if (kind, what) == self._wanted:
            return False
        self._wanted, self._rested = (kind, what), 0.0
        return True

    def step(self, seconds: float) -> bool:
        """Let time pass; True: something is still to come."""
        if not self._wanted[1] or self._rested >= DWELL:
            return False
        self._rested += seconds
        return True

    @property
    def shown(self) -> tuple[str, str]:
        """``card`` and a unit's id, ``tip`` and its words, or nothing: ("", "")."""
        return self._wanted if self._wanted[1] and self._rested >= DWELL else ("", "")

    def draw(
        self,
        surface: pygame.Surface,
        sprites: Sprites,
        theme: Theme,
        view: View,
        spot: Spot | None,
        layout: Layout,
    ) -> None:
        """Draw it; the box says where. A tip leaves the card free, and the prompt with its buttons."""
        kind, what = self.shown
        paint = Paint(surface, sprites, theme)
        self.box = None
        if kind == "card":
            self._card(paint, view, what)
        elif kind == "tip" and spot is not None:
            self._tip(paint, surface.get_rect(), spot, what, layout)

    def _card(self, paint: Paint, view: View, unit_id: str) -> None:
        unit = next((unit for unit in view.state.units if unit.id == unit_id), None)
        if unit is None:
            return
        left, top, across, down = view.camera.view
        width, pad = min(paint.px(WIDTH), across - paint.px(16)), paint.px(14)
        if width < paint.px(200):
            return
        height = card_height(paint, view.state, unit, width - 2 * pad, 3) + 2 * pad
        room = (left + 4.0, top + 4.0, across - 8.0, down - 8.0)
        x, y = beside(unit_box(view, unit), (width, height), room, view.mouse, paint.px(12))
        box = (round(x), round(y), round(width), round(height))
        palette = paint.palette
        paint.box(box, palette.ground, palette.line, 1, paint.px(8))
        inner = (box[0] + pad, box[1] + pad * 0.8, width - 2 * pad, height)
        draw_card(paint, inner, view.state, unit, 3, heading=False)
        self.box = pygame.Rect(box)

    def _tip(self, paint: Paint, window: pygame.Rect, spot: Spot, words: str, layout: Layout) -> None:
        room = min(paint.px(320), window.width - paint.px(30))
        lines = [line for part in words.split("\n") for line in paint.wrapped(part, room, SMALL_TEXT, 8)]
        line, pad = paint.px(17), paint.px(8)
        width = max(paint.width(one, SMALL_TEXT) for one in lines) + 2 * pad
        height = line * len(lines) + pad
        left, top, across, high = spot.box
        x = min(max(left + across / 2 - width / 2, 4), window.width - width - 4)
        panel, prompt = layout.right, layout.bottom
        if panel[2] and left + across / 2 >= panel[0] and top < panel[1]:  # of a button above the panel
            x = max(panel[0] - width - 4, 4)
        below = top + high + paint.px(6)
        y = below if below + height < window.height - 4 else top - height - paint.px(6)
        if left + across > prompt[0] and top + high > prompt[1] and left < prompt[0] + prompt[2]:
            y = prompt[1] - height - paint.px(6)  # of a button of the prompt: above all of them
        box = (round(x), round(y), round(width), round(height))
        palette = paint.palette
        paint.box(box, palette.sunken, palette.line, 1, paint.px(5))
        for i, one in enumerate(lines):
            paint.text(box[0] + pad, box[1] + pad / 2 + line * (i + 0.5), one, SMALL_TEXT)
        self.box = pygame.Rect(box)

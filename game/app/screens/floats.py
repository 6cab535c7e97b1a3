"""What floats over the battle for a moment: the profile of the unit that is pointed at, and tips of buttons."""

from __future__ import annotations

import pygame

from game.app.paint import Paint, Spot
from game.app.panels.card import card_height, draw_card
from game.app.view import View
from game.render.sprites import Sprites
from game.render.theme import SMALL_TEXT, Theme

DWELL = 0.25
"""Seconds that the mouse rests on something before more is said of it."""
WIDTH = 320.0
"""Pixels at 100 % of a hover card."""


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

    def draw(self, surface: pygame.Surface, sprites: Sprites, theme: Theme, view: View, spot: Spot | None) -> None:
        """Draw it; the box says where."""
        kind, what = self.shown
        paint = Paint(surface, sprites, theme)
        self.box = None
        if kind == "card":
            self._card(paint, view, what)
        elif kind == "tip" and spot is not None:
            self._tip(paint, surface.get_rect(), spot, what)

    def _card(self, paint: Paint, view: View, unit_id: str) -> None:
        unit = next((unit for unit in view.state.units if unit.id == unit_id), None)
        if unit is None:
            return
        left, top, across, down = view.camera.view
        width, pad = min(paint.px(WIDTH), across - paint.px(16)), paint.px(14)
        if width < paint.px(200):
            return
        height = card_height(paint, view.state, unit, width - 2 * pad, 3) + 2 * pad
        gap = paint.px(22)
        x, y = view.mouse[0] + gap, view.mouse[1] + gap
        if x + width > left + across - 4:
            x = view.mouse[0] - gap - width
        x = min(max(x, left + 4), left + across - width - 4)
        y = max(min(y, top + down - height - 4), top + 4)
        box = (round(x), round(y), round(width), round(height))
        palette = paint.palette
        paint.box(box, palette.ground, palette.line, 1, paint.px(8))
        inner = (box[0] + pad, box[1] + pad * 0.8, width - 2 * pad, height)
        draw_card(paint, inner, view.state, unit, 3, heading=False)
        self.box = pygame.Rect(box)

    def _tip(self, paint: Paint, window: pygame.Rect, spot: Spot, words: str) -> None:
        room = min(paint.px(320), window.width - paint.px(30))
        lines = [line for part in words.split("\n") for line in paint.wrapped(part, room, SMALL_TEXT, 8)]
        line, pad = paint.px(17), paint.px(8)
        width = max(paint.width(one, SMALL_TEXT) for one in lines) + 2 * pad
        height = line * len(lines) + pad
        left, top, across, high = spot.box
        x = min(max(left + across / 2 - width / 2, 4), window.width - width - 4)
        below = top + high + paint.px(6)
        y = below if below + height < window.height - 4 else top - height - paint.px(6)
        box = (round(x), round(y), round(width), round(height))
        palette = paint.palette
        paint.box(box, palette.sunken, palette.line, 1, paint.px(5))
        for i, one in enumerate(lines):
            paint.text(box[0] + pad, box[1] + pad / 2 + line * (i + 0.5), one, SMALL_TEXT)
        self.box = pygame.Rect(box)

"""What a screen is, and the sheet that most of them are: painted as a whole, with spots that can be clicked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pygame

from game.app.input import Happening, KeyPressed, MouseLeft, Moved, Pressed
from game.app.paint import Paint, Spot
from game.app.settings import Settings
from game.app.tool import Key
from game.battle.state import State
from game.render.sprites import Sprites
from game.render.theme import Theme

EDGE = 24.0
"""Pixels at 100 % of the window that a dialog leaves free at least, both sides together."""


class Desk(Protocol):
    """What screens see of the window.

    Attributes:
        settings: What the window remembers.
        theme: The look, the scale included.
        sprites: Pictures kept from frame to frame.
        size: Of the window, pixels.
    """

    settings: Settings
    theme: Theme
    sprites: Sprites
    size: tuple[int, int]

    def show(self, screen: Screen) -> None:
        """Lay a screen over what is there."""

    def close(self, screen: Screen) -> None:
        """Take a screen away again."""

    def perform(self, action: str) -> bool:
        """Do an action of ``keys.ACTIONS``; False: nothing on the screen does it."""

    def present(self) -> None:
        """Draw at once what has changed."""

    def open_file(self, path: Path) -> None:
        """Open a scenario or a save; what is wrong with it is shown as a list."""

    def begin(self, state: State, seed: int) -> None:
        """Open a table that comes from no file."""

    def begin_battle(self, state: State, seed: int, players: Mapping[str, str], *, by_hand: bool) -> None:
        """Open a battle by turns that begins from this table; ``players`` by the ids of the sides.

        Raises:
            GiantfallError: It cannot be played.
        """

    def remember(self, **changed: object) -> None:
        """Change settings and write them down."""


class Screen(Protocol):
    """Something that fills the window or lies over it.

    Attributes:
        covers: Nothing of what lies below is seen.
    """

    covers: bool

    def happen(self, what: Happening) -> bool:
        """The mouse or a key did something; True: it was for this screen."""

    def raw(self, event: pygame.event.Event) -> bool:
        """An event before it is read: for fields that are typed into. True: it was for them alone."""

    def perform(self, action: str) -> bool:
        """Do an action, if it is one of this screen's."""

    def step(self, seconds: float) -> bool:
        """Let time pass; True: something moves, so the next frame is wanted soon."""

    def resized(self) -> None:
        """The window's size, scale or theme has changed."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw what has changed since the last time; the boxes that did."""


class Sheet(ABC):
    """A screen that is painted as a whole whenever anything of it changes.

    Attributes:
        desk: The window.
        stale: It must be painted anew.
        spots: What can be clicked, as last painted.
        mouse: Where the mouse is.
    """

    covers = True

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.stale = True
        self.spots: list[Spot] = []
        self.mouse = (-1.0, -1.0)

    def look(self) -> Theme:
        """The look it is painted in."""
        return self.desk.theme

    @abstractmethod
    def paint(self, paint: Paint) -> None:
        """Paint everything."""

    def key(self, key: Key) -> bool:  # noqa: ARG002
        """A key went down; True: it was for this screen."""
        return False

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The uppermost spot at a point."""
        return next((spot for spot in reversed(self.spots) if spot.holds(x, y)), None)

    def happen(self, what: Happening) -> bool:
        """Spots light up and are clicked; keys go to the screen."""
        if isinstance(what, Moved):
            before = self.spot_at(*self.mouse)
            self.mouse = (what.x, what.y)
            self.stale |= self.spot_at(*self.mouse) != before
        elif isinstance(what, MouseLeft):
            self.mouse, self.stale = (-1.0, -1.0), True
        elif isinstance(what, Pressed) and what.button == 1:
            spot = self.spot_at(what.x, what.y)
            if spot is not None and spot.action is not None:
                self.stale = True
                spot.action()
            elif spot is None:
                self.clicked_beside()
        elif isinstance(what, KeyPressed):
            taken = self.key(what.key)
            self.stale |= taken
            return taken
        return True

    def clicked_beside(self) -> None:  # noqa: B027 - most sheets do nothing then
        """A click that met nothing."""

    def raw(self, event: pygame.event.Event) -> bool:  # noqa: ARG002
        """Nothing is typed into."""
        return False

    def perform(self, action: str) -> bool:
        """Escape closes it, unless it is all there is."""
        if action == "back":
            self.desk.close(self)
            return True
        return False

    def step(self, seconds: float) -> bool:  # noqa: ARG002
        """Nothing moves."""
        return False

    def resized(self) -> None:
        """Paint anew."""
        self.stale = True

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Paint it if anything changed."""
        if not self.stale:
            return []
        self.stale = False
        brush = Paint(surface, self.desk.sprites, self.look(), self.mouse)
        self.paint(brush)
        self.spots = brush.spots
        return [surface.get_rect()]


class Dialog(Sheet):
    """A sheet that lies over another screen, which is dimmed beneath it; a click beside it closes it.

    Attributes:
        box: Where it is.
        needs: Width and height at 100 % without which it is not whole: in a smaller window its letters are smaller.
            (0, 0): it makes do with what there is.
    """

    covers = False
    needs = (0.0, 0.0)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._below: pygame.Surface | None = None
        self.box = (0.0, 0.0, 0.0, 0.0)

    def look(self) -> Theme:
        """The window's, in letters with which all of it has room."""
        theme = self.desk.theme
        if not all(self.needs):
            return theme
        fits = min(size / (need + EDGE) for size, need in zip(self.desk.size, self.needs, strict=True))
        return replace(theme, scale=min(theme.scale, fits))

    def clicked_beside(self) -> None:
        """Close it, if the click was outside of its box."""
        if not Spot(self.box, None).holds(*self.mouse):
            self.desk.close(self)

    def happen(self, what: Happening) -> bool:
        """Remember where the mouse is before a click is judged."""
        if isinstance(what, Pressed):
            self.mouse = (what.x, what.y)
        return super().happen(what)

    def resized(self) -> None:
        """What lies below is another picture now."""
        self._below = None
        super().resized()

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Paint it over a dimmed picture of what was there when it opened."""
        if self.stale:
            if self._below is None or self._below.get_size() != surface.get_size():
                self._below = surface.copy()
                veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
                veil.fill((10, 12, 16, 150))
                self._below.blit(veil, (0, 0))
            surface.blit(self._below, (0, 0))
        return super().draw(surface)

    def frame(self, paint: Paint, width: float, height: float, title: str) -> tuple[float, float, float, float]:
        """The dialog's box in the middle of the window with its title and a button that closes it; the room within."""
        across, down = self.desk.size
        width = max(min(width, across - paint.px(EDGE)), paint.px(80))
        height = max(min(height, down - paint.px(EDGE)), paint.px(80))
        left, top = round((across - width) / 2), round((down - height) / 2)
        self.box = (left, top, width, height)
        palette, pad = paint.palette, paint.px(20)
        paint.box(self.box, palette.ground, palette.line, 1, paint.px(10))
        edge = paint.px(28)
        close = (left + width - pad - edge + paint.px(6), top + paint.px(12), edge, edge)
        paint.button(close, "×", lambda: self.desk.close(self), tip="Close · Esc")
        paint.text(left + pad, top + paint.px(27), title, 18, bold=True, width=width - 2 * pad - edge)
        head = paint.px(52)
        return left + pad, top + head, width - 2 * pad, height - head - pad

"""Fields that are typed into. The only module that knows pygame_gui; it is loaded when the first field is needed."""

from __future__ import annotations

import unicodedata
from typing import Any, cast

import pygame

from game.render.canvas import Box
from game.render.fonts import BOLD, REGULAR
from game.render.theme import TEXT, Colour, Theme
from game.resources import folder


def seen(text: str, after: str) -> bool:
    """Whether what is typed after some text takes room: no control, no direction, no joiner, no accent by itself."""
    hidden = "C" if after else "CM"
    return all(unicodedata.category(letter)[0] not in hidden for letter in text)


class Entry:
    """One line of text with a caret, selection and clipboard.

    Attributes:
        box: Where it is, pixels.
    """

    def __init__(self, size: tuple[int, int], box: Box, theme: Theme, text: str = "", hint: str = "") -> None:
        import pygame_gui  # noqa: PLC0415 - a tenth of a second that the first frame need not wait for
        from pygame_gui.elements import UITextEntryLine  # noqa: PLC0415

        self.box = box
        self._changed = pygame_gui.UI_TEXT_ENTRY_CHANGED
        self._manager = pygame_gui.UIManager(size, _look(theme))
        rect = pygame.Rect(*(round(part) for part in box))
        line = UITextEntryLine(rect, self._manager, initial_text=text, placeholder_text=hint)
        self._line = cast("Any", line)
        self._line.focus()
        self._line.select_range = [0, 0]
        self._line.edit_position = len(text)
        self._manager.update(0.0)  # it draws what it was at its last update

    @property
    def text(self) -> str:
        """What stands in it."""
        return str(self._line.get_text())

    @text.setter
    def text(self, words: str) -> None:
        self._line.set_text(words)
        self._line.edit_position = len(words)
        self._line.rebuild()
        self._manager.update(0.0)

    def take(self, event: pygame.event.Event) -> bool:
        """Let it have an event; True: nobody else needs it."""
        if event.type == pygame.KEYDOWN and event.key in _NOT_TYPED:
            return False
        if event.type == pygame.TEXTINPUT and not seen(event.text, self.text):
            return True  # the library cannot draw a text without width
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._manager.update(0.0)  # it wants to know where the mouse is
        self._manager.process_events(event)
        self._manager.update(0.0)
        typed = event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT)
        inside = event.type == pygame.MOUSEBUTTONDOWN and pygame.Rect(*self.box).collidepoint(event.pos)
        return typed or inside

    def step(self, seconds: float) -> bool:
        """Let its caret blink; True: it has come or gone."""
        before = self._line.cursor_on
        self._manager.update(seconds)
        return bool(self._line.cursor_on != before)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        self._manager.draw_ui(surface)


_NOT_TYPED = (
    pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB,
    pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_F11,
)  # fmt: skip
"""Keys that belong to the dialog around the field."""


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour[:3])


def _look(theme: Theme) -> dict[str, object]:
    """Our fonts and colours in pygame_gui's words."""
    palette, fonts = theme.palette, folder("assets") / "fonts"
    colours = {
        "dark_bg": _hex(palette.sunken),
        "normal_text": _hex(palette.text),
        "selected_text": _hex(palette.on_accent),
        "selected_bg": _hex(palette.accent),
        "normal_border": _hex(palette.accent),
        "text_cursor": _hex(palette.text),
        "placeholder_text": _hex(palette.dim),
    }
    font = {
        "name": "dejavu",
        "size": str(round(theme.px(TEXT))),
        "regular_path": str(fonts / REGULAR),
        "bold_path": str(fonts / BOLD),
    }
    width, pad = str(max(1, round(theme.scale))), str(round(theme.px(6)))
    misc = {
        "shape": "rounded_rectangle", "shape_corner_radius": pad, "border_width": width, "shadow_width": "0",
        "padding": f"{pad},{round(theme.px(3))}",
    }  # fmt: skip
    return {"text_entry_line": {"colours": colours, "font": font, "misc": misc}}

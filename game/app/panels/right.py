"""The right panel: the selected unit's card, and the log below it with its search."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.app.paint import Paint, Spot
from game.app.panels.card import draw_card
from game.app.panels.log import Log, draw_log
from game.app.view import View
from game.app.widgets import Entry
from game.battle.state import State
from game.render.camera import Rect
from game.render.canvas import Box
from game.render.theme import LARGE_TEXT, SMALL_TEXT, Theme

LOW = 640.0
"""Pixels at 100 %: a panel lower than this has no room for the log beneath every card."""


class Search:
    """The log's search: a quiet plate until it is clicked, then a field.

    Attributes:
        entry: The field while it is typed into.
        box: Where it is, as last painted.
        wanted: It is to be typed into as soon as it is painted.
    """

    def __init__(self) -> None:
        self.entry: Entry | None = None
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.wanted = False

    def open(self, size: tuple[int, int], theme: Theme, text: str) -> None:
        """Let it be typed into."""
        if self.entry is None and self.box[2] > 0:
            self.entry = Entry(size, self.box, theme, text, "search the log")

    def take(self, event: pygame.event.Event, log: Log) -> bool:
        """Let the field have an event; True: nobody else needs it."""
        if self.entry is None:
            return False
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.entry = None  # what was searched for stays
            return True
        taken = self.entry.take(event)
        if log.search != self.entry.text:
            log.search, log.scroll = self.entry.text, 0.0
        if event.type == pygame.MOUSEBUTTONDOWN and not taken:
            self.entry = None
        return taken


def draw_right(
    paint: Paint, box: Rect, view: View, state: State, log: Log, search: Search, find: Callable[[], object]
) -> None:
    """Paint it for the state that is seen."""
    left, top, width, height = box
    if width <= 0:
        return
    paint.ground(box)
    paint.clip(box)
    pad = paint.px(16)
    x, room, y = left + pad, width - 2 * pad, top + paint.px(14)
    unit = next((unit for unit in state.units if unit.id == view.selected), None)
    searching = search.wanted or search.entry is not None
    if searching and height < paint.px(LOW):
        pass  # a panel too low for both shows the log that is searched, not the card
    elif unit is None:
        paint.text(x, y + paint.px(11), "No unit selected", LARGE_TEXT, bold=True, width=room)
        for i, line in enumerate(
            paint.wrapped("Click one on the table or in the list to see its profile.", room, SMALL_TEXT)
        ):
            paint.text(x, y + paint.px(36 + 17 * i), line, SMALL_TEXT, paint.palette.dim)
        y += paint.px(78)
    else:
        rows = 5 if height > paint.px(780) else 3
        y = draw_card(paint, (x, y, room, height), state, unit, rows) + paint.px(10)
    paint.clip(None)
    if y + paint.px(90) > top + height:
        search.box = (0.0, 0.0, 0.0, 0.0)
        return
    paint.box((left, y, width, 1), paint.palette.line)
    y += paint.px(10)
    high = paint.px(26)
    taken = paint.text(x, y + high / 2, "Log", LARGE_TEXT, bold=True)
    _draw_search(paint, (x + taken + paint.px(14), y, room - taken - paint.px(14), high), log, search, find)
    y += high + paint.px(8)
    draw_log(paint, (left + paint.px(10), y, width - paint.px(20), top + height - y - paint.px(8)), log, view)


def _draw_search(paint: Paint, box: Box, log: Log, search: Search, find: Callable[[], object]) -> None:
    search.box = box
    if search.entry is not None:
        if search.entry.box != box:
            search.entry = None
        else:
            return
    palette = paint.palette
    paint.box(box, palette.raised if paint.over(box) else palette.sunken, radius=box[3] / 2)
    words, ink = (log.search, palette.accent_text) if log.search else ("search the log", palette.dim)
    paint.text(box[0] + paint.px(12), box[1] + box[3] / 2, words, SMALL_TEXT, ink, width=box[2] - paint.px(24))
    paint.spots.append(Spot(box, find, "", "search"))

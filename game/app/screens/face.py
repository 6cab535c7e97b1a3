"""How the battle's screen is drawn: only what has changed, on a picture kept behind the window, then what floats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.app.layout import Layout, Over, lay_out
from game.app.paint import Paint, Spot
from game.app.panels.log import Log
from game.app.panels.prompt import draw_prompt
from game.app.panels.right import Search, draw_right
from game.app.panels.side import draw_side
from game.app.panels.strip import draw_strip
from game.app.panels.top_bar import draw_top_bar
from game.app.screens.floats import Floats
from game.app.screens.screen import Desk
from game.app.showing import Showing
from game.app.tool import Button, Prompt, Tool
from game.app.view import View
from game.render.overlays import Hover, Overlay, Selection
from game.render.scene import Moment
from game.render.stage import Stage


class Face:
    """The parts of the battle's screen that are seen.

    Attributes:
        layout: Where the parts are.
        log: The log as it is seen.
        search: The log's search.
        floats: What floats over everything.
        spots: What can be clicked in the panels, as last painted.
        scroll: Pixels the list of units is scrolled by.
        beyond: How far it can be.
        mouse: Where the mouse is.
        over: The panel that is wanted over the table where there is no room beside it.
        tall: The prompt is that of a battle by turns.
        asked: Pixels the buttons of the prompt are scrolled by.
        unasked: How far they can be.
    """

    def __init__(self, desk: Desk, *, tall: bool = False) -> None:
        self.desk = desk
        self.tall = tall
        self.log, self.search, self.floats = Log(), Search(), Floats()
        self.spots: list[Spot] = []
        self.scroll = self.beyond = self.asked = self.unasked = 0.0
        self.mouse = (-1.0, -1.0)
        self.over: Over = ""
        self.layout = self.lay_out()
        self._stage = Stage()
        self._stage.sprites = desk.sprites
        self._back = pygame.Surface((1, 1))
        self._floating = ("", "")
        self._covered = True

    def lay_out(self) -> Layout:
        """Where the parts are in a window of this size."""
        settings = self.desk.settings
        self.layout = lay_out(
            self.desk.size, self.desk.theme.scale, settings.left, settings.right, self.over, tall=self.tall
        )
        self.over = self.layout.over
        return self.layout

    def lay_over(self, panel: Over) -> None:
        """Lay a panel over the table, or take it away with ""; the table is seen as before."""
        self.over = panel
        self.lay_out()
        self._stage.forget()

    def on_table(self, view: View, x: float, y: float) -> bool:
        """Whether a screen point lies on the table and no panel over it."""
        return view.on_table(x, y) and not Spot(self.layout.laid_over, None).holds(x, y)

    def uncover(self) -> None:
        """Something else was painted on the window: bring all of the picture to it again."""
        self._covered = True

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The uppermost spot at a point."""
        return next((spot for spot in reversed(self.spots) if spot.holds(x, y)), None)

    def draw(
        self,
        surface: pygame.Surface,
        view: View,
        tools: Sequence[Tool],
        tool: Tool,
        showing: Showing,
        hands: Hands,
    ) -> list[pygame.Rect]:
        """Draw what has changed; the boxes that did."""
        stale = view.stale
        if self._back.get_size() != surface.get_size():
            self._back = pygame.Surface(surface.get_size())
            self._stage.forget()
            stale.everything()
        boxes: list[pygame.Rect] = []
        if stale.panels:
            lit = self.log.lit
            boxes += self._panels(view, tools, tool, showing, hands)
            stale.overlays |= self.log.lit != lit
        if stale.ground or stale.scene or stale.overlays:
            boxes += self._table(view, tool, showing)
            if self.layout.over:  # it lies over what was just drawn
                boxes += self._panels(view, tools, tool, showing, hands)
        stale.ground = stale.scene = stale.overlays = stale.panels = False
        return self._compose(surface, view, boxes)

    def _table(self, view: View, tool: Tool, showing: Showing) -> list[pygame.Rect]:
        moment = showing.moment() or Moment(view.state, self.overlays(view, tool))
        plates = self.desk.settings.plates
        return self._stage.draw(self._back, view.camera, view.theme, moment, showing.moving(), plates)

    def overlays(self, view: View, tool: Tool) -> tuple[Overlay, ...]:
        """What is selected, pointed at and lit by the log, and what the tool lays over the table."""
        found: list[Overlay] = []
        on_table = {unit.id for unit in view.state.units if unit.on_table}
        lit = next((line.units for line in self.log.lines if line.number == self.log.lit), ())
        found += [Hover(unit) for unit in lit if unit in on_table]
        if view.selected in on_table:
            found.append(Selection(view.selected))
        if view.hovered is not None and view.hovered.unit in on_table:
            found.append(Hover(view.hovered.unit, view.hovered.model))
        spot = self.spot_at(*self.mouse)
        return (*found, *tool.overlays(view), *(spot.shown if spot is not None else ()))

    def _panels(
        self, view: View, tools: Sequence[Tool], tool: Tool, showing: Showing, hands: Hands
    ) -> list[pygame.Rect]:
        paint = Paint(self._back, self.desk.sprites, view.theme, self.mouse)
        parts, state = self.layout, showing.state(view)
        draw_top_bar(paint, parts.top, view, hands.perform)
        draw_strip(paint, parts.strip, tools, tool, hands.take, hands.perform)
        self.unasked = draw_prompt(paint, parts.bottom, view, hands.prompt(), hands.push, self.asked)
        self.asked = min(self.asked, self.unasked)
        before = len(paint.spots)
        listed = () if parts.over == "left" else tools  # the strip beside it has them
        self.beyond = draw_side(paint, parts.left, view, state, listed, tool, hands.take, self.scroll)
        self.scroll = min(self.scroll, self.beyond)
        draw_right(paint, parts.right, view, state, self.log, self.search, hands.find)
        over = parts.laid_over
        if over[2]:
            paint.box(
                (over[0] if parts.over == "right" else over[0] + over[2] - 1, over[1], 1, over[3]), paint.palette.line
            )
            paint.spots.insert(before, Spot(over, None))  # what lies below it cannot be clicked
        if self.search.wanted:
            self.search.wanted = False
            self.search.open(self.desk.size, view.theme, self.log.search)
        if self.search.entry is not None:
            self.search.entry.draw(self._back)
        self.spots = paint.spots
        shown = (parts.top, parts.strip, parts.left, parts.right, parts.bottom)
        return [pygame.Rect(box) for box in shown if box[2] and box[3]]

    def _compose(self, surface: pygame.Surface, view: View, boxes: list[pygame.Rect]) -> list[pygame.Rect]:
        """Bring the picture to the window; what floats lies over it."""
        old = self.floats.box
        shown = self.floats.shown
        if self._covered:
            boxes = [surface.get_rect()]
            self._covered = False
        if shown == self._floating and not boxes:
            return []
        if old is not None:
            boxes.append(old)
        for box in boxes:
            surface.blit(self._back, box.topleft, box)
        self._floating = shown
        self.floats.draw(surface, self.desk.sprites, view.theme, view, self.spot_at(*self.mouse), self.layout)
        if self.floats.box is not None:
            boxes.append(self.floats.box)
        return boxes


class Hands:
    """What the panels' buttons do.

    Attributes:
        perform: An action of the table of keys.
        take: Takes up a tool.
        push: Pushes a button of the prompt.
        find: Lets the log be searched.
        prompt: What the prompt says now.
    """

    def __init__(
        self,
        perform: Callable[[str], object],
        take: Callable[[Tool], None],
        push: Callable[[Button], None],
        find: Callable[[], object],
        prompt: Callable[[], Prompt],
    ) -> None:
        self.perform, self.take, self.push, self.find, self.prompt = perform, take, push, find, prompt

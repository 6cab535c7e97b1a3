"""The battle's screen: the table, the panels around it, the tool in hand, and what has happened being shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pygame

from game.app.input import FocusLost, Happening, KeyPressed, MouseLeft, Moved, Pressed, Released, Wheeled
from game.app.keys import action_of
from game.app.last_battle import Work, last_battle_file
from game.app.play.bots import Bots
from game.app.screens.dialogs import AskPath, PickItem
from game.app.screens.face import Face, Hands
from game.app.screens.grip import Grip
from game.app.screens.orders import Orders
from game.app.screens.playing import Playing
from game.app.screens.saving import suggested_path, told
from game.app.screens.screen import Desk
from game.app.showing import Showing
from game.app.tool import Button, Key, Tool
from game.app.view import Item, View
from game.battle.decision import Decision
from game.engine.session import Session
from game.errors import GiantfallError
from game.render.camera import Camera

SCROLL = 48.0
"""Pixels at 100 % a list moves at each step of the wheel."""
T = TypeVar("T")


class BattleScreen:
    """A battle in the window.

    Attributes:
        desk: The window.
        view: What tools and panels share.
        tools: The tool bar; the first selects.
        tool: The one in hand.
        file: The scenario or save that was opened; None for a table of one's own.
        work: What of the battle is in a file.
        face: How it is drawn.
        grip: The mouse on the table.
        showing: What has happened and is being shown.
        playing: Bots, the replay, dice by hand: what goes on by itself.
    """

    covers = True

    def __init__(
        self,
        desk: Desk,
        session: Session,
        tools: Sequence[Tool],
        path: Path | None = None,
        file: Path | None = None,
        bots: Bots | None = None,
    ) -> None:
        self.desk = desk
        self.file = file or path
        self.work = Work(session, self.file == last_battle_file())
        free = bots is None
        self.face = Face(desk, tall=not free)
        camera = Camera.fitted(self.face.layout.table, session.state.width, session.state.depth)
        self.view = View(session, camera, desk.theme, free, path=path, cursor=len(session.log))
        self.view.ask_path, self.view.ask_item = self.ask_path, self.ask_item
        self.view.tried = self.follow
        self.tools = tuple(tools)
        self.tool = self.tools[0]
        self.grip, self.showing = Grip(), Showing()
        self.playing = Playing(self, bots or Bots({}, {}))
        self.view.ask_dice = self.playing.ask_dice
        self._orders = Orders(self)
        self._hands = Hands(desk.perform, self.take, self.push, lambda: desk.perform("find"), self.playing.prompt)
        self._seen = (0, 0, 0)
        self._brought = ""
        self._asked: Decision | None = None
        (self.grip.battlefield if free else self.grip.whole_table)(self.view)
        self.follow()

    def follow(self) -> None:
        """Show what is new in the battle, tell the tool."""
        view, session = self.view, self.view.session
        self.showing.follow(view, self.desk.settings.animated)
        self.face.log.follow(view)
        if self.showing.playing:
            self.face.floats.want("", "")
        seen = (session.rewinds, len(session.log), len(session.tape))
        if self._seen != seen:
            self._seen = seen
            if view.selected and view.chosen is None:
                view.select("")
            if view.hovered is not None and not any(unit.id == view.hovered.unit for unit in view.state.units):
                view.hovered = None
            self.tool.changed(view)
            self.grip.point(view, *view.mouse)
            view.redraw()
        if not (self.grip.holding or self.showing.playing):
            self._bring()

    def _bring(self) -> None:
        """Bring into sight whom a person is asked about anew, or who was selected by Tab, the list or a tool."""
        view = self.view
        idle = view.until is not None or self.playing.bots.asked(view)
        asked = None if idle else view.session.pending
        whom = asked.unit if asked is not None and asked is not self._asked else ""
        if not whom and view.selected != self._brought:  # a click on the table has noted it already
            whom = view.selected
        self._asked, self._brought = asked, view.selected
        self.grip.bring(view, whom)

    # The window's side.

    def raw(self, event: pygame.event.Event) -> bool:
        """The log's search takes what is typed while it is open."""
        if self.face.search.entry is None:
            return False
        if event.type != pygame.MOUSEMOTION:
            self.view.stale.panels = True
        return self.face.search.take(event, self.face.log)

    def step(self, seconds: float) -> bool:
        """Time moves what is being shown, and brings up what floats."""
        self.showing.step(self.view, seconds * self.playing.pace.speed)
        more = self.safely(lambda: self.playing.pass_time(seconds)) if not self.showing.playing else False
        self.face.log.follow(self.view)
        if self.face.search.entry is not None and self.face.search.entry.step(seconds):
            self.view.stale.panels = True
        return self.face.floats.step(seconds) or self.showing.playing or bool(more)

    def resized(self) -> None:
        """The window has another size, scale or theme, or was covered: fit the parts to it.

        What is seen of the table stays unless the table has another place in the window.
        """
        view, before = self.view, (self.face.layout, self.view.theme)
        view.theme = self.desk.theme
        table = self.face.lay_out().table
        if table != view.camera.view:
            view.camera = view.camera.viewing(table)
            self.grip.refit(view)
        if before != (self.face.layout, view.theme):
            self.face.search.entry = None
        self.face.uncover()
        view.stale.everything()

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw what has changed."""
        return self.face.draw(surface, self.view, self.tools, self.tool, self.showing, self._hands)

    # What happens.

    def happen(self, what: Happening) -> bool:
        """Tools, panels, keys."""
        taken = self.safely(lambda: self._happen(what))
        self.follow()
        return bool(taken)

    def _happen(self, what: Happening) -> bool:
        view = self.view
        if isinstance(what, KeyPressed):
            view.shift = what.key.shift
            return self._key(what.key)
        if isinstance(what, Pressed | Moved):
            view.shift = what.shift
        if isinstance(what, Pressed):
            self._press(what)
        elif isinstance(what, Released):
            self.grip.release(view, self.tool, what.x, what.y, what.button)
            self._brought = view.selected  # where a person clicked the view stays
        elif isinstance(what, Moved):
            self._move(what)
        elif isinstance(what, Wheeled):
            self._wheel(what)
        elif isinstance(what, FocusLost):
            view.shift = False  # a Shift that is let go elsewhere is never told
            self.grip.let_go(view, self.tool)
        elif isinstance(what, MouseLeft):
            self.face.mouse = (-1.0, -1.0)
            self.grip.point(view, *self.face.mouse)
            self.face.floats.want("", "")
            view.stale.overlays = view.stale.panels = True
        return True

    def _press(self, what: Pressed) -> None:
        skipped = self.showing.playing
        self.showing.finish(self.view)
        self.face.floats.want("", "")
        self.view.stale.overlays = True
        if self.face.on_table(self.view, what.x, what.y):
            if not skipped:
                self.grip.press(self.view, self.tool, what.x, what.y, what.button)
                self._brought = self.view.selected
            return
        spot = self.face.spot_at(what.x, what.y)
        if what.button == 1 and spot is not None and spot.name == "slider":
            self.playing.hold(spot, what.x)
        elif what.button == 1 and spot is not None and spot.action is not None:
            spot.action()
            self.view.stale.panels = True

    def _move(self, what: Moved) -> None:
        if self.playing.slides(what.x, what.held):
            return
        before, self.face.mouse = self.face.spot_at(*self.face.mouse), (what.x, what.y)
        spot = self.face.spot_at(*self.face.mouse)
        if spot != before:
            self.view.stale.panels = True
            self.view.stale.overlays |= any(one is not None and bool(one.shown) for one in (spot, before))
        if self.grip.holding or self.face.on_table(self.view, what.x, what.y):
            self.grip.move(self.view, self.tool, what.x, what.y, what.held)
        else:
            self.grip.point(self.view, -1.0, -1.0)  # over a panel, not over the unit beneath it
        self._float()

    def _float(self) -> None:
        """Say what is to be known of what lies under the mouse."""
        under, spot = self.view.hovered, self.face.spot_at(*self.face.mouse)
        known = under is not None and under.unit == self.view.selected and self.face.layout.right[2] > 0
        if self.grip.holding or self.showing.playing or known:
            changed = self.face.floats.want("", "")
        elif under is not None and self.tool is not self.tools[0]:
            changed = self.face.floats.want("", "")  # the tool has more to say about it
        elif under is not None:
            changed = self.face.floats.want("card", under.unit)
        else:
            changed = self.face.floats.want("tip", spot.tip if spot else "")
        self.view.stale.panels |= changed

    def _wheel(self, what: Wheeled) -> None:
        step = self.desk.theme.px(SCROLL) * what.steps
        left, right = self.face.layout.left, self.face.layout.right
        if self.face.on_table(self.view, what.x, what.y):
            self.grip.zoom(self.view, what.x, what.y, what.steps)
            self._float()
        elif what.x >= right[0]:
            self.face.log.turned(step)
        elif what.y >= self.face.layout.bottom[1] and what.x >= self.face.layout.bottom[0]:
            self.face.asked = min(max(self.face.asked - step, 0.0), self.face.unasked)
        elif left[0] <= what.x < left[0] + left[2]:
            self.face.scroll = min(max(self.face.scroll - step, 0.0), self.face.beyond)
        self.view.stale.panels = True

    def _key(self, key: Key) -> bool:
        view = self.view
        view.stale.panels |= self.face.floats.want("", "")
        if self.showing.playing:
            self.showing.finish(view)
            if key.name in ("space", "return", "escape"):
                return True  # it only skipped: the next press answers what is asked then
        held = key.ctrl or key.alt
        if not (held or key.shift) and (golden := self._orders.golden_by(key)) is not None:
            self.push(golden)
            return True
        if not held and self.tool.key_pressed(view, key):
            return True
        if not (held or key.shift):
            tool = next((tool for tool in self.tools if tool.key == key.name), None)
            if tool is not None:
                self.take(tool if tool is not self.tool else self.tools[0])
                return True
            buttons = self.tool.prompt(view).buttons
            if key.name in "123456789" and int(key.name) <= len(buttons):
                self.push(buttons[int(key.name) - 1])
                return True
        return bool(action_of(key)) and self.perform(action_of(key))

    def mend(self, words: str) -> None:
        """After a fault of the program: nothing held, nothing being shown, no tool in hand; say what happened."""
        self.grip, self.showing = Grip(), Showing()
        self.grip.fitted = ""
        self.face.search.entry, self.face.over = None, ""
        with suppress(Exception):  # the tool may be what is broken
            self.tool.cancel(self.view)
        self.tool = self.tools[0]
        self.view.until, self.playing.bots.pace.runs = None, False
        self.view.cursor = len(self.view.session.log)
        self.view.say(words, True)
        self.resized()

    def take(self, tool: Tool) -> None:
        """Take up a tool; what the one before had under way is given up."""
        if tool is self.tool:
            return
        self.grip.let_go(self.view, self.tool)
        self.tool.cancel(self.view)
        self.tool = tool
        self.view.say("")
        tool.start(self.view)
        self.view.redraw()

    def push(self, button: Button) -> None:
        """Push a button of the prompt; one that cannot be pushed says why."""
        self.showing.finish(self.view)
        if button.enabled:
            self.safely(lambda: button.action(self.view))
        else:
            self.view.say(button.why, True)
        self.view.redraw()

    def perform(self, action: str) -> bool:
        """Do an action, if it is one of the battle's; what goes wrong in it is said in the prompt."""
        done = self._orders.actions().get(action)
        if done is None:
            return False
        self.safely(done)
        self.follow()
        return True

    def safely(self, done: Callable[[], T]) -> T | None:
        """Do something; an error that is meant for people becomes the prompt's message."""
        try:
            return done()
        except GiantfallError as error:
            self.view.say(str(error), True)
            return None

    def ask_path(self, title: str, suggested: str, then: Callable[[Path], None]) -> None:
        """Ask for a file to write."""

        def write(path: Path) -> None:
            self.view.say("")
            then(path)
            if self.view.alarm:
                raise GiantfallError(self.view.message)  # the dialog stays, with the reason
            self.view.say(f"Saved as {told(path)}")

        self.desk.show(AskPath(self.desk, title, suggested_path(suggested, self.file), write))

    def ask_item(self, title: str, items: tuple[Item, ...], then: Callable[[str], None]) -> None:
        """Ask to pick from a list."""
        self.desk.show(PickItem(self.desk, title, items, then))

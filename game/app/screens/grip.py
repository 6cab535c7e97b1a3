"""The mouse on the table: tools first, then selecting, moving the view, zooming, pointing at units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from game.app.tool import LEFT, Tool
from game.app.view import View
from game.battle.ground import base_of, ground_of
from game.render.camera import NATURAL, Camera
from game.render.tabletop import MARGIN
from game.table.bases import corners

STILL = 4.0
"""Pixels at 100 % that the mouse may move in a click."""
WHEEL = 1.15
"""Nearer by this factor at each step of the wheel."""
ROOM = 7.0
"""Inches around the units that are seen when a battle opens."""
KEY_PAN = 80.0
"""Pixels at 100 % that an arrow key moves the view."""


class Grip:
    """What the mouse holds on the table.

    Attributes:
        fitted: ``table`` or ``battle`` while the camera shows all of that and nobody has moved it: a resize fits it
            anew; "" afterwards.
    """

    def __init__(self) -> None:
        self.fitted = ""
        self._held = ""
        self._button = 0
        self._start = (0.0, 0.0)
        self._last = (0.0, 0.0)

    @property
    def holding(self) -> bool:
        """A button is down that was pressed on the table."""
        return bool(self._held)

    def press(self, view: View, tool: Tool, x: float, y: float, button: int) -> None:
        """A button went down on the table."""
        if self._held:
            if button != self._button:
                return
            self.let_go(view, tool)  # it went up where nobody told: over a dialog, outside of the window
        self._start = self._last = (x, y)
        self._button = button
        self._held = "tool" if button == LEFT and tool.press(view, x, y, button) else "view"

    def move(self, view: View, tool: Tool, x: float, y: float, held: bool = True) -> None:
        """The mouse moved; places of events alone say how far (relative motion is not scaled on every system).

        ``held``: with a button down; without one nothing is held any more, whatever was.
        """
        if self._held and not held:
            self.let_go(view, tool)
        if self._held == "tool":
            tool.drag(view, x, y)
        elif self._held == "view":
            far = max(abs(x - self._start[0]), abs(y - self._start[1])) > view.theme.px(STILL)
            if far or self._last != self._start:
                self.see(view, view.camera.panned(x - self._last[0], y - self._last[1]))
                self._last = (x, y)
        else:
            self.point(view, x, y)
            tool.move(view, x, y)

    def release(self, view: View, tool: Tool, x: float, y: float, button: int) -> None:
        """A button went up: a click that did not move selects."""
        if not self._held or button != self._button:
            return
        held, self._held = self._held, ""
        if held == "tool":
            tool.release(view, x, y)
        elif self._last == self._start and button == LEFT:
            view.select(view.unit_at(x, y))
        self.point(view, x, y)

    def let_go(self, view: View, tool: Tool) -> None:
        """Whatever is held is given up, a drag goes back to its start."""
        if self._held == "tool":
            tool.cancel(view)
            view.redraw()
        self._held = ""

    def point(self, view: View, x: float, y: float) -> None:
        """Note whose model lies under the mouse."""
        view.mouse = (x, y)
        under = view.model_at(x, y) if view.on_table(x, y) else None
        if under != view.hovered:
            # The list of units lights up the same unit.
            view.stale.panels |= (under.unit if under else "") != (view.hovered.unit if view.hovered else "")
            view.hovered = under
            view.stale.overlays = True

    def zoom(self, view: View, x: float, y: float, steps: float) -> None:
        """Nearer or farther, the table point under the mouse stays."""
        self.see(view, view.camera.zoomed_at(x, y, WHEEL**steps))

    def pan(self, view: View, right: float, up: float) -> None:
        """The view moves by so many steps of an arrow key."""
        step = view.theme.px(KEY_PAN)
        self.see(view, view.camera.panned(-right * step, up * step))

    def see(self, view: View, camera: Camera) -> None:
        """Look through this camera, its middle on the table."""
        camera = camera.held(view.state.width, view.state.depth)
        if camera != view.camera:
            view.camera, self.fitted = camera, ""
            view.stale.ground = view.stale.scene = view.stale.overlays = True
            if not self._held:
                self.point(view, *view.mouse)  # something else lies under the mouse that rests

    def bring(self, view: View, unit_id: str) -> None:
        """Move the view to a unit whose middle is out of sight."""
        unit = next((unit for unit in view.state.units if unit.id == unit_id and unit.on_table), None)
        if unit is not None:
            points = corners(base_of(view.state, unit)).reshape(-1, 2)
            x, y = ((points.min(axis=0) + points.max(axis=0)) / 2).tolist()
            if not view.on_table(*view.camera.at(x, y)):
                self.see(view, replace(view.camera, x=x, y=y))

    def whole_table(self, view: View) -> None:
        """See all of it, its rulers too."""
        margin = view.theme.px(MARGIN + 8)
        self.see(view, Camera.fitted(view.camera.view, view.state.width, view.state.depth, margin))
        self.fitted = "table"

    def battlefield(self, view: View) -> None:
        """See every unit with some room around; the whole table if they stand all over it."""
        shapes = [corners(ground_of(unit)).reshape(-1, 2) for unit in view.state.standing()]
        self.whole_table(view)
        if shapes:
            points = np.concatenate(shapes)
            low, high = points.min(axis=0) - ROOM, points.max(axis=0) + ROOM
            _, _, across, down = view.camera.view
            ppi = min(across / float(high[0] - low[0]), down / float(high[1] - low[1]), view.theme.px(NATURAL))
            if ppi > view.camera.ppi:
                middle = (low + high) / 2
                self.see(view, replace(view.camera, ppi=ppi, x=float(middle[0]), y=float(middle[1])))
        self.fitted = "battle"

    def refit(self, view: View) -> None:
        """After a resize: see again what was seen, if nobody has moved the view."""
        if self.fitted == "table":
            self.whole_table(view)
        elif self.fitted == "battle":
            self.battlefield(view)

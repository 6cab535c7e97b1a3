"""The fall tool: who lies beneath a Giant that falls now, how likely, and what it costs; then let it fall."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

from game.app.tool import LEFT, Button, Key, Prompt
from game.app.tools.reckoning import Reckoned, aim, by_dice, expectation, giants, middle_of, reckon
from game.app.view import View
from game.battle.state import State
from game.battle.unit import Unit
from game.odds.fall import Toll, expected_toll
from game.render.overlays import FallPath, HeatMap, Overlay, Selection
from game.rules.special.fall_over import LetFall, StandUp, giant_faults
from game.table.pose import normal_angle

Meaning = Literal["hit", "cover"]
LEGENDS: dict[Meaning, str] = {"hit": "hit if the Giant falls now", "cover": "under the template if it falls now"}
RULES = ("FALL-04", "FALL-05", "FALL-07", "FALL-08", "FALL-09")
_NEAR = 0.2
"""Inches from the middle of its base within which the mouse points in no direction."""
_TURNS = {"left": 1, "right": -1, "up": 5, "down": -5}
"""Degrees by which the arrow keys turn the direction."""


class FallTool:
    """Pick a Giant, see whom it may hit, point out a direction or roll, and let it fall.

    Attributes:
        meaning: What the heat map shows: the chance of a hit, or of lying under the template.
        angle: The direction pointed out, degrees; None: the scatter die will say.
    """

    name = "Fall"
    key = "f"
    hint = "See whom a Giant may fall on, and let it fall"
    keys = (
        ("← →", "Turn the direction by one degree (Shift: five)"),
        ("↑ ↓", "Turn the direction by five degrees"),
        ("Space", "Roll the scatter die"),
        ("Enter", "Let it fall there; let it get up"),
        ("H", "Chance to be hit, or to be covered"),
        ("G", "The next Giant"),
        ("Shift+drag", "Point in whole degrees"),
    )

    def __init__(self) -> None:
        self.meaning: Meaning = "hit"
        self.angle: float | None = None
        self._whose = ""
        self._known: Reckoned | None = None
        self._aimed: tuple[State, str, float, tuple[Toll, ...]] | None = None

    def giant(self, view: View) -> Unit | None:
        """The Giant that it is about: the selected unit, if it is one on the table."""
        chosen = view.chosen
        if chosen is None or giant_faults(view.state, chosen.id):
            return None
        if chosen.id != self._whose:  # the window selects units too
            self._whose, self.angle = chosen.id, None
        return chosen

    def start(self, view: View) -> None:
        """Take the selected Giant, or the first one there is."""
        self.angle = None
        if self.giant(view) is None and (there := giants(view.state)):
            view.select(there[0].id)
        view.redraw()

    def changed(self, view: View) -> None:
        """Another Giant, or units stand elsewhere: no direction is pointed out any more."""
        self.angle = None
        view.redraw()

    def cancel(self, view: View) -> None:
        """Point nowhere."""
        self.changed(view)

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """Pick the Giant under the mouse, or point where the mouse is."""
        if button != LEFT:
            return False
        under = view.unit_at(x, y)
        if under and under != view.selected and not giant_faults(view.state, under):
            view.select(under)
            self.changed(view)
        elif self.giant(view) is None:
            return False
        elif under != view.selected:
            self.drag(view, x, y)
        return True

    def drag(self, view: View, x: float, y: float) -> None:
        """Point from the middle of the Giant's base to the mouse; with Shift in whole degrees."""
        giant = self.giant(view)
        if giant is None:
            return
        (cx, cy), (tx, ty) = middle_of(view.state, giant), view.table_at(x, y)
        if math.hypot(tx - cx, ty - cy) >= _NEAR:
            angle = math.degrees(math.atan2(ty - cy, tx - cx))
            self._point(view, giant, round(angle, 0 if view.shift else 1))

    def release(self, view: View, x: float, y: float) -> None:
        """The direction stays."""

    def move(self, view: View, x: float, y: float) -> None:
        """Nothing follows the mouse."""

    def key_pressed(self, view: View, key: Key) -> bool:
        """Arrows turn the direction, Space rolls, Return lets it fall there, H changes the map, G picks the next."""
        giant = self.giant(view)
        if key.ctrl or key.alt:
            return False
        if key.name == "g":
            self._next(view, -1 if key.shift else 1)
        elif key.name == "h":
            self._switch(view)
        elif giant is None:
            return False
        elif key.name == "escape" and self.angle is not None:
            self.cancel(view)
        elif key.name in _TURNS:
            turn = math.copysign(5, _TURNS[key.name]) if key.shift else _TURNS[key.name]
            self._point(view, giant, giant.pose.facing if self.angle is None else self.angle + turn)
        elif key.name == "space" and not giant.down:
            self._roll(view)
        elif key.name == "return":
            (self._stand_up if giant.down else self._let_fall)(view)
        else:
            return False
        return True

    def _point(self, view: View, giant: Unit, angle: float) -> None:
        if not giant.down:
            self.angle = normal_angle(round(angle, 6))
            view.redraw()

    def _next(self, view: View, step: int) -> None:
        ids = [unit.id for unit in giants(view.state)]
        if ids:
            here = ids.index(view.selected) + step if view.selected in ids else 0
            view.select(ids[here % len(ids)])
            self.changed(view)

    def _switch(self, view: View) -> None:
        self.meaning = "cover" if self.meaning == "hit" else "hit"
        view.redraw()

    def _roll(self, view: View) -> None:
        if (giant := self.giant(view)) is not None and view.choose(LetFall(unit=giant.id)):
            self.changed(view)

    def _let_fall(self, view: View) -> None:
        if self.angle is None:
            view.say("Point out a direction first: drag anywhere on the table, or press an arrow key")
        elif (giant := self.giant(view)) is not None and view.choose(LetFall(unit=giant.id, angle=self.angle)):
            self.changed(view)

    def _stand_up(self, view: View) -> None:
        if (giant := self.giant(view)) is not None and view.choose(StandUp(unit=giant.id)):
            self.changed(view)

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """The ground it may reach, the heat map, and whom the template covers in the direction pointed out."""
        giant = self.giant(view)
        if giant is None:
            return ()
        if giant.down:
            return (Selection(giant.id),)
        known = self._reckoned(view.state, giant)
        chances = known.covers if self.meaning == "cover" else known.hits
        shown = (FallPath((known.ground,)), HeatMap(chances, LEGENDS[self.meaning]), Selection(giant.id))
        return shown if self.angle is None else (*shown, *aim(view.state, giant, self.angle))

    def prompt(self, view: View) -> Prompt:
        """Which way it falls, what is to be expected, and the buttons."""
        giant = self.giant(view)
        if giant is None:
            text = "Click a Giant." if giants(view.state) else "No Giant stands on this table."
            return Prompt("Which Giant falls?", text, ("FALL-01",))
        if giant.down:
            up = _button(view, StandUp(unit=giant.id), "Get up", "Enter", self._stand_up, primary=True)
            return Prompt(f"{giant.name} lies on the ground", "A Giant on the ground cannot fall.", ("FALL-18",), (up,))
        aimed = self.angle is not None
        roll = _button(view, LetFall(unit=giant.id), "Roll the scatter die", "Space", self._roll, primary=not aimed)
        fall = Button("Let it fall there", "drag · ← →", self._let_fall, enabled=False, why="no direction yet")
        if self.angle is not None:
            choice = LetFall(unit=giant.id, angle=self.angle)
            fall = _button(view, choice, "Let it fall there", "Enter", self._let_fall, primary=True)
        switch = Button(f"Show who is {'covered' if self.meaning == 'hit' else 'hit'}", "H", self._switch)
        title = f"{giant.name} falls at {self.angle:.1f}°" if aimed else f"{giant.name} falls. Which way?"
        text = expectation(giant, view.state, self._tolls(view.state, giant))
        if self.angle is not None and (dice := by_dice(view.state, giant, self.angle)):
            text = f"{dice} {text}"
        return Prompt(title, text, RULES, (roll, fall, switch))  # each button keeps its place

    def _reckoned(self, state: State, giant: Unit) -> Reckoned:
        known = self._known
        if known is None or known.state is not state or known.giant != giant.id:
            self._known = known = reckon(state, giant)
        return known

    def _tolls(self, state: State, giant: Unit) -> tuple[Toll, ...]:
        if self.angle is None:
            return self._reckoned(state, giant).tolls
        aimed = self._aimed
        if aimed is None or aimed[0] is not state or aimed[1:3] != (giant.id, self.angle):
            aimed = (state, giant.id, self.angle, expected_toll(state, giant.id, self.angle))
            self._aimed = aimed
        return aimed[3]


def _button(
    view: View,
    choice: LetFall | StandUp,
    label: str,
    key: str,
    action: Callable[[View], None],
    *,
    primary: bool = False,
) -> Button:
    """A button for a choice, with the reason where it cannot be made."""
    faults = view.faults(choice)
    return Button(label, key, action, primary, not faults, faults[0].text if faults else "")

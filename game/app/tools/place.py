"""The place tool: put units of the catalogue down, move, turn and re-rank them by hand, take them off."""

from __future__ import annotations

from dataclasses import replace

from game.app.tool import LEFT, Button, Key, Prompt
from game.app.tools.hand import WIDER, Hand, by_key, changes_of, described, reformable
from game.app.tools.recruits import palette, recruited
from game.app.tools.save_scenario import save_scenario
from game.app.view import View
from game.battle.decision import Fault
from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue import bundled_catalogue
from game.render.handles import handle_at
from game.render.overlays import Ghost, Handles, Overlay, Selection
from game.rules.table_tools import PlaceUnit, TakeOff, place_faults

ROOMY = 1000.0
"""Pixels at 100 % from which on the panel has room for more buttons."""
LONG_SIDE = 18
"""Letters of a side's name that a button shows where there is less room."""
RULES = ("FORM-01", "FORM-10", "MOV-09")


class PlaceTool:
    """Sets a table up by hand.

    Attributes:
        side: Id of the side for which units are put down; "": the first.
    """

    name = "Place"
    key = "p"
    hint = "Put units down, drag and turn them, take them off"
    keys = (
        ("A", "Pick a unit from the catalogue"),
        ("X", "Put units down for the other side"),
        ("Enter", "Put down what is in the hand"),
        ("← → ↑ ↓", "Move the unit half an inch (Shift: a tenth)"),
        (", .", "Turn it five degrees (Shift: one)"),
        ("[ ]", "Fewer or more files"),
        ("J K", "Fewer or more models of a new unit"),
        ("G", "Command group of a new unit: champion, musician, standard"),
        ("Delete", "Take it off the table"),
        ("W", "Save as a scenario"),
    )

    def __init__(self) -> None:
        self.side = ""
        self._hand: Hand | None = None
        self._pointed = ""
        self._judged: tuple[State, Unit, tuple[Fault, ...]] | None = None

    def start(self, view: View) -> None:
        """An empty hand."""
        self._let_go(view)

    def changed(self, view: View) -> None:
        """Units stand elsewhere: what was taken up from the table is let go of, a new unit stays in the hand."""
        if self._hand is not None and not self._hand.new:
            self._hand = None
        view.redraw()

    def cancel(self, view: View) -> None:
        """Put back what is in the hand."""
        self._let_go(view)

    def _let_go(self, view: View) -> None:
        self._hand, self._pointed = None, ""
        view.redraw()

    def in_hand(self) -> Unit | None:
        """The unit in the hand as it would stand; None if the hand is empty."""
        return self._hand.unit if self._hand else None

    def unit(self, view: View) -> Unit | None:
        """The unit that keys change: the one in the hand, or the selected one (or the one it has joined)."""
        if self._hand is not None:
            return self._hand.unit
        chosen = view.chosen
        if chosen is None or not chosen.on_table or chosen.garrison:
            return None
        return view.state.unit(chosen.host) if chosen.host else chosen

    def _faults(self, view: View, unit: Unit) -> tuple[Fault, ...]:
        """Why the unit in the hand may not stand where it is."""
        known = self._judged
        if known is None or known[0] is not view.state or known[1] is not unit:
            self._judged = known = (view.state, unit, place_faults(view.state, unit))
        return known[2]

    def _is_new(self) -> bool:
        return self._hand is not None and self._hand.new

    # Mouse.

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """Put a new unit down, take a handle, or take up the unit under the mouse."""
        if button != LEFT:
            return False
        at = view.table_at(x, y)
        if self._is_new():
            self._follow(view, at)
            self.put_down(view)
            return True
        handle, unit = self._handle_at(view, x, y), self.unit(view)
        if not handle or unit is None:
            under = view.unit_at(x, y)
            if not under:
                return False
            handle, unit = "", view.state.unit(view.state.unit(under).host or under)
            view.select(under)
        self._hand = Hand(unit, unit, new=False, handle=handle, taken=at)
        view.redraw()
        return True

    def drag(self, view: View, x: float, y: float) -> None:
        """The unit, or its handle, follows the mouse."""
        if self._hand is not None:
            self._follow(view, view.table_at(x, y))

    def move(self, view: View, x: float, y: float) -> None:
        """A new unit follows the mouse; else the handle under it is lit."""
        if self._is_new():
            self._follow(view, view.table_at(x, y))
        elif (pointed := self._handle_at(view, x, y)) != self._pointed:
            self._pointed = pointed
            view.redraw()

    def release(self, view: View, x: float, y: float) -> None:
        """Put down what was dragged; where it cannot stand it goes back."""
        if self._hand is not None and not self._hand.new:
            self.drag(view, x, y)
            self.put_down(view)
            self._let_go(view)

    def _follow(self, view: View, at: tuple[float, float]) -> None:
        if self._hand is not None:
            self._hand.follow(at, coarse=view.shift)
            view.redraw()

    def _handle_at(self, view: View, x: float, y: float) -> str:
        handles = self._handles(view)
        return handle_at(handles, view.camera, view.theme, x, y) if handles else ""

    # Keys.

    def key_pressed(self, view: View, key: Key) -> bool:
        """Everything by keys, see ``keys``."""
        if key.ctrl or key.alt:
            return False
        simple = {"a": self.pick, "x": self.other_side, "w": save_scenario, "delete": self.take_off}
        if key.name in simple:
            simple[key.name](view)
        elif key.name == "escape" and self._hand is not None:
            self.cancel(view)
        elif key.name == "return" and self._hand is not None:
            self.put_down(view)
        elif (unit := self.unit(view)) is not None and (other := by_key(unit, key, new=self._is_new())) is not None:
            self._become(view, other)
        else:
            return False
        return True

    def _become(self, view: View, unit: Unit) -> None:
        if self._hand is not None:
            self._hand.unit = unit
            view.redraw()
        elif unit != self.unit(view):
            view.choose(PlaceUnit(placed=unit))

    def pick(self, view: View) -> None:
        """Ask for a unit type, and take a unit of it into the hand."""
        view.ask_item("Put down", palette(), lambda kind: self.take(view, kind))

    def take(self, view: View, kind: str) -> None:
        """Take a new unit of this type into the hand; it stands at the mouse, or in the middle of the view."""
        left, top, width, height = view.camera.view
        at = view.mouse if view.on_table(*view.mouse) else (left + width / 2, top + height / 2)
        side = self._side(view)
        facing = 270.0 if [one.id for one in view.state.sides].index(side) % 2 else 90.0
        unit = recruited(view.state, bundled_catalogue()[kind], side, view.table_at(*at), facing)
        self._hand = Hand(unit, unit, new=True)
        view.redraw()

    def _side(self, view: View) -> str:
        ids = [side.id for side in view.state.sides]
        return self.side if self.side in ids else ids[0]

    def other_side(self, view: View) -> None:
        """Put units down for the next side; a new unit in the hand changes sides too."""
        ids = [side.id for side in view.state.sides]
        self.side = ids[(ids.index(self._side(view)) + 1) % len(ids)]
        if self._hand is not None and self._hand.new:
            self._hand.unit = replace(self._hand.unit, muster=replace(self._hand.unit.muster, side=self.side))
        view.redraw()

    def put_down(self, view: View) -> None:
        """Put down what is in the hand, if it may stand there."""
        hand = self._hand
        if hand is None or (not hand.new and hand.unit == hand.before):
            return
        if view.choose(PlaceUnit(placed=hand.unit)):
            view.select(hand.unit.id)
            self._let_go(view)

    def take_off(self, view: View) -> None:
        """Take the unit off the table; one that is not on it yet goes back to the catalogue."""
        unit = self.unit(view)
        if self._hand is not None or unit is None:
            self._let_go(view)
        elif view.choose(TakeOff(unit=unit.id)):
            view.select("")

    # What it shows.

    def _handles(self, view: View) -> Handles | None:
        unit = self.unit(view)
        if unit is None or (self._is_new()):
            return None
        lit = self._hand.handle if self._hand else self._pointed
        offered = ("turn", *WIDER) if reformable(unit) else ("turn",)
        return Handles(unit.pose, unit.formation, lit, offered, unit=unit.id)

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """The ghost of what is in the hand, red where it may not stand; else the selected unit's handles."""
        handles = self._handles(view)
        shown: list[Overlay] = [handles] if handles else []
        if self._hand is None:
            unit = self.unit(view)
            return (Selection(unit.id), *shown) if unit else ()
        unit = self._hand.unit
        faults = () if unit == self._hand.before and not self._hand.new else self._faults(view, unit)
        return (Ghost(unit.pose, unit.formation, unit.side, not faults, faults[0].text if faults else ""), *shown)

    def prompt(self, view: View) -> Prompt:
        """What is in the hand or selected, and what can be done with it."""
        side, roomy = view.state.side(self._side(view)).name, view.camera.view[2] >= view.theme.px(ROOMY)
        label = side if roomy or len(side) <= LONG_SIDE else f"{side[:LONG_SIDE].rstrip()}…"
        pick = Button("Put a unit down", "A", self.pick, primary=self._hand is None)
        sides = Button(f"Side: {label}", "X changes", self.other_side)
        unit = self.unit(view)
        if unit is None:
            save = Button("Save as scenario", "W", save_scenario)
            text = f"Drag units with the mouse. New ones join {side} (X changes the side)."
            return Prompt("Set the table up", text, RULES, (pick, sides, save))
        text = described(unit, new=self._is_new())
        off = Button("Take it off", "Delete", self.take_off)
        if self._hand is None:
            save = Button("Save as scenario", "W", save_scenario)
            return Prompt(unit.name, text, RULES, (pick, off, sides, save))
        faults = self._faults(view, unit)
        why = "; ".join(fault.text for fault in faults)
        down = Button("Put it down", "click · Enter" if roomy else "Enter", self.put_down, True, not why, why)
        rules = tuple(dict.fromkeys(fault.rule for fault in faults)) or RULES
        changes = changes_of(unit) if self._is_new() and roomy else ()
        buttons = (down, *(self._button(words, key) for words, key in changes), sides, off)
        return Prompt(f"{unit.name} in the hand", why or text, rules, buttons, alarm=bool(why))

    def _button(self, words: str, key: str) -> Button:
        def push(view: View) -> None:
            self.key_pressed(view, Key(key))

        return Button(words, key.upper(), push)

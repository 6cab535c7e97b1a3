"""The move tool: drag a handle, see the way, what it costs and what it runs into; chain manoeuvres, then move."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.app.tool import LEFT, Button, Key, Prompt
from game.app.tools.dragging import WHEEL_FORWARD, dragged, why_not
from game.app.tools.plan import Plan, step_of_key
from game.app.tools.route import allowance, balance, may_pivot, route_overlays, said, steps_said
from game.app.view import View
from game.battle.decision import Choice
from game.battle.state import State
from game.battle.unit import Unit
from game.render.handles import handle_at
from game.render.overlays import Ghost, Handles, Overlay, Selection
from game.rules.moving import CheckedMove
from game.rules.table_tools import MakeMove
from game.table.formation import Formation, Loose
from game.table.manoeuvre import About, Advance, Back, Manoeuvre, Pivot, Sideways, Wheel

HANDLES = {
    "wheel-left": "Wheel left: drag this corner forward",
    "wheel-right": "Wheel right: drag this corner forward",
    "advance": "Advance: drag forward",
    "pivot": "Pivot: drag to where it shall look",
    "back": "Back: every inch counts as two",
    "left": "To the left: every inch counts as two",
    "right": "To the right: every inch counts as two",
    "wider-left": "Reform: drag for more or fewer files",
    "wider-right": "Reform: drag for more or fewer files",
}
"""What each handle does."""
RULES = ("MOV-01", "MOV-03", "MOV-06", "MOV-07", "FORM-09")
NO_PIVOT = "only lone models pivot, and a unit with a musician once before it moves (MOV-05)"


_KINDS: dict[str, Manoeuvre] = {
    "wheel-left": Wheel("left", 1.0),
    "wheel-right": Wheel("right", 1.0),
    "advance": Advance(1.0),
    "back": Back(1.0),
    "left": Sideways("left", 1.0),
    "right": Sideways("right", 1.0),
}
"""A manoeuvre of the kind that each handle makes, where that costs movement."""


def make_move(unit: str, path: tuple[str, ...]) -> Choice:
    """The choice of free play that makes a move."""
    return MakeMove(unit=unit, path=path)


class MoveTool:
    """Plan a move of the selected unit with handles or keys, and make it.

    Attributes:
        plan: What is planned.
        choice: Makes the answer to the question that is asked, of a unit's id and a path in words.
    """

    name = "Move"
    key = "m"
    hint = "Drag a handle to wheel, advance, pivot or reform the selected unit"
    keys: tuple[tuple[str, str], ...] = (
        ("↑ ↓", "Advance or go back half an inch (Shift: a tenth)"),
        ("← →", "Wheel five degrees (Shift: one)"),
        (", .", "Pivot five degrees (Shift: one)"),
        ("[ ]", "Fewer or more files"),
        ("Q E", "Step half an inch to the left or right (Shift: a tenth)"),
        ("B", "About-face"),
        ("J K", "Turn a quarter to the left or right"),
        ("Enter", "Make the move"),
        ("Backspace", "Drop the last manoeuvre"),
        ("Shift+drag", "Drag farther than the movement allows"),
    )

    def __init__(self, choice: Callable[[str, tuple[str, ...]], Choice] = make_move) -> None:
        self.choice = choice
        self.plan = Plan()
        self._whose = ""
        self._dragged = ""
        self._start = (0.0, 0.0)
        self._pointed = ""
        self._why = ""

    def unit(self, view: View) -> Unit | None:
        """Whom it moves: the selected unit, or the one that a selected character has joined."""
        chosen = view.chosen
        if chosen is None or not chosen.on_table or chosen.garrison:
            return None
        if (chosen.host or chosen.id) != self._whose:  # the window selects units too
            self._whose = chosen.host or chosen.id
            self.plan.forget()
        return view.state.unit(self._whose)

    def state(self, view: View) -> State:
        """The battle in which the move is planned."""
        return view.state

    def allowed(self, view: View, unit: Unit, kinds: tuple[Manoeuvre, ...]) -> float:
        """Inches that a move of these manoeuvres may cost."""
        return allowance(view.book, view.state, unit, kinds)

    def planned(self, view: View, unit: Unit) -> CheckedMove:
        """The move as it is planned, with whatever is wrong with it."""
        return self.plan.move(view.book, self.state(view), unit)

    def start(self, view: View) -> None:
        """Take the first unit if none is selected."""
        self._forget(view)
        if self.unit(view) is None:
            view.select(next((unit.id for unit in view.state.standing()), ""))

    def changed(self, view: View) -> None:
        """Another unit, or units stand elsewhere: the plan is void."""
        self._forget(view)

    def cancel(self, view: View) -> None:
        """Give up the drag, or else the whole plan."""
        if self._dragged:
            self._dragged, self._why, self.plan.draft = "", "", None
            view.redraw()
        else:
            self._forget(view)

    def _forget(self, view: View) -> None:
        self.plan.forget()
        self._dragged = self._pointed = self._why = ""
        view.redraw()

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """Take the handle under the mouse; a forbidden one only says why."""
        unit = self.unit(view)
        if button != LEFT or unit is None or not (handle := self._handle_at(view, x, y)):
            return False
        self._pointed = handle
        if handle not in self._handles(view, unit).forbidden:
            self._dragged, self._start = handle, view.table_at(x, y)
        view.redraw()
        return True

    def drag(self, view: View, x: float, y: float) -> None:
        """Follow the mouse as far as the movement goes; with Shift farther."""
        unit = self.unit(view)
        if not self._dragged or unit is None:
            return
        kind = _KINDS.get(self._dragged)
        left = math.inf
        if kind is not None and not view.shift:
            spent = self.plan.spent(view.book, self.state(view), unit)
            left = self.allowed(view, unit, (*self.plan.path, kind)) - spent
        place = self.plan.place(view.book, self.state(view), unit)
        wheel_cost = view.state.readings.wheel_cost
        draft = dragged(self._dragged, place, self._start, view.table_at(x, y), max(left, 0.0), wheel_cost)
        why = why_not(self._dragged, place, self._start, view.table_at(x, y))
        if (draft, why) != (self.plan.draft, self._why):
            self.plan.draft, self._why = draft, why
            view.redraw()

    def release(self, view: View, x: float, y: float) -> None:  # noqa: ARG002
        """What was dragged joins the plan."""
        if self._dragged:
            self._dragged = self._why = ""
            self.plan.settle()
            view.redraw()

    def move(self, view: View, x: float, y: float) -> None:
        """Light the handle under the mouse."""
        pointed = self._handle_at(view, x, y)
        if pointed != self._pointed:
            self._pointed = pointed
            view.redraw()

    def key_pressed(self, view: View, key: Key) -> bool:
        """Plan by keys, see ``keys``."""
        unit = self.unit(view)
        if unit is None or key.ctrl or key.alt:
            return False
        if key.name == "return" and self.plan.path:
            self.commit(view)
        elif key.name == "escape" and (self._dragged or self.plan.path):
            self.cancel(view)
        elif key.name == "backspace":
            self.drop_last(view)
        elif (more := step_of_key(key, self.plan.place(view.book, self.state(view), unit)[1])) is not None:
            self.add(view, more)
        else:
            return False
        return True

    def add(self, view: View, more: Manoeuvre) -> None:
        """Plan a small manoeuvre more."""
        self.plan.add(more)
        view.redraw()

    def drop_last(self, view: View) -> None:
        """Take the last manoeuvre back out of the plan."""
        self.plan.drop_last()
        view.redraw()

    def commit(self, view: View) -> None:
        """Make the move; refused, it stays as a plan with its reasons."""
        unit = self.unit(view)
        if unit is not None and self.plan.path and view.choose(self.choice(unit.id, self.plan.words())):
            self._forget(view)

    def _handles(self, view: View, unit: Unit) -> Handles:
        """The handles, where the plan has led so far."""
        at = self.plan.move(view.book, self.state(view), unit) if self.plan.path or self.plan.draft else unit
        offered = tuple(HANDLES)
        if not _reformable(at.formation):
            offered = tuple(name for name in offered if not name.startswith("wider"))
        if self._dragged:  # nothing else to take while one is held
            offered = tuple(name for name in offered if name == self._dragged)
        forbidden = () if may_pivot(view.book, view.state, unit, self.plan.path) else ("pivot",)
        return Handles(at.pose, at.formation, self._dragged or self._pointed, offered, forbidden, unit.id)

    def _handle_at(self, view: View, x: float, y: float) -> str:
        unit = self.unit(view)
        return handle_at(self._handles(view, unit), view.camera, view.theme, x, y) if unit is not None else ""

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """The way, the ghost at its end, what it runs into, and the handles."""
        unit = self.unit(view)
        if unit is None:
            return ()
        shown: list[Overlay] = [Selection(unit.id)]
        move = self.planned(view, unit)
        if move.steps:
            last = move.steps[-1]
            shown += route_overlays(move, unit.side, said(last.manoeuvre, last.cost) if self._dragged else "")
        if self._why:
            shown = [overlay for overlay in shown if not isinstance(overlay, Ghost)]
            shown.append(Ghost(move.pose, move.formation, unit.side, ok=False, fault=self._why))
        return (*shown, self._handles(view, unit))

    def prompt(self, view: View) -> Prompt:
        """The plan, what is left of the movement, every reason against it, and the buttons."""
        unit = self.unit(view)
        if unit is None:
            return Prompt("Which unit moves?", "Click a unit.", RULES)
        move = self.planned(view, unit)
        why = "; ".join(fault.text for fault in move.faults)
        rules = tuple(dict.fromkeys(fault.rule for fault in move.faults if fault.rule)) or RULES
        title, text = f"{unit.name}: where to?", HANDLES.get(self._pointed, "")
        text = text or f"{_reach(self.allowed(view, unit, ()), move)}. Drag a handle, or use the arrow keys."
        if move.steps:
            kinds = tuple(step.manoeuvre for step in move.steps)
            title = f"{unit.name}: {balance(move, self.allowed(view, unit, kinds))}"
            text = steps_said(move)
        wrong = self._why or (NO_PIVOT if self._pointed in self._handles(view, unit).forbidden else "")
        if wrong:
            rules = {WHEEL_FORWARD: ("MOV-03",), NO_PIVOT: ("MOV-05",)}.get(wrong, ("MOV-01",))
        buttons = self.buttons(view, unit, why if move.steps else "")
        return Prompt(title, wrong or why or text, rules, buttons, bool(wrong or why))

    def buttons(self, view: View, unit: Unit, why: str) -> tuple[Button, ...]:
        """What can be done with the plan; ``why`` it may not be made."""
        about = Button("About-face", "B", lambda view: self.add(view, About()))
        pivot = Button("Pivot", ", .", lambda view: self.add(view, Pivot("left", 5.0)))
        if not may_pivot(view.book, view.state, unit, self.plan.path):
            pivot = Button("Pivot", ", .", enabled=False, why=NO_PIVOT)
        return (*self.answers(why), about, pivot)

    def answers(self, why: str) -> tuple[Button, ...]:
        """To make the move and to drop its last manoeuvre; nothing where nothing is planned."""
        if not (self.plan.path or self.plan.draft):
            return ()
        go = Button("Move there", "Enter", self.commit, True, not why, why)
        return go, Button("Drop the last", "Backspace", self.drop_last)


def _reach(farthest: float, move: CheckedMove) -> str:
    if move.movement is None:
        return "It moves by dice"
    return f"M {move.movement:g}" + (f", {farthest:g} inches in a march" if farthest > move.movement else "")


def _reformable(formation: Formation) -> bool:
    """Whether it has files that can be changed."""
    return formation.models > 1 and not (isinstance(formation, Loose) and len(set(formation.bases)) > 1)

"""The look tool: the arcs of the selected unit, who stands in which, and whom it sees."""

from __future__ import annotations

from game.app.tool import LEFT, Button, Key, Prompt
from game.app.tools.eyes import Seen, all_others, line_to
from game.app.tools.words import inches, listed
from game.app.view import View
from game.battle.state import State
from game.battle.unit import Unit
from game.render.overlays import ArcLines, Hover, Overlay, Selection, SightLine
from game.table.arcs import ARCS, Arc

RULES = ("FORM-06", "FORM-07", "FORM-08", "TER-11")
AT_ONCE = 10
"""Units in the front arc whose lines are drawn together, the nearest first; others are looked at one by one."""


class LookTool:
    """Arcs and lines of sight of the selected unit.

    Attributes:
        target: Id of the one unit that is looked at; "": all of them.
    """

    name = "Look"
    key = "l"
    hint = "Arcs of the selected unit, and whom it sees"
    keys = (
        ("← →", "Look at one unit after the other"),
        ("Backspace", "Look at all again"),
    )

    def __init__(self) -> None:
        self.target = ""
        self._whose = ""
        self._known: tuple[State, str, tuple[Seen, ...]] | None = None
        self._lines: dict[str, tuple[SightLine | None, str]] = {}

    def viewer(self, view: View) -> Unit | None:
        """Who looks: the selected unit, or the one that a selected character has joined."""
        chosen = view.chosen
        if chosen is None or not chosen.on_table or chosen.garrison:
            return None
        if (chosen.host or chosen.id) != self._whose:  # the window selects units too
            self._whose, self.target = chosen.host or chosen.id, ""
        return view.state.unit(self._whose)

    def start(self, view: View) -> None:
        """Take the first unit if none is selected."""
        self.target = ""
        if self.viewer(view) is None:
            view.select(next((unit.id for unit in view.state.standing()), ""))
        view.redraw()

    def changed(self, view: View) -> None:
        """Another unit looks, or units stand elsewhere."""
        self.target = ""
        view.redraw()

    def cancel(self, view: View) -> None:
        """Look at all again."""
        self.changed(view)

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """With Shift: look at the unit under the mouse; else the window selects it."""
        under = view.unit_at(x, y)
        if button != LEFT or not view.shift or not under:
            return False
        self._look_at(view, view.state.unit(under).host or under)
        return True

    def drag(self, view: View, x: float, y: float) -> None:
        """Nothing is dragged."""

    def release(self, view: View, x: float, y: float) -> None:
        """Nothing was dragged."""

    def move(self, view: View, x: float, y: float) -> None:
        """Nothing follows the mouse."""

    def key_pressed(self, view: View, key: Key) -> bool:
        """Left and right look at one unit after the other, Backspace at all again."""
        viewer = self.viewer(view)
        if viewer is None or key.ctrl or key.alt:
            return False
        if key.name == "backspace" or (key.name == "escape" and self.target):
            self.changed(view)
        elif key.name in ("left", "right"):
            ids = [one.unit for one in self.seen(view, viewer)]
            step = 1 if key.name == "right" else -1
            if ids:
                at = ids.index(self.target) + step if self.target in ids else min(step, 0)
                self._look_at(view, ids[at % len(ids)])
        else:
            return False
        return True

    def _look_at(self, view: View, unit: str) -> None:
        viewer = self.viewer(view)
        if viewer is not None and unit != viewer.id:
            self.target = unit
            view.redraw()

    def seen(self, view: View, viewer: Unit) -> tuple[Seen, ...]:
        """Every other unit with the arc it stands in, the nearest first."""
        known = self._known
        if known is None or known[0] is not view.state or known[1] != viewer.id:
            self._lines = {}
            self._known = known = (view.state, viewer.id, all_others(view.state, viewer))
        return known[2]

    def line(self, view: View, viewer: Unit, unit: str) -> tuple[SightLine | None, str]:
        """The line of sight to one unit, and what there is to say about it."""
        self.seen(view, viewer)
        if unit not in self._lines:
            self._lines[unit] = line_to(view.state, viewer, unit)
        return self._lines[unit]

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """Borders of the arcs, and a line to each unit in front that is clear or says where it is stopped."""
        viewer = self.viewer(view)
        if viewer is None:
            return ()
        lit = next((one.arc for one in self.seen(view, viewer) if one.unit == self.target), "front")
        shown: list[Overlay] = [ArcLines(viewer.pose, viewer.formation, (lit,)), Selection(viewer.id)]
        if self.target:
            shown.append(Hover(self.target))
        wanted = [self.target] if self.target else _in_front(self.seen(view, viewer))[:AT_ONCE]
        lines = (self.line(view, viewer, unit)[0] for unit in wanted)
        return (*shown, *(line for line in lines if line is not None))

    def prompt(self, view: View) -> Prompt:
        """Who stands in which arc, or what there is to say about one unit."""
        viewer = self.viewer(view)
        if viewer is None:
            return Prompt("Who looks?", "Click a unit.", RULES)
        seen = self.seen(view, viewer)
        everybody = Button(
            "Look at all", "Backspace", self.changed, enabled=bool(self.target), why="it looks at all now"
        )
        if self.target:
            one = next((one for one in seen if one.unit == self.target), None)
            if one is not None:
                text = f"In its {one.arc} arc, {inches(one.inches)} away. {self.line(view, viewer, one.unit)[1]}"
                return Prompt(f"From {viewer.name} to {_name(view, one.unit)}", text, RULES, (everybody,))
        clear = [unit for unit in _in_front(seen)[:AT_ONCE] if _is_clear(self.line(view, viewer, unit)[0])]
        sees = f"It sees {listed([_name(view, unit) for unit in clear])}." if clear else "It sees nobody."
        if len(_in_front(seen)) > AT_ONCE:
            sees += f" Only the {AT_ONCE} nearest in front were looked at; ← → look at each."
        sides = [(_SIDES[arc], [_name(view, one.unit) for one in seen if one.arc == arc]) for arc in ARCS]
        return Prompt(
            f"Seen from {viewer.name}",
            " ".join([sees, *(f"{side}: {listed(who)}." for side, who in sides if who)]),
            RULES,
        )


_SIDES: dict[Arc, str] = {"front": "In front", "left": "On its left", "right": "On its right", "rear": "Behind"}


def _name(view: View, unit: str) -> str:
    return view.state.unit(unit).name


def _is_clear(line: SightLine | None) -> bool:
    return line is not None and line.clear


def _in_front(seen: tuple[Seen, ...]) -> list[str]:
    return [one.unit for one in seen if one.ahead]

"""The ruler: inches between two places that jump to bases, and the closest distance of two units."""

from __future__ import annotations

import math

from game.app.tool import LEFT, Button, Key, Prompt
from game.app.tools.words import inches
from game.app.view import Snap, View
from game.battle.ground import bases_of
from game.battle.unit import Unit
from game.render.overlays import Overlay, Ruler, Selection
from game.table.distance import closest_points

RULES = ("MEAS-01",)


class RulerTool:
    """Drag from place to place; with both ends on units, their closest distance is shown too.

    Attributes:
        start_at: Where the ruler begins; None: nothing is measured.
        end_at: Where it ends.
        pair: Ids of two units whose closest distance is measured, picked by keys.
    """

    name = "Ruler"
    key = "r"
    hint = "Drag to measure; it jumps to the edges and corners of bases"
    keys = (
        ("← →", "Measure from the selected unit to the next one"),
        ("Backspace", "Put the ruler away"),
    )

    def __init__(self) -> None:
        self.start_at: Snap | None = None
        self.end_at: Snap | None = None
        self.pair: tuple[str, str] | None = None

    def start(self, view: View) -> None:
        """Nothing is measured yet."""
        self.cancel(view)

    def changed(self, view: View) -> None:
        """Units stand elsewhere: ends that lay on bases mean nothing any more."""
        on_units = [end for end in (self.start_at, self.end_at) if end is not None and end.unit]
        if on_units:
            self.start_at = self.end_at = None
        if self.pair is not None and any(self._unit(view, unit) is None for unit in self.pair):
            self.pair = None
        view.redraw()

    def cancel(self, view: View) -> None:
        """Put the ruler away."""
        self.start_at = self.end_at = self.pair = None
        view.redraw()

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """Begin where the mouse is."""
        if button != LEFT:
            return False
        self.pair = None
        self.start_at = self.end_at = self._snap(view, x, y)
        view.redraw()
        return True

    def drag(self, view: View, x: float, y: float) -> None:
        """End where the mouse is."""
        if self.start_at is not None:
            self.end_at = self._snap(view, x, y)
            view.redraw()

    def release(self, view: View, x: float, y: float) -> None:
        """The ruler stays; a mere click measures nothing."""
        self.drag(view, x, y)
        if self.start_at == self.end_at:
            self.start_at = self.end_at = None

    def move(self, view: View, x: float, y: float) -> None:
        """Nothing follows the mouse."""

    def key_pressed(self, view: View, key: Key) -> bool:
        """Left and right go through the units, Backspace puts the ruler away."""
        if key.ctrl or key.alt:
            return False
        if key.name == "backspace" or (key.name == "escape" and (self.start_at or self.pair)):
            self.cancel(view)
        elif key.name in ("left", "right"):
            self._next(view, 1 if key.name == "right" else -1)
        else:
            return False
        return True

    def _next(self, view: View, step: int) -> None:
        """Measure from the selected unit to the next of all others."""
        ids = [unit.id for unit in view.state.standing()]
        here = self._ground(view, view.selected)
        if here is None and ids:
            view.select(ids[0])
            here = ids[0]
        others = [one for one in ids if one != here]
        if here is None or not others:
            return
        at = others.index(self.pair[1]) + step if self.pair is not None and self.pair[1] in others else min(step, 0)
        self.start_at = self.end_at = None
        self.pair = (here, others[at % len(others)])
        view.redraw()

    @staticmethod
    def _snap(view: View, x: float, y: float) -> Snap:
        """The place under the mouse: an edge or a corner of a base near it; inside a unit that unit's own."""
        snap = view.snap(x, y)
        if snap.unit:
            return snap
        model = view.model_at(x, y)
        if model is None:
            return snap
        unit = view.state.unit(model.unit)
        return Snap(snap.x, snap.y, unit.host or unit.id, unit.place if unit.host else model.model)

    @staticmethod
    def _unit(view: View, unit: str) -> Unit | None:
        return next((one for one in view.state.standing() if one.id == unit), None)

    def _ground(self, view: View, unit: str) -> str | None:
        """The unit in whose ranks the unit stands: itself, or the one that a character has joined."""
        chosen = next((one for one in view.state.units if one.id == unit), None)
        where = chosen.host or chosen.id if chosen is not None else ""
        return where if self._unit(view, where) is not None else None

    def measured(self, view: View) -> tuple[Unit, Unit] | None:
        """The two units whose closest distance is shown; None if the ends do not lie on two units."""
        ends = self.pair
        if ends is None and self.start_at is not None and self.end_at is not None:
            ends = (self.start_at.unit, self.end_at.unit)
        if ends is None or ends[0] == ends[1]:
            return None
        one, other = (self._unit(view, end) for end in ends)
        return (one, other) if one is not None and other is not None else None

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """The ruler, and between two units the line where they are closest."""
        shown: list[Overlay] = []
        units = self.measured(view)
        if units is not None:
            a, b = closest_points(bases_of(units[0]), bases_of(units[1]))
            away = math.dist(a, b)
            shown += [Selection(units[0].id), Ruler(a, b, away, f"closest {inches(away)}")]
        if self.start_at is not None and self.end_at is not None and self.start_at != self.end_at:
            a, b = (self.start_at.x, self.start_at.y), (self.end_at.x, self.end_at.y)
            shown.append(Ruler(a, b, math.dist(a, b)))
        return tuple(shown)

    def prompt(self, view: View) -> Prompt:
        """How far it is."""
        away = Button("Put it away", "Backspace", self.cancel)
        units = self.measured(view)
        text = ""
        if units is not None:
            a, b = closest_points(bases_of(units[0]), bases_of(units[1]))
            text = f"{units[0].name} and {units[1].name} are {inches(math.dist(a, b))} apart where they are closest."
        if self.start_at is not None and self.end_at is not None and self.start_at != self.end_at:
            a, b = (self.start_at.x, self.start_at.y), (self.end_at.x, self.end_at.y)
            return Prompt(f"Measured: {inches(math.dist(a, b))}", text, RULES, (away,))
        if text:
            return Prompt("Measured from unit to unit", text, RULES, (away,))
        return Prompt("What shall be measured?", "Drag from place to place. ← → measure from unit to unit.", RULES)

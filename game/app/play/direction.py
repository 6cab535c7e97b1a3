"""The tool for a unit that goes by dice: drag, or click, to where it shall look (SPC-02)."""

from __future__ import annotations

from dataclasses import replace

from game.app.play.shown import facing_to, shown_of
from game.app.select import SelectTool
from game.app.tool import LEFT, Button, Key, Prompt
from game.app.view import View
from game.battle.decision import Choice, Decision
from game.render.overlays import Overlay


class DirectionTool(SelectTool):
    """Aims a unit at the place that is clicked or dragged to; Enter goes.

    Attributes:
        facing: Where it is aimed, degrees; None: nowhere yet.
    """

    name = "Direction"
    key = ""
    hint = "Drag to where it shall go"
    keys = ((", .", "By dice: aim five degrees to a side (Shift: one)"),)

    def __init__(self) -> None:
        self.facing: float | None = None

    def changed(self, view: View) -> None:
        """Aim anew."""
        self.facing = None
        view.redraw()

    def cancel(self, view: View) -> None:
        """Aim at nothing."""
        self.changed(view)

    def _asked(self, view: View) -> Decision | None:
        """What is asked, if directions can answer it: answers that have a facing."""
        pending = view.session.pending
        return pending if pending is not None and self._answer(view, pending, 0.0) is not None else None

    @staticmethod
    def _answer(view: View, asked: Decision, facing: float) -> Choice | None:
        """The first of the options that has a facing, with this one in its place."""
        model = next((choice for choice in asked.options(view.state) if hasattr(choice, "facing")), None)
        return replace(model, facing=facing) if model is not None else None  # type: ignore[call-arg]

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """Aim at this place, unless a unit stands there: the options have a button for it."""
        asked = self._asked(view)
        if asked is None or button != LEFT or view.unit_at(x, y) == asked.unit:
            return False
        self.drag(view, x, y)
        return True

    def drag(self, view: View, x: float, y: float) -> None:
        """Aim at where the mouse is."""
        asked = self._asked(view)
        if asked is not None:
            self.facing = facing_to(view.state.unit(asked.unit), view.table_at(x, y))
            view.redraw()

    def key_pressed(self, view: View, key: Key) -> bool:
        """Aim a little more to one side; Enter goes."""
        asked = self._asked(view)
        if asked is None or key.ctrl or key.alt:
            return False
        if key.name in (",", "."):
            now = view.state.unit(asked.unit).pose.facing if self.facing is None else self.facing
            self.facing = (now + (1 if key.name == "," else -1) * (1 if key.shift else 5)) % 360
            view.redraw()
            return True
        if key.name == "return" and self.facing is not None:
            self.go(view)
            return True
        return False

    def go(self, view: View) -> None:
        """Go this way."""
        asked = self._asked(view)
        answer = None if asked is None or self.facing is None else self._answer(view, asked, self.facing)
        if answer is not None:
            view.choose(answer)

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """The unit as it would look."""
        asked = self._asked(view)
        answer = None if asked is None or self.facing is None else self._answer(view, asked, self.facing)
        return () if asked is None or answer is None else shown_of(view.state, asked, answer)

    def prompt(self, view: View) -> Prompt:
        """The way it is aimed, and a button to go."""
        asked = self._asked(view)
        if asked is None or self.facing is None:
            return Prompt("")
        go = Button(f"Go at {self.facing:.0f}°", "Enter", self.go, True)
        return Prompt(asked.question(view.state), "Drag on, or take another way.", ("SPC-02",), (go,))

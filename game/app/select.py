"""The tool that is there when no other is taken up: click a unit to select it, drag the table to move the view."""

from __future__ import annotations

from game.app.tool import Button, Key, Prompt
from game.app.view import View
from game.render.overlays import Overlay


class SelectTool:
    """Selects units; everything else it leaves to the window."""

    name = "Select"
    key = "s"
    hint = "Click a unit; drag the table to move the view; the wheel zooms"
    keys: tuple[tuple[str, str], ...] = ()

    def start(self, view: View) -> None:
        """Nothing to begin."""

    def press(self, view: View, x: float, y: float, button: int) -> bool:  # noqa: ARG002
        """The window selects and pans."""
        return False

    def drag(self, view: View, x: float, y: float) -> None:
        """Never called: no press is taken."""

    def release(self, view: View, x: float, y: float) -> None:
        """Never called: no press is taken."""

    def move(self, view: View, x: float, y: float) -> None:
        """Nothing follows the mouse."""

    def key_pressed(self, view: View, key: Key) -> bool:
        """Escape lets go of the selected unit."""
        if key.name == "escape" and view.selected:
            view.select("")
            return True
        return False

    def changed(self, view: View) -> None:
        """Nothing is kept."""

    def cancel(self, view: View) -> None:
        """Nothing is under way."""

    def overlays(self, view: View) -> tuple[Overlay, ...]:  # noqa: ARG002
        """The window shows what is selected."""
        return ()

    def prompt(self, view: View) -> Prompt:
        """Say what can be done."""
        unit = view.chosen
        buttons = (Button("Let go", "Esc", lambda v: v.select("")),) if unit else ()
        if unit is not None:
            return Prompt(f"{unit.name} selected", "Take up a tool, or press its key.", (), buttons)
        question = view.session.pending.question(view.state) if view.session.pending else "The battle is over"
        return Prompt(question, self.hint + ".", (), buttons)

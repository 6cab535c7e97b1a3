"""What a tool is: it takes the mouse and keys on the table, lays values over it, and says what it asks.

``game.app.tools.every_tool()`` lists them in the order of the tool bar.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from game.app.view import View
from game.render.overlays import Overlay

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""Buttons of the mouse."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that was pressed.

    Attributes:
        name: A letter or digit by its character, in lower case; else ``left``, ``right``, ``up``, ``down``, ``space``,
            ``return``, ``escape``, ``delete``, ``backspace``, ``tab``, ``home``, ``end``, ``page up``, ``page down``,
            ``f1`` ..., ``+``, ``-``, ``[``, ``]``.
        shift: Held with it; taken from the event itself.
        ctrl: The same (on macOS: command).
        alt: The same.
    """

    name: str
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


def nothing(view: View) -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the prompt.

    Attributes:
        label: Its words.
        key_label: The key that does the same, as shown: ``Space``; the tool handles the key itself.
        action: What it does.
        primary: The one button that goes on: golden.
        enabled: It can be pressed.
        why: Why it cannot.
        lit: It stands for something that is switched on.
        shown: Laid over the table while the mouse is on it: whom it concerns, where it leads.
    """

    label: str
    key_label: str = ""
    action: Callable[[View], None] = nothing
    primary: bool = False
    enabled: bool = True
    why: str = ""
    lit: bool = False
    shown: tuple[Overlay, ...] = ()


@dataclass(frozen=True, slots=True)
class Slider:
    """Where in something long we are: the whole of it as a line that can be clicked and dragged.

    Attributes:
        at: Where.
        most: Where it ends; it begins at 0.
        marks: Places that are marked, each with a word or "": the beginnings of turns.
    """

    at: int
    most: int
    marks: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the bottom panel says.

    Attributes:
        title: Who is asked what, in a player's words.
        text: What is to be expected.
        rules: Ids of the rules that it rests on.
        buttons: What can be answered; more than four are laid out in a grid that can be scrolled.
        alarm: The text says why something is forbidden: it is shown in red.
        head: A few small words above the title: where in the battle we are.
        side: Id of the side that is asked, or "".
        slider: Drawn above all of it.
    """

    title: str
    text: str = ""
    rules: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()
    alarm: bool = False
    head: str = ""
    side: str = ""
    slider: Slider | None = None


class Tool(Protocol):
    """A tool of the window. Positions are screen pixels; the window calls it only for points on the table.

    A left click that ``press`` does not take selects the unit under the mouse, a drag of it pans the table. Middle
    button, right drag and wheel pan and zoom whatever the tool. After any call the window asks for overlays and
    prompt anew if ``view.redraw`` (or another method of the view) said so.
    """

    name: str
    key: str
    hint: str

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Each key it takes, as it is printed, and what it does: for the help page."""

    def press(self, view: View, x: float, y: float, button: int) -> bool:
        """A button went down; True: it is the tool's, which then gets the drag and the release."""

    def drag(self, view: View, x: float, y: float) -> None:
        """The mouse moved with the button held."""

    def release(self, view: View, x: float, y: float) -> None:
        """The button went up."""

    def move(self, view: View, x: float, y: float) -> None:
        """The mouse moved with no button held."""

    def key_pressed(self, view: View, key: Key) -> bool:
        """A key went down; True: the tool took it."""

    def start(self, view: View) -> None:
        """The tool was taken up."""

    def changed(self, view: View) -> None:
        """The battle or the selection changed under the tool: undo, redo, another unit."""

    def cancel(self, view: View) -> None:
        """Give up what is under way, such as a drag: Escape, another tool, the window lost the focus."""

    def overlays(self, view: View) -> tuple[Overlay, ...]:
        """Values to be laid over the table."""

    def prompt(self, view: View) -> Prompt:
        """What the bottom panel says."""

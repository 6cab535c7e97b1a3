"""Every key of the window in one table: the help page is made from it, and so is what a key does."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from game.app.tool import Key


@dataclass(frozen=True, slots=True)
class Action:
    """Something the window does.

    Attributes:
        id: Its name in the program.
        words: What it does, as the help page says it.
        group: Heading under which it stands.
        keys: Keys that do it, the one that is shown first.
        by_mouse: What the mouse does for it, shown when there is no key.
    """

    id: str
    words: str
    group: str
    keys: tuple[Key, ...] = ()
    by_mouse: str = ""


def _key(text: str) -> Key:
    *held, name = text.split("~")
    return Key(name, "shift" in held, "ctrl" in held, "alt" in held)


def _action(id: str, words: str, group: str, *keys: str, mouse: str = "") -> Action:  # noqa: A002 - the table's own word
    return Action(id, words, group, tuple(_key(key) for key in keys), mouse)


BATTLE, SIGHT, WINDOW, MOUSE = "Battle", "Table", "Window", "Mouse"
ACTIONS: tuple[Action, ...] = (
    _action("go-on", "Press the golden button; Space too, unless another button has it", BATTLE, "return", "space"),
    _action("undo", "Undo the last thing you did", BATTLE, "ctrl~z", "u"),
    _action("redo", "Redo", BATTLE, "ctrl~y", "shift~ctrl~z"),
    _action("new-dice", "Other dice from here on", BATTLE, "ctrl~d"),
    _action("begin-battle", "Begin the battle", BATTLE, "ctrl~b"),
    _action("hand-dice", "Dice by hand, or not", BATTLE, "ctrl~t"),
    _action("save", "Save the battle with its dice and log", BATTLE, "ctrl~s"),
    _action("find", "Search the log", BATTLE, "ctrl~f"),
    _action("log-up", "Older lines of the log", BATTLE, "page up"),
    _action("log-down", "Newer lines of the log", BATTLE, "page down"),
    _action("next-unit", "Select the next unit", SIGHT, "tab"),
    _action("previous-unit", "Select the unit before", SIGHT, "shift~tab"),
    _action("centre", "Centre on the selected unit", SIGHT, "c"),
    _action("whole-table", "See the whole table, or all units", SIGHT, "home", "0"),
    _action("nearer", "Zoom in", SIGHT, "+"),
    _action("farther", "Zoom out", SIGHT, "-"),
    _action("pan-left", "Move the view left", SIGHT, "shift~left", "left"),
    _action("pan-right", "Move the view right", SIGHT, "shift~right", "right"),
    _action("pan-up", "Move the view up", SIGHT, "shift~up", "up"),
    _action("pan-down", "Move the view down", SIGHT, "shift~down", "down"),
    _action("plates", "Show or hide names", SIGHT, "n"),
    _action("help", "This page", WINDOW, "f1", "?"),
    _action("left-panel", "Show or hide tools and units", WINDOW, "f2"),
    _action("right-panel", "Show or hide card and log", WINDOW, "f3"),
    _action("theme", "Dark or light panels", WINDOW, "f4"),
    _action("motion", "Animations on or off", WINDOW, "f5"),
    _action("full-screen", "Full screen", WINDOW, "f11", "alt~return"),
    _action("larger", "Larger letters", WINDOW, "ctrl~+"),
    _action("smaller", "Smaller letters", WINDOW, "ctrl~-"),
    _action("back", "Close, or go back", WINDOW, "escape"),
    _action("start-screen", "Back to the start screen", WINDOW, "ctrl~w"),
    _action("quit", "Leave Giantfall", WINDOW, "ctrl~q"),
    _action("m-select", "Select a unit", MOUSE, mouse="Click"),
    _action("m-pan", "Move the view", MOUSE, mouse="Drag, or right drag"),
    _action("m-zoom", "Zoom to the mouse", MOUSE, mouse="Wheel"),
    _action("m-card", "Profile of a unit", MOUSE, mouse="Point at it"),
    _action("m-skip", "Skip an animation", MOUSE, mouse="Click, or any key"),
)
"""All actions that are not a tool's; tools name their own key."""

_BY_KEY = {key: action.id for action in ACTIONS for key in action.keys}
_SIGNS = {
    "left": "←", "right": "→", "up": "↑", "down": "↓", "space": "Space", "return": "Enter", "escape": "Esc",
    "delete": "Del", "backspace": "Backspace", "tab": "Tab", "home": "Home", "end": "End",
    "page up": "PgUp", "page down": "PgDn", "-": "−",
}  # fmt: skip


def action_of(key: Key) -> str:
    """Id of the action that a key does, or ""."""
    found = _BY_KEY.get(key)
    if found is None and key.shift and key.name in "+-?[]":  # signs need Shift on some keyboards and not on others
        found = _BY_KEY.get(Key(key.name, False, key.ctrl, key.alt))
    return found or ""


def key_label(key: Key) -> str:
    """The key as it is printed: ``Ctrl+Z``."""
    ctrl = "⌘" if sys.platform == "darwin" else "Ctrl"
    held = [word for word, is_held in ((ctrl, key.ctrl), ("Alt", key.alt), ("Shift", key.shift)) if is_held]
    return "+".join([*held, _SIGNS.get(key.name, key.name.upper())])


def label_of(action: str) -> str:
    """The first key of an action as it is printed, or ""."""
    keys = next((one.keys for one in ACTIONS if one.id == action), ())
    return key_label(keys[0]) if keys else ""

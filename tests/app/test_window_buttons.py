"""No button is dead: every spot of every screen is clicked, and something must happen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.app.panels.top_bar import BACK
from game.app.pictures import Pictures
from game.app.screens.battle import BattleScreen
from game.app.screens.dialogs import AskPath, PickItem
from game.app.screens.help import HelpPage
from game.app.screens.new_table import NewTableForm
from game.app.screens.problems import ProblemList
from game.app.screens.start import StartScreen
from game.app.tools import every_tool
from game.app.view import Item
from game.app.window import Window
from game.errors import Problem
from game.scenario import bundled_scenarios
from tests.app.driving import battle, click, click_spot, press_key, spots, type_text


def start(window: Window) -> None:
    window.show(StartScreen(window, lambda: window.show(NewTableForm(window)), Pictures(bundled_scenarios()[:2])))
    while window.frame(0.01):
        pass


def over_start(make: Callable[[Window], object]) -> Callable[[Window], None]:
    def build(window: Window) -> None:
        start(window)
        window.show(make(window))
        window.frame(0.01)

    return build


def help_leaf(window: Window) -> None:
    over_start(lambda w: HelpPage(w, every_tool()))(window)
    press_key(window, "tab")


def in_battle(*keys: str, unit: str = "", fall: bool = False) -> Callable[[Window], None]:
    def build(window: Window) -> None:
        screen = battle(window)
        if fall:
            press_key(window, "f")
            press_key(window, "space")
            press_key(window, "d", ctrl=True)
            press_key(window, "return")
            press_key(window, "u")
        screen.view.select(unit)
        for key in keys:
            press_key(window, key)
        window.frame(0.01)

    return build


ITEMS = [Item("a", "Arkhan"), Item("b", "Bolgan")]
SCREENS: dict[str, Callable[[Window], None]] = {
    "start": start,
    "new table": over_start(NewTableForm),
    "list": over_start(lambda w: PickItem(w, "Who?", ITEMS, lambda item: w.remember(folder=item))),
    "path": over_start(lambda w: AskPath(w, "Where?", Path.home() / "a.toml", lambda path: path.write_text("x"))),
    "problems": over_start(lambda w: ProblemList(w, "Odd", [Problem("It is odd", "a.toml", 3)])),
    "help": over_start(lambda w: HelpPage(w, every_tool(), w._actions())),
    "help in a battle": in_battle("f1"),
    "help of tools": help_leaf,
    "battle": in_battle(),
    "battle, a unit selected": in_battle(unit="gorak"),
    "battle, another selected": in_battle(unit="spearmen"),
    "battle after a fall": in_battle(unit="halberdiers", fall=True),
    "battle, no panels": in_battle("f2", "f3"),
    "letters searched": in_battle("s"),
    **{f"tool {key}": in_battle(key, unit="gorak") for key in "fmrlp"},
}


def trace(window: Window) -> tuple[object, ...]:
    """What a click can change, of the window and its uppermost screen."""
    top = window.screens[-1]
    found: list[object] = [[id(screen) for screen in window.screens], window.closed, window.settings]
    if isinstance(top, BattleScreen):
        view, face = top.view, top.face
        found += [view.selected, top.tool.name, len(view.session.tape), view.session.rewinds, view.camera, view.message]
        found += [face.log.opened, face.search.entry is not None, top.tool.prompt(view), top.grip.fitted, face.over]
        found += [top.tool.overlays(view)]
    else:
        found += [getattr(top, name, None) for name in ("at", "wanted", "fault", "_leaf", "text")]
    return tuple(map(repr, found))


def clickable(window: Window) -> list[tuple[str, tuple[float, float]]]:
    top = window.screens[-1]
    listed = top.face.spots if isinstance(top, BattleScreen) else top.spots
    middles = ((spot, (spot.box[0] + spot.box[2] / 2, spot.box[1] + spot.box[3] / 2)) for spot in listed)
    return [(spot.name or spot.tip, middle) for spot, middle in middles if spot.action is not None and spot.box[3] > 2]


# What is so already cannot become so: each of these does something in another state, which is tried as well.
ALREADY = {
    "start": set(),
    "new table": {"72 × 48"},
    "battle": {"tool Select"},
    "battle, a unit selected": {"tool Select", "unit gorak"},
    "battle, another selected": {"tool Select", "unit spearmen"},
    "battle after a fall": {"tool Fall", "unit halberdiers"},
    "battle, no panels": {"tool Select"},
    "letters searched": {"tool Select"},
    **{
        f"tool {key}": {f"tool {name}", "unit gorak"}
        for key, name in zip("fmrlp", ("Fall", "Move", "Ruler", "Look", "Place"), strict=True)
    },
}


@pytest.mark.parametrize("name", SCREENS)
def test_every_spot_of_every_screen_does_something_when_it_is_clicked(open_window, monkeypatch, name):
    build, dead, count = SCREENS[name], [], 0
    performed: list[bool] = []
    perform = Window.perform
    monkeypatch.setattr(
        Window, "perform", lambda self, action: performed.append(perform(self, action)) or performed[-1]
    )
    first = open_window()
    build(first)
    for number, (spot, _) in enumerate(clickable(first)):
        window = open_window()
        build(window)
        again, place = clickable(window)[number]
        assert again == spot
        count += 1
        before = trace(window)
        performed.clear()
        click(window, *place)
        if not any(performed) and trace(window) == before and spot not in ALREADY.get(name, ()):
            dead.append(spot)
        assert False not in performed, f"nobody performs what {spot} asks for"
    assert dead == []
    assert count > 0


def test_what_a_battle_does_not_do_itself_the_window_does(open_window):
    window = open_window()
    screen = battle(window)
    top = [spot for spot in screen.face.spots if spot.box[1] < screen.face.layout.top[3]]
    by_tip = {spot.tip.split(" · ")[0]: spot for spot in top}
    for tip, setting in (("Dark or light panels", "light"), ("Full screen", "full_screen")):
        x, y, wide, high = by_tip[tip].box
        before = getattr(window.settings, setting)
        click(window, x + wide / 2, y + high / 2)
        assert getattr(window.settings, setting) != before
    assert BACK in spots(window)
    assert "⌂" not in spots(window), "home is not what shows the whole table"
    click_spot(window, BACK)
    assert isinstance(window.screens[-1], StartScreen)


def test_a_search_that_is_open_leaves_the_buttons_alive(open_window):
    window = open_window()
    battle(window)
    press_key(window, "f", ctrl=True)
    type_text(window, "giant")
    click_spot(window, BACK)
    assert isinstance(window.screens[-1], StartScreen)

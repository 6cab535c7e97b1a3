"""Keys on other layouts (C126), drags without relative motion (C117), the focus lost (C125), the help page."""

from __future__ import annotations

from collections import Counter

import pygame
import pytest

from game.app.input import FocusLost, KeyPressed, Moved, Pressed, Wheeled, read_event, read_key
from game.app.keys import ACTIONS, action_of, key_label
from game.app.screens.help import HelpPage
from game.app.settings import Settings
from game.app.tool import Key
from game.app.tools import every_tool
from tests.app.driving import battle, button_down, button_up, click, click_spot, middle_of, mouse_to, press_key, spots


def key(code, character, scancode=0, mod=0):
    event = pygame.event.Event(pygame.KEYDOWN, key=code, unicode=character, scancode=scancode, mod=mod)
    found = read_event(event, (0, 0))
    assert isinstance(found, KeyPressed)
    return found.key


# What an AZERTY keyboard sends: A where QWERTY has Q, digits only with Shift.
AZERTY = [
    (pygame.K_a, "a", pygame.KSCAN_Q, 0, Key("a")),
    (pygame.K_z, "z", pygame.KSCAN_W, 0, Key("z")),
    (pygame.K_m, "m", pygame.KSCAN_SEMICOLON, 0, Key("m")),
    (pygame.K_AMPERSAND, "&", pygame.KSCAN_1, 0, Key("1")),
    (0xE9, "é", pygame.KSCAN_2, 0, Key("2")),
    (pygame.K_QUOTEDBL, '"', pygame.KSCAN_3, 0, Key("3")),
    (pygame.K_AMPERSAND, "1", pygame.KSCAN_1, pygame.KMOD_LSHIFT, Key("1", shift=True)),
    (pygame.K_z, "\x1a", pygame.KSCAN_W, pygame.KMOD_LCTRL, Key("z", ctrl=True)),
    (pygame.K_EQUALS, "+", pygame.KSCAN_EQUALS, pygame.KMOD_LSHIFT, Key("+", shift=True)),
    (pygame.K_COMMA, "?", pygame.KSCAN_M, pygame.KMOD_LSHIFT, Key("?", shift=True)),
]
OTHERS = [
    (pygame.K_z, "z", pygame.KSCAN_Y, 0, Key("z")),  # QWERTZ
    (pygame.K_PLUS, "+", pygame.KSCAN_RIGHTBRACKET, 0, Key("+")),  # QWERTZ
    (0x444, "ф", pygame.KSCAN_A, 0, Key("a")),  # Cyrillic: by its place
    (0x430, "", pygame.KSCAN_F, pygame.KMOD_LCTRL, Key("f", ctrl=True)),
    (pygame.K_KP_PLUS, "+", pygame.KSCAN_KP_PLUS, 0, Key("+")),
    (pygame.K_KP_MINUS, "-", pygame.KSCAN_KP_MINUS, 0, Key("-")),
    (pygame.K_KP3, "3", pygame.KSCAN_KP3, 0, Key("3")),
    (pygame.K_KP_ENTER, "\r", pygame.KSCAN_KP_ENTER, 0, Key("return")),
    (pygame.K_s, "s", pygame.KSCAN_S, pygame.KMOD_LMETA, Key("s", ctrl=True)),
    (pygame.K_e, "€", pygame.KSCAN_E, pygame.KMOD_RALT, Key("e")),  # AltGr is no Alt
]


@pytest.mark.parametrize(("code", "character", "scancode", "mod", "wanted"), AZERTY + OTHERS)
def test_a_key_is_what_is_printed_on_it(code, character, scancode, mod, wanted):
    assert key(code, character, scancode, mod) == wanted


def test_shifted_signs_do_what_the_sign_says():
    assert action_of(Key("+", shift=True)) == action_of(Key("+")) == "nearer"
    assert action_of(Key("?", shift=True)) == "help"
    assert action_of(Key("z", ctrl=True)) == "undo"
    assert action_of(Key("q")) == ""


def test_no_key_does_two_things():
    owners = Counter(key for action in ACTIONS for key in action.keys)
    assert [key for key, count in owners.items() if count > 1] == []
    tool_keys = [tool.key for tool in every_tool()]
    assert len(set(tool_keys)) == len(tool_keys)
    for name in tool_keys:
        assert action_of(Key(name)) == "", f"the tool's key {name} belongs to the window too"


def test_the_wheel_turned_upside_down_by_the_system_is_turned_back():
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2, precise_y=1.5, flipped=True)
    assert read_event(wheel, (3, 4)) == Wheeled(3, 4, -1.5)
    old = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    assert read_event(old, (3, 4)) == Wheeled(3, 4, -1)


def test_other_events_mean_nothing():
    assert read_event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 2), button=5), (0, 0)) is None
    assert read_event(pygame.event.Event(pygame.USEREVENT), (0, 0)) is None
    assert read_event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 2), button=2), (0, 0)) == Pressed(1, 2, 2)
    assert read_event(
        pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 2), rel=(90, 90), buttons=(0, 0, 1)), (0, 0)
    ) == Moved(1, 2, True)
    assert read_event(pygame.event.Event(pygame.WINDOWFOCUSLOST), (0, 0)) == FocusLost()
    assert read_key(0, "", 0, 0) == Key("")


def test_labels_of_keys_are_what_is_printed():
    assert key_label(Key("z", ctrl=True)).endswith("+Z")
    assert key_label(Key("left")) == "←"
    assert key_label(Key("page up", shift=True)) == "Shift+PgUp"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_drag_of_100_pixels_moves_the_view_by_100_pixels_worth_of_inches(open_window, scale):
    window = open_window((1600, 1000), Settings(motion=False, scale=scale))
    screen = battle(window)
    camera = screen.view.camera
    x, y = camera.view[0] + 60, camera.view[1] + 60
    mouse_to(window, x, y)
    assert screen.view.hovered is None
    button_down(window, x, y)
    for step in (30, 70, 100):
        # Relative motion is wrong on scaled systems: the events say nonsense, and nobody listens.
        window.take(
            pygame.event.Event(pygame.MOUSEMOTION, pos=(x + step, y + step), rel=(999, -999), buttons=(1, 0, 0))
        )
        window.frame(0.01)
    button_up(window, x + 100, y + 100)
    moved = screen.view.camera
    assert moved.x == pytest.approx(camera.x - 100 / camera.ppi)
    assert moved.y == pytest.approx(camera.y + 100 / camera.ppi)


def test_a_click_selects_and_a_drag_does_not(open_window):
    window = open_window()
    screen = battle(window)
    x, y = middle_of(screen, "halberdiers")
    click(window, x, y)
    assert screen.view.selected == "halberdiers"
    button_down(window, *middle_of(screen, "spearmen"))
    mouse_to(window, x, y + 200, held=True)
    button_up(window, x, y + 200)
    assert screen.view.selected == "halberdiers"


def test_losing_the_focus_gives_up_a_drag(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    tool = screen.tool
    before = tool.overlays(screen.view)
    x, y = middle_of(screen, "gorak")
    button_down(window, x + 40, y - 60)
    mouse_to(window, x + 80, y, held=True)
    assert screen.grip.holding
    assert tool.overlays(screen.view) != before
    window.take(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    window.frame(0.01)
    assert not screen.grip.holding
    assert tool.overlays(screen.view) == before
    button_up(window, x + 80, y)
    assert len(screen.view.session.log) == 0


def test_alt_that_was_never_released_is_forgotten_because_events_say_what_is_held(open_window):
    window = open_window()
    screen = battle(window)
    window.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LALT, unicode="", scancode=0, mod=pygame.KMOD_LALT))
    window.take(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    press_key(window, "f")
    assert screen.tool.name == "Fall"


def test_the_help_page_lists_every_action_and_every_tool_and_each_can_be_clicked(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f1")
    assert isinstance(window.screens[-1], HelpPage)
    listed = spots(window)
    for action in ACTIONS:
        if action.keys and action.id not in ("help", "back"):
            assert action.id in listed, action.id
    press_key(window, "tab")
    page = window.screens[-1]
    words = {words for tool in screen.tools for _, words in tool.keys}
    assert len(words) > 20 and page._leaf == 1
    assert words == {entry.words for entries in page._leaves[1][1].values() for entry in entries}
    press_key(window, "tab")
    assert not window.settings.light
    click_spot(window, "theme")
    assert window.settings.light
    assert window.screens[-1] is screen
    press_key(window, "f1")
    press_key(window, "f1")
    assert window.screens[-1] is screen
    press_key(window, "f1")
    press_key(window, "escape")
    assert window.screens[-1] is screen


def test_every_key_of_the_table_is_done_by_somebody(open_window, monkeypatch):
    for action in ACTIONS:
        if not action.keys:
            continue
        window = open_window()
        screen = battle(window)
        done = window.perform(action.id)
        assert done, action.id
        assert screen in window.screens or action.id == "start-screen"


def test_shift_is_known_to_the_tools_and_forgotten_with_the_focus(open_window, monkeypatch):
    window = open_window()
    screen = battle(window)
    x, y = screen.face.layout.table[0] + 30, screen.face.layout.table[1] + 30
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
    mouse_to(window, x, y)
    assert screen.view.shift
    window.take(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert not screen.view.shift

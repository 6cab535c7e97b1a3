"""A shortcut that opens a field is not typed into it; whatever is typed afterwards is, be it before the first frame."""

from __future__ import annotations

import pygame
import pytest

from tests.app.driving import battle, key_down, key_up, press_key


def start(window):
    window.show(window.start_screen())
    window.frame(0.01)


def place(window):
    battle(window)
    press_key(window, "p")


def field(window):
    top = window.screens[-1]
    return top.text if hasattr(top, "text") else top.face.search.entry.text


OPENERS = [
    (start, "o", 0, "o"),
    (place, "a", 0, "a"),
    (place, "w", 0, "w"),
    (battle, "s", pygame.KMOD_LCTRL, ""),
    (battle, "f", pygame.KMOD_LCTRL, ""),
]


@pytest.mark.parametrize("frames", ["one frame", "a frame each"])
@pytest.mark.parametrize(("begin", "key", "mod", "letter"), OPENERS)
def test_the_key_that_opens_a_field_is_not_typed_into_it(open_window, begin, key, mod, letter, frames):
    window = open_window()
    begin(window)
    # The very same keys without the letters that follow show what stands in the field at first.
    events = [*key_down(ord(key), letter, mod), key_up(ord(key))]
    for event in events:
        window.take(event)
        if frames != "one frame":
            window.frame(0.01)
    window.frame(0.01)
    offered = field(window)
    assert offered in ("", str(getattr(window.screens[-1], "path", "")))
    for event in (*key_down(ord("w"), "w"), key_up(ord("w"))):
        window.take(event)
    assert field(window) == offered + "w", "a letter that is typed afterwards arrives, the same one too"


@pytest.mark.parametrize(("begin", "key", "mod", "letter"), OPENERS)
def test_letters_typed_in_the_frame_of_the_shortcut_arrive_while_its_key_is_still_held(
    open_window, begin, key, mod, letter
):
    window = open_window()
    begin(window)
    window.take(key_down(ord(key), letter, mod)[0])
    before = field(window)
    rest = [*key_down(ord(key), letter, mod)[1:], *key_down(ord("z"), "z"), key_up(ord(key)), *key_down(ord("y"), "y")]
    for event in rest:
        window.take(event)
    assert field(window) == before + "zy"


def test_what_a_held_shortcut_repeats_is_not_typed_either(open_window):
    window = open_window()
    start(window)
    for _ in range(4):
        for event in key_down(ord("o"), "o"):
            window.take(event)
        window.frame(0.05)
    assert field(window) == ""
    window.take(key_up(ord("o")))
    press_key(window, "o")
    assert field(window) == "o"


def test_text_without_a_key_arrives_once_the_shortcut_was_let_go(open_window):
    window = open_window()
    start(window)
    press_key(window, "o")
    window.take(pygame.event.Event(pygame.TEXTINPUT, text="é"))  # as input methods send it
    assert field(window) == "é"
    press_key(window, "escape")
    for event in key_down(ord("o"), "o"):
        window.take(event)
    window.take(pygame.event.Event(pygame.WINDOWFOCUSLOST))  # the key is let go elsewhere
    window.take(pygame.event.Event(pygame.TEXTINPUT, text="x"))
    assert field(window) == "x"

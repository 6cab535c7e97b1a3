"""Tips of the prompt: off its buttons, and whole where words had to be shortened."""

from __future__ import annotations

import pygame

from tests.app.driving import mouse_to, press_key, spots
from tests.app.made_up import made_up_battle, made_up_session
from tests.app.tables import battle_table, unit
from tests.app.test_window_battle import words_drawn

LONG = "The-Honourable-And-Very-Numerous-Company-Of-The-Third-Gate-Of-Nuln-And-Its-Surrounding-Villages"
NAME = LONG.replace("-", " ").title()


def rest_on(window, name):
    left, top, width, height = spots(window)[name].box
    mouse_to(window, left + width / 2, top + height / 2)
    for _ in range(8):
        window.frame(0.1)
    return window.screens[-1].face.floats


def test_no_tip_of_the_prompt_covers_a_button_of_it(open_window):
    more = [unit(f"band-{i}", "hashut", "hobgoblin-cutthroats", 4 + 5 * i, 5, 90, 5, 5) for i in range(3)]
    window = open_window()
    screen = made_up_battle(window, session=made_up_session(battle_table(*more)))
    buttons = [button.label for button in screen.playing.prompt().buttons]
    assert len(buttons) == 6
    for name in buttons:
        floats = rest_on(window, name)
        assert floats.shown == ("tip", name)
        assert not floats.box.colliderect(pygame.Rect(screen.face.layout.bottom)), name


def long_named(open_window, name=LONG):
    window = open_window()
    state = battle_table(unit(name, "empire", "empire-halberdiers", 30, 30, 300, 10, 5))
    return window, made_up_battle(window, session=made_up_session(state))


def test_a_button_with_a_long_name_ends_in_an_ellipsis_and_has_all_of_it_in_its_tip(open_window, monkeypatch):
    window, screen = long_named(open_window)
    label = next(button.label for button in screen.playing.prompt().buttons if NAME in button.label)
    drawn = words_drawn(monkeypatch, window)
    assert label not in drawn
    assert any(words.endswith("…") and label.startswith(words[:-1]) for words in drawn)
    assert rest_on(window, label).shown == ("tip", label)


def test_a_long_question_is_whole_in_its_tip(open_window):
    window, screen = long_named(open_window, f"{LONG}-{LONG}")
    number = next(i for i, one in enumerate(screen.playing.prompt().buttons, 1) if NAME in one.label)
    press_key(window, str(number))
    title = screen.playing.prompt().title
    assert NAME in title
    assert title in rest_on(window, "words").shown[1]


def test_a_question_that_has_room_has_no_tip(open_window):
    window = open_window()
    made_up_battle(window)
    assert "words" not in spots(window)


def test_a_grey_button_tells_its_words_and_its_reason(open_window):
    window = open_window()
    made_up_battle(window)
    press_key(window, "2")
    assert rest_on(window, "Fly").shown == ("tip", "Fly\nthey have no wings (SPC-04)")

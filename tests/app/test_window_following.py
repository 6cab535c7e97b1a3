"""The view follows the battle: all of the table at its beginning, then whoever a person is asked about."""

from __future__ import annotations

from game.app.screens.floats import unit_box
from tests.app.driving import battle, button_down, button_up, click, middle_of, mouse_to, press_key
from tests.app.made_up import made_up_battle


def in_sight(screen, unit):
    left, top, wide, high = unit_box(screen.view, screen.view.state.unit(unit))
    return screen.view.on_table(left + wide / 2, top + high / 2)


def look_away(window, screen):
    """See nothing but the empty corner of the table."""
    corner = screen.view.camera.at(0.5, 0.5)
    for _ in range(20):
        screen.grip.zoom(screen.view, *corner, 1)
    window.frame(0.01)
    assert not in_sight(screen, "spearmen")


def test_a_battle_begins_with_the_whole_table_in_view(open_window):
    window = open_window()
    screen = made_up_battle(window)
    state, view = screen.view.state, screen.view
    corners = [(x, y) for x in (0.0, state.width) for y in (0.0, state.depth)]
    assert all(view.on_table(*view.camera.at(*corner)) for corner in corners)
    press_key(window, "home")
    assert not all(view.on_table(*view.camera.at(*corner)) for corner in corners), "the units alone are nearer"


def test_free_play_begins_near_the_units(open_window):
    screen = battle(open_window())
    assert screen.grip.fitted == "battle"
    assert not screen.view.on_table(*screen.view.camera.at(0.0, 0.0))


def test_a_unit_that_is_asked_about_is_brought_into_view(open_window):
    window = open_window()
    screen = made_up_battle(window)
    look_away(window, screen)
    press_key(window, "2")
    assert screen.view.session.pending.unit == "spearmen"
    assert in_sight(screen, "spearmen")


def test_it_is_brought_into_view_though_it_is_selected_already(open_window):
    window = open_window()
    screen = made_up_battle(window)
    click(window, *middle_of(screen, "spearmen"))
    assert screen.view.selected == "spearmen"
    look_away(window, screen)
    press_key(window, "2")
    assert screen.view.session.pending.unit == "spearmen"
    assert in_sight(screen, "spearmen")


def test_where_a_person_looks_the_view_stays_until_the_next_question(open_window):
    window = open_window()
    screen = made_up_battle(window)
    press_key(window, "2")
    look_away(window, screen)
    camera = screen.view.camera
    for _ in range(5):
        window.frame(0.1)
    assert screen.view.camera == camera


def test_a_question_waits_for_the_end_of_a_drag_before_it_moves_the_view(open_window):
    window = open_window()
    screen = made_up_battle(window, players=("hashut",))
    look_away(window, screen)
    left, top, wide, high = screen.view.camera.view
    x, y = left + wide / 2, top + high / 2
    mouse_to(window, x, y)
    button_down(window, x, y)
    mouse_to(window, x + 20, y, held=True)
    camera = screen.view.camera
    for _ in range(8):
        window.frame(0.1)
    assert screen.view.session.pending.unit == "spearmen", "the bot has struck meanwhile"
    assert screen.view.camera == camera
    mouse_to(window, x + 30, y, held=True)
    assert not in_sight(screen, "spearmen")
    button_up(window, x + 30, y)
    assert in_sight(screen, "spearmen")


def test_a_bot_that_is_asked_moves_no_view(open_window):
    window = open_window()
    screen = made_up_battle(window, players=("empire",))
    press_key(window, "p")
    look_away(window, screen)
    camera = screen.view.camera
    press_key(window, "2")
    assert screen.playing.bots.asked(screen.view)
    assert screen.view.camera == camera

"""Held keys, drags under dialogs, the view that stays, panels over small tables, lists, tips and cards."""

from __future__ import annotations

import pygame
import pytest

from game.app.screens.dialogs import PickItem
from game.app.screens.floats import beside, unit_box
from game.app.screens.help import HelpPage
from game.app.settings import Settings
from game.app.tool import Key
from game.app.view import Item
from game.render.sprites import ROOM
from tests.app.driving import (
    CODES,
    battle,
    button_down,
    button_up,
    click_spot,
    key_down,
    key_up,
    middle_of,
    mouse_to,
    press_key,
    spots,
    type_text,
)


def hold(window, name, times):
    code = CODES.get(name) or ord(name)
    for _ in range(times):
        for event in key_down(code, name if len(name) == 1 else ""):
            window.take(event)
        window.frame(0.01)
    window.take(key_up(code))


def test_a_held_key_acts_once_and_arrows_again_and_again(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    hold(window, "space", 6)
    assert sum(type(entry).__name__ == "Chosen" for entry in screen.view.session.tape) == 1
    press_key(window, "s")
    before = screen.view.camera.x
    hold(window, "right", 1)
    step = screen.view.camera.x - before
    hold(window, "right", 2)
    assert screen.view.camera.x == pytest.approx(before + 3 * step)
    press_key(window, "u")
    press_key(window, "u")
    assert screen.view.session.log == []


def test_a_field_takes_what_a_held_key_repeats(open_window):
    window = open_window()
    battle(window)
    press_key(window, "s", ctrl=True)
    dialog = window.screens[-1]
    before = dialog.text
    hold(window, "x", 4)
    assert dialog.text == before + "xxxx"


def test_a_dialog_lets_go_of_the_drag_below_it(open_window):
    window = open_window()
    screen = battle(window)
    x, y = screen.view.camera.view[0] + 60, screen.view.camera.view[1] + 60
    mouse_to(window, x, y)
    button_down(window, x, y)
    mouse_to(window, x + 30, y, held=True)
    assert screen.grip.holding
    press_key(window, "f1")
    assert not screen.grip.holding
    button_up(window, x + 30, y)
    press_key(window, "escape")
    camera = screen.view.camera
    mouse_to(window, x + 90, y)
    assert screen.view.camera == camera


def test_a_release_that_nobody_told_of_ends_the_drag(open_window):
    window = open_window()
    screen = battle(window)
    x, y = screen.view.camera.view[0] + 60, screen.view.camera.view[1] + 60
    mouse_to(window, x, y)
    button_down(window, x, y)
    mouse_to(window, x + 30, y, held=True)
    camera = screen.view.camera
    mouse_to(window, x + 60, y)
    assert not screen.grip.holding
    assert screen.view.camera == camera
    button_down(window, x, y)
    button_down(window, x, y)
    button_up(window, x, y)
    assert not screen.grip.holding


def test_the_view_stays_when_the_window_is_uncovered_or_a_dialog_closes(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    screen.tool.key_pressed(screen.view, Key("right"))
    press_key(window, "return")  # units stand elsewhere: what fits them is another view
    camera = screen.view.camera
    assert screen.grip.fitted == "battle"
    window.take(pygame.event.Event(pygame.WINDOWEXPOSED))
    press_key(window, "f1")
    press_key(window, "escape")
    assert screen.view.camera == camera
    press_key(window, "f3")
    assert screen.view.camera != camera, "another rectangle is fitted anew"


def test_enter_and_space_press_the_golden_button_unless_another_has_the_key(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    press_key(window, "return")  # golden: roll the scatter die
    assert screen.view.state.unit("gorak").down
    press_key(window, "u")
    press_key(window, "right")  # a direction is pointed out: golden is "Let it fall there"; Space is the die's
    angle = screen.tool.angle
    assert angle is not None
    press_key(window, "return")
    chosen = [entry.choice for entry in screen.view.session.tape if hasattr(entry, "choice")]
    assert [choice.angle for choice in chosen] == [angle]
    press_key(window, "space")  # it lies: golden is "Get up", and no other button has Space
    assert len([entry for entry in screen.view.session.tape if hasattr(entry, "choice")]) == 2


SMALL = [((820, 520), 1.0), ((1280, 720), 1.5), ((1280, 720), 2.0)]


@pytest.mark.parametrize(("size", "scale"), SMALL)
def test_in_small_windows_panels_lie_over_the_table_and_tools_are_in_sight(open_window, size, scale):
    window = open_window(size, Settings(motion=False, scale=scale))
    screen = battle(window)
    table = screen.view.camera
    assert "unit gorak" not in spots(window)
    click_spot(window, "tool Fall")
    assert screen.tool.name == "Fall"
    press_key(window, "f2")
    assert "unit gorak" in spots(window)
    assert screen.view.camera.view == table.view
    left, top, _, _ = screen.face.layout.left
    before = screen.view.selected
    button_down(window, left + 3, top + 3)  # on the panel, not on the table beneath
    assert not screen.grip.holding
    assert screen.view.selected == before
    press_key(window, "f3")
    assert screen.face.layout.over == "right"
    assert "unit gorak" not in spots(window)
    press_key(window, "escape")
    assert screen.face.layout.over == ""
    assert window.settings.left
    assert window.settings.right, "what is wanted in a larger window stays"


def test_the_table_is_whole_again_when_the_panel_goes(open_window):
    window = open_window((820, 520))
    battle(window)
    before = pygame.surfarray.array3d(pygame.display.get_surface())
    press_key(window, "f2")
    assert (pygame.surfarray.array3d(pygame.display.get_surface()) != before).any()
    press_key(window, "f2")
    assert (pygame.surfarray.array3d(pygame.display.get_surface()) == before).all()


@pytest.mark.parametrize(("size", "scale"), [*SMALL, ((1280, 720), 1.0)])
def test_the_search_brings_its_panel_and_takes_what_is_typed(open_window, size, scale):
    window = open_window(size, Settings(motion=False, scale=scale, right=False))
    screen = battle(window)
    press_key(window, "tab")
    for event in (*key_down(ord("f"), "", pygame.KMOD_LCTRL), key_up(ord("f"))):
        window.take(event)
    type_text(window, "fmr")  # in the same frame
    assert screen.face.search.entry is not None
    assert screen.face.log.search == "fmr"
    assert screen.tool is screen.tools[0]


@pytest.mark.parametrize("size", [(1280, 720), (820, 520)])
def test_at_200_percent_the_start_screen_keeps_its_buttons(open_window, size):
    window = open_window(size, Settings(motion=False, scale=2.0))
    window.show(window.start_screen())
    window.frame(0.01)
    for name in ("New table", "Open a file"):
        left, top, width, height = spots(window)[name].box
        assert left >= 0
        assert left + width <= size[0]
        assert top + height <= size[1]


def test_what_lies_under_a_resting_mouse_is_known_after_zoom_and_home(open_window):
    window = open_window()
    screen = battle(window)
    mouse_to(window, *middle_of(screen, "halberdiers"))
    assert screen.view.hovered.unit == "halberdiers"
    for name in ("+", "+", "+", "right", "home"):
        press_key(window, name) if name in CODES else hold(window, name, 1)
        assert screen.view.hovered == screen.view.model_at(*screen.view.mouse)
    screen.grip.pan(screen.view, 5, 5)
    assert screen.view.hovered is None


def test_a_unit_out_of_sight_is_brought_into_view_when_it_is_chosen(open_window):
    window = open_window()
    screen = battle(window)
    for _ in range(12):
        screen.grip.zoom(screen.view, *middle_of(screen, "halberdiers"), 1)
    seen = set()
    for _ in screen.view.state.units:
        press_key(window, "tab")
        seen.add(screen.view.selected)
        assert screen.view.on_table(*screen.view.camera.at(*middle(screen)))
    assert len(seen) == len(screen.view.state.units)
    camera = screen.view.camera
    x, y = middle_of(screen, screen.view.selected)
    button_down(window, x, y)
    button_up(window, x, y)
    assert screen.view.camera == camera, "a click moves nothing"


def middle(screen):
    from game.battle.ground import bases_of

    points = bases_of(screen.view.state.unit(screen.view.selected)).centre
    return ((points.min(axis=0) + points.max(axis=0)) / 2).tolist()


def test_what_begins_with_the_letters_comes_first(open_window):
    window = open_window()
    battle(window)
    names = ["Bestigors", "Doom of Gorath", "Gor Herd", "Ungors"]
    window.show(PickItem(window, "Which?", [Item(name, name) for name in names], lambda item: None))
    type_text(window, "gor")
    assert [item.id for item in window.screens[-1].shown()] == ["Gor Herd", "Doom of Gorath", "Bestigors", "Ungors"]


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 2.0), ((820, 520), 2.0), ((1280, 720), 1.0)])
def test_the_form_of_a_new_table_is_whole_at_any_size(open_window, size, scale):
    window = open_window(size, Settings(motion=False, scale=scale))
    window.show(window.start_screen())
    press_key(window, "n")
    window.frame(0.01)
    boxes = [pygame.Rect(*spot.box) for spot in window.screens[-1].spots]
    assert all(pygame.Rect((0, 0), size).contains(box) for box in boxes)
    assert all(not a.colliderect(b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.5), ((1280, 720), 2.0), ((820, 520), 1.0)])
def test_every_key_of_the_help_page_can_be_scrolled_to_and_no_line_is_cut(open_window, size, scale):
    window = open_window(size, Settings(motion=False, scale=scale))
    battle(window)
    press_key(window, "f1")
    page = window.screens[-1]
    assert isinstance(page, HelpPage)
    seen = set()
    for _ in range(80):
        window.frame(0.01)
        for spot in page.spots:
            seen.add(spot.name)
            assert spot.box[1] + spot.box[3] <= page.box[1] + page.box[3]
        press_key(window, "down")
    assert {"undo", "save", "plates", "quit", "start-screen", "smaller"} <= seen


ROOM_OF_TABLE = (200.0, 50.0, 700.0, 600.0)


@pytest.mark.parametrize(
    ("unit", "mouse"),
    [
        ((400.0, 200.0, 60.0, 40.0), (430.0, 220.0)),
        ((840.0, 200.0, 50.0, 40.0), (860.0, 220.0)),
        ((205.0, 60.0, 50.0, 40.0), (230.0, 80.0)),
        ((210.0, 300.0, 680.0, 40.0), (600.0, 320.0)),
        ((520.0, 60.0, 60.0, 580.0), (550.0, 320.0)),
    ],
)
def test_the_hover_card_stands_beside_its_unit_and_never_on_it(unit, mouse):
    card = pygame.Rect(*beside(unit, (250.0, 220.0), ROOM_OF_TABLE, mouse, 12.0), 250, 220)
    assert not card.colliderect(pygame.Rect(*unit))
    assert pygame.Rect(*ROOM_OF_TABLE).contains(card)
    near = card.inflate(2 * 12 + 4, 2 * 12 + 4)
    assert near.colliderect(pygame.Rect(*unit)), "and not far from it"


def test_the_card_in_the_window_does_not_cover_the_unit_that_is_pointed_at(open_window):
    window = open_window()
    screen = battle(window)
    for unit in ("gorak", "halberdiers", "spearmen"):
        mouse_to(window, *middle_of(screen, unit))
        for _ in range(8):
            window.frame(0.1)
        assert screen.face.floats.shown == ("card", unit)
        whole = pygame.Rect(*unit_box(screen.view, screen.view.state.unit(unit)))
        assert not screen.face.floats.box.colliderect(whole)


def test_tips_of_the_top_bar_leave_the_card_free(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "tab")
    left, top, width, height = spots(window)["?"].box
    mouse_to(window, left + width / 2, top + height / 2)
    for _ in range(8):
        window.frame(0.1)
    assert screen.face.floats.box is not None
    assert not screen.face.floats.box.colliderect(pygame.Rect(screen.face.layout.right))


def test_an_open_field_draws_only_when_its_caret_comes_or_goes(open_window, monkeypatch):
    window = open_window()
    battle(window)
    press_key(window, "s", ctrl=True)
    dialog = window.screens[-1]
    window.frame(0.01)
    painted, updated = [], []
    monkeypatch.setattr(dialog, "paint", painted.append)
    monkeypatch.setattr(pygame.display, "update", updated.append)
    for _ in range(100):
        window.frame(0.05)
    assert painted == []
    assert 1 <= len(updated) <= 15
    assert all(box.h < 60 for boxes in updated for box in boxes), "the field alone"


def test_the_search_of_the_log_draws_only_when_its_caret_comes_or_goes(open_window, monkeypatch):
    window = open_window()
    battle(window)
    press_key(window, "f", ctrl=True)
    window.frame(0.01)
    updated = []
    monkeypatch.setattr(pygame.display, "update", updated.append)
    for _ in range(100):
        window.frame(0.05)
    assert 1 <= len(updated) <= 15


def test_pictures_have_more_room_where_letters_are_larger(open_window):
    assert open_window(settings=Settings(scale=1.0)).sprites.room == ROOM
    assert open_window(settings=Settings(scale=2.0)).sprites.room == 4 * ROOM

"""A battle in the window: fall, undo, redo, save, what is drawn when, time, resizing (C120, C122, C123), odd names (C130)."""

from __future__ import annotations

import random
from dataclasses import replace

import pygame
import pytest

from game.app import paint as paint_module
from game.app.input import FocusLost
from game.app.panels.prompt import short_rules
from game.app.screens.battle import BattleScreen
from game.app.settings import Settings
from game.app.window import LONGEST_STEP
from game.battle.phases import PHASES
from game.battle.state import Clock
from game.battle.unit import Muster
from game.engine.opening import open_session
from game.render.surface import SurfaceCanvas
from tests.app.driving import (
    battle,
    button_down,
    button_up,
    click,
    click_spot,
    middle_of,
    mouse_to,
    press_key,
    spots,
    type_text,
)
from tests.app.tables import battle_table


def fallen(window, screen):
    press_key(window, "f")
    press_key(window, "space")
    return screen.view.session


def test_a_fall_by_keys_is_logged_undone_and_redone_with_the_same_dice(open_window):
    window = open_window()
    screen = battle(window)
    session = fallen(window, screen)
    kinds = [logged.event.kind for logged in session.log]
    assert kinds[0] == "giant-fell"
    assert session.state.unit("gorak").down
    assert [line.sentence for line in screen.face.log.lines][0].startswith("Gorak falls over at")
    assert len(screen.face.log.lines) == len(session.log)
    after = session.state
    press_key(window, "z", ctrl=True)
    assert session.log == []
    assert screen.face.log.lines == []
    assert not screen.view.state.unit("gorak").down
    press_key(window, "y", ctrl=True)
    assert session.state == after
    assert len(screen.face.log.lines) == len(kinds)
    press_key(window, "u")
    press_key(window, "u")
    assert screen.view.message == "There is nothing to undo"


def test_new_dice_give_another_fall(open_window):
    angles = set()
    for times in range(3):
        window = open_window()
        screen = battle(window)
        for _ in range(times):
            press_key(window, "d", ctrl=True)
        angles.add(fallen(window, screen).log[0].event.angle)
    assert len(angles) == 3


def test_a_battle_saved_by_keys_can_be_opened_again(open_window, tmp_path):
    window = open_window()
    screen = battle(window)
    session = fallen(window, screen)
    press_key(window, "s", ctrl=True)
    dialog = window.screens[-1]
    assert dialog is not screen
    path = tmp_path / "fallen.giantfall"
    dialog.entry.text = ""
    type_text(window, str(path))
    press_key(window, "return")
    assert window.screens[-1] is screen
    opened = open_session(path)
    assert opened.divergence is None
    assert opened.session.state == session.state
    press_key(window, "return")  # gets up, by the golden button
    assert not session.state.unit("gorak").down
    press_key(window, "s", ctrl=True)  # the same file again, without a question
    assert window.screens[-1] is screen
    assert open_session(path).session.state == session.state


def test_a_folder_that_is_not_there_is_said_and_nothing_is_lost(open_window, tmp_path):
    window = open_window()
    screen = battle(window)
    press_key(window, "s", ctrl=True)
    dialog = window.screens[-1]
    dialog.entry.text = str(tmp_path / "no" / "such" / "folder.giantfall")
    press_key(window, "return")
    assert window.screens[-1] is dialog
    assert "no folder" in dialog.fault
    press_key(window, "escape")
    assert window.screens[-1] is screen


def test_nothing_is_drawn_while_nothing_changes(open_window, monkeypatch):
    window = open_window()
    screen = battle(window)
    updates = []
    monkeypatch.setattr(pygame.display, "update", updates.append)
    for _ in range(20):
        assert not window.frame(0.05)
    assert updates == []
    mouse_to(window, 500, 110)
    window.frame(0.01)
    drawn = len(updates)
    mouse_to(window, 503, 111)  # bare table: nothing lights up
    assert len(updates) == drawn
    mouse_to(window, *middle_of(screen, "halberdiers"))
    assert len(updates) > drawn
    area = sum(box.w * box.h for boxes in updates[drawn:] for box in boxes)
    assert 0 < area < 1280 * 720


def test_an_animation_takes_time_and_no_more_than_time(open_window):
    window = open_window(settings=Settings(motion=True, scale=1.0))
    screen = battle(window)
    press_key(window, "f")
    press_key(window, "space")
    assert screen.showing.playing
    assert screen.view.state.unit("gorak").down, "the battle does not wait for its picture"
    assert screen.face.log.lines == []
    window.frame(30.0)  # the window was dragged for half a minute: one short step
    assert screen.showing.playing
    for _ in range(200):
        if not window.frame(LONGEST_STEP):
            break
    assert not screen.showing.playing
    assert len(screen.face.log.lines) == len(screen.view.session.log)


def test_a_key_skips_the_animation_and_does_not_answer_the_next_question(open_window):
    window = open_window(settings=Settings(motion=True, scale=1.0))
    screen = battle(window)
    press_key(window, "f")
    press_key(window, "space")
    press_key(window, "return")
    assert not screen.showing.playing
    assert screen.view.state.unit("gorak").down
    press_key(window, "return")
    assert not screen.view.state.unit("gorak").down


def test_a_click_skips_the_animation(open_window):
    window = open_window(settings=Settings(motion=True, scale=1.0))
    screen = battle(window)
    press_key(window, "f")
    press_key(window, "space")
    selected = screen.view.selected
    click(window, *middle_of(screen, "halberdiers"))
    assert not screen.showing.playing
    assert screen.view.selected == selected


def test_200_resizes_with_and_without_events(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    dice = random.Random(4)
    for number in range(200):
        size = (dice.randint(1, 1700), dice.randint(1, 1000))
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        if number % 2:
            window.take(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
            window.take(pygame.event.Event(pygame.WINDOWEXPOSED))
        if number % 50 == 0:
            window.perform("help")
        window.frame(0.01)
        assert window.size == surface.get_size()
        assert screen.face.layout.top[2] == surface.get_width()


def test_after_a_resize_the_whole_window_is_drawn_anew(open_window):
    window = open_window((1000, 700))
    battle(window)
    surface = pygame.display.set_mode((1500, 900), pygame.RESIZABLE)
    surface.fill((255, 0, 255))
    window.frame(0.01)
    pixels = pygame.surfarray.array3d(surface)
    assert not ((pixels == (255, 0, 255)).all(axis=2)).any()


def test_a_resize_fits_the_battle_anew_until_somebody_has_moved_the_view(open_window):
    window = open_window((1000, 700))
    screen = battle(window)
    before = screen.view.camera
    pygame.display.set_mode((1900, 1000), pygame.RESIZABLE)
    window.frame(0.01)
    assert screen.view.camera.ppi >= before.ppi
    window.take(pygame.event.Event(pygame.MOUSEMOTION, pos=(700, 300), rel=(0, 0), buttons=(0, 0, 0)))
    spot = screen.view.table_at(700, 300)
    window.take(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=3, precise_y=3.0, flipped=False))
    window.frame(0.01)
    assert screen.view.table_at(700, 300) == pytest.approx(spot)
    zoomed = screen.view.camera.ppi
    pygame.display.set_mode((1200, 800), pygame.RESIZABLE)
    window.frame(0.01)
    assert screen.view.camera.ppi == zoomed


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
def test_what_is_under_the_mouse_is_what_is_drawn_there(open_window, scale, zoom):
    from game.battle.ground import bases_of
    from game.table.bases import corners

    window = open_window((2000, 1300), Settings(motion=False, scale=scale))
    screen = battle(window)
    view = screen.view
    screen.grip.see(view, view.camera.zoomed_at(900, 500, zoom))
    shapes = bases_of(view.state.unit("halberdiers"))
    middles = view.camera.to_screen(shapes.centre)
    for number, (corner, middle) in enumerate(zip(view.camera.to_screen(corners(shapes)), middles, strict=True)):
        for x, y in corner:
            inwards = (x + (middle[0] - x) * 0.08, y + (middle[1] - y) * 0.08)
            model = view.model_at(*inwards)
            assert (model.unit, model.model) == ("halberdiers", number)
    # Outside the block by a pixel: the unit is not there.
    outline = view.camera.to_screen(corners(shapes)).reshape(-1, 2)
    middle = outline.mean(axis=0)
    farthest = outline[((outline - middle) ** 2).sum(axis=1).argmax()]
    away = (farthest - middle) / ((farthest - middle) ** 2).sum() ** 0.5
    assert view.unit_at(*(farthest + away * 1.5)) == ""


ODD = [
    "\0null\0",
    "x" * 5000,
    "",
    "two\nlines",
    "   ",
    "Åsa the Grïm",
    "Queen’s Guard",
    "50×100",
    "Ωμέγα Ярость",
    "\u202egnp.exe",
    "🐘",
]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_break_nothing(open_window, name):
    state = battle_table()
    units = tuple(replace(one, muster=replace(one.muster, name=name)) for one in state.units)
    sides = tuple(replace(side, name=name) for side in state.sides)
    window = open_window((1280, 720))
    screen = battle(window, replace(state, units=units, sides=sides, name=name))
    assert isinstance(screen, BattleScreen)
    for tool in "fmrlps":
        press_key(window, tool)
    press_key(window, "tab")
    press_key(window, "f")
    press_key(window, "space")
    press_key(window, "f1")
    assert isinstance(state.units[0].muster, Muster)
    assert screen.view.state.unit("gorak").down


def words_drawn(monkeypatch, window):
    """Every line of text that is drawn in the window in one whole frame, as it stands there."""
    found = []

    class Listening(SurfaceCanvas):
        def text(self, x, y, words, *more, **named):
            found.append(words)
            super().text(x, y, words, *more, **named)

    monkeypatch.setattr(paint_module, "SurfaceCanvas", Listening)
    for screen in window.screens:
        screen.resized()
    window.frame(0.01)
    return found


@pytest.mark.parametrize("key", list("sfmrlp"))
def test_at_1280_by_720_nothing_that_is_asked_or_offered_is_cut_off(open_window, monkeypatch, key):
    window = open_window((1280, 720))
    screen = battle(window)
    click(window, *middle_of(screen, "gorak"))
    press_key(window, key)
    prompt = screen.tool.prompt(screen.view)
    drawn = words_drawn(monkeypatch, window)
    everything = " ".join(drawn)
    for button in prompt.buttons:
        assert button.label in drawn, (button.label, drawn)
    for word in prompt.title.split():
        assert word in everything
    for word in ("↶ Undo", "↷ Redo", "⚄ New dice", "Save", "Units", "Log"):
        assert word in drawn


def test_an_idle_button_says_why(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    there = next(button for button in screen.tool.prompt(screen.view).buttons if not button.enabled)
    screen.push(there)
    assert screen.view.message == there.why
    assert screen.view.alarm


def test_the_list_of_units_selects_and_the_log_finds_its_unit(open_window):
    window = open_window()
    screen = battle(window)
    click_spot(window, "unit halberdiers")
    assert screen.view.selected == "halberdiers"
    fallen(window, screen)
    click_spot(window, "log 0")
    assert screen.view.selected == "gorak"
    left, top, width, height = spots(window)["log 0"].box
    mouse_to(window, left + width / 2, top + height / 2)
    assert screen.face.log.lit == 0
    lit = {overlay.unit for overlay in screen.face.overlays(screen.view, screen.tool) if hasattr(overlay, "model")}
    assert {"gorak", *(unit for unit, _ in screen.view.session.log[0].event.covered)} <= lit


def test_the_log_can_be_searched(open_window):
    window = open_window()
    screen = battle(window)
    fallen(window, screen)
    press_key(window, "f", ctrl=True)
    type_text(window, "its own fall")
    shown = screen.face.log.shown()
    assert [line.sentence for line in shown] == [
        line.sentence for line in screen.face.log.lines if "its own fall" in line.sentence
    ]
    assert len(shown) == 1
    assert screen.tool.name == "Fall", "letters that are typed are no shortcuts"
    press_key(window, "escape")
    assert len(screen.face.log.shown()) == len(screen.face.log.lines)


def test_a_long_log_scrolls_and_comes_back(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    for _ in range(4):
        press_key(window, "space")
        press_key(window, "return")
    newest = f"log {len(screen.view.session.log) - 1}"
    assert newest in spots(window)
    for _ in range(30):
        press_key(window, "page up")
    assert newest not in spots(window)
    assert "log 0" in spots(window)
    press_key(window, "space")
    assert f"log {len(screen.view.session.log) - 1}" in spots(window), "what happens brings the newest line back"


def test_pointing_at_a_unit_brings_its_card_after_a_moment(open_window):
    window = open_window()
    screen = battle(window)
    mouse_to(window, *middle_of(screen, "halberdiers"))
    assert screen.face.floats.shown == ("", "")
    for _ in range(10):
        window.frame(0.05)
    assert screen.face.floats.shown == ("card", "halberdiers")
    assert screen.face.floats.box is not None
    assert pygame.Rect(screen.view.camera.view).contains(screen.face.floats.box)
    mouse_to(window, 500, 110)
    window.frame(0.05)
    assert screen.face.floats.box is None


def test_panels_can_be_hidden_and_the_table_takes_their_room(open_window):
    window = open_window()
    screen = battle(window)
    before = screen.view.camera.view
    press_key(window, "f2")
    press_key(window, "f3")
    assert screen.view.camera.view[2] == window.size[0] - screen.face.layout.strip[2]
    assert "tool Fall" in spots(window), "the strip of tools stands where the panel was"
    assert "unit gorak" not in spots(window)
    press_key(window, "f2")
    press_key(window, "f3")
    assert screen.view.camera.view == before


def test_a_drag_with_the_right_button_moves_the_view_whatever_the_tool(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    camera = screen.view.camera
    x, y = middle_of(screen, "gorak")
    button_down(window, x, y, 3)
    mouse_to(window, x + 50, y, held=True)
    button_up(window, x + 50, y, 3)
    assert screen.view.camera.x == pytest.approx(camera.x - 50 / camera.ppi)
    screen.happen(FocusLost())
    assert not screen.grip.holding


def test_rules_are_named_once_a_chapter():
    assert short_rules(("FALL-04", "FALL-05", "TPL-01", "FALL-07")) == "FALL-04 05 07, TPL-01"
    assert short_rules(()) == ""
    assert short_rules(("odd",)) == "odd"


def test_in_a_battle_with_turns_the_panel_shows_the_engines_own_table_of_phases(open_window, monkeypatch):
    window = open_window()
    state = replace(battle_table(), clock=Clock(3, "empire", "close-combat", "stomps"))
    screen = battle(window, state)
    screen.view.free = False
    drawn = words_drawn(monkeypatch, window)
    assert "Turn 3" in drawn
    assert "Empire" in drawn
    steps = next(phase.steps for phase in PHASES if phase.id == "close-combat")
    for line in ("✓ Movement", "✓ Magic", "✓ Shooting", "▸ Close combat", *(name for _, name in steps)):
        assert line in drawn
    assert "Free play" not in drawn

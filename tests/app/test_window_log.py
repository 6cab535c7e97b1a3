"""The log: each throw by itself, successes apart from failures, folded and opened; lots are numbers."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app.paint import Paint
from game.app.panels import throws as throws_module
from game.app.panels.log import Log
from game.app.panels.throws import Pips, draw_throw, pips_of, reason_beside, throw_height
from game.battle.event import Throw
from game.render.fonts import start_drawing
from game.render.sprites import Sprites
from game.render.surface import SurfaceCanvas
from game.render.theme import DARK, LIGHT, Theme
from tests.app.driving import battle, click_spot, press_key, spots
from tests.app.tables import battle_table
from tests.app.test_window_battle import words_drawn

PLAIN = Theme()
FACES = st.lists(st.integers(1, 6), max_size=40)


@given(FACES, st.integers(1, 6))
def test_every_die_is_shown_once_and_on_the_right_side(faces, needed):
    pips = pips_of(Throw("to wound", tuple(faces), f"{needed}+"))
    assert pips.told
    assert sorted((*pips.made, *pips.missed)) == sorted(faces)
    assert all(face >= needed for face in pips.made)
    assert all(face < needed for face in pips.missed)


@pytest.mark.parametrize("needed", ["", "1 falls", "7 or less", "9+", "14+"])
def test_where_not_each_die_succeeds_by_itself_they_stay_as_they_fell(needed):
    assert pips_of(Throw("a test", (1, 6, 3), needed)) == Pips((1, 6, 3))


def test_lots_are_numbers_and_no_dice():
    assert pips_of(Throw("who is hit", (2, 5))).numbers
    assert pips_of(Throw("other lots", (2, 17))).numbers
    assert not pips_of(Throw("scatter", (152.0,))).numbers, "an angle is a compass"


def test_the_reason_beside_the_dice_leaves_the_id_of_its_rule_out():
    assert reason_beside(Throw("fall hits", (4, 2), why=("12 covered (FALL-07)",))) == "12 covered"
    assert reason_beside(Throw("scatter", (30.0,), why=("FALL-04",))) == ""
    assert reason_beside(Throw("to wound", (3,), "2+", ("S6 against T3 (DMG-02)",))) == ""


def drawn(throw, width=260.0, opened=False, theme=PLAIN):
    """The picture of a throw, and the words in it."""
    start_drawing()
    words = []

    class Listening(SurfaceCanvas):
        def text(self, x, y, line, *more, **named):
            words.append(line)
            super().text(x, y, line, *more, **named)

    surface = pygame.Surface((round(width), round(throw_height(throw, width, theme, opened)) + 1))
    surface.fill(theme.palette.sunken)
    paint = Paint(surface, Sprites(), theme)
    paint.canvas = Listening(surface, Sprites())
    draw_throw(paint, 0.0, 0.0, width, throw, opened)
    return pygame.surfarray.array3d(surface).astype(int), words


def test_a_throw_says_its_name_what_it_needed_and_what_made_it():
    _, words = drawn(Throw("fall hits", (4, 2), why=("12 covered (FALL-07)",)))
    assert words == ["fall hits", "· 12 covered"]
    throw = Throw("to wound", (6, 1, 4), "2+", ("S6 against T3 (DMG-02)",))
    assert drawn(throw)[1] == ["to wound", "2+"]
    assert drawn(throw, opened=True)[1] == ["to wound", "2+", "2 of 3", "S6 against T3 (DMG-02)"]


def test_a_long_throw_is_folded_to_one_line_and_opened_to_all_of_its_dice(monkeypatch):
    shown = []
    monkeypatch.setattr(throws_module, "draw_die", lambda *args: shown.append(args[4]))
    throw = Throw("to wound", tuple(range(1, 7)) * 5, "4+", ("S4 against T4 (DMG-02)",))
    assert throw_height(throw, 260, Theme(), False) == Theme().px(throws_module.ROW)
    _, words = drawn(throw)
    assert words[-1] == "… 15 of 30"
    assert 4 <= len(shown) < 15
    shown.clear()
    drawn(throw, opened=True)
    assert sorted(shown) == sorted(throw.faces)


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_failures_look_another_way_in_grey_and_stand_apart(palette):
    made, _ = drawn(Throw("to wound", (4, 4, 4), "4+"), theme=Theme(palette))
    half, _ = drawn(Throw("to wound", (4, 4, 3), "4+"), theme=Theme(palette))
    grey_made, grey_half = made.mean(axis=2), half.mean(axis=2)
    dice = [x for x in range(60, 250) if abs(grey_half[x, 4:16] - grey_made[x, 4:16]).max() > 60]
    assert dice, "told apart without colour"
    assert max(dice) - min(dice) > throws_module.DIE


@given(
    st.lists(st.integers(1, 40), max_size=60), st.sampled_from(["", "4+", "1 falls"]), st.floats(1, 400), st.booleans()
)
def test_any_throw_can_be_drawn_in_any_room(faces, needed, width, opened):
    pixels, _ = drawn(Throw("x" * 30, tuple(faces), needed, ("because " * 20,)), width, opened)
    assert pixels.size


def test_a_click_on_a_line_opens_it_with_its_reasons_and_another_folds_it(open_window, monkeypatch):
    window = open_window((1280, 800))
    screen = battle(window, battle_table())
    press_key(window, "f")
    press_key(window, "space")
    log = screen.face.log
    line = next(line for line in log.lines if any(throw.needed and throw.why for throw in line.throws))
    name, reason = f"log {line.number}", next(throw.why[0] for throw in line.throws if throw.needed)
    before = spots(window)[name].box[3]
    seen = words_drawn(monkeypatch, window)
    assert reason not in seen
    assert {throw.name for throw in line.throws} <= set(seen)
    click_spot(window, name)
    assert log.opened == (line.number,)
    assert screen.view.selected == line.units[0]
    assert spots(window)[name].box[3] > before or log.scroll > 0
    assert any(reason.startswith(words.rstrip("…")) for words in words_drawn(monkeypatch, window) if len(words) > 8)
    click_spot(window, name)
    assert log.opened == ()
    click_spot(window, name)
    press_key(window, "z", ctrl=True)
    assert log.opened == (), "after undo the numbers are those of other lines"


def test_every_throw_of_a_fall_is_in_the_log_by_itself(open_window):
    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    press_key(window, "space")
    log = screen.face.log
    assert isinstance(log, Log)
    assert [line.throws for line in log.lines] == [logged.event.dice for logged in screen.view.session.log]
    assert any(len(line.throws) > 1 for line in log.lines)

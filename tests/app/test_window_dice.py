"""Dice by hand: asked for roll by roll, typed or clicked, refused, taken back, thrown by the program; undo and saves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app.play.throwing import (
    HandDice,
    NeedsDiceError,
    Thrown,
    dice_wanted,
    read_faces,
    told_roll,
    told_throw,
    worth_of,
)
from game.app.screens.throw_dice import ThrowDice
from game.battle.procedure import Roll
from game.dice import ARTILLERY_DIE, D3, Angle, AtMost, Count, Dice, Draw, OneOf, RollKey, Scatter, Tally, Total
from game.engine.tape import Rolled
from game.errors import InputError
from tests.app.driving import battle, click, click_spot, middle_of, press_key, spots, type_text
from tests.app.made_up import made_up_battle
from tests.app.tables import battle_table
from tests.app.test_window_battle import words_drawn


def asked(open_window, players=()):
    window = open_window()
    screen = made_up_battle(window, players)
    press_key(window, "t", ctrl=True)
    press_key(window, "2")
    return window, screen


def rolls(screen):
    return [one for one in screen.view.session.tape if isinstance(one, Rolled)]


def test_a_roll_is_asked_for_and_typed(open_window):
    window, screen = asked(open_window)
    dialog = window.screens[-1]
    assert isinstance(dialog, ThrowDice)
    assert dialog.title == "Gorak: swing"
    assert screen.view.session.tape == [], "nothing has happened yet"
    type_text(window, "3 5")
    press_key(window, "return")
    assert window.screens[-1] is screen
    assert rolls(screen) == [Rolled("swing", "gorak", (3, 5), "hand")]
    assert screen.view.session.log[-1].event.dice[0].faces == (3, 5)


def test_dice_are_clicked(open_window):
    window, screen = asked(open_window)
    click_spot(window, "face 6")
    click_spot(window, "face 1")
    click_spot(window, "Thrown")
    assert rolls(screen)[0].faces == (6, 1)


@pytest.mark.parametrize("typed", ["", "3", "3 7", "3 5 5", "three", "0 1", "2.5 1"])
def test_faces_that_the_dice_do_not_have_are_refused_with_a_message(open_window, typed):
    window, screen = asked(open_window)
    type_text(window, typed)
    press_key(window, "return")
    dialog = window.screens[-1]
    assert isinstance(dialog, ThrowDice)
    assert dialog.fault
    assert screen.view.session.tape == []


def test_what_is_not_thrown_takes_the_choice_back(open_window):
    window, screen = asked(open_window)
    press_key(window, "escape")
    assert screen.view.session.tape == []
    assert screen.view.message == "No dice were thrown: nothing has happened"
    assert screen.view.session.pending.kind == "who"


def test_the_program_throws_as_the_seed_has_it(open_window):
    window = open_window()
    screen = made_up_battle(window)
    press_key(window, "2")
    usual = rolls(screen)
    window, screen = asked(open_window)
    click_spot(window, "Let Giantfall throw it")
    assert rolls(screen) == usual
    assert usual[0].reason == ""


def test_a_bot_s_dice_are_asked_for_too_and_it_stops_when_nobody_throws(open_window):
    window = open_window()
    screen = made_up_battle(window, players=("hashut",))
    press_key(window, "t", ctrl=True)
    for _ in range(6):
        window.frame(0.1)
    assert isinstance(window.screens[-1], ThrowDice)
    press_key(window, "escape")
    assert not screen.playing.bots.pace.runs
    press_key(window, "space")
    type_text(window, "1 1")
    press_key(window, "return")
    assert rolls(screen) == [Rolled("swing", "gorak", (1, 1), "hand")]
    assert screen.view.session.tape[0].by == "bot:first"


def test_undo_and_redo_keep_the_dice_that_were_thrown(open_window):
    window, screen = asked(open_window)
    type_text(window, "6 6")
    press_key(window, "return")
    after = screen.view.state
    press_key(window, "z", ctrl=True)
    assert rolls(screen) == []
    press_key(window, "y", ctrl=True)
    assert screen.view.state == after
    assert rolls(screen)[0].faces == (6, 6)


def test_switched_off_the_seed_throws_again(open_window):
    window = open_window()
    screen = made_up_battle(window)
    press_key(window, "t", ctrl=True)
    press_key(window, "t", ctrl=True)
    press_key(window, "2")
    assert window.screens[-1] is screen
    assert rolls(screen)[0].reason == ""


def test_several_rolls_of_one_choice_are_asked_for_one_after_another():
    key = RollKey(1, "a", "x", "", 0)
    first, second = Roll("x", "", Dice(1)), Roll("y", "", Dice(2))
    with pytest.raises(NeedsDiceError) as found:
        HandDice().faces(first, 1, 0, key)
    assert found.value.roll is first
    assert len(found.value.seeded) == 1
    dice = HandDice((Thrown((4,)),))
    assert dice.faces(first, 1, 0, key) == ((4,), "hand")
    with pytest.raises(NeedsDiceError) as found:
        dice.faces(second, 1, 0, key)
    assert found.value.roll is second


@pytest.mark.parametrize(
    ("kind", "text", "faces", "words", "wanted"),
    [
        (Total(2), "3, 4", (3, 4), "2 dice, added up.", 2),
        (Total(3, drop_lowest=1), "1 2 3", (1, 2, 3), "3 dice, the lowest left out, added up.", 3),
        (Total(1, D3), "5", (5,), "1 die read as D3 (1 2: 1, 3 4: 2, 5 6: 3).", 1),
        (AtMost(Total(2), 7), "3 4", (3, 4), "2 dice, added up; 7 or less passes.", 2),
        (Count(3, 4), "1 4 6", (1, 4, 6), "3 dice; 4+ succeeds.", 3),
        (Angle(), "90", (90.0,), "A direction in degrees", 0),
        (Scatter(), "5 123.5", (5, 123.5), "A face from 1 to 6", 0),
        (OneOf(3), "2", (2,), "A number from 1 to 3.", 0),
        (Draw(2, (3, 1)), "4 1", (4, 1), "2 different numbers from 1 to 4.", 0),
    ],
)
def test_every_kind_of_roll_is_told_and_read(kind, text, faces, words, wanted):
    roll = Roll("roll", "", kind)
    read = read_faces(text, roll)
    assert read == faces
    assert [type(one) for one in read] == [type(one) for one in faces]
    assert told_roll(roll).startswith(words)
    assert dice_wanted(roll) == wanted
    with pytest.raises(InputError):
        read_faces("99 99 99 99", roll)


def test_the_artillery_die_says_what_its_faces_are_worth(open_window):
    assert worth_of(Roll("artillery", "", ARTILLERY_DIE)) == (2, 4, 6, 8, 10, 0)
    window = open_window()
    screen = made_up_battle(window)
    need = NeedsDiceError(Roll("artillery", "gorak", ARTILLERY_DIE), (6,))
    thrown = []
    window.show(ThrowDice(window, screen.view.state, need, thrown.append))
    window.frame(0.01)
    click_spot(window, "face 6")
    assert "Thrown" in spots(window)
    press_key(window, "return")
    assert thrown[0].faces == (6,)


@pytest.mark.parametrize("typed", ["66", "6 6", "6,6", "6, 6", " 66 "])
def test_dice_are_typed_with_or_without_something_between(open_window, typed):
    window, screen = asked(open_window)
    type_text(window, typed)
    window.frame(0.01)
    assert window.screens[-1].text == typed
    press_key(window, "return")
    assert rolls(screen)[0].faces == (6, 6)


def test_half_of_the_dice_are_counted_however_they_are_typed(open_window, monkeypatch):
    window, _ = asked(open_window)
    type_text(window, "6")
    assert "1 of 2 dice" in words_drawn(monkeypatch, window)
    type_text(window, "3")
    assert "2 of 2 dice" in words_drawn(monkeypatch, window)


EVERY_KIND = [
    (Total(2), "2 numbers from 1 to 6, such as 35 or 3 5"),
    (Total(1, D3), "a number from 1 to 6, such as 4"),
    (AtMost(Total(2), 7), "2 numbers from 1 to 6, such as 35 or 3 5"),
    (Count(8, 4), "8 numbers from 1 to 6, such as 352614… or 3 5 2 6 1 4 …"),
    (Tally(3, (4, 6)), "3 numbers from 1 to 6, such as 352 or 3 5 2"),
    (Angle(), "a direction in degrees from 0 to below 360, such as 90"),
    (Scatter(), "a face from 1 to 6 and a direction in degrees from 0 to below 360, such as 5 90"),
    (OneOf(3), "a number from 1 to 3"),
    (Draw(2, (3, 1)), "2 different numbers from 1 to 4"),
    (Draw(1, (3, 1)), "a number from 1 to 4"),
]


@pytest.mark.parametrize(("kind", "wanted"), EVERY_KIND)
@pytest.mark.parametrize("typed", ["", "x", "0", "99 99 99", "1 2 3 4 5 6 1 2 3", "nan", "1e400", "7" * 90])
def test_what_is_refused_says_what_may_be_typed_and_shows_no_list(kind, wanted, typed):
    with pytest.raises(InputError) as found:
        read_faces(typed if typed != "0" or not isinstance(kind, Angle) else "-1", Roll("roll", "", kind))
    told = found.value.problems[0].text
    assert told.endswith(f": type {wanted}")
    assert not set("[]()") & set(told)
    assert len(told) < 150


def test_a_tally_is_told_and_read():
    roll = Roll("to wound", "", Tally(3, (4, 6)))
    assert told_roll(roll) == "3 dice; counted: 4+, 6+."
    assert told_roll(Roll("to wound", "", Tally(1, (7,)))) == "1 die; counted: none."
    assert read_faces("461", roll) == (4, 6, 1)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.sampled_from(["", " ", ",", ", "]))
def test_any_throw_is_read_as_it_was_typed(faces, between):
    text = between.join(str(face) for face in faces)
    assert read_faces(text, Roll("roll", "", Dice(len(faces)))) == tuple(faces)


def test_what_was_thrown_before_for_the_same_order_is_told(open_window, monkeypatch):
    key = RollKey(1, "a", "x", "", 0)
    dice = HandDice((Thrown((3, 5)), Thrown((2, 6, 1))))
    swing, hit = Roll("swing", "gorak", Total(2)), Roll("to hit", "gorak", Count(3, 4))
    dice.faces(swing, 1, 0, key)
    dice.faces(hit, 1, 0, key)
    with pytest.raises(NeedsDiceError) as found:
        dice.faces(Roll("terror", "gorak", AtMost(Total(2), 7)), 1, 0, key)
    assert found.value.before == ((swing, (3, 5)), (hit, (2, 6, 1)))
    window = open_window()
    screen = made_up_battle(window)
    window.show(ThrowDice(window, screen.view.state, found.value, lambda throw: None))
    assert "Thrown so far: Gorak: swing 3 5 (8); Gorak: to hit 2 6 1 (1 of 3)" in words_drawn(monkeypatch, window)


def test_the_first_throw_of_an_order_tells_of_none_before(open_window, monkeypatch):
    window, _ = asked(open_window)
    assert not any("so far" in words for words in words_drawn(monkeypatch, window))


@pytest.mark.parametrize(
    ("kind", "faces", "told"),
    [
        (AtMost(Total(2), 7), (3, 4), "roll 3 4 (passed)"),
        (AtMost(Total(2), 7), (4, 4), "roll 4 4 (failed)"),
        (Total(1), (4,), "roll 4"),
        (Total(1, D3), (4,), "roll 4 (2)"),
        (Total(2, cap=1), (4, 5), "roll 4 5 (9)"),
        (Angle(), (90.5,), "roll 90.5"),
    ],
)
def test_a_throw_is_told_with_what_it_comes_to(kind, faces, told):
    assert told_throw(battle_table(), Roll("roll", "", kind), faces) == told


def test_each_dialog_of_an_order_tells_the_throws_of_those_before_it(open_window, monkeypatch):
    window = open_window()
    screen = battle(window)
    press_key(window, "t", ctrl=True)
    click(window, *middle_of(screen, "gorak"))
    press_key(window, "f")
    press_key(window, "space")
    told = []
    while isinstance(dialog := window.screens[-1], ThrowDice):
        told.append([roll.name for roll, _ in dialog.need.before])
        assert told[-1] == [] or any(
            "Thrown so far: Gorak: scatter " in words for words in words_drawn(monkeypatch, window)
        )
        window.frame(0.01)
        click_spot(window, "Let Giantfall throw it")
    assert told == [[], ["scatter"], ["scatter", "fall hits"]]
    assert screen.view.state.unit("gorak").down

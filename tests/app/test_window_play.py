"""A battle by turns in the window: asked and answered by buttons, keys and clicks; reasons; bots; undo; save and load."""

from __future__ import annotations

import pytest

from game.app.play.answer import place_in_battle
from game.app.screens import begin_battle
from game.app.screens.begin_battle import BeginBattle
from game.app.settings import Settings
from game.battle.progress import BattleEnded
from game.engine.save import BATTLE, save
from game.engine.tape import Chosen
from game.render.overlays import ChargeArrow, Hover, Offered
from tests.app.driving import battle, click, click_spot, middle_of, mouse_to, press_key, spots
from tests.app.made_up import Strike, made_up_battle, made_up_session
from tests.app.tables import battle_table, unit
from tests.app.test_window_battle import words_drawn


def prompt_of(screen):
    return screen.playing.prompt()


def labels(screen):
    return [button.label for button in prompt_of(screen).buttons]


def shown(screen, kind):
    return [one for one in screen.face.overlays(screen.view, screen.tool) if isinstance(one, kind)]


def test_the_panel_says_whose_turn_it_is_what_is_asked_and_all_that_may_be_answered(open_window):
    screen = made_up_battle(open_window())
    prompt = prompt_of(screen)
    assert prompt.title == "Chaos Dwarfs: who strikes whom?"
    assert prompt.head == "Chaos Dwarfs · turn 1 · Movement · Declare charges"
    assert prompt.side == "hashut"
    assert labels(screen) == ["Done", "Gorak strike Spearmen", "Cutthroats strike Spearmen"]
    assert [button.primary for button in prompt.buttons] == [True, False, False]
    assert [button.key_label for button in prompt.buttons] == ["Enter", "2", "3"]
    assert place_in_battle(screen.view.state) == "turn 1 · Movement · Declare charges"


def test_units_that_can_be_answered_with_are_lit_on_the_table(open_window):
    window = open_window()
    screen = made_up_battle(window)
    assert set(shown(screen, Offered)[0].units) == {"gorak", "cutthroats", "spearmen"}
    click(window, *middle_of(screen, "gorak"))
    assert shown(screen, Offered)[0].units == ("spearmen",)
    assert labels(screen) == ["Done", "Gorak strike Spearmen"]
    press_key(window, "escape")
    assert len(labels(screen)) == 3


def test_a_click_on_who_and_a_click_on_whom_is_an_answer(open_window):
    window = open_window()
    screen = made_up_battle(window)
    click(window, *middle_of(screen, "gorak"))
    click(window, *middle_of(screen, "spearmen"))
    chosen = [entry for entry in screen.view.session.tape if isinstance(entry, Chosen)]
    assert [entry.choice for entry in chosen] == [Strike(unit="gorak", target="spearmen")]
    assert chosen[0].by == "person"
    assert prompt_of(screen).title == "Spearmen are struck: how do they stand?"
    assert prompt_of(screen).side == "empire"


def test_a_click_that_no_option_takes_is_told_the_reason_with_its_rule(open_window):
    window = open_window()
    screen = made_up_battle(window)
    click(window, *middle_of(screen, "halberdiers"))
    assert screen.view.message == "nobody sees Halberdiers (CHG-02)"
    assert screen.view.alarm
    click(window, *middle_of(screen, "gorak"))
    assert screen.view.message == ""
    click(window, *middle_of(screen, "halberdiers"))
    assert screen.view.message == "nobody sees Halberdiers (CHG-02)"
    assert screen.view.selected == "gorak", "the one that was chosen stays chosen"
    assert not screen.view.session.state.note("over")


def test_reasons_of_a_pair_are_told_beside_those_of_one_unit(open_window):
    state = battle_table(unit("more", "empire", "empire-halberdiers", 8, 30, 300, 10, 5))
    window = open_window()
    screen = made_up_battle(window, session=made_up_session(state))
    click(window, *middle_of(screen, "gorak"))
    click(window, *middle_of(screen, "more"))
    assert screen.view.message == "Gorak cares for spearmen only (CHG-04)"


def test_a_button_under_the_mouse_shows_whom_it_concerns(open_window):
    window = open_window()
    screen = made_up_battle(window)
    left, top, _, _ = spots(window)["Gorak strike Spearmen"].box
    mouse_to(window, left + 5, top + 5)
    assert {one.unit for one in shown(screen, Hover)} == {"gorak", "spearmen"}
    (arrow,) = shown(screen, ChargeArrow)
    assert arrow.a == pytest.approx((24, 17))
    mouse_to(window, 600, 300)
    assert shown(screen, ChargeArrow) == []


def test_what_is_thinkable_and_forbidden_stands_grey_with_its_reason(open_window):
    window = open_window()
    screen = made_up_battle(window)
    press_key(window, "2")
    buttons = prompt_of(screen).buttons
    assert [(one.label, one.enabled, one.why) for one in buttons] == [
        ("Hold", True, ""),
        ("Step back", True, ""),
        ("Fly", False, "they have no wings (SPC-04)"),
    ]
    click_spot(window, "Fly")
    assert screen.view.message == "they have no wings (SPC-04)"
    press_key(window, "3")
    assert screen.view.session.pending.kind == "how", "its number does nothing either"
    press_key(window, "return")
    assert screen.view.session.tape[-1].choice.how == "Hold"


def test_more_answers_than_there_is_room_for_are_scrolled_to(open_window):
    more = [unit(f"band-{i}", "hashut", "hobgoblin-cutthroats", 4 + 5 * i, 5, 90, 5, 5) for i in range(8)]
    window = open_window()
    screen = made_up_battle(window, session=made_up_session(battle_table(*more)))
    assert len(labels(screen)) == 11
    assert screen.face.unasked > 0
    assert "Band 7 strike Spearmen" not in spots(window), "below the edge"
    box = screen.face.layout.bottom
    mouse_to(window, box[0] + box[2] - 40, box[1] + 40)
    from game.app.input import Wheeled

    for _ in range(8):
        window.happen(Wheeled(box[0] + box[2] - 40, box[1] + 40, -1))
    window.frame(0.01)
    assert screen.face.asked == screen.face.unasked
    assert "Band 7 strike Spearmen" in spots(window)
    low = box[1] + box[3]
    assert all(spot.box[1] + spot.box[3] <= low for spot in spots(window).values())


def test_undo_goes_back_to_the_last_choice_of_a_person_and_redo_plays_the_bot_again(open_window):
    window = open_window()
    screen = made_up_battle(window, players=("empire",))
    click(window, *middle_of(screen, "gorak"))
    click(window, *middle_of(screen, "spearmen"))
    assert screen.playing.bots.asked(screen.view) == "bot:first"
    for _ in range(8):
        window.frame(0.1)
    session = screen.view.session
    assert [(one.by, one.choice.kind) for one in session.tape if isinstance(one, Chosen)] == [
        ("person", "strike"),
        ("bot:first", "stand"),
    ]
    after = session.state
    press_key(window, "z", ctrl=True)
    assert [one for one in session.tape if isinstance(one, Chosen)] == []
    press_key(window, "y", ctrl=True)
    assert session.state == after
    assert len(session.tape) == 3


def test_a_bot_waits_between_its_orders_is_paused_stepped_and_hurried(open_window):
    window = open_window()
    screen = made_up_battle(window, players=("hashut", "empire"))
    session = screen.view.session
    assert labels(screen) == ["Pause", "Speed 1×"]
    window.frame(0.1)
    assert session.tape == [], "it has not waited long enough"
    press_key(window, "p")
    for _ in range(20):
        window.frame(0.1)
    assert session.tape == []
    assert labels(screen) == ["One order", "Go on", "Speed 1×"]
    assert prompt_of(screen).text == "The first bot plays this side and is paused."
    press_key(window, "space")
    assert len([one for one in session.tape if isinstance(one, Chosen)]) == 1
    press_key(window, "x")
    assert labels(screen)[-1] == "Speed 2×"
    press_key(window, "p")
    for _ in range(3):
        window.frame(0.1)
    assert len([one for one in session.tape if isinstance(one, Chosen)]) == 2, "0.3 s at speed 2 are enough"
    for _ in range(200):
        window.frame(0.1)
    assert isinstance(session.log[-1].event, BattleEnded)
    assert prompt_of(screen).title == "Victory for Empire: the sun has set"


def test_what_a_bot_does_is_shown_before_it_goes_on(open_window):
    window = open_window(settings=Settings(motion=True, scale=1.0))
    screen = made_up_battle(window, players=("hashut", "empire"))
    for _ in range(5):
        window.frame(0.1)
    assert screen.showing.playing
    assert prompt_of(screen).title == "Gorak: advance 0.5 (0.5 inches)"
    assert labels(screen) == ["Pause", "Speed 1×"], "it can be paused while it moves"
    entries = len(screen.view.session.tape)
    window.frame(0.02)
    assert len(screen.view.session.tape) == entries


def test_a_bot_that_is_refused_stops_and_says_why(open_window):
    window = open_window()
    screen = made_up_battle(window, players=("hashut",))

    class Stubborn:
        name = "bot:stubborn"

        def answer(self, view):
            return Strike(unit="gorak", target="halberdiers")

    screen.playing.bots._bots["hashut"] = Stubborn()
    for _ in range(6):
        window.frame(0.1)
    assert screen.view.message == "nobody sees Halberdiers (CHG-02)"
    assert not screen.playing.bots.pace.runs


def test_a_bot_without_an_answer_stops_and_says_so_once(open_window):
    from game.errors import GiantfallError

    window = open_window()
    screen = made_up_battle(window, players=("hashut",))

    class Lost:
        name = "bot:lost"
        asked = 0

        def answer(self, view):
            Lost.asked += 1
            raise GiantfallError("nothing comes to its mind")

    screen.playing.bots._bots["hashut"] = Lost()
    for _ in range(20):
        window.frame(0.1)
    assert screen.view.message == "nothing comes to its mind"
    assert Lost.asked == 1


def test_a_battle_begins_from_the_table_as_it_stands(open_window, monkeypatch):
    window = open_window()
    screen = battle(window)
    begun = []
    monkeypatch.setattr(window, "begin_battle", lambda *what, by_hand: begun.append((*what, by_hand)))
    click_spot(window, "⚔ Begin the battle")
    assert isinstance(window.screens[-1], BeginBattle)
    click_spot(window, "empire bot:random")
    click_spot(window, "I throw them")
    press_key(window, "return")
    assert begun == [(screen.view.state, 3, {"hashut": "human", "empire": "bot:random"}, True)]


def test_a_table_of_one_side_begins_no_battle_and_says_so(open_window):
    from dataclasses import replace

    state = battle_table()
    alone = replace(state, sides=state.sides[:1], units=tuple(one for one in state.units if one.side == "hashut"))
    window = open_window()
    battle(window, alone)
    press_key(window, "b", ctrl=True)
    press_key(window, "return")
    dialog = window.screens[-1]
    assert isinstance(dialog, BeginBattle)
    assert "a battle is fought by two sides, found 1" in dialog.fault


def test_a_battle_is_played_saved_and_opened_again_as_a_battle(open_window, tmp_path):
    from game.engine.opening import open_session
    from tests.app.driving import SCENARIOS

    window = open_window()
    screen = window.show_battle(open_session(SCENARIOS / "giant_vs_spearmen.toml", battle=True))
    window.frame(0.01)
    assert not screen.view.free
    press_key(window, "return")  # no more charges
    state = screen.view.state
    path = tmp_path / "played.giantfall"
    screen._orders._saved = path
    press_key(window, "s", ctrl=True)
    opened = open_session(path)
    assert opened.flow == BATTLE
    again = window.show_battle(opened, path)
    assert again.view.state == state
    assert not again.view.free
    assert again.playing.bots.players == {"hashut": "human", "osterwald": "bot:simple"}
    assert [tool.name for tool in again.tools] == ["Orders", "Ruler", "Look", "Replay"]


@pytest.mark.parametrize("who", ["bot:simple", "human"])
def test_a_save_opens_with_the_bot_paused_whose_turn_it_is(open_window, tmp_path, who):
    window = open_window()
    window.begin_battle(battle_table(), 3, {"hashut": who, "empire": "bot:simple"}, by_hand=False)
    path = tmp_path / "begun.giantfall"
    begun = window.screens[-1]
    assert begun.playing.bots.pace.runs, "a battle that begins goes on by itself"
    save(begun.view.session, path, BATTLE)
    window.open_file(path)
    screen = window.screens[-1]
    assert screen is not begun
    tape = list(screen.view.session.tape)
    for _ in range(20):
        window.frame(0.1)
    assert screen.view.session.tape == tape
    assert screen.playing.bots.pace.runs == (who == "human")
    if who != "human":
        assert "Go on" in labels(screen)
        press_key(window, "p")
        for _ in range(20):
            window.frame(0.1)
        assert len(screen.view.session.tape) > len(tape)


def test_before_a_battle_begins_it_is_told_what_of_a_turn_is_played(open_window, monkeypatch):
    monkeypatch.setattr(begin_battle, "is_played", lambda phase: phase == "movement")
    window = open_window()
    battle(window)
    press_key(window, "b", ctrl=True)
    told = "So far only this phase is played: Movement (charges, panic, flight, rallying). "
    told += "Magic, Shooting and Close combat pass."
    assert begin_battle.played_so_far() == told
    assert told in " ".join(words_drawn(monkeypatch, window))
    monkeypatch.setattr(begin_battle, "is_played", lambda phase: phase != "magic")
    assert begin_battle.played_so_far().endswith("Shooting and Close combat. Magic passes.")
    monkeypatch.setattr(begin_battle, "is_played", lambda phase: True)
    assert begin_battle.played_so_far() == ""
    assert not any("So far" in words for words in words_drawn(monkeypatch, window))

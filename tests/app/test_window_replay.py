"""The replay: stops, steps both ways, forward steps as they happened, the line that is dragged, running, leaving."""

from __future__ import annotations

import pytest

from game.app.play.replay import CHOICES, EVENTS, TURNS, stops
from game.app.settings import Settings
from tests.app.driving import button_down, button_up, click_spot, mouse_to, press_key, spots
from tests.app.made_up import made_up_battle

# The made-up battle of two bots: three events begin a player turn, one is a strike (hashut's two, empire's two).
PLAYER_TURN = ["player-turn-began", "phase-began", "step-began", "unit-moved"]


def played(open_window, motion=False):
    window = open_window(settings=Settings(motion=motion, scale=1.0))
    screen = made_up_battle(window, players=("hashut", "empire"))
    while screen.view.session.pending is not None:
        screen.playing.bots.give_order(screen.view)
    screen.follow()
    screen.showing.finish(screen.view)
    screen.follow()
    window.frame(0.01)
    return window, screen


def test_stops_are_events_choices_and_player_turns(open_window):
    _, screen = played(open_window)
    session = screen.view.session
    assert [one.event.kind for one in session.log] == [*PLAYER_TURN * 4, "battle-ended"]
    assert stops(session, EVENTS) == list(range(18))
    assert stops(session, TURNS) == [0, 4, 8, 12, 17]
    # A strike moves after 3 events; how it is answered, and that the turn is done, leads on to the next three.
    assert stops(session, CHOICES) == [0, 3, 4, 7, 8, 11, 12, 15, 16, 17]


def test_steps_go_both_ways_and_draw_the_state_of_their_moment(open_window):
    window, screen = played(open_window)
    view, log = screen.view, screen.view.session.log
    press_key(window, "v")
    assert view.until == 17
    press_key(window, "left")
    assert view.state == log[15].state
    assert len(screen.face.log.lines) == 16
    press_key(window, "page up")
    assert (view.until, view.state.clock.turn, view.state.clock.side) == (12, 2, "hashut")
    press_key(window, "up")
    assert view.until == 11
    press_key(window, "down")
    assert view.until == 12
    press_key(window, "right")
    assert view.state.clock.side == "empire"
    press_key(window, "home")
    assert view.state == view.session.start
    assert screen.face.log.lines == []
    press_key(window, "left")
    assert view.until == 0, "there is nothing before the beginning"


def test_leaving_goes_back_to_where_the_battle_stands(open_window):
    window, screen = played(open_window)
    press_key(window, "v")
    press_key(window, "home")
    assert screen.playing.prompt().title == "The battle begins"
    press_key(window, "escape")
    assert screen.view.until is None
    assert screen.view.state == screen.view.session.state
    assert screen.tool is screen.tools[0]
    assert len(screen.face.log.lines) == 17


def test_nothing_is_answered_and_no_bot_plays_in_a_replay(open_window):
    window = open_window()
    screen = made_up_battle(window, players=("hashut",))
    screen.playing.bots.give_order(screen.view)
    press_key(window, "v")
    entries = len(screen.view.session.tape)
    for _ in range(20):
        window.frame(0.1)
    assert len(screen.view.session.tape) == entries


def test_undo_leaves_the_replay(open_window):
    window = open_window()
    screen = made_up_battle(window)
    press_key(window, "2")
    press_key(window, "v")
    press_key(window, "left")
    press_key(window, "z", ctrl=True)
    assert screen.view.until is None
    assert len(screen.view.session.log) == 3


def test_forward_steps_are_shown_as_they_happened(open_window):
    window, screen = played(open_window, motion=True)
    press_key(window, "v")
    press_key(window, "home")
    for _ in range(3):
        press_key(window, "right")
    before = screen.view.session.start.unit("gorak").pose
    press_key(window, "right")
    assert screen.showing.playing
    window.frame(0.06)
    window.frame(0.06)
    between = screen.showing.moment().state.unit("gorak").pose
    after = screen.view.session.log[3].state.unit("gorak").pose
    assert before.x < between.x < after.x or before.x > between.x > after.x
    for _ in range(10):
        window.frame(0.1)
    assert screen.view.state.unit("gorak").pose == after


def test_a_step_back_in_the_middle_of_a_move_gives_the_move_up(open_window):
    window, screen = played(open_window, motion=True)
    press_key(window, "v")
    press_key(window, "home")
    for _ in range(4):
        press_key(window, "right")
    window.frame(0.03)
    press_key(window, "home")
    assert not screen.showing.playing
    assert screen.view.cursor == 0
    assert screen.view.state == screen.view.session.start


def test_the_line_is_clicked_and_dragged(open_window):
    window, screen = played(open_window)
    press_key(window, "v")
    left, top, width, high = spots(window)["slider"].box
    button_down(window, left + 1, top + high / 2)
    assert screen.view.until == 0
    mouse_to(window, left + width / 2, top + high / 2, held=True)
    assert screen.view.until in (8, 9)
    mouse_to(window, left + width + 500, top + high / 2, held=True)
    assert screen.view.until == 17
    button_up(window, left + width, top + high / 2)
    mouse_to(window, left + 1, top + high / 2)
    assert screen.view.until == 17, "nothing is held any more"


def test_it_runs_by_itself_to_its_end_and_begins_anew(open_window):
    window, screen = played(open_window)
    press_key(window, "v")
    click_spot(window, "Run")
    assert screen.view.until == 0
    seen = set()
    for _ in range(120):
        window.frame(0.1)
        seen.add(screen.view.until)
    assert seen == set(range(18))
    assert not screen.playing.replay.pace.runs
    assert "Run" in spots(window)


def test_free_play_has_a_replay_too(open_window):
    from tests.app.driving import battle

    window = open_window()
    screen = battle(window)
    press_key(window, "f")
    press_key(window, "space")
    assert screen.view.state.unit("gorak").down
    press_key(window, "v")
    press_key(window, "home")
    assert not screen.view.state.unit("gorak").down
    press_key(window, "escape")
    assert screen.view.state.unit("gorak").down


@pytest.mark.parametrize("turns", [True, False])
def test_v_opens_the_replay_and_closes_it(open_window, turns):
    from tests.app.driving import battle

    window = open_window()
    screen = made_up_battle(window) if turns else battle(window)
    press_key(window, "v")
    assert screen.tool is screen.playing.replay
    assert screen.view.until == len(screen.view.session.log)
    assert "V goes back" in screen.playing.prompt().text
    press_key(window, "v")
    assert screen.tool is screen.tools[0]
    assert screen.view.until is None

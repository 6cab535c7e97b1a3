"""Battles by turns with the real rules of the Movement phase: charges by clicks, moves by handles, directions, bots."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from game.app.play.direction import DirectionTool
from game.app.play.move_orders import MoveOrders
from game.app.screens.throw_dice import ThrowDice
from game.battle.phases import PHASES
from game.engine.opening import open_session
from game.engine.tape import Chosen, Rolled
from game.render.overlays import ChargeArrow, Ghost, Offered
from game.rules.remaining import Move
from game.table.bases import footprint
from tests.app.driving import (
    SCENARIOS,
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
from tests.app.tables import battle_table, unit


def begun(window, *more, without=(), players=None, by_hand=False, seed=3):
    """A battle from the table of the tools' tests, in the window."""
    from dataclasses import replace

    state = battle_table(*more)
    state = replace(state, units=tuple(one for one in state.units if one.id not in without))
    window.begin_battle(state, seed, players or {"hashut": "human", "empire": "human"}, by_hand=by_hand)
    window.frame(0.01)
    return window.screens[-1]


def asked(screen):
    pending = screen.view.session.pending
    return pending.kind if pending is not None else ""


def to_moves(window, screen):
    while asked(screen) != "move-unit":
        press_key(window, "return")
    return screen


def labels(screen):
    return [button.label for button in screen.playing.prompt().buttons]


def test_a_charge_is_declared_by_two_clicks_and_seen_as_an_arrow(open_window):
    window = open_window()
    screen = begun(window, without=("cutthroats",))
    assert asked(screen) == "declare-charge"
    click(window, *middle_of(screen, "gorak"))
    click(window, *middle_of(screen, "spearmen"))
    events = [one.event for one in screen.view.session.log if one.event.kind == "charge-declared"]
    assert [(one.unit, one.target) for one in events] == [("gorak", "spearmen")]
    arrows = [one for one in screen.face.overlays(screen.view, screen.tool) if isinstance(one, ChargeArrow)]
    assert len(arrows) == (0 if screen.view.state.unit("gorak").mark("charge", "charged") else 1)


def test_a_charge_that_cannot_be_is_told_why(open_window):
    window = open_window()
    screen = begun(window, unit("far", "empire", "empire-halberdiers", 4, 34, 300, 10, 5))
    click(window, *middle_of(screen, "gorak"))
    click(window, *middle_of(screen, "far"))
    assert "far" not in {entry.choice.target for entry in screen.view.session.tape if isinstance(entry, Chosen)}
    assert "(CHG-02)" in screen.view.message


def test_a_unit_is_moved_by_its_handles_and_keys(open_window):
    window = open_window()
    screen = to_moves(window, begun(window, without=("spearmen",)))
    offered = [one for one in screen.face.overlays(screen.view, screen.tool) if isinstance(one, Offered)]
    assert set(offered[-1].units) == {"gorak", "cutthroats"}
    before = screen.view.state.unit("cutthroats").pose
    click(window, *middle_of(screen, "cutthroats"))
    assert screen.playing.prompt().title == "Cutthroats: where to?"
    for _ in range(3):
        press_key(window, "down")
    assert screen.playing.prompt().title == "Cutthroats: 3.0″ spent, 1.0 of 4″ left"
    press_key(window, "return")
    after = screen.view.state.unit("cutthroats").pose
    assert (after.x - before.x) ** 2 + (after.y - before.y) ** 2 == pytest.approx(1.5**2)
    assert screen.view.session.tape[-1].choice == Move(unit="cutthroats", path=("back 1.5",))


def test_a_march_is_declared_first_and_goes_twice_as_far(open_window):
    window = open_window()
    away = unit("away", "hashut", "hobgoblin-cutthroats", 6, 6, 90, 10, 5)
    screen = to_moves(window, begun(window, away, without=("spearmen",)))
    click(window, *middle_of(screen, "away"))
    for _ in range(14):
        press_key(window, "up")
    assert screen.playing.prompt().title.startswith("Away: 7.0″ spent, 3.0 more than 4″")
    assert screen.playing.prompt().alarm, "seven inches are more than M and no march is declared"
    press_key(window, "m")
    assert screen.playing.prompt().title == "Away: 7.0″ spent, 1.0 of 8″ left (march)"
    assert not screen.playing.prompt().alarm
    press_key(window, "return")
    assert screen.view.session.tape[-1].choice.march
    assert screen.view.state.unit("away").pose.y == pytest.approx(13.0)


def test_a_unit_that_may_not_move_says_why_and_one_can_stay(open_window):
    window = open_window()
    screen = to_moves(window, begun(window, without=("spearmen",)))
    click(window, *middle_of(screen, "halberdiers"))
    assert screen.playing.prompt().text == "Halberdiers is not of the side whose turn it is (SEQ-06)"
    click(window, *middle_of(screen, "gorak"))
    click_spot(window, "Stay")
    assert screen.view.session.log[-1].event.kind == "unit-stayed"
    click(window, *middle_of(screen, "gorak"))
    assert screen.playing.prompt().text == "Gorak has had its move this turn (SEQ-06)"
    click_spot(window, "No more moves")
    assert screen.view.state.clock.side == "empire"


def hero(x, y, **more):
    return unit("hero", "hashut", "orc-warboss", x, y, 90, **more)


def test_a_character_joins_a_unit_that_he_reaches(open_window):
    band = unit("band", "hashut", "hobgoblin-cutthroats", 8, 12, 90, 10, 5)
    window = open_window()
    screen = to_moves(window, begun(window, band, hero(8, 8.5), without=("spearmen",)))
    click(window, *middle_of(screen, "hero"))
    click_spot(window, "Join Band")
    assert screen.view.state.unit("hero").host == "band"


def test_a_character_leaves_his_unit_and_what_forbids_it_is_told_before(open_window):
    from game.battle.ground import own_models

    band = unit("band", "hashut", "hobgoblin-cutthroats", 8, 12, 90, 10, 5)
    window = open_window()
    screen = to_moves(window, begun(window, band, hero(8, 12, host="band", place=2), without=("spearmen",)))
    assert own_models(screen.view.state, screen.view.state.unit("band")) == 9
    screen.view.select("hero")
    press_key(window, "g")
    assert screen.playing.prompt().title == "Hero: where to?"
    press_key(window, "up")
    assert "would end" in screen.playing.prompt().text
    assert screen.playing.prompt().alarm
    for _ in range(5):
        press_key(window, "up")
    assert not screen.playing.prompt().alarm
    press_key(window, "return")
    assert screen.view.session.log[-1].event.kind == "character-left"
    assert screen.view.state.unit("hero").host == ""


def test_a_direction_is_dragged_for_a_unit_that_goes_by_dice(open_window):
    window = open_window()
    screen = begun(window, unit("spawn", "hashut", "chaos-spawn", 8, 8, 90), without=("spearmen",))
    while asked(screen) != "choose-direction":
        press_key(window, "return")
    tool = screen.tool.inner(screen.view)
    assert isinstance(tool, DirectionTool)
    mouse_to(window, *screen.view.camera.at(20, 8.0))
    x, y = screen.view.camera.at(20, 8.0 - 0.5)
    click(window, x, y)
    assert tool.facing == pytest.approx(0.0, abs=3)
    ghosts = [one for one in screen.face.overlays(screen.view, screen.tool) if isinstance(one, Ghost)]
    assert ghosts[0].pose.facing % 360 == pytest.approx(tool.facing)
    facing = tool.facing
    press_key(window, "return")
    chosen = [entry.choice for entry in screen.view.session.tape if isinstance(entry, Chosen)]
    assert chosen[-1].facing == facing


def test_a_whole_battle_of_a_person_and_a_bot_ends(open_window):
    window = open_window()
    screen = window.show_battle(open_session(SCENARIOS / "giant_vs_spearmen.toml", battle=True))
    for _ in range(4000):
        if screen.view.session.pending is None:
            break
        if screen.playing.bots.asked(screen.view):
            window.frame(0.1)
        else:
            press_key(window, "return")
    assert screen.view.session.log[-1].event.kind == "battle-ended"
    by = {entry.by for entry in screen.view.session.tape if isinstance(entry, Chosen)}
    assert by == {"person", "bot:simple"}
    assert screen.playing.prompt().title
    assert screen.view.message == ""


def test_dice_that_fall_before_the_first_question_are_thrown_by_hand_too(open_window):
    window = open_window()
    state = battle_table(unit("trolls", "hashut", "trolls", 8, 8, 90, 3, 3))
    window.begin_battle(state, 3, {"hashut": "human", "empire": "human"}, by_hand=True)
    dialog = window.screens[-1]
    assert isinstance(dialog, ThrowDice)
    assert dialog.title.startswith("Trolls: ")
    window.frame(0.01)
    type_text(window, "1 1")
    press_key(window, "return")
    screen = window.screens[-1]
    assert next(one for one in screen.view.session.tape if isinstance(one, Rolled)).faces == (1, 1)
    assert screen.view.by_hand


def test_the_phases_are_those_of_the_engine_and_the_present_step_is_in_gold(open_window):
    window = open_window()
    screen = begun(window)
    names = [name for _, name in PHASES[0].steps]
    assert screen.playing.prompt().head.endswith(names[1])
    assert {"tool Orders", "tool Ruler", "tool Look", "tool Replay"} <= set(spots(window))


def test_the_move_orders_are_the_tool_of_both_questions(open_window):
    screen = begun(open_window())
    assert isinstance(screen.tools[0].own["move-unit"], MoveOrders)
    assert screen.tools[0].own["move-unit"] is screen.tools[0].own["move-after-failed-march"]


def test_a_battle_can_be_opened_from_the_command_line(monkeypatch):
    from click.testing import CliRunner

    from game.app import main
    from game.cli.commands import giantfall

    opened = []
    monkeypatch.setattr(main, "run_window", lambda path, size=None, battle=False: opened.append((path, battle)) or 0)
    assert CliRunner().invoke(giantfall, ["open", "two_giants", "--battle"]).exit_code == 0
    assert opened == [(Path("two_giants"), True)]
    assert CliRunner().invoke(giantfall, ["open", "--battle"]).exit_code == 2


def test_whoever_is_next_first_is_golden_and_enter_takes_it(open_window):
    window = open_window()
    fleeing = [
        unit(name, "hashut", "hobgoblin-cutthroats", x, 6, 90, 10, 5, fleeing=True)
        for name, x in (("left", 6), ("right", 40))
    ]
    screen = begun(window, *fleeing)
    while asked(screen) != "choose-next":
        press_key(window, "return")
    buttons = screen.playing.prompt().buttons
    assert [button.primary for button in buttons] == [True, False]
    assert [button.key_label for button in buttons] == ["Enter", "2"]
    first = screen.view.session.pending.options(screen.view.state)[0]
    click(window, *middle_of(screen, "right"))
    assert [(one.label, one.primary) for one in screen.playing.prompt().buttons] == [("Right: try to rally", True)]
    press_key(window, "escape")
    press_key(window, "return")
    assert [one.choice for one in screen.view.session.tape if isinstance(one, Chosen)][-1] == first


@pytest.mark.parametrize(("corner", "way"), [(3, "left"), (0, "right")])
def test_the_dot_on_a_corner_is_dragged_for_a_wheel(open_window, corner, way):
    window = open_window()
    away = unit("away", "hashut", "hobgoblin-cutthroats", 36, 6, 90, 10, 5)
    screen = to_moves(window, begun(window, away, without=("spearmen",)))
    click(window, *middle_of(screen, "away"))
    pose, formation = screen.view.state.unit("away").pose, screen.view.state.unit("away").formation
    x, y = footprint(pose, formation)[corner].tolist()
    camera = screen.view.camera
    mouse_to(window, *camera.at(x, y))
    button_down(window, *camera.at(x, y))
    mouse_to(window, *camera.at(x, y + 1.0), held=True)
    button_up(window, *camera.at(x, y + 1.0))
    assert screen.view.camera == camera, "the table is not dragged"
    press_key(window, "return")
    path = screen.view.session.tape[-1].choice.path
    assert len(path) == 1
    assert path[0].startswith(f"wheel {way} ")
    turned = screen.view.state.unit("away").pose.facing - 90.0
    assert turned == pytest.approx(round(math.degrees(math.atan2(1.0, 5 * 20 / 25.4))) * (1 if way == "left" else -1))

"""The fall tool: heat map, direction by mouse and keys, expectation, the fall itself."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app.tool import LEFT, RIGHT, Key
from game.app.tools.fall import FallTool
from game.app.tools.reckoning import expectation, reachable_ground
from game.battle.ground import base_of
from game.odds.fall import expected_toll
from game.render.overlays import Casualties, FallPath, HeatMap, Selection, Template
from game.rules.fall_map import hit_chances, under_template
from tests.app.tables import battle_table, drag, keys, label_of, take_up, unit, view_of


def only(kind, overlays):
    found = [overlay for overlay in overlays if isinstance(overlay, kind)]
    assert len(found) == 1, found
    return found[0]


def towards(view, angle, inches=4.0):
    x, y = base_of(view.state, view.state.unit("gorak")).centre[0].tolist()
    return x + inches * math.cos(math.radians(angle)), y + inches * math.sin(math.radians(angle))


def test_it_takes_the_first_giant_and_shows_the_exact_chances_at_once():
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    assert view.selected == "gorak"
    heat = only(HeatMap, tool.overlays(view))
    rows = {(owner.unit, owner.model): (cover, hit) for owner, cover, hit in hit_chances(view.state, "gorak") if cover}
    assert {(who, model): chance for who, model, chance in heat.chances} == {key: hit for key, (_, hit) in rows.items()}
    keys(tool, view, "h")
    covers = only(HeatMap, tool.overlays(view))
    assert {(who, model): chance for who, model, chance in covers.chances} == {
        key: cover for key, (cover, _) in rows.items()
    }
    assert covers.legend != heat.legend and max(c for *_, c in covers.chances) > max(c for *_, c in heat.chances)


def test_a_selected_giant_is_kept_and_a_click_takes_another():
    state = battle_table(unit("other", "empire", "orc-giant", 8, 8, 0))
    view = view_of(state)
    view.select("other")
    tool = take_up(FallTool(), view)
    assert view.selected == "other"
    drag(tool, view, (12, 12))
    assert tool.angle is not None
    assert drag(tool, view, tuple(base_of(state, state.unit("gorak")).centre[0]))
    assert view.selected == "gorak" and tool.angle is None
    keys(tool, view, "g")
    assert view.selected == "other"
    keys(tool, view, "g")
    assert view.selected == "gorak"
    keys(tool, view, "left")
    view.select("other")  # by the window, while a direction was pointed out
    assert tool.giant(view).id == "other" and tool.angle is None


@given(st.floats(0, 359.9))
def test_a_drag_points_from_the_middle_of_the_base_and_shift_takes_whole_degrees(angle):
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    assert drag(tool, view, towards(view, angle + 80), towards(view, angle, 9.0))
    assert abs((tool.angle - angle + 180) % 360 - 180) <= 0.051
    assert 0 <= tool.angle < 360
    drag(tool, view, towards(view, angle), towards(view, angle), shift=True)
    assert tool.angle == round(tool.angle)  # either one, of an angle in the middle of two
    assert abs((tool.angle - angle + 180) % 360 - 180) <= 0.5 + 1e-6
    template = only(Template, tool.overlays(view))
    (x, y), under = under_template(view.state, "gorak", tool.angle)
    assert (template.x, template.y, template.radius) == (x, y, 1.5)
    count = sum(len(models) for _, models in under)
    assert template.label == f"{tool.angle:.1f}° · {count} covered"
    assert dict(only(Casualties, tool.overlays(view)).models) == dict(under)


def test_the_arrow_keys_turn_the_direction():
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    keys(tool, view, "left")
    assert tool.angle == 70.0  # the way it looks
    keys(tool, view, "left", "left", "right", "up")
    assert tool.angle == 76.0
    keys(tool, view, "right", "right", shift=True)
    assert tool.angle == 66.0
    keys(tool, view, "down")
    assert tool.angle == 61.0
    keys(tool, view, "escape")
    assert tool.angle is None and not tool.key_pressed(view, Key("escape"))


def test_enter_lets_it_fall_there_and_undo_brings_everybody_back():
    view = view_of(battle_table())
    before = view.state
    tool = take_up(FallTool(), view)
    keys(tool, view, "return")
    assert "direction" in view.message and view.state == before
    drag(tool, view, towards(view, 100))
    angle = tool.angle
    assert [b.label for b in tool.prompt(view).buttons if b.primary] == ["Let it fall there"]
    keys(tool, view, "return")
    fell = view.session.log[0].event
    assert (fell.kind, fell.angle) == ("giant-fell", angle) and view.state.unit("gorak").down
    assert tool.angle is None and isinstance(tool.overlays(view)[0], Selection)
    assert "lies on the ground" in label_of(tool, view)
    keys(tool, view, "return")
    assert not view.state.unit("gorak").down
    view.session.undo()
    view.session.undo()
    assert view.state == before


def test_space_rolls_the_scatter_die():
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    roll = tool.prompt(view).buttons[0]
    assert (roll.label, roll.key_label, roll.primary, roll.enabled) == ("Roll the scatter die", "Space", True, True)
    keys(tool, view, "space")
    fell = view.session.log[0].event
    assert fell.dice[0].name == "scatter" and fell.dice[0].faces == (fell.angle,)
    other = view_of(battle_table())
    roll.action(other)  # a button acts on the view it is given
    assert not other.session.log  # nothing is selected there


def test_the_prompt_says_what_is_to_be_expected():
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    tolls = [toll for toll in expected_toll(view.state, "gorak") if toll.unit != "gorak"]
    hits, slain = (sum(getattr(toll, what) for toll in tolls) for what in ("hits", "slain"))
    yours = next(toll.slain for toll in tolls if toll.unit == "cutthroats")
    text = f"Expected: {hits:.1f} models hit, {slain:.1f} slain, {yours:.1f} of them yours."
    assert tool.prompt(view).text == text
    drag(tool, view, towards(view, 300))
    assert tool.prompt(view).text == "It hits nobody."
    gorak = replace(view.state.unit("gorak"), wounds=view.state.unit("gorak").type.profile.wounds - 1)
    dying = view.state.with_unit(gorak)
    assert "slays the Giant in" in expectation(gorak, dying, expected_toll(dying, "gorak"))


def test_the_dice_decide_how_many_of_the_covered_are_hit():
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    assert "covered" not in tool.prompt(view).text
    drag(tool, view, towards(view, 80))
    _, under = under_template(view.state, "gorak", tool.angle)
    count = sum(len(models) for _, models in under)
    text = tool.prompt(view).text
    assert text.startswith(f"{count} models covered; dice decide how many of them are hit (FALL-07). Expected: ")
    view = view_of(battle_table(fall_hits="each-model"))  # there every covered model is hit
    tool = take_up(FallTool(), view)
    drag(tool, view, towards(view, 80))
    assert "dice decide" not in tool.prompt(view).text


def test_buttons_keep_their_places_only_the_golden_one_changes():
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    before = tool.prompt(view).buttons
    drag(tool, view, towards(view, 80))
    after = tool.prompt(view).buttons
    assert [one.label for one in before] == [one.label for one in after]
    assert [one.primary for one in before] == [True, False, False]
    assert [one.primary for one in after] == [False, True, False]


def test_the_ground_within_reach_holds_every_landing_of_the_template():
    import shapely

    state = battle_table()
    for giant in (
        state.unit("gorak"),
        replace(state.unit("gorak"), pose=replace(state.unit("gorak").pose, facing=13.0)),
    ):
        area = shapely.Polygon(reachable_ground(state.with_unit(giant), giant)).buffer(0.02)
        for angle in range(0, 360, 5):
            (x, y), _ = under_template(state.with_unit(giant), "gorak", angle)
            assert area.contains(shapely.Point(x, y).buffer(1.5))


def test_a_table_without_giants_says_so():
    state = battle_table()
    view = view_of(replace(state, units=state.units[1:]))
    tool = take_up(FallTool(), view)
    assert tool.overlays(view) == () and "No Giant" in label_of(tool, view)
    assert not tool.press(view, 500, 400, LEFT) and not tool.key_pressed(view, Key("space"))


def test_the_right_button_and_shortcuts_are_left_to_the_window():
    view = view_of(battle_table())
    tool = take_up(FallTool(), view)
    assert not tool.press(view, 500, 400, RIGHT)
    assert not tool.key_pressed(view, Key("h", ctrl=True)) and not tool.key_pressed(view, Key("z"))


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_character_in_the_ranks_is_marked_at_his_place(scale):
    state = battle_table()
    ranks = state.unit("spearmen")
    hero = replace(unit("hero", "empire", "empire-captain", 0, 0, 0), host="spearmen", place=2, pose=ranks.pose)
    view = view_of(replace(state, units=(*state.units, hero)), scale)
    tool = take_up(FallTool(), view)
    drag(tool, view, towards(view, 80))
    heat = only(HeatMap, tool.overlays(view))
    assert {who for who, *_ in heat.chances} == {"spearmen", "cutthroats"}
    assert len({(who, place) for who, place, _ in heat.chances}) == len(heat.chances)
    assert 2 in dict(only(Casualties, tool.overlays(view)).models)["spearmen"]
    assert only(FallPath, tool.overlays(view)).outlines

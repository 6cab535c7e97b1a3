"""The move tool: handles, chains of manoeuvres, what is left of the movement, what is in the way, keys."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app.tool import LEFT, Key
from game.app.tools.dragging import dragged, joined, stepped
from game.app.tools.move import HANDLES, MoveTool
from game.app.tools.route import allowance
from game.battle.terrain import Terrain
from game.render.handles import handle_points
from game.render.overlays import Ghost, Handles, Obstruction, Swept
from game.rules.bundled import BOOK
from game.rules.moving import check_move
from game.table.bases import centre, footprint
from game.table.formation import Ranked
from game.table.manoeuvre import About, Advance, Back, Pivot, Reform, Sideways, Turn, Wheel
from game.table.pose import Pose
from tests.app.tables import battle_table, keys, label_of, take_up, unit, view_of


def alone(kind: str = "empire-spearmen", models: int = 20, files: int | None = 5, **more):
    """A table with one unit in the middle, looking up."""
    state = battle_table(width=72, depth=60, **more)
    return replace(
        state,
        units=(
            unit(
                "men",
                "empire",
                kind,
                36,
                30,
                90,
                models,
                files,
                command=("musician",) if kind == "empire-halberdiers" else (),
            ),
        ),
    )


def moving(state, chosen: str = "men"):
    view = view_of(state)
    view.select(chosen)
    return take_up(MoveTool(), view), view


def places(tool, view):
    """Screen points of all handles that are shown."""
    return handle_points(shown_handles(tool, view), view.camera, view.theme)


def shown_handles(tool, view):
    (found,) = [overlay for overlay in tool.overlays(view) if isinstance(overlay, Handles)]
    return found


def pull(tool, view, handle, by, shift=False, held=False):
    """Drag a handle by inches on the table; afterwards let go unless ``held``."""
    x, y = places(tool, view)[handle]
    assert tool.press(view, x, y, LEFT)
    view.shift = shift
    x, y = x + by[0] * view.camera.ppi, y - by[1] * view.camera.ppi
    tool.drag(view, x, y)
    if not held:
        tool.release(view, x, y)
    view.shift = False


def ghost(tool, view):
    found = [overlay for overlay in tool.overlays(view) if isinstance(overlay, Ghost)]
    return found[0] if found else None


def test_straight_handles_follow_the_mouse_by_tenths_of_an_inch():
    for handle, by, path in (
        ("advance", (0.4, 2.33), (Advance(2.3),)),
        ("back", (0, -1.5), (Back(1.5),)),
        ("left", (-1.04, 0.2), (Sideways("left", 1.0),)),
        ("right", (1.66, 0), (Sideways("right", 1.7),)),
        ("advance", (0, -2), ()),
    ):
        tool, view = moving(alone())
        pull(tool, view, handle, by)
        assert tool.plan.path == path, handle


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_drag_of_so_many_pixels_moves_the_unit_by_the_inches_of_these_pixels(scale):
    state = alone()
    view = view_of(state, scale)
    view.select("men")
    tool = take_up(MoveTool(), view)
    x, y = places(tool, view)["advance"]
    tool.press(view, x, y, LEFT)
    tool.drag(view, x, y - 40)
    assert tool.plan.draft == Advance(round(40 / view.camera.ppi, 1))


@pytest.mark.parametrize("facing", [90, 215])
@pytest.mark.parametrize(("side", "still", "outer", "sign"), [("left", 0, 3, 1), ("right", 3, 0, -1)])
def test_a_front_corner_that_is_dragged_forward_wheels_about_the_other_one(facing, side, still, outer, sign):
    state = alone()
    men = replace(state.unit("men"), pose=Pose(36, 30, facing))
    tool, view = moving(state.with_unit(men))
    corner = footprint(men.pose, men.formation)
    start = places(tool, view)[f"wheel-{side}"]
    nearest = min(range(4), key=lambda i: math.dist(start, view.camera.at(*corner[i])))
    assert nearest == outer  # the handle sits on the corner that moves
    assert tool.press(view, *start, LEFT)
    tool.drag(view, *start)
    assert tool.plan.draft is None  # taking it turns nothing
    turn = Pose(*corner[still], 0)
    taken = Pose(*view.table_at(*start), 0)
    there = taken.turned_about(turn.x, turn.y, sign * 37.2)
    tool.drag(view, *view.camera.at(there.x, there.y))
    assert tool.plan.draft == Wheel(side, 37.0)
    move = tool.plan.move(view.book, view.state, men)
    assert footprint(move.pose, move.formation)[still] == pytest.approx(corner[still], abs=1e-5)
    assert move.cost == pytest.approx(math.radians(37) * 5 * move.formation.base.width)
    assert math.dist(places(tool, view)[f"wheel-{side}"], view.camera.at(there.x, there.y)) < 1  # it follows the mouse


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_corner_that_is_pulled_backward_says_why_nothing_happens(side):
    tool, view = moving(alone())
    pull(tool, view, f"wheel-{side}", (0, -2), held=True)
    assert tool.plan.draft is None
    assert ghost(tool, view).fault == "a wheel goes forward only (MOV-03)" and not ghost(tool, view).ok
    prompt = tool.prompt(view)
    assert prompt.alarm and prompt.rules == ("MOV-03",) and prompt.text == "a wheel goes forward only (MOV-03)"
    tool.release(view, 0, 0)
    assert tool.plan.path == () and ghost(tool, view) is None and not tool.prompt(view).alarm
    pull(tool, view, f"wheel-{side}", (0, 1))
    pull(tool, view, f"wheel-{side}", (0, -2), held=True)
    assert [one.fault for one in tool.overlays(view) if isinstance(one, Ghost)] == [
        "a wheel goes forward only (MOV-03)"
    ]
    assert "of 8″ left" in tool.prompt(view).title


def test_a_straight_handle_that_is_dragged_the_wrong_way_names_the_one_that_goes_there():
    for handle, by, words in (
        ("advance", (0, -1), "behind"),
        ("back", (0, 1), "ahead"),
        ("left", (1, 0), "goes to the right"),
        ("right", (-1, 0), "goes to the left"),
    ):
        tool, view = moving(alone())
        pull(tool, view, handle, by, held=True)
        assert tool.prompt(view).alarm and words in tool.prompt(view).text, handle


@pytest.mark.parametrize("wheel_cost", ["arc", "chord"])
def test_a_wheel_with_shift_goes_as_far_as_half_a_circle(wheel_cost):
    tool, view = moving(alone(wheel_cost=wheel_cost))
    start = places(tool, view)["wheel-left"]
    corner = footprint(view.state.unit("men").pose, view.state.unit("men").formation)[0]
    there = Pose(*view.table_at(*start), 0).turned_about(float(corner[0]), float(corner[1]), 200.0)
    tool.press(view, *start, LEFT)
    view.shift = True
    tool.drag(view, *view.camera.at(there.x, there.y))
    assert tool.plan.draft == Wheel("left", 180.0)


@given(st.sampled_from([name for name in HANDLES if name != "pivot"]), st.floats(-14, 14), st.floats(-14, 14))
def test_without_shift_no_drag_costs_more_than_the_movement_affords(handle, dx, dy):
    state = alone()
    men = state.unit("men")
    draft = dragged(handle, (men.pose, men.formation), (36, 30), (36 + dx, 30 + dy), 3.3)
    if draft is not None:
        assert 0 <= check_move(BOOK, state, "men", (draft,)).cost <= 3.3 + 1e-9


@given(st.sampled_from(["advance", "wheel-left", "wheel-right"]), st.floats(-9, 9), st.floats(1, 9), st.floats(0, 9))
def test_what_was_planned_is_what_happens(handle, dx, dy, further):
    tool, view = moving(alone())
    pull(tool, view, handle, (dx, dy))
    pull(tool, view, "advance", (dx, further))
    men = view.state.unit("men")
    move = tool.plan.settled(view.book, view.state, men)
    assert move.cost <= allowance(view.book, view.state, men, tool.plan.path) + 1e-9
    assert not move.faults
    if move.steps:
        keys(tool, view, "return")
        after = view.state.unit("men")
        assert (after.pose, after.formation) == (move.pose, move.formation)
        assert tool.plan.path == () and ghost(tool, view) is None
        view.session.undo()
        assert view.state.unit("men") == men


def test_shift_goes_farther_and_says_why_that_is_not_allowed():
    tool, view = moving(alone())
    pull(tool, view, "advance", (0, 15))
    assert tool.plan.path == (Advance(8.0),)
    assert "0.0 of 8″ left" in tool.prompt(view).title and not tool.prompt(view).alarm
    tool.cancel(view)
    pull(tool, view, "advance", (0, 15), shift=True)
    assert tool.plan.path == (Advance(15.0),)
    prompt = tool.prompt(view)
    assert prompt.alarm and prompt.rules == ("MOV-07",) and "15.0″ spent, 7.0 more than 8″" in prompt.title
    assert ghost(tool, view).ok is False
    keys(tool, view, "return")
    assert view.alarm and "15.00 inches" in view.message and view.state.unit("men").pose.y == 30
    assert tool.plan.path  # it stays as a plan


def test_a_chain_is_listed_with_what_each_costs():
    tool, view = moving(alone())
    pull(tool, view, "wheel-left", (-1, 1.5))
    pull(tool, view, "advance", (-1, 2))
    assert [type(one) for one in tool.plan.path] == [Wheel, Advance]
    text = tool.prompt(view).text
    cost = tool.plan.settled(view.book, view.state, view.state.unit("men")).steps[0].cost
    assert text.startswith(f"wheel left {tool.plan.path[0].degrees:g}° ({cost:.1f}″) · advance ")
    swept = [overlay for overlay in tool.overlays(view) if isinstance(overlay, Swept)]
    assert swept[0].ok and len(swept[0].outlines) == 1
    keys(tool, view, "backspace")
    assert [type(one) for one in tool.plan.path] == [Wheel]
    keys(tool, view, "escape")
    assert tool.plan.path == () and not tool.key_pressed(view, Key("escape"))


def test_escape_in_the_middle_of_a_drag_gives_up_the_drag_alone():
    tool, view = moving(alone())
    pull(tool, view, "advance", (0, 2))
    pull(tool, view, "wheel-left", (-3, 3), held=True)
    assert len(tool.plan.move(view.book, view.state, view.state.unit("men")).steps) == 2
    keys(tool, view, "escape")
    tool.drag(view, 500, 500)
    tool.release(view, 500, 500)
    assert tool.plan.path == (Advance(2.0),)


def test_what_is_in_the_way_is_marked_where_it_is():
    state = alone()
    rock = Terrain("rock", "impassable", ((34, 34), (38, 34), (38, 35), (34, 35)), 5, "The Rock")
    tool, view = moving(replace(state, terrain=(rock,)))
    keys(tool, view, *["up"] * 12)
    marks = [overlay for overlay in tool.overlays(view) if isinstance(overlay, Obstruction)]
    assert len(marks) == 1 and "within 1 inch of The Rock" in marks[0].text
    assert marks[0].y == pytest.approx(34, abs=0.01) and 34 <= marks[0].x <= 38
    assert ghost(tool, view).ok is False and ghost(tool, view).fault == ""
    prompt = tool.prompt(view)
    assert prompt.alarm and "FORM-09" in prompt.rules and not prompt.buttons[0].enabled and prompt.buttons[0].why
    assert all(overlay.ok is False for overlay in tool.overlays(view) if isinstance(overlay, Swept))


def test_a_fault_without_a_place_on_the_way_is_said_at_the_ghost():
    tool, view = moving(battle_table(), "halberdiers")
    keys(tool, view, "down", "q", "q")
    assert "one direction only" in ghost(tool, view).fault


def test_who_may_pivot():
    tool, view = moving(alone())
    assert shown_handles(tool, view).forbidden == ("pivot",)
    at = places(tool, view)["pivot"]
    tool.move(view, *at)
    assert tool.prompt(view).alarm and "MOV-05" in tool.prompt(view).text and tool.prompt(view).rules == ("MOV-05",)
    assert tool.press(view, *at, LEFT)  # it pans nothing either
    tool.drag(view, at[0] + 90, at[1])
    tool.release(view, at[0] + 90, at[1])
    assert tool.plan.path == () and tool.plan.draft is None
    button = next(b for b in tool.prompt(view).buttons if b.label == "Pivot")
    assert not button.enabled and "MOV-05" in button.why
    tool, view = moving(alone("empire-halberdiers"))
    assert "pivot" in places(tool, view) and not shown_handles(tool, view).forbidden
    men = view.state.unit("men")
    pull(tool, view, "pivot", (4, 4))
    assert tool.plan.path == (Pivot("right", 45.0),)
    move = tool.plan.settled(view.book, view.state, men)
    assert centre(move.pose, move.formation) == pytest.approx(centre(men.pose, men.formation), abs=1e-5)
    keys(tool, view, "up")
    assert shown_handles(tool, view).forbidden == ("pivot",)  # only before it moves
    tool, view = moving(alone("siege-giant", 1, None))
    keys(tool, view, "up", ",", "up")
    assert "pivot" in places(tool, view) and not tool.prompt(view).alarm


def test_frontage_handles_change_the_files():
    for handle, by in (("wider-left", (-2.0, 0)), ("wider-right", (2.0, 0))):
        tool, view = moving(alone())
        width = view.state.unit("men").formation.base.width
        pull(tool, view, handle, by)
        assert tool.plan.path == (Reform(5 + round(4 / width)),)
    pull(tool, view, "wider-right", (-50, 0))
    assert tool.plan.path == (Reform(1),)
    assert tool.prompt(view).alarm and "FORM-03" in tool.prompt(view).rules
    tool, view = moving(alone("siege-giant", 1, None))
    assert not [name for name in places(tool, view) if name.startswith("wider")]


def test_everything_by_keys():
    tool, view = moving(alone())
    keys(tool, view, "up", "up", "up", "down")
    assert tool.plan.path == (Advance(1.0),)
    keys(tool, view, "left", "left", "right", shift=True)
    assert tool.plan.path == (Advance(1.0), Wheel("left", 1.0))
    keys(tool, view, "right", shift=True)
    keys(tool, view, "down", "down", "down")
    assert tool.plan.path == (Back(0.5),)
    keys(tool, view, "backspace", "q", "q", "e")
    assert tool.plan.path == (Sideways("left", 0.5),)
    keys(tool, view, "backspace", "]", "]", "[")
    assert tool.plan.path == (Reform(6),)
    keys(tool, view, "backspace", "b", "j", "k", ",", ".", ".")
    assert tool.plan.path == (About(), Turn("left"), Turn("right"), Pivot("right", 5.0))
    assert not tool.key_pressed(view, Key("up", ctrl=True)) and not tool.key_pressed(view, Key("z"))


@given(
    st.lists(
        st.sampled_from(
            [
                Advance(0.5),
                Back(0.5),
                Wheel("left", 5.0),
                Wheel("right", 5.0),
                Pivot("left", 5.0),
                Sideways("left", 0.1),
                Sideways("right", 0.1),
                About(),
                Reform(4),
            ]
        ),
        max_size=9,
    )
)
def test_a_path_that_grew_by_steps_ends_where_single_steps_lead(steps):
    start = (Pose(30, 30, 77), Ranked(unit("x", "empire", "empire-spearmen", 0, 0, 0).formation.base, 12, 4))
    path, place = (), start
    for step in steps:
        shorter = stepped(path, step)
        if (
            len(shorter) >= len(path)
            and shorter[: max(len(path) - 1, 0)] == path[:-1]
            and joined(path, step) == shorter
        ):
            place = step.after(*place)
        else:  # a step back: from the start again
            place = start
            for one in shorter:
                place = one.after(*place)
        path = shorter
    end = start
    for one in path:
        end = one.after(*end)
    assert (end[0].x, end[0].y) == pytest.approx((place[0].x, place[0].y), abs=1e-6)
    assert math.cos(math.radians(end[0].facing - place[0].facing)) == pytest.approx(1)


def test_a_character_in_the_ranks_moves_with_them():
    state = battle_table()
    hero = replace(unit("hero", "empire", "empire-captain", 0, 0, 0), host="halberdiers", place=0)
    tool, view = moving(replace(state, units=(*state.units, hero)), "hero")
    assert tool.unit(view).id == "halberdiers"
    keys(tool, view, "up", "return")
    assert view.session.log[-1].event.unit == "halberdiers"


def test_another_selection_drops_the_plan():
    tool, view = moving(battle_table(), "halberdiers")
    keys(tool, view, "up")
    view.select("cutthroats")
    assert ghost(tool, view) is None and label_of(tool, view).startswith("Cutthroats: where to?")
    view.select("")
    assert "Which unit" in label_of(tool, view) and tool.overlays(view) == ()
    assert not tool.press(view, 300, 300, LEFT) and not tool.key_pressed(view, Key("up"))


def test_the_handle_under_the_mouse_is_lit_and_explained():
    tool, view = moving(alone("empire-halberdiers"))
    assert "drag this corner forward" in HANDLES["wheel-left"]
    for name, at in places(tool, view).items():
        tool.move(view, *at)
        assert shown_handles(tool, view).active == name
        assert tool.prompt(view).text == HANDLES[name]
    tool.move(view, 0, 0)
    assert "M 4" in tool.prompt(view).text


def test_an_event_of_the_mouse_is_answered_at_once_among_forty_units(benchmark):
    """Bounded loosely, for a busy machine; the benchmark has the number."""
    crowd = [unit(f"u{i}", "empire", "empire-halberdiers", 8 + i % 8 * 8, 8 + i // 8 * 9, 90, 20, 5) for i in range(40)]
    state = replace(battle_table(width=80, depth=60), units=tuple(crowd))
    tool, view = moving(state, "u12")
    x, y = places(tool, view)["wheel-left"]
    tool.press(view, x, y, LEFT)
    turn = iter(range(1_000_000))

    def event() -> None:
        step = next(turn)
        tool.drag(view, x - 30 - step % 60, y - 40 - step % 7)
        tool.overlays(view)
        tool.prompt(view)

    benchmark(event)
    taken = []
    for _ in range(15):
        began = time.perf_counter()
        event()
        taken.append(time.perf_counter() - began)
    assert sorted(taken)[7] < 0.1

"""The look tool: arcs, who stands in which, lines of sight and what stops them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.app.tool import LEFT, Key
from game.app.tools.look import AT_ONCE, LookTool
from game.battle.terrain import Terrain
from game.render.overlays import ArcLines, Hover, SightLine
from game.rules.sight import view as looks
from game.table.arcs import charged_arc
from tests.app.tables import battle_table, keys, label_of, take_up, unit, view_of


def field(*more, **rest):
    """Men who look up the table, with somebody in each arc; the rear one stands behind a rock that blocks nobody."""
    units = (
        unit("men", "empire", "empire-halberdiers", 24, 18, 90, 10, 5),
        unit("ahead", "hashut", "hobgoblin-cutthroats", 24, 26, 270, 10, 5),
        unit("beside", "hashut", "hobgoblin-cutthroats", 12, 18, 0, 10, 5),
        unit("behind", "hashut", "hobgoblin-cutthroats", 24, 8, 90, 10, 5),
    )
    return replace(battle_table(**rest), units=(*units, *more))


def looking(state, viewer="men"):
    view = view_of(state)
    view.select(viewer)
    return take_up(LookTool(), view), view


def lines(tool, view):
    return [overlay for overlay in tool.overlays(view) if isinstance(overlay, SightLine)]


def test_everybody_stands_in_the_arc_that_the_rules_say():
    tool, view = looking(field())
    men = view.state.unit("men")
    for one in tool.seen(view, men):
        other = view.state.unit(one.unit)
        assert one.arc == charged_arc(men.pose, men.formation, other.pose, other.formation).winner
    text = tool.prompt(view).text
    assert text == "It sees Ahead. In front: Ahead. On its left: Beside. Behind: Behind."
    arcs = [overlay for overlay in tool.overlays(view) if isinstance(overlay, ArcLines)]
    assert len(arcs) == 1 and arcs[0].arcs == ("front",)


def test_a_line_is_drawn_to_each_unit_in_front_and_agrees_with_the_rules():
    tool, view = looking(battle_table(), "cutthroats")
    ahead = [one.unit for one in tool.seen(view, view.state.unit("cutthroats")) if one.ahead]
    for name in ahead:
        line, _ = tool.line(view, view.state.unit("cutthroats"), name)
        assert (line is not None and line.clear) == looks(view.state, "cutthroats", name).clear
    assert len(lines(tool, view)) == len([n for n in ahead if tool.line(view, view.state.unit("cutthroats"), n)[0]])


def test_what_stands_in_the_way_is_named_and_the_line_stops_there():
    wall = Terrain("keep", "building", ((18, 21), (30, 21), (30, 22), (18, 22)), 4, "The Keep")
    tool, view = looking(field(terrain=(wall,)))
    (line,) = lines(tool, view)
    assert not line.clear and line.stopped == pytest.approx((24, 21))
    assert tool.prompt(view).text.startswith("It sees nobody.")
    keys(tool, view, "right")
    assert tool.target == "ahead"  # the nearest
    keys(tool, view, "right")
    assert tool.target == "behind"
    keys(tool, view, "left")
    assert "It is not seen: The Keep in the way." in label_of(tool, view)
    assert Hover("ahead") in tool.overlays(view)


def test_a_unit_that_blocks_stops_the_line_too():
    screen = unit("screen", "hashut", "hobgoblin-cutthroats", 24, 22, 270, 30, 15)
    tool, view = looking(field(screen))
    blocked = [line for line in lines(tool, view) if not line.clear]
    assert len(blocked) == 1 and blocked[0].stopped is not None and 22 - 1e-6 <= blocked[0].stopped[1] < 24
    assert lines(tool, view)[0].clear  # the screen itself is seen


def test_one_unit_after_the_other_by_keys_and_by_shift_click():
    tool, view = looking(field())
    keys(tool, view, "left")
    assert tool.target == "beside"  # the farthest
    assert "In its left arc" in label_of(tool, view) and "no part of it lies in the front arc" in label_of(tool, view)
    assert lines(tool, view) == []
    assert [o for o in tool.overlays(view) if isinstance(o, ArcLines)][0].arcs == ("left",)
    keys(tool, view, "escape")
    assert tool.target == "" and not tool.key_pressed(view, Key("escape"))
    at = view.camera.at(24, 26.5)
    assert not tool.press(view, *at, LEFT)
    view.shift = True
    assert tool.press(view, *at, LEFT) and tool.target == "ahead"
    view.select("behind")
    assert label_of(tool, view).startswith("Seen from Behind |")


def test_in_a_crowd_only_the_nearest_are_looked_at_together():
    crowd = [
        unit(f"c{i}", "hashut", "hobgoblin-cutthroats", 8 + 5.5 * (i % 7), 27 + 4 * (i // 7), 270, 6, 3)
        for i in range(14)
    ]
    tool, view = looking(field(*crowd))
    ahead = [one for one in tool.seen(view, view.state.unit("men")) if one.ahead]
    assert len(ahead) > AT_ONCE >= len(lines(tool, view))
    assert "nearest in front" in tool.prompt(view).text


def test_a_character_looks_with_the_unit_he_has_joined_and_nobody_needs_nothing():
    hero = replace(unit("hero", "empire", "empire-captain", 0, 0, 0), host="men", place=0)
    tool, view = looking(field(hero), "hero")
    assert tool.viewer(view).id == "men"
    view.select("")
    assert "Who looks" in label_of(tool, view) and tool.overlays(view) == () and not tool.key_pressed(view, Key("left"))

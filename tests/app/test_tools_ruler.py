"""The ruler: snapping, inches, the closest distance of two units, keys."""

from __future__ import annotations

import math

import pytest

from game.app.tool import LEFT, RIGHT, Key
from game.app.tools.ruler import RulerTool
from game.battle.ground import bases_of
from game.render.overlays import Ruler
from game.table.bases import footprint
from game.table.distance import distance
from tests.app.tables import battle_table, drag, keys, label_of, take_up, view_of


def measured(tool, view):
    return [overlay for overlay in tool.overlays(view) if isinstance(overlay, Ruler)]


def corner(view, unit, number):
    return tuple(footprint(view.state.unit(unit).pose, view.state.unit(unit).formation)[number].tolist())


def test_over_the_bare_table_it_measures_from_point_to_point():
    view = view_of(battle_table())
    tool = take_up(RulerTool(), view)
    assert drag(tool, view, (3, 30), (5, 31), (9, 34))
    (ruler,) = measured(tool, view)
    assert ruler.inches == pytest.approx(math.hypot(6, 4)) and (ruler.a, ruler.b) == (
        pytest.approx((3, 30)),
        pytest.approx((9, 34)),
    )
    assert label_of(tool, view) == "Measured: 7.2″ | "


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_it_jumps_to_corners_and_tells_the_closest_distance_of_the_two_units(scale):
    view = view_of(battle_table(), scale)
    tool = take_up(RulerTool(), view)
    one, other = corner(view, "cutthroats", 0), corner(view, "halberdiers", 3)
    off = 4 / view.camera.ppi
    drag(tool, view, (one[0] + off, one[1]), (other[0], other[1] - off))
    closest, free = measured(tool, view)
    assert free.a == pytest.approx(one) and free.b == pytest.approx(other) and free.label == ""
    away = distance(bases_of(view.state.unit("cutthroats")), bases_of(view.state.unit("halberdiers")))
    assert closest.inches == pytest.approx(away) and closest.label == f"closest {away:.1f}″"
    assert f"Cutthroats and Halberdiers are {away:.1f}″ apart" in label_of(tool, view)


def test_inside_a_large_base_it_still_knows_the_unit():
    view = view_of(battle_table())
    view.camera = view.camera.zoomed_at(*view.camera.at(24, 16), 8)
    tool = take_up(RulerTool(), view)
    middle = bases_of(view.state.unit("gorak")).centre[0]
    drag(tool, view, tuple(middle), tuple(bases_of(view.state.unit("spearmen")).centre[8]))
    assert {unit.id for unit in tool.measured(view)} == {"gorak", "spearmen"}


def test_a_click_measures_nothing_and_one_unit_has_no_distance():
    view = view_of(battle_table())
    tool = take_up(RulerTool(), view)
    assert drag(tool, view, (3, 30)) and measured(tool, view) == []
    drag(tool, view, corner(view, "halberdiers", 0), corner(view, "halberdiers", 2))
    assert len(measured(tool, view)) == 1 and tool.measured(view) is None


def test_arrow_keys_measure_from_unit_to_unit():
    view = view_of(battle_table())
    tool = take_up(RulerTool(), view)
    keys(tool, view, "right")
    assert view.selected == "gorak" and [u.id for u in tool.measured(view)] == ["gorak", "spearmen"]
    keys(tool, view, "right")
    assert tool.measured(view)[1].id == "cutthroats"
    keys(tool, view, "left", "left")
    assert tool.measured(view)[1].id == "halberdiers"
    away = distance(bases_of(view.state.unit("gorak")), bases_of(view.state.unit("halberdiers")))
    assert measured(tool, view)[0].inches == pytest.approx(away)
    view.select("halberdiers")
    keys(tool, view, "right")
    assert [u.id for u in tool.measured(view)] == ["halberdiers", "gorak"]
    keys(tool, view, "escape")
    assert measured(tool, view) == [] and not tool.key_pressed(view, Key("escape"))
    assert not tool.key_pressed(view, Key("up")) and not tool.press(view, 200, 200, RIGHT)


def test_after_an_undo_ends_on_units_are_gone_and_ends_on_the_table_stay():
    view = view_of(battle_table())
    tool = take_up(RulerTool(), view)
    drag(tool, view, (3, 30), (9, 34))
    tool.changed(view)
    assert len(measured(tool, view)) == 1
    drag(tool, view, (3, 30), corner(view, "halberdiers", 0))
    tool.changed(view)
    assert measured(tool, view) == []
    assert tool.press(view, 300, 300, LEFT)
    tool.cancel(view)
    tool.drag(view, 400, 400)
    tool.release(view, 400, 400)
    assert measured(tool, view) == []

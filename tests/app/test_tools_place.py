"""A table of one's own: put down, move, turn, re-rank, take off, save as a scenario; new tables."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from game.app.tool import LEFT, Key
from game.app.tools import every_tool
from game.app.tools.new_table import SIZES, NewTable, bundled_armies, new_table
from game.app.tools.place import PlaceTool
from game.app.tools.recruits import palette, recruited
from game.app.tools.save_scenario import save_scenario, suggested_name
from game.catalogue import bundled_catalogue
from game.errors import InputError
from game.render.handles import handle_points
from game.render.overlays import Ghost, Handles
from game.rules.table_tools import place_faults
from game.scenario.loader import load_scenario
from game.table.bases import centre, footprint
from tests.app.tables import battle_table, drag, keys, label_of, take_up, view_of


def empty(**more):
    return replace(battle_table(**more), units=())


def placing(state, scale=1.0):
    view = view_of(state, scale)
    return take_up(PlaceTool(), view), view


def middle_of(view, name):
    one = view.state.unit(name)
    return centre(one.pose, one.formation)


def ghosts(tool, view):
    return [overlay for overlay in tool.overlays(view) if isinstance(overlay, Ghost)]


def click(tool, view, at):
    tool.press(view, *view.camera.at(*at), LEFT)
    tool.release(view, *view.camera.at(*at))


def test_a_unit_of_the_catalogue_is_picked_follows_the_mouse_and_is_put_down():
    tool, view = placing(empty())
    asked = []
    view.ask_item = lambda title, items, then: (asked.append(items), then("empire-spearmen"))
    keys(tool, view, "a")
    assert len(asked[0]) > 30
    tool.move(view, *view.camera.at(20, 10))
    (ghost,) = ghosts(tool, view)
    assert ghost.ok and centre(ghost.pose, ghost.formation) == pytest.approx((20, 10), abs=1e-6)
    click(tool, view, (22, 12))
    assert view.selected == "empire-spearmen" and middle_of(view, "empire-spearmen") == pytest.approx(
        (22, 12), abs=1e-6
    )
    assert view.state.unit("empire-spearmen").side == "hashut" and tool.in_hand() is None
    view.session.undo()
    assert view.state.units == ()


def test_every_type_can_be_put_down_on_an_empty_table():
    state = empty(width=96, depth=96)
    for item in palette():
        one = recruited(state, bundled_catalogue()[item.id], "empire", (48, 48), 270.0)
        assert place_faults(state, one) == (), item.id
        assert centre(one.pose, one.formation) == pytest.approx((48, 48), abs=1e-5)


def test_two_of_a_kind_get_names_of_their_own():
    tool, view = placing(empty())
    for x in (10, 24, 38):
        tool.take(view, "siege-giant")
        click(tool, view, (x, 12))
    assert [u.id for u in view.state.units] == ["siege-giant", "siege-giant-2", "siege-giant-3"]
    assert len({u.name for u in view.state.units}) == 3


def test_a_ghost_that_may_not_stand_there_is_red_and_is_not_put_down():
    tool, view = placing(battle_table())
    tool.take(view, "empire-spearmen")
    tool.move(view, *view.camera.at(24, 16))
    (ghost,) = ghosts(tool, view)
    assert not ghost.ok and "would stand on Gorak" in ghost.fault
    prompt = tool.prompt(view)
    assert prompt.alarm and not prompt.buttons[0].enabled and prompt.rules == ("FORM-10",)
    before = view.state
    click(tool, view, (24, 16))
    assert view.state == before and view.alarm and tool.in_hand() is not None
    click(tool, view, (47.5, 16))
    assert "wholly on the table" in view.message
    keys(tool, view, "escape")
    assert tool.in_hand() is None and not tool.key_pressed(view, Key("escape"))


def test_a_new_unit_grows_turns_changes_sides_and_is_put_down_by_keys():
    tool, view = placing(empty())
    tool.take(view, "empire-spearmen")
    least = tool.in_hand().formation.models
    keys(tool, view, *["k"] * 6, "j")
    assert tool.in_hand().formation.models == least + 5 == tool.in_hand().muster.models
    keys(tool, view, "x")
    assert tool.in_hand().side == "empire" and tool.side == "empire"
    keys(tool, view, ",", ".", ".")
    assert tool.in_hand().pose.facing == 85.0
    here = centre(tool.in_hand().pose, tool.in_hand().formation)
    keys(tool, view, "right", "up")
    keys(tool, view, "left", shift=True)
    assert centre(tool.in_hand().pose, tool.in_hand().formation) == pytest.approx(
        (here[0] + 0.4, here[1] + 0.5), abs=1e-5
    )
    files = tool.in_hand().formation.files
    keys(tool, view, "]", "return")
    put = view.state.unit("empire-spearmen")
    assert put.formation.files == files + 1 and put.side == "empire" and put.pose.facing == 85.0
    tool.take(view, "siege-giant")
    assert tool.in_hand().pose.facing == 270.0
    keys(tool, view, "k", "delete")
    assert tool.in_hand() is None and len(view.state.units) == 1


def test_a_new_unit_in_ranks_has_its_command_group_and_g_changes_it():
    tool, view = placing(empty())
    tool.take(view, "empire-spearmen")
    assert tool.in_hand().muster.command == ("champion", "musician", "standard")
    given = []
    for _ in range(4):
        keys(tool, view, "g")
        given.append(len(tool.in_hand().muster.command))
    assert given == [0, 1, 2, 3]
    keys(tool, view, "k")
    assert len(tool.in_hand().muster.command) == 3  # another size keeps it
    keys(tool, view, "return")
    assert view.state.unit("empire-spearmen").muster.command == ("champion", "musician", "standard")
    assert not tool.key_pressed(view, Key("g"))  # only of a new unit
    for kind in ("siege-giant", "skink-skirmishers", "empire-captain"):
        tool.take(view, kind)
        assert tool.in_hand().muster.command == (), kind
    for item in palette():
        tool.take(view, item.id)
        allowed = [role for role, _ in tool.in_hand().type.command]
        assert set(tool.in_hand().muster.command) <= set(allowed)


def test_the_prompt_says_how_a_new_unit_is_changed_and_has_buttons_for_it():
    tool, view = placing(empty())
    tool.take(view, "empire-spearmen")
    prompt = tool.prompt(view)
    count = tool.in_hand().formation.models
    assert prompt.text.startswith(f"{count} models (J K), ")
    assert "wide ([ ])" in prompt.text and "full command (G)" in prompt.text
    buttons = {one.label: one for one in prompt.buttons}
    assert [buttons[label].key_label for label in ("More models", "Fewer", "Wider", "Narrower", "Command")] == list(
        "KJ][G"
    )
    assert buttons["Side: Chaos Dwarfs"].key_label == "X changes"
    buttons["More models"].action(view)
    assert tool.in_hand().formation.models == count + 1
    view.camera = view.camera.viewing((100, 50, 500, 300))
    assert len(tool.prompt(view).buttons) <= 4
    keys(tool, view, "g")
    assert "no command (G)" in tool.prompt(view).text
    keys(tool, view, "g", "g")
    assert "champion and musician (G)" in tool.prompt(view).text
    tool.take(view, "siege-giant")
    assert "(J K)" not in tool.prompt(view).text and "(G)" not in tool.prompt(view).text


@pytest.mark.parametrize(("scale", "zoom"), list(itertools.product((1.0, 1.5, 2.0), (0.5, 1.0, 2.0))))
def test_a_dragged_unit_moves_by_the_inches_of_the_pixels_and_its_ghost_has_its_size(scale, zoom):
    tool, view = placing(battle_table(), scale)
    view.camera = view.camera.zoomed_at(*view.camera.at(38, 26), zoom)
    x, y = middle_of(view, "halberdiers")
    px, py = view.camera.at(x, y)
    assert tool.press(view, px, py, LEFT) and view.selected == "halberdiers"
    tool.drag(view, px - 50, py + 31)
    tool.drag(view, px - 100, py + 20)
    (ghost,) = ghosts(tool, view)
    was = view.state.unit("halberdiers")
    assert ghost.formation == was.formation
    shift = view.camera.to_screen(footprint(ghost.pose, ghost.formation)) - view.camera.to_screen(
        footprint(was.pose, was.formation)
    )
    assert shift.ravel().tolist() == pytest.approx([-100, 20] * 4, abs=0.01)
    tool.release(view, px - 100, py + 20)
    ppi = view.camera.ppi
    assert middle_of(view, "halberdiers") == pytest.approx((x - 100 / ppi, y - 20 / ppi), abs=1e-5)


def test_where_a_unit_cannot_stand_it_goes_back():
    tool, view = placing(battle_table())
    before = view.state
    assert drag(tool, view, middle_of(view, "halberdiers"), (30, 20), middle_of(view, "gorak"))
    assert view.state == before and "Halberdiers would stand on Gorak" in view.message
    assert ghosts(tool, view) == []


def test_a_drag_that_is_given_up_leaves_everything_as_it_was():
    tool, view = placing(battle_table())
    before = view.state
    tool.press(view, *view.camera.at(*middle_of(view, "halberdiers")), LEFT)
    tool.drag(view, 300, 300)
    tool.cancel(view)
    tool.drag(view, 320, 320)
    tool.release(view, 320, 320)
    assert view.state == before and view.session.log == []
    click(tool, view, middle_of(view, "halberdiers"))
    assert view.state == before and view.selected == "halberdiers"


def handles(tool, view):
    (found,) = [overlay for overlay in tool.overlays(view) if isinstance(overlay, Handles)]
    return handle_points(found, view.camera, view.theme)


def test_handles_turn_and_re_rank():
    tool, view = placing(battle_table())
    view.select("halberdiers")
    x, y = middle_of(view, "halberdiers")
    assert tool.press(view, *handles(tool, view)["turn"], LEFT)
    tool.drag(view, *view.camera.at(x + 5, y + 5.1))
    tool.release(view, *view.camera.at(x + 5, y + 5.1))
    assert view.state.unit("halberdiers").pose.facing == 46.0
    assert middle_of(view, "halberdiers") == pytest.approx((x, y), abs=1e-5)
    view.shift = True
    tool.press(view, *handles(tool, view)["turn"], LEFT)
    tool.release(view, *view.camera.at(x - 5, y + 0.4))
    view.shift = False
    assert view.state.unit("halberdiers").pose.facing == 180.0
    right = handles(tool, view)["wider-right"]
    tool.press(view, *right, LEFT)
    tool.release(view, right[0], right[1] - 2 * view.state.unit("halberdiers").formation.base.width * view.camera.ppi)
    assert view.state.unit("halberdiers").formation.files == 9


def test_a_standing_unit_is_changed_by_keys_at_once():
    tool, view = placing(battle_table())
    view.select("halberdiers")
    x, y = middle_of(view, "halberdiers")
    keys(tool, view, "left", "down", ",", "[")
    now = view.state.unit("halberdiers")
    assert (now.pose.facing, now.formation.files) == (220.0, 4)
    assert middle_of(view, "halberdiers") == pytest.approx((x - 0.5, y - 0.5), abs=1e-5)
    assert not tool.key_pressed(view, Key("k"))  # only a new unit gets more models
    keys(tool, view, "delete")
    assert [u.id for u in view.state.units] == ["gorak", "spearmen", "cutthroats"] and view.selected == ""
    assert not tool.key_pressed(view, Key("left")) and not tool.key_pressed(view, Key("a", ctrl=True))


def test_save_as_scenario_writes_what_stands_there(tmp_path):
    tool, view = placing(replace(battle_table(), name='Über die Brücke: "Teil 2"'))
    view.select("halberdiers")
    keys(tool, view, "left", ",")
    target = tmp_path / "mine"
    asked = []
    view.ask_path = lambda title, suggested, then: (asked.append((title, suggested)), then(target))
    keys(tool, view, "w")
    assert asked == [("Save as scenario", "über-die-brücke-teil-2.toml")] and not view.alarm
    again = load_scenario(tmp_path / "mine.toml")
    assert again.state == view.state and again.seed == view.session.seed
    view.path = tmp_path / "mine.toml"
    assert suggested_name(view) == "mine.toml"
    keys(tool, view, "left")
    text = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text("# my own words\n" + text, encoding="utf-8")
    keys(tool, view, "w")
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8").startswith("# my own words")
    assert load_scenario(tmp_path / "mine.toml").state == view.state
    target = tmp_path / "no" / "such" / "folder.toml"
    save_scenario(view)
    assert view.alarm and view.message


def test_new_tables_empty_and_with_every_pair_of_armies():
    armies = [army.file for army in bundled_armies()]
    assert len(armies) >= 2 and all(army.name for army in bundled_armies())
    for width, depth in SIZES:
        bare = new_table(NewTable(width, depth)).state
        assert (bare.width, bare.depth, bare.units, bare.clock.turn) == (width, depth, (), 0)
        assert len(bare.sides) == 2
    for near, far in itertools.product(armies, repeat=2):
        state = new_table(NewTable(72, 48, (near, far))).state
        assert {u.side for u in state.units} == {"first", "second"}
        assert all(u.pose.y < 24 for u in state.standing() if u.side == "first")
        assert not [fault for u in state.standing() for fault in place_faults(state, u)]
    only = new_table(NewTable(72, 48, ("", armies[0]))).state
    assert {u.side for u in only.units} == {"second"}


def test_a_new_table_that_cannot_be_says_why():
    with pytest.raises(InputError, match="6 to 240 inches"):
        new_table(NewTable(3, 48))
    with pytest.raises(InputError, match="no file"):
        new_table(NewTable(72, 48, ("nobody.toml", "")))
    with pytest.raises(InputError):
        new_table(NewTable(12, 12, (bundled_armies()[0].file, "")))


def test_the_empty_table_asks_to_be_set_up_and_tools_have_keys_of_their_own():
    tool, view = placing(empty())
    assert "Set the table up" in label_of(tool, view) and not tool.press(view, 300, 300, LEFT)
    tools = every_tool()
    assert len({tool.key for tool in tools}) == len(tools) == 7
    for one in tools:
        one.start(view)
        assert one.prompt(view).title and isinstance(one.overlays(view), tuple)
        assert len(one.prompt(view).buttons) <= (8 if one.name == "Replay" else 4) and one.hint
        taken = [label.lower() for labels, _ in getattr(one, "keys", ()) for label in labels.split()]
        assert not {other.key for other in tools} & set(taken)

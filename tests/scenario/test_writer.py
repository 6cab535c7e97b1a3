"""The writer: round trips, and what people wrote by hand stays where it was."""

import stat
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.marks import Mark
from game.battle.state import Clock, Engagement
from game.battle.terrain import Terrain
from game.battle.unit import Muster, Unit
from game.catalogue import bundled_catalogue
from game.errors import InputError
from game.resources import folder
from game.scenario import bundled_scenarios, load_scenario, scenario_text, write_scenario
from game.scenario.blocks import split
from game.table.formation import Loose, Ranked, Single
from game.table.pose import Pose
from tests.scenario.writing import BASIC, put

HANDMADE = """\
#:schema ./scenario.json
# A file full of remarks.
format = 1   # the first
name = "Remarks"
table = { width = 72, depth = 48 }   # inches

seed = 5

[rules]   # house rules
fall_hits = "each-model"   # the old way

[[side]]
id = "red"   # ours

# Theirs.
[[side]]
id = "blue"

# ======== Red ========

# About alpha: [[unit]] in a comment.
[[unit]]
id = "alpha"   # first
side = "red"
type = "siege-giant"
at = [10, 10]   # remark on the place of alpha
facing = 90
# base = [50, 50]

# About bravo.
# It has two lines.
[[unit]]
id = "bravo"
side = "red"
type = "hobgoblin-cutthroats"
models = 20
files = 5
at = [
  20.0,   # across
  10.0,   # up
]
facing = 90

# The wood.
[[terrain]]
kind = "wood"
outline = [[30, 20], [34, 20], [34, 24]]

# About charlie.
[[unit]]
id = "charlie"
side = "blue"
type = "empire-spearmen"
models = 20
at = [30, 30]
facing = 270

# About delta.
[[unit]]
id = "delta"
side = "blue"
type = "empire-knights"
models = 5
at = [42, 30]
facing = 270

# A hill without a name.
[[terrain]]
kind = "hill"
outline = [[50, 20], [54, 20], [54, 24]]
# The end.
"""
REMARKS = {
    "alpha": "# About alpha: [[unit]] in a comment.",
    "bravo": "# About bravo.\n# It has two lines.",
    "charlie": "# About charlie.",
    "delta": "# About delta.",
}


@pytest.fixture
def handmade(tmp_path):
    path = put(tmp_path, HANDMADE)
    return path, load_scenario(path)


def blocks_of(text, kind="unit"):
    return {block.id: block for block in split(text) if block.kind == kind}


def recruit(id, x, y, side="red"):
    kind = bundled_catalogue()["empire-halberdiers"]
    return Unit(
        Muster(id, side, id.title(), kind, 12, equipment=kind.equipment), Pose(x, y, 90.0), Ranked(kind.base, 12, 4)
    )


@pytest.mark.parametrize("path", bundled_scenarios(), ids=lambda path: path.stem)
def test_a_battle_that_has_not_changed_leaves_its_file_as_it_is(path):
    scenario = load_scenario(path)
    assert scenario_text(scenario.state, scenario.seed, path, path) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", bundled_scenarios(), ids=lambda path: path.stem)
def test_a_new_file_gives_the_same_battle(tmp_path, path):
    scenario = load_scenario(path)
    new = tmp_path / "new.toml"
    write_scenario(scenario.state, scenario.seed, new)
    again = load_scenario(new)
    assert (again.state, again.seed, again.warnings) == (scenario.state, scenario.seed, ())


def test_the_text_of_a_change_is_that_change(handmade):
    path, scenario = handmade
    alpha = replace(scenario.state.unit("alpha"), pose=Pose(12.5, 11.0, 90.0), wounds=2, down=True)
    text = scenario_text(scenario.state.with_unit(alpha), 6, path, path)
    expected = HANDMADE.replace("at = [10, 10]   # remark", "at = [12.5, 11.0]   # remark").replace(
        "seed = 5", "seed = 6"
    )
    expected = expected.replace(
        "facing = 90\n# base = [50, 50]\n", "facing = 90\n# base = [50, 50]\nwounds = 2\ndown = true\n", 1
    )
    assert text == expected


def test_a_change_that_is_taken_back_leaves_the_keys_out(tmp_path):
    text = BASIC.replace("facing = 90\n", "facing = 90\nwounds = 2   # ouch\ndown = true\n")
    path = put(tmp_path, text)
    scenario = load_scenario(path)
    giant = replace(scenario.state.unit("giant"), wounds=0, down=False)
    assert scenario_text(scenario.state.with_unit(giant), 5, path, path) == BASIC


def test_a_deleted_unit_takes_its_comment_along_and_no_other(handmade):
    path, scenario = handmade
    state = replace(scenario.state, units=tuple(unit for unit in scenario.state.units if unit.id != "bravo"))
    text = scenario_text(state, 5, path, path)
    start, end = HANDMADE.index("\n# About bravo"), HANDMADE.index("\n# The wood")
    assert text == HANDMADE[:start] + HANDMADE[end:]


def test_an_inserted_unit_follows_the_one_before_it(handmade):
    path, scenario = handmade
    units = list(scenario.state.units)
    units.insert(1, recruit("echo", 15, 20))
    text = scenario_text(replace(scenario.state, units=tuple(units)), 5, path, path)
    at = HANDMADE.index("\n# About bravo")
    assert text.startswith(HANDMADE[:at] + '\n[[unit]]\nid = "echo"\n')
    assert text.endswith(HANDMADE[at:])


def test_reordered_units_take_their_comments_along(handmade):
    path, scenario = handmade
    units = scenario.state.units[::-1]
    text = scenario_text(replace(scenario.state, units=units), 5, path, path)
    assert [block.id for block in split(text) if block.kind == "unit"] == ["delta", "charlie", "bravo", "alpha"]
    for name, remark in REMARKS.items():
        assert remark in blocks_of(text)[name].lead
    assert text.count("#") == HANDMADE.count("#")


@given(st.data())
def test_deleting_inserting_reordering_and_moving(tmp_path_factory, data):
    path = put(tmp_path_factory.mktemp("writer"), HANDMADE)
    scenario = load_scenario(path)
    units = list(data.draw(st.permutations(scenario.state.units)))
    units = units[: data.draw(st.integers(0, 4))]
    changed = set()
    for number, unit in enumerate(units):
        if data.draw(st.booleans()):
            place = Pose(unit.pose.x + data.draw(st.integers(-3, 3)) / 7, unit.pose.y, unit.pose.facing).rounded()
            units[number] = replace(unit, pose=place, fleeing=data.draw(st.booleans()))
            if units[number] != unit:
                changed.add(unit.id)
    for number in range(data.draw(st.integers(0, 3))):
        units.insert(data.draw(st.integers(0, len(units))), recruit(f"new-{number}", 8 + 9 * number, 40, "blue"))
    land = data.draw(st.permutations(scenario.state.terrain))[: data.draw(st.integers(0, 2))]
    state = replace(scenario.state, units=tuple(units), terrain=tuple(land))
    write_scenario(state, 5, path, path)
    text = path.read_text(encoding="utf-8")
    assert load_scenario(path).state == state
    blocks, before = blocks_of(text), blocks_of(HANDMADE)
    assert [name for name in blocks if name] == [unit.id for unit in units]
    for name, remark in REMARKS.items():
        if name in blocks:
            assert blocks[name].lead == before[name].lead
            assert (blocks[name].body == before[name].body) is (name not in changed)
        else:
            assert remark not in text
    assert ("# The wood." in text) is any(piece.kind == "wood" for piece in land)


def test_windows_line_ends_stay(tmp_path):
    path = tmp_path / "battle.toml"
    path.write_bytes(HANDMADE.replace("\n", "\r\n").encode())
    scenario = load_scenario(path)
    alpha = replace(scenario.state.unit("alpha"), wounds=1)
    state = scenario.state.with_unit(alpha)
    state = replace(state, units=(*state.units, recruit("echo", 15, 40)))
    write_scenario(state, 5, path, path)
    assert path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n")
    assert load_scenario(path).state == state


def test_terrain_without_an_id_keeps_the_one_it_had(handmade):
    path, scenario = handmade
    state = replace(scenario.state, terrain=scenario.state.terrain[1:])
    text = scenario_text(state, 5, path, path)
    assert 'id = "hill-2"' in text
    assert "# A hill without a name." in text


def test_a_head_with_tables_and_dotted_keys(tmp_path):
    text = BASIC.replace("table = { width = 48, depth = 36 }\n", "table.width = 48  # wide\ntable.depth = 36\n")
    text = text.replace("[[side]]", "[start]  # not the beginning\nturn = 2  # later\n\n[[side]]", 1)
    path = put(tmp_path, text)
    scenario = load_scenario(path)
    state = replace(scenario.state, width=60.0, clock=Clock(3, "blue", "shooting"), name="Two")
    written = scenario_text(state, 5, path, path)
    assert "[start]  # not the beginning\nturn = 3  # later\n" in written
    assert 'name = "Two"' in written
    put(tmp_path, written)
    assert load_scenario(path).state == state


def test_everything_that_a_battle_in_progress_needs(tmp_path):
    path = folder("scenarios") / "giant_in_the_melee.toml"
    state = load_scenario(path).state
    gorak = state.unit("old-gorak").marked(Mark("Stupidity", "failed")).marked(Mark("odd", "mark", "text", "round"))
    dead = replace(
        state.unit("cutthroats"), fate="destroyed", formation=Ranked(state.unit("cutthroats").formation.base, 3, 5)
    )
    fled = replace(state.unit("bridge-swords"), fleeing=True, pose=Pose(50.1234567, 40, 12.5).rounded())
    state = state.with_unit(gorak).with_unit(dead).with_unit(fled).with_note("winds", 7).with_note("omen", "bad")
    engagements = (
        Engagement("silver-oar", "old-gorak", "front", "rear"),  # the table says left, the battle remembers rear
        Engagement("bridge-swords", "furnace-guard", "front", "front"),  # losses have parted them
        state.engagements[0],
    )
    state = replace(state, engagements=engagements, clock=Clock(4, "osterwald", "close-combat", "break-tests"))
    for previous in (None, path):
        new = tmp_path / "new.toml"
        write_scenario(state, 21, new, previous)
        assert load_scenario(new).state == state


def test_free_play_is_turn_0(tmp_path):
    state = replace(load_scenario(put(tmp_path, BASIC)).state, clock=Clock())
    write_scenario(state, 5, tmp_path / "new.toml")
    assert load_scenario(tmp_path / "new.toml").state == state


def test_loose_formations_that_are_no_grid(tmp_path):
    text = (
        BASIC
        + '\n[[unit]]\nid = "scouts"\nside = "blue"\ntype = "skink-skirmishers"\nmodels = 10\nfiles = 4\nat = [8, 28]\n'
    )
    text += '\n[[unit]]\nid = "gun"\nside = "blue"\ntype = "great-cannon"\nat = [38, 28]\nfacing = 270\n'
    path = put(tmp_path, text)
    state = load_scenario(path).state
    scouts, gun = state.unit("scouts"), state.unit("gun")
    assert isinstance(scouts.formation, Loose)
    fewer = Loose(scouts.formation.bases[:7], tuple((f, left + 0.25 * f) for f, left in scouts.formation.offsets[:7]))
    state = state.with_unit(replace(scouts, formation=fewer))
    state = state.with_unit(replace(gun, formation=Loose(gun.formation.bases[:2], gun.formation.offsets[:2])))
    for previous in (None, path):
        write_scenario(state, 5, tmp_path / "new.toml", previous)
        assert load_scenario(tmp_path / "new.toml").state == state


def test_joined_characters_and_mounts(tmp_path):
    path = folder("scenarios") / "cold_ones_charge.toml"
    state = load_scenario(path).state
    host, guest = state.unit("fang-riders"), state.unit("old-scar")
    state = state.with_unit(replace(host, formation=host.formation.reranked(7)))
    state = state.with_unit(replace(guest, place=6))
    for previous in (None, path):
        write_scenario(state, 1312, tmp_path / "new.toml", previous)
        assert load_scenario(tmp_path / "new.toml").state == state
    freed = replace(guest, host="", place=0, pose=Pose(40, 8, 90.0))
    state = state.with_unit(freed).with_unit(replace(host, formation=Ranked(host.formation.base, 6, 6)))
    write_scenario(state, 1312, tmp_path / "new.toml", path)
    assert load_scenario(tmp_path / "new.toml").state == state


# --- includes ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def outer(tmp_path):
    put(tmp_path, BASIC)
    path = put(
        tmp_path,
        '# Mine.\ninclude = "battle.toml"\n\n# More.\n[[unit]]\nid = "more"\nside = "red"\ntype = "orc-giant"\nat = [8, 8]\n',
        "outer.toml",
    )
    return path, load_scenario(path)


def test_only_the_outer_file_is_written_and_only_what_changed(outer):
    path, scenario = outer
    inner = path.parent / "battle.toml"
    giant = replace(scenario.state.unit("giant"), wounds=1)
    state = scenario.state.with_unit(giant)
    text = scenario_text(state, 8, path, path)
    assert 'include = "battle.toml"\n' in text
    assert blocks_of(text)["giant"].values() == {"id": "giant", "wounds": 1}
    assert "spears" not in text
    write_scenario(state, 8, path, path)
    assert inner.read_text(encoding="utf-8") == BASIC
    assert load_scenario(path).state == state
    # and what was changed can be changed back
    write_scenario(scenario.state, 8, path, path)
    assert load_scenario(path).state == scenario.state


def test_an_included_unit_is_left_out(outer):
    path, scenario = outer
    state = replace(scenario.state, units=tuple(unit for unit in scenario.state.units if unit.id != "spears"))
    write_scenario(state, 5, path, path)
    assert 'without = ["spears"]' in path.read_text(encoding="utf-8")
    assert load_scenario(path).state == state


def test_what_includes_cannot_say_is_written_whole(outer):
    path, scenario = outer
    state = replace(scenario.state, units=scenario.state.units[::-1])
    write_scenario(state, 5, path, path)
    text = path.read_text(encoding="utf-8")
    assert "include" not in text
    assert "# More." in blocks_of(text)["more"].lead
    assert load_scenario(path).state == state


def test_a_copy_elsewhere_does_without_the_included_file(outer, tmp_path_factory):
    path, scenario = outer
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "copy.toml"
    write_scenario(scenario.state, 5, elsewhere, path)
    assert load_scenario(elsewhere).state == scenario.state


# --- types ------------------------------------------------------------------------------------------------------------


def test_types_that_the_catalogue_lacks_are_written_too(tmp_path):
    scenario = load_scenario(put(tmp_path, BASIC))
    kind = replace(bundled_catalogue()["siege-giant"], id="paper-giant", name="Paper Giant", points=3.0)
    own = Unit(Muster("paper", "red", "Paper", kind, 1, equipment=kind.equipment), Pose(8, 8, 90.0), Single(kind.base))
    state = replace(scenario.state, units=(*scenario.state.units, own))
    for previous in (None, scenario.path):
        write_scenario(state, 5, tmp_path / "new.toml", previous)
        assert load_scenario(tmp_path / "new.toml").state == state


@pytest.mark.parametrize("name", list(bundled_catalogue()))
def test_every_type_of_the_catalogue_survives_its_table(name):
    from game.catalogue import read_types
    from game.scenario.type_tables import type_table

    kind = bundled_catalogue()[name]
    (again,), problems = read_types([type_table(kind)], "x", bundled_catalogue().handbook)
    assert [problem for problem in problems if not problem.warning] == []
    assert again == kind


# --- the file itself --------------------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path):
    path = put(tmp_path, BASIC)
    scenario = load_scenario(path)
    with pytest.raises(InputError, match="cannot be written"):
        write_scenario(scenario.state, 5, tmp_path / "no folder" / "x.toml")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["battle.toml"]
    mode = stat.S_IMODE(path.stat().st_mode)
    write_scenario(scenario.state, 9, path, path)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["battle.toml"]


def test_a_previous_file_that_was_spoilt_meanwhile_is_not_overwritten(tmp_path):
    path = put(tmp_path, BASIC)
    scenario = load_scenario(path)
    put(tmp_path, BASIC.replace("files = 5", "fils = 5"))
    with pytest.raises(InputError, match="did you mean 'files'"):
        write_scenario(scenario.state, 5, path, path)
    assert "fils = 5" in path.read_text(encoding="utf-8")


def test_odd_names_and_letters(tmp_path):
    scenario = load_scenario(put(tmp_path, BASIC))
    giant = scenario.state.unit("giant")
    muster = replace(giant.muster, name='Åsa "the Grïm" \\ Великан 巨人')
    state = replace(scenario.state.with_unit(replace(giant, muster=muster)), name="Raid on Ünterwald")
    path = tmp_path / "Ünterwald Великан 巨人.toml"
    write_scenario(state, 5, path)
    assert load_scenario(path).state == state


def test_new_terrain(tmp_path):
    path = put(tmp_path, BASIC)
    scenario = load_scenario(path)
    land = (
        Terrain("hill", "hill", ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0)), 6, "Two steps"),
        Terrain("keep", "building", ((30.0, 2.0), (34.0, 2.0), (34.0, 6.0)), 12, "", 3),
        Terrain("odd", "wood", ((10.0, 2.0), (14.0, 2.0), (14.0, 6.0)), 2),
    )
    state = replace(scenario.state, terrain=land)
    for previous in (None, path):
        write_scenario(state, 5, tmp_path / "new.toml", previous)
        assert load_scenario(tmp_path / "new.toml").state == state

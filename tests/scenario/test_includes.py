"""Includes: merging, placing, limits, and faults that name the file in which they stand."""

import pytest

from game.errors import InputError
from game.scenario import check_file, load_scenario
from game.scenario.include import MOST_FILES
from tests.scenario.writing import BASIC, line_of, put

FRAGMENT = """\
name = "An army"

[[unit]]
id = "block"
type = "empire-spearmen"
models = 20
files = 5
at = [0, 0]
facing = 90

[[unit]]
id = "wing"
type = "empire-knights"
models = 5
files = 5
at = [8, -2]
facing = 90

[[terrain]]
id = "bush"
kind = "wood"
outline = [[20, 20], [22, 20], [22, 22]]
"""


def test_the_outer_file_wins_and_the_same_id_overrides_the_named_keys(tmp_path):
    put(tmp_path, BASIC)
    outer = 'include = "battle.toml"\nseed = 9\ntable = { width = 60 , depth = 40 }\n[[unit]]\nid = "spears"\nat = [30, 25]\n'
    scenario = load_scenario(put(tmp_path, outer, "outer.toml"))
    assert (scenario.seed, scenario.name, scenario.state.width) == (9, "A small table", 60)
    assert [unit.id for unit in scenario.state.units] == ["giant", "spears"]
    spears = scenario.state.unit("spears")
    assert (spears.pose.x, spears.pose.y, spears.pose.facing, spears.formation.models) == (30, 25, 270, 20)
    assert scenario.included == ("red", "blue", "giant", "spears")


def test_tables_merge_key_by_key_and_lists_append(tmp_path):
    put(tmp_path, BASIC.replace("seed = 5", "seed = 5\n[rules]\nfall_hits = 'each-model'\ninsane_courage = false\n"))
    outer = 'include = ["battle.toml"]\n[rules]\nfall_hits = "capped-total"\n[[terrain]]\nkind = "wood"\noutline = [[1,1],[2,1],[2,2]]\n'
    state = load_scenario(put(tmp_path, outer, "outer.toml")).state
    assert (state.readings.fall_hits, state.readings.insane_courage) == ("capped-total", False)
    assert [piece.id for piece in state.terrain] == ["wood-1"]


@pytest.mark.parametrize(
    ("facing", "wing", "corner"),
    [(90, (38, 28, 90), (50, 50)), (270, (22, 32, 270), (10, 10)), (0, (28, 22, 0), (50, 10)), (135, None, None)],
)
def test_a_fragment_is_set_down_and_turned(tmp_path, facing, wing, corner):
    put(tmp_path, FRAGMENT, "army.toml")
    text = f'include = {{ file = "army.toml", side = "blue", at = [30, 30], facing = {facing} }}\n' + BASIC
    text = text.replace("width = 48, depth = 36", "width = 60, depth = 60")
    path = put(tmp_path, text.replace("at = [24, 12]", "at = [55, 12]").replace("at = [24, 20]", "at = [5, 50]"))
    assert check_file(path) == ()
    state = load_scenario(path).state
    block, pose = state.unit("block"), state.unit("wing").pose
    assert (block.pose.x, block.pose.y, block.pose.facing, block.side) == (30, 30, facing, "blue")
    if wing is not None:
        assert (pose.x, pose.y, pose.facing) == pytest.approx(wing)
        assert state.terrain[0].outline[0] == pytest.approx(corner)
    # seen from the block, the wing stands where it stands in the fragment
    assert block.pose.point(-2, -8) == pytest.approx((pose.x, pose.y), abs=2e-6)


def test_the_same_army_twice_by_prefixes(tmp_path):
    put(tmp_path, FRAGMENT, "army.toml")
    text = """\
format = 1
include = [
  { file = "army.toml", side = "red", at = [24, 10], prefix = "red-" },
  { file = "army.toml", side = "blue", at = [24, 26], facing = 270, prefix = "blue-" },
]
table = { width = 60, depth = 60 }
[[side]]
id = "red"
[[side]]
id = "blue"
"""
    state = load_scenario(put(tmp_path, text)).state
    assert [unit.id for unit in state.units] == ["red-block", "red-wing", "blue-block", "blue-wing"]
    assert [piece.id for piece in state.terrain] == ["red-bush", "blue-bush"]


def test_without_leaves_out_what_an_included_file_brings(tmp_path):
    put(tmp_path, BASIC)
    path = put(tmp_path, 'include = "battle.toml"\nwithout = ["spears"]\n', "outer.toml")
    assert [unit.id for unit in load_scenario(path).state.units] == ["giant"]
    path = put(tmp_path, 'include = "battle.toml"\nwithout = ["spear"]\n', "outer.toml")
    assert "no included file brings 'spear'" in check_file(path)[0].text


def test_a_fault_names_the_included_file_and_its_line(tmp_path):
    text = BASIC.replace("siege-giant", "sige-giant")
    inner = put(tmp_path, text, "sub/inner.toml")
    outer = put(tmp_path, 'include = "sub/inner.toml"\n[[unit]]\nid = "spears"\nfils = 4\n', "outer.toml")
    problems = {problem.key: problem for problem in check_file(outer)}
    assert problems["unit[0].type"].file == str(inner)
    assert problems["unit[0].type"].line == line_of(text, "sige-giant")
    assert problems["unit[0].fils"].file == str(outer)
    assert problems["unit[0].fils"].line == 4


def test_an_overriding_key_is_at_fault_where_it_stands(tmp_path):
    put(tmp_path, BASIC)
    outer = put(tmp_path, 'include = "battle.toml"\n\n[[unit]]\nid = "spears"\nside = "bleu"\n', "outer.toml")
    (problem,) = check_file(outer)
    assert (problem.file, problem.line, problem.key) == (str(outer), 5, "unit[0].side")


def only_fault(path):
    problems = check_file(path)
    assert len(problems) == 1, "\n".join(map(str, problems))
    with pytest.raises(InputError):
        load_scenario(path)
    return problems[0]


def test_a_circle(tmp_path):
    put(tmp_path, 'include = "b.toml"\n' + BASIC, "a.toml")
    put(tmp_path, '# first\ninclude = "a.toml"\n', "b.toml")
    problem = only_fault(tmp_path / "a.toml")
    assert "circle" in problem.text
    assert problem.file == str(tmp_path / "b.toml")
    assert problem.line == 2
    put(tmp_path, 'include = "own.toml"\n' + BASIC, "own.toml")
    assert "circle" in only_fault(tmp_path / "own.toml").text


def test_the_depth_of_includes(tmp_path):
    put(tmp_path, BASIC, "f0.toml")
    for number in range(1, 11):
        put(tmp_path, f'include = "f{number - 1}.toml"\n', f"f{number}.toml")
    assert check_file(tmp_path / "f8.toml") == ()
    assert "deeper than 8" in check_file(tmp_path / "f9.toml")[0].text


def test_a_bomb_of_includes(tmp_path):
    put(tmp_path, FRAGMENT, "f0.toml")
    for number in range(1, 8):
        rows = ", ".join(f'{{ file = "f{number - 1}.toml", prefix = "p{i}-" }}' for i in range(10))
        put(tmp_path, f"include = [{rows}]\n", f"f{number}.toml")
    problems = check_file(tmp_path / "f7.toml")
    assert any(f"at most {MOST_FILES} files" in problem.text for problem in problems)


@pytest.mark.parametrize("name", ["../secret.toml", "/etc/passwd", "sub/../../secret.toml"])
def test_nothing_outside_the_folder_is_read(tmp_path, name):
    put(tmp_path, "secret = nonsense", "secret.toml")
    put(tmp_path, "", "here/sub/x.toml")
    problem = only_fault(put(tmp_path, f'include = "{name}"\n' + BASIC, "here/battle.toml"))
    assert problem.line == 1
    assert problem.key == "include"
    assert "outside" in problem.text or "relative" in problem.text


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    put(tmp_path, FRAGMENT, "secret.toml")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "link.toml").symlink_to(tmp_path / "secret.toml")
    assert "outside" in only_fault(put(tmp_path, 'include = "link.toml"\n' + BASIC, "here/battle.toml")).text


def test_a_missing_include_proposes_a_near_name(tmp_path):
    put(tmp_path, FRAGMENT, "army.toml")
    assert "did you mean 'army.toml'" in only_fault(put(tmp_path, 'include = "amry.toml"\n' + BASIC)).text


def test_bundled_armies_can_be_included_from_anywhere(tmp_path):
    text = 'include = { file = "armies/empire.toml", side = "blue", at = [36, 60], facing = 270 }\n' + BASIC
    path = put(tmp_path, text.replace("48, depth = 36", "72, depth = 72"))
    state = load_scenario(path).state
    assert state.unit("river-spears").side == "blue"
    assert state.unit("captain-roth").host == "river-spears"

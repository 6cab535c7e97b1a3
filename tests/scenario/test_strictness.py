"""What once was accepted in silence, or was said in words that no player can use."""

import os
import time
from dataclasses import replace

import pytest

from game.battle.events import UnitTakenOff
from game.errors import InputError
from game.resources import folder
from game.scenario import bundled_scenarios, check_file, load_scenario, scenario_text
from game.scenario.document import parse_document
from game.scenario.loader import scenario_of
from game.scenario.writer import gives
from tests.scenario.writing import BASIC, line_of, put

ARMY = """\
format = 1
[[unit]]
id = "mob"
type = "hobgoblin-cutthroats"
models = 20
at = [0, 0]
facing = 90
[[terrain]]
id = "copse"
kind = "wood"
outline = [[5, 5], [8, 5], [8, 8]]
"""
HERO = '\n[[unit]]\nid = "{id}"\nside = "blue"\ntype = "empire-captain"\njoins = "spears"\n'


def texts(problems):
    return "\n".join(map(str, problems))


# --- includes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (f'prefix = "{"a" * 80}"', ["id", "at most 80"]),
        ("at = [9999, 0]\nfacing = 0", ["outline", "at most 10000"]),
        ("at = [-9999, 0]\nfacing = 180", ["outline", "at least -10000"]),
    ],
)
def test_what_an_include_makes_impossible_is_said_where_it_is_included(tmp_path, how, words):
    put(tmp_path, ARMY, "army.toml")
    keys = how.replace("\n", ", ")
    path = put(tmp_path, BASIC.replace("seed = 5", f'include = {{ file = "army.toml", side = "red", {keys} }}'))
    problems = [one for one in check_file(path) if "cannot stand so" in one.text]
    assert problems
    for problem in problems:
        assert (problem.file, problem.line) == (str(path), 4)
        assert "of 'army.toml' cannot stand so" in problem.text
    for word in words:
        assert word in texts(problems)
    with pytest.raises(InputError, match="cannot stand so"):
        load_scenario(path)


def test_a_broken_include_names_the_file_that_includes_it(tmp_path):
    put(tmp_path, "broken = [", "broken.toml")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    text = BASIC.replace("seed = 5", 'include = [\n"broken.toml",\n"folder",\n"pipe.toml"]')
    path = put(tmp_path, text)
    problems = [one for one in check_file(path) if one.file == str(path)]
    assert [one.line for one in problems] == [line_of(text, name) for name in ("broken", '"folder"', "pipe")]
    assert all("cannot be included" in one.text for one in problems)


def test_a_list_of_very_many_includes_is_refused_before_any_is_read(tmp_path):
    path = put(tmp_path, BASIC.replace("seed = 5", f"include = {['none.toml'] * 65}"))
    (problem,) = check_file(path)
    assert "found 65 includes" in problem.text
    assert "at most 64 files" in problem.text


def test_a_looping_link_is_no_advice_against_itself(tmp_path):
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    assert "did you mean" not in texts(check_file(tmp_path / "loop.toml"))


# --- ids --------------------------------------------------------------------------------------------------------------

WOOD = '\n[[terrain]]\nkind = "wood"\noutline = [[{x}, 1], [{x}, 4], [8, 4]]\n'


def test_terrain_without_a_name_takes_none_that_is_taken(tmp_path):
    text = BASIC + WOOD.format(x=1) + WOOD.format(x=2).replace("kind", 'id = "wood-1"\nkind')
    assert [piece.id for piece in load_scenario(put(tmp_path, text)).state.terrain] == ["wood-2", "wood-1"]


def test_terrain_of_one_id_is_a_fault(tmp_path):
    (problem,) = check_file(put(tmp_path, BASIC + 2 * WOOD.format(x=1).replace("kind", 'id = "w"\nkind')))
    assert "'w' is there twice" in problem.text


def test_ids_that_only_capitals_tell_apart_are_doubtful(tmp_path):
    (problem,) = check_file(put(tmp_path, BASIC.replace('id = "spears"', 'id = "Giant"')))
    assert problem.warning
    assert problem.key == "unit[1].id"
    assert "'Giant' looks like 'giant'" in problem.text


@pytest.mark.parametrize("key", ["joins", "charged"])
def test_a_word_is_no_advice_against_itself(tmp_path, key):
    path = put(tmp_path, BASIC.replace("files = 5", f'files = 5\n{key} = "spears"'))
    (problem,) = [one for one in check_file(path) if "no other unit" in one.text]
    assert "did you mean" not in problem.text


# --- what is echoed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["type", "side", "joins", "mount", "charged", "garrison", "id", "odd-key"])
@pytest.mark.parametrize("bad", ["\\u001b[31mred", "\\u202eback", "\\u0000", "x" * 5000, "it's " + "y" * 150])
def test_no_value_upsets_a_terminal_or_fills_it(tmp_path, key, bad):
    table = BASIC.replace(f'{key} = "', 'about = "').replace("files = 5", f'files = 5\n{key} = "{bad}"')
    path = put(tmp_path, table if key in ("type", "side", "id") else BASIC + f'{key} = "{bad}"\n')
    problems = check_file(path)
    assert problems
    for problem in problems:
        assert str(problem).isprintable()
        assert len(problem.text) < 900
        assert "x" * 61 not in problem.text


def test_no_key_and_no_file_name_upsets_a_terminal(tmp_path):
    path = tmp_path / "a\x1b[31m\u202eb.toml"
    path.write_text(BASIC + '"\\u001b[31m" = 1\n"\\u202e" = { a = 1 }\n' + f'"{"k" * 3000}" = 1\n', encoding="utf-8")
    problems = check_file(path)
    assert len(problems) == 3
    for problem in problems:
        assert str(problem).isprintable()
        assert len(str(problem)) < 900


def test_very_many_faults_are_counted_not_told(tmp_path):
    before = time.perf_counter()
    path = put(tmp_path, BASIC + "".join(f"x{number} = 1\n" for number in range(5000)))
    problems = check_file(path)
    assert time.perf_counter() - before < 5  # measured 0.1
    assert len(problems) == 101
    assert problems[-1].text == "and 4900 more like these; mend those first"
    assert not problems[-1].warning


def test_very_many_doubts_are_counted_too(tmp_path):
    text = BASIC + "".join(
        f'[[unit]]\nid = "u{n}"\nside = "red"\ntype = "empire-captain"\nat = [40, {n}]\nfate = "away"\nmodels = 1\n'
        f'[[unit]]\nid = "U{n}"\nside = "red"\ntype = "empire-captain"\nat = [40, {n}]\nfate = "away"\nmodels = 1\n'
        for n in range(120)
    )
    problems = check_file(put(tmp_path, text))
    assert len(problems) == 101
    assert problems[-1].warning
    assert problems[-1].text.startswith("and 20 more")


# --- files that hold nothing, and the catalogue's own -----------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "# Nothing.\n", "format = 1\n", 'name = "A"\n'])
def test_a_file_without_anything_is_no_good_scenario(tmp_path, text):
    path = put(tmp_path, text)
    (problem,) = check_file(path)
    assert "holds nothing" in problem.text
    with pytest.raises(InputError, match="holds nothing"):
        load_scenario(path)


CATALOGUE = folder("assets") / "catalogue"


@pytest.mark.parametrize("name", ["equipment.toml", "special-rules.toml", "troop-types.toml", "chaos-dwarfs.toml"])
def test_the_files_of_the_catalogue_are_good(name):
    assert check_file(CATALOGUE / name) == ()


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("equipment.toml", "[[weapon]]", "[[wepon]]", "unknown table 'wepon'"),
        ("equipment.toml", "strength =", "strenght =", "did you mean 'strength'"),
        ("special-rules.toml", "source =", "sauce =", "did you mean 'source'"),
        ("troop-types.toml", "line-of-sight =", "line-of-site =", "did you mean 'line-of-sight'"),
    ],
)
def test_a_fault_in_a_file_of_the_catalogue_has_its_line(tmp_path, name, old, new, words):
    text = (CATALOGUE / name).read_text(encoding="utf-8").replace(old, new, 1)
    found = [one for one in check_file(put(tmp_path, text, name)) if words in one.text]
    assert [one.line for one in found] == [line_of(text, new)]


# --- the bow tie, joining, combats ------------------------------------------------------------------------------------


def test_of_a_bow_tie_one_loop_is_proposed_and_called_so(tmp_path):
    """C136."""
    bow = WOOD.format(x=1).replace("[[1, 1], [1, 4], [8, 4]]", "[[1, 1], [4, 4], [4, 1], [1, 4]]")
    (problem,) = check_file(put(tmp_path, BASIC + bow))
    assert "crosses itself at [2.5, 2.5]; the largest of its 2 loops alone would do: [[" in problem.text


def test_nobody_joins_the_destroyed(tmp_path):
    path = put(tmp_path, BASIC + 'fate = "destroyed"\n' + HERO.format(id="hero"))
    (problem,) = check_file(path)
    assert problem.key == "unit[2].joins"
    assert 'fate = "destroyed"' in problem.text


def test_a_character_is_a_single_model(tmp_path):
    (problem,) = check_file(put(tmp_path, BASIC + HERO.format(id="hero") + "models = 5\n"))
    assert problem.key == "unit[2].models"
    assert "is a single model" in problem.text


ENGAGED = 'engaged = [{ unit = "giant", side = "front", theirs = "front" }]\n'


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (ENGAGED, "8.0 inches away"),
        ("started = 24\n" + ENGAGED, "8.0 inches away"),
        ("started = 30\n" + ENGAGED, ""),
        ("started = 30\nfleeing = true\n" + ENGAGED, "'spears' is fleeing and engaged at once"),
    ],
)
def test_a_combat_at_a_distance_is_doubtful_unless_losses_explain_it(tmp_path, keys, words):
    text = BASIC.replace("at = [24, 20]", "at = [24, 20.0]") + keys
    problems = check_file(put(tmp_path, text))
    assert all(one.warning and words in one.text for one in problems)
    assert len(problems) == bool(words)


# --- the writer -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", bundled_scenarios(), ids=lambda path: path.stem)
def test_a_battle_without_any_one_of_its_units_can_be_written(tmp_path, path):
    state = load_scenario(path).state
    for unit in state.units:
        rest = UnitTakenOff(unit=unit.id).apply(state)
        text = scenario_text(rest, 1, path, path)
        assert unit.id not in [one.id for one in scenario_of(parse_document(text, path, "x")).state.units]
        assert load_scenario(put(tmp_path, scenario_text(rest, 1, tmp_path / "x.toml"), "x.toml")).state == rest


def test_a_battle_that_no_file_may_hold_is_refused_with_the_reason(tmp_path):
    state = load_scenario(put(tmp_path, BASIC)).state
    giant = replace(state.unit("giant"), pose=replace(state.unit("giant").pose, x=-20.0))
    with pytest.raises(InputError, match="over the edge of the table.*save it as a battle"):
        scenario_text(state.with_unit(giant), 5, tmp_path / "x.toml")


def test_a_place_in_no_ranks_says_nothing(tmp_path):
    path = put(tmp_path, BASIC)
    scenario = load_scenario(path)
    state = scenario.state.with_unit(replace(scenario.state.unit("giant"), place=3))
    text = scenario_text(state, 5, path, path)
    assert text == BASIC
    known = scenario.catalogue
    assert gives(parse_document(text, path, "x").text, state, 5, path, known)

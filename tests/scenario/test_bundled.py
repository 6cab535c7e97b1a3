"""The scenarios and armies that come with Giantfall, and the published schema."""

import json
import statistics
import time
from itertools import combinations

import pytest

from game.battle.ground import ground_of
from game.catalogue import bundled_catalogue
from game.resources import folder
from game.scenario import bundled_scenarios, check_file, load_scenario
from game.scenario.publish import schema_text
from game.table.contact import in_contact
from game.table.distance import distance
from tests.scenario.writing import put

ARMIES = sorted((folder("scenarios") / "armies").glob("*.toml"))
POINTS = {"chaos_dwarfs": 994, "lizardmen": 974, "beastmen": 911, "empire": 962, "orcs_and_goblins": 971}


def points(unit):
    """What a unit costs with its options and command."""
    kind, muster = unit.type, unit.muster
    options = [name for name, _ in kind.options if name in muster.equipment and name not in kind.equipment]
    return kind.cost(muster.models, options, muster.command)


@pytest.mark.parametrize("path", [*bundled_scenarios(), *ARMIES], ids=lambda path: path.stem)
def test_each_is_without_fault_and_doubt(path):
    assert check_file(path) == ()
    assert path.read_text(encoding="utf-8").startswith("#:schema ")


@pytest.mark.parametrize("path", bundled_scenarios(), ids=lambda path: path.stem)
def test_each_has_a_name_a_text_and_two_sides_with_units(path):
    scenario = load_scenario(path)
    assert scenario.name
    assert len(scenario.about.split()) > 20
    assert [side.colour for side in scenario.state.sides] == ["#d55e00", "#0072b2"]
    assert {unit.side for unit in scenario.state.units} == {side.id for side in scenario.state.sides}


def test_the_issue_asks_for_eight_of_different_character():
    assert [path.stem for path in bundled_scenarios()] == [
        "cold_ones_charge",
        "full_battle",
        "giant_in_the_melee",
        "giant_vs_spearmen",
        "hobgoblin_line",
        "siege_of_the_gatehouse",
        "two_giants",
        "wheel_playground",
    ]


def bundled(name):
    return load_scenario(folder("scenarios") / f"{name}.toml").state


def test_a_giant_beside_four_blocks():
    state = bundled("giant_vs_spearmen")
    giant = state.unit("old-gorak")
    others = [unit for unit in state.units if unit is not giant]
    assert [unit.formation.models >= 20 for unit in others] == [True] * 4
    assert all(1 <= distance(ground_of(giant), ground_of(unit)) < 3 for unit in others)


def test_the_melee_is_one_combat_of_five_units_that_touch():
    state = bundled("giant_in_the_melee")
    sides = {(pair.a, pair.b): (pair.side_of_a, pair.side_of_b) for pair in state.engagements}
    assert sides == {
        ("old-gorak", "river-spears"): ("front", "front"),
        ("old-gorak", "silver-oar"): ("left", "front"),
        ("furnace-guard", "river-spears"): ("front", "front"),
        ("furnace-guard", "bridge-swords"): ("front", "front"),
    }
    fighting = {name for pair in sides for name in pair}
    touching = {
        (a.id, b.id)
        for a, b in combinations(state.standing(), 2)
        if a.side != b.side and in_contact(ground_of(a), ground_of(b))
    }
    assert touching == set(sides)
    assert len(fighting) == 5


def test_two_giants_fight():
    state = bundled("two_giants")
    assert [unit.id for unit in state.units if unit.carries("Fall Over")] == ["dumb-uncle", "rotten-oak"]
    assert len(state.engagements) == 1


def test_every_hobgoblin_of_the_line_but_its_leaders_is_treacherous():
    state = bundled("hobgoblin_line")
    mobs = [unit for unit in state.units if unit.side == "khanate" and not unit.type.single_model]
    assert len(mobs) == 7
    assert all(unit.carries("Treachery") for unit in mobs)


def test_the_cold_ones_are_stupid_and_their_enemies_fearsome():
    state = bundled("cold_ones_charge")
    assert state.unit("fang-riders").carries("Stupidity")
    assert all(unit.carries("Fear") for unit in state.units if unit.side == "wood")


def test_the_siege_has_a_garrison():
    state = bundled("siege_of_the_gatehouse")
    assert state.unit("gate-guns").garrison == "gatehouse"


def test_the_full_battle_is_of_2000_points_within_the_deployment_zones():
    state = bundled("full_battle")
    for side in state.sides:
        total = sum(points(unit) for unit in state.units if unit.side == side.id)
        assert 1990 <= total <= 2000
    for unit in state.standing():
        assert unit.pose.y <= 12 if unit.side == "hashut" else unit.pose.y >= 36


@pytest.mark.parametrize("path", ARMIES, ids=lambda path: path.stem)
def test_the_ready_armies_have_their_points_and_fit_every_table(tmp_path, path):
    text = f"""\
format = 1
include = [
  {{ file = "armies/{path.name}", side = "red", at = [36, 12], prefix = "red-" }},
  {{ file = "armies/{path.name}", side = "blue", at = [36, 36], facing = 270, prefix = "blue-" }},
]
table = {{ width = 72, depth = 48 }}
[[side]]
id = "red"
[[side]]
id = "blue"
"""
    file = put(tmp_path, text)
    assert check_file(file) == ()
    state = load_scenario(file).state
    red = [unit for unit in state.units if unit.side == "red"]
    assert len(red) * 2 == len(state.units)
    assert sum(points(unit) for unit in red) == POINTS[path.stem]


def test_the_published_schema_is_what_the_models_say():
    published = (folder("assets") / "schema" / "scenario.json").read_text(encoding="utf-8")
    assert published == schema_text()


def test_the_schema_knows_the_keys_of_the_bundled_files():
    import tomllib

    schema = json.loads(schema_text())
    unit_keys = schema["$defs"]["UnitForm"]["properties"]
    assert "battle-standard" in unit_keys
    assert schema["properties"]["rules"]["properties"]["fall_hits"]["enum"] == ["capped", "capped-total", "each-model"]
    for path in bundled_scenarios():
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        assert set(tables) <= set(schema["properties"])
        for unit in tables["unit"]:
            assert set(unit) <= set(unit_keys)


def test_forty_units_load_and_check_within_a_tenth_of_a_second(tmp_path):
    text = "format = 1\ntable = { width = 120, depth = 60 }\n[[side]]\nid = 'a'\n[[side]]\nid = 'b'\n"
    for number in range(40):
        column, row = number % 10, number // 10
        side, facing = ("a", 90) if row < 2 else ("b", 270)
        text += f"\n[[unit]]\nid = 'u{number}'\nside = '{side}'\ntype = 'empire-spearmen'\nmodels = 20\nfiles = 5\n"
        text += f"at = [{8 + column * 11}, {10 + row * 13}]\nfacing = {facing}\n"
    path = put(tmp_path, text)
    bundled_catalogue()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        assert check_file(path) == ()
        times.append(time.perf_counter() - start)
    assert statistics.median(times) < 0.1

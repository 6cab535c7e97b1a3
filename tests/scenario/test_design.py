"""The sample of the file format as the documents print it, a rule example, limits, and files that were knocked about."""

import random
import re

import pytest

from game.errors import InputError
from game.scenario import bundled_scenarios, check_file, load_scenario, scenario_text
from game.table.formation import Base, Ranked
from tests.scenario.writing import BASIC, put

SAMPLE = """\
#:schema ../assets/schema/scenario.json
format = 1
name = "The Giant at the gate"
table = { width = 72, depth = 48 }
turns = 6
seed = 7
first = "hashut"
# start = { turn = 3, side = "hashut", phase = "close-combat" }   # a battle may begin anywhere

[rules]                      # readings where the rulebook can be read two ways; all optional
fall_hits = "each-model"

[[side]]
id = "hashut"
name = "Chaos Dwarfs"
colour = "#b5402d"
player = "human"             # or "bot:<name>"

[[unit]]
id = "old-gorak"
side = "hashut"
type = "siege-giant"         # an entry of the catalogue
at = [36.0, 20.0]            # centre of the front edge
facing = 90

[[unit]]
id = "cutthroats"
side = "hashut"
type = "hobgoblin-cutthroats"
models = 20
files = 5
command = ["champion", "musician", "standard"]
equipment = ["light armour", "shield"]
at = [24.0, 18.0]
facing = 90
# base = [25, 25]            # mm, width x depth, or { round = 60 }: another base than the catalogue's

[[terrain]]
kind = "wall"                # obstacle; also wood, hill, building, impassable, ...
outline = [[30, 30], [42, 30], [42, 31], [30, 31]]
"""
EXAMPLE = """\
include = "../giant_vs_spearmen.toml"
start = { turn = 2, side = "hashut", phase = "close-combat" }
rule = "FALL-10"
about = "A Giant that falls while jumping counts the wounds of the fall towards the combat result"
unscripted = "seed"          # what a roll without a script does: "fail" (default) or "seed"

[[step]]
choose = { decision = "giant-target", unit = "spearmen" }
[[step]]
dice = { "giant attack" = [3], "fall test" = [1], "scatter" = [152.0], "fall hits @spearmen" = [2, 1] }

[[expect]]
event = "giant-fell"
angle = 152.0
[[expect]]
unit = "old-gorak"
down = true
"""


def test_the_sample(tmp_path):
    path = put(tmp_path, SAMPLE)
    assert check_file(path) == ()
    scenario = load_scenario(path)
    state = scenario.state
    assert (scenario.seed, scenario.name, state.turns, state.readings.fall_hits) == (
        7,
        "The Giant at the gate",
        6,
        "each-model",
    )
    assert (state.clock.turn, state.clock.side, state.clock.phase) == (1, "hashut", "movement")
    assert (state.width, state.depth) == (72, 48)
    assert state.unit("cutthroats").formation == Ranked(Base.from_millimetres(20, 20), 20, 5)
    assert state.unit("cutthroats").muster.command == ("champion", "musician", "standard")
    assert [piece.id for piece in state.terrain] == ["wall-1"]
    assert scenario_text(state, 7, path, path) == SAMPLE


def test_a_rule_example(tmp_path):
    path = put(tmp_path, EXAMPLE, "examples/fall-10.toml")
    assert check_file(path) == ()
    scenario = load_scenario(path)
    assert (scenario.rule, scenario.unscripted) == ("FALL-10", "seed")
    assert scenario.about.startswith("A Giant that falls")
    assert scenario.steps[0]["choose"] == {"decision": "giant-target", "unit": "spearmen"}
    assert scenario.steps[1]["dice"]["fall hits @spearmen"] == [2, 1]
    assert [set(expect) for expect in scenario.expects] == [{"event", "angle"}, {"unit", "down"}]
    assert scenario.state.clock.phase == "close-combat"


def test_a_thousand_units_and_a_million_models_are_refused_quickly(tmp_path):
    unit = "[[unit]]\nid = 'u{}'\nside = 'red'\ntype = 'skink-skirmishers'\nmodels = 1000\nat = [5, 5]\n"
    path = put(tmp_path, BASIC + "".join(unit.format(number) for number in range(1000)))
    problems = [problem for problem in check_file(path) if not problem.warning]
    assert [problem.key for problem in problems] == ["unit[0].models", "unit[300]"]
    assert "298021 models on the table; at most 3000" in problems[0].text
    assert "found 1002 [[unit]] tables; at most 300" in problems[1].text


VALUES = ["nan", "-1", "1e300", '"x"', "true", "[]", "{}", "[[1, 2], [3, 4], [5, 6]]", '""', "99999999999999999999",
          "1979-05-27", '"../x"', "{ round = 1 }", '["old-gorak"]', '[1, "a"]']  # fmt: skip
KEYS = ("id type models files at facing base wounds charged engaged joins place mount garrison crew offsets marks "
        "table start rules include without kind outline").split()  # fmt: skip


def knocked_about(text, dice):
    lines = text.split("\n")
    for _ in range(dice.randint(1, 5)):
        at, what = dice.randrange(len(lines)), dice.random()
        if what < 0.35 and "=" in lines[at]:
            lines[at] = lines[at].split("=")[0] + "= " + dice.choice(VALUES)
        elif what < 0.5:
            lines[at] = ""
        elif what < 0.8:
            lines.insert(at, f"{dice.choice(KEYS)} = {dice.choice(VALUES)}")
        else:
            lines[at] = re.sub(
                "[a-z]", lambda letter: dice.choice("aez") if dice.random() < 0.1 else letter[0], lines[at]
            )
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(8))
def test_a_file_that_was_knocked_about_gives_problems_with_places_or_a_battle(tmp_path, seed):
    dice = random.Random(seed)
    texts = [path.read_text(encoding="utf-8") for path in bundled_scenarios()]
    for _ in range(30):
        path = put(tmp_path, knocked_about(dice.choice(texts), dice))
        problems = check_file(path)
        assert all(problem.line > 0 and problem.text for problem in problems)
        try:
            scenario = load_scenario(path)
        except InputError as error:
            assert any(not problem.warning for problem in error.problems)
        else:
            assert all(problem.warning for problem in problems)
            assert scenario_text(scenario.state, scenario.seed, path, path) == path.read_text(encoding="utf-8")

"""Every fault of a file is told at once and once: none hides another, none makes others up."""

import random
import re
from functools import cache
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import InputError
from game.resources import folder
from game.scenario import check_file, load_scenario
from tests.scenario.writing import BASIC, line_of, put

TYPE = """
[[type]]
id = "bog"
name = "Bog"
army = "x"
troop-type = "infantry"
profile = { M = 4, WS = 3, BS = 3, S = 3, T = 3, W = 1, I = 3, A = 1, Ld = 7 }
points = 3
bases = ["20x20"]
special-rules = ["Fear"]
minimum = 5
"""
BOGS = """
[[unit]]
id = "bogs"
side = "red"
type = "bog"
models = 10
files = 5
at = [10, 30]
facing = 270
"""
HERO = '\n[[unit]]\nid = "hero"\nside = "blue"\ntype = "empire-captain"\njoins = "spears"\n'
TOWER = '\n[[terrain]]\nid = "tower"\nkind = "building"\noutline = [[2, 2], [6, 2], [6, 6], [2, 6]]\n'
GUNS = '\n[[unit]]\nid = "guns"\nside = "blue"\ntype = "empire-handgunners"\nmodels = 10\ngarrison = "tower"\n'
FULL = BASIC + HERO + GUNS + BOGS + TYPE + TOWER

TOGETHER = {
    # what is replaced by what, and the key of the fault that it makes; a key of None: it makes none of its own
    "a unit": [
        ('side = "red"\ntype = "siege-giant"', 'side = "green"\ntype = "siege-giant"', "unit[0].side", "green"),
        ("facing = 90", 'facing = "up"\ncharged = "speers"', "unit[0].facing", '"up"'),
        ("seed = 5", "seed = -5", "seed", "-5"),
        ("models = 20", "models = 20\nequipment = ['pikee']", "unit[1].equipment[0]", "pikee"),
        ("at = [24, 20]", "at = [47, 20]", "unit[1].at", "[47, 20]"),
        (None, None, "unit[0].charged", "speers"),
    ],
    "a type": [
        ("points = 3", "points = -3", "type[0].points", "points"),
        ('["Fear"]', '["Fera"]', "type[0].special-rules[0]", "Fera"),
        (" S = 3,", " S = 30,", "type[0].profile.S", "S = 30"),
        ('troop-type = "infantry"', 'troop-type = "infantri"', "type[0].troop-type", "infantri"),
        ('["20x20"]', '["20x20", "huge"]', "type[0].bases[1]", "huge"),
        ("minimum = 5", "minimum = 5\nmaximum = 3\noptions = { sheild = 1 }", "type[0].maximum", "maximum = 3"),
        (None, None, "type[0].options.sheild", "sheild"),
    ],
    "a faulty type still stands": [
        ("points = 3", "points = -3", "type[0].points", "points"),
        ('["Fear"]', '["Fera"]', "type[0].special-rules[0]", "Fera"),
        ("at = [10, 30]", "at = [-1, 30]", "unit[4].at", "[-1, 30]"),
    ],
    "two that overlap and have faults of their own": [
        ("files = 5\nat = [24, 20]", "files = 5\nat = [24, 13]\nwounds = 9", "unit[1].wounds", "wounds"),
        ("facing = 90", 'facing = 90\nname = ""', "unit[0].name", 'name = ""'),
        ("at = [24, 12]", "at = [24, 12.5]", None, ""),
        (None, None, "unit[1].at", "[24, 13]"),
    ],
    "sides": [
        ('id = "blue"', 'id = "blue"\ncolour = "sky"\nplayer = "robot"', "side[1].colour", "sky"),
        (None, None, "side[1].player", "robot"),
        ("seed = 5", 'first = "bleu"', "first", "bleu"),
        ('side = "red"\ntype = "bog"', 'side = "reed"\ntype = "bog"', "unit[4].side", "reed"),
    ],
    "a side without a readable id": [
        ('[[side]]\nid = "blue"', "[[side]]\nid = 5", "side[1].id", "id = 5"),
        ("models = 10\nfiles = 5", "models = 10\nfiles = 11", "unit[4].files", "files = 11"),
        ("seed = 5", 'first = "blue"', None, ""),
    ],
    "terrain": [
        ('kind = "building"', 'kind = "bilding"\nfloors = 0', "terrain[0].kind", "bilding"),
        (None, None, "terrain[0].floors", "floors"),
        ("[2, 2], [6, 2], [6, 6], [2, 6]", "[2, 2], [6, 6], [6, 2], [2, 6]", "terrain[0].outline", "outline"),
        ('garrison = "tower"', 'garrison = "tower"\nmarks = [1]', "unit[3].marks[0]", "marks"),
    ],
    "what is held": [
        ('kind = "building"', 'kind = "wood"', None, ""),
        ("[2, 2], [6, 2]", '[2, "x"], [6, 2]', "terrain[0].outline[0][1]", '[2, "x"]'),
        ('garrison = "tower"', 'garrison = "tower"\nfiles = 0', "unit[3].files", "files = 0"),
        (None, None, "unit[3].garrison", "garrison"),
    ],
    "the head": [
        ("width = 48,", 'width = "48",', "table.width", "width"),
        ("seed = 5", 'start = { turn = -1, phase = "movment", side = "bleu" }\n', "start.turn", "start"),
        (None, None, "start.phase", "start"),
        (None, None, "start.side", "start"),
        ("format = 1", "format = 1\nrules = { fall_hits = 3, fal_hits = 'capped' }", "rules.fall_hits", "rules"),
        (None, None, "rules.fal_hits", "rules"),
        ("at = [24, 12]", "at = [-9, 12]", "unit[0].at", "[-9, 12]"),
    ],
    "keys that are misspelt": [
        ("format = 1", "fromat = 1", "fromat", "fromat"),
        ("table =", "tabel =", "tabel", "tabel"),
        ("facing = 90", "facing = 90\nfleeing = 3", "unit[0].fleeing", "fleeing"),
        ('side = "blue"\ntype = "empire-spearmen"', 'sied = "blue"\ntype = "empire-spermen"', "unit[1].sied", "sied"),
        (None, None, "unit[1].type", "spermen"),
        ("at = [10, 30]", "att = [10, 30]", "unit[4].att", "att"),
    ],
    "who has no readable id is named by others": [
        ('id = "spears"', "id = 7\nmodel = 3", "unit[1].id", "id = 7"),
        (None, None, "unit[1].model", "model = 3"),
        ("facing = 90", 'facing = 90\nengaged = ["spears"]\ncharged = "spears"', None, ""),
        ('id = "hero"', 'id = "giant" # twice', "unit[2].id", "# twice"),
    ],
    "faulty units that are named": [
        ("at = [24, 20]", "at = [24, nan]", "unit[1].at[1]", "nan"),
        ("facing = 90", 'facing = 90\nengaged = ["spears", "spaers"]\ncharged = "spears"', "unit[0].engaged[1]", "spaers"),
        ('joins = "spears"', 'joins = "spears"\ncommand = ["champoin"]', "unit[2].command[0]", "champoin"),
        ('type = "empire-captain"', 'type = "empire-captin"', "unit[2].type", "captin"),
    ],
    "lists with one faulty entry": [
        ("facing = 90", 'facing = 90\nequipment = [3, "speer"]', "unit[0].equipment[0]", "equipment"),
        (None, None, "unit[0].equipment[1]", "equipment"),
        ("files = 5\nat = [24", 'files = 5\nengaged = [3, "nobody"]\nat = [24', "unit[1].engaged[0]", "engaged"),
        (None, None, "unit[1].engaged[1]", "engaged"),
    ],
    "a file that is not there": [
        ("format = 1", 'include = "nowhere.toml"', "include", "nowhere"),
        ('type = "siege-giant"', 'type = "sige-giant"', "unit[0].type", "sige"),
        ('joins = "spears"', 'joins = "somebody-in-that-file"', None, ""),
        ("at = [10, 30]", "at = [-1, 30]", "unit[4].at", "[-1, 30]"),
    ],
    "single brackets": [
        (TOWER, TOWER.replace("[[terrain]]", "[terrain]"), "terrain", "[terrain]"),
        ("models = 20", "models = 0", "unit[1].models", "models = 0"),
    ],
}  # fmt: skip


def told(path):
    return sorted((problem.line, problem.key) for problem in check_file(path))


@pytest.mark.parametrize("changes", TOGETHER.values(), ids=TOGETHER)
def test_independent_faults_are_all_told_and_nothing_else(tmp_path, changes):
    text = FULL
    for old, new, _, _ in changes:
        if old is not None:
            assert text.count(old) >= 1
            text = text.replace(old, new, 1)
    path = put(tmp_path, text)
    wanted = sorted((line_of(text, part), key) for _, _, key, part in changes if key is not None)
    assert told(path) == wanted, "\n".join(map(str, check_file(path)))
    with pytest.raises(InputError) as error:
        load_scenario(path)
    assert sorted((problem.line, problem.key) for problem in error.value.problems) == wanted


def test_the_text_that_is_spoilt_is_good(tmp_path):
    assert check_file(put(tmp_path, FULL)) == ()


def test_a_misspelt_rule_that_may_loosen_the_ranks_leaves_the_place_open(tmp_path):
    text = FULL.replace('["Fear"]', '["Skirmisherz"]').replace("at = [10, 30]", "at = [-1, 30]")
    assert [key for _, key in told(put(tmp_path, text))] == ["type[0].special-rules[0]"]


def test_what_an_include_says_wrongly_is_no_fault_of_what_it_brings(tmp_path):
    put(
        tmp_path,
        '[[unit]]\nid = "mob"\ntype = "hobgoblin-cutthroats"\nmodels = 20\nat = [0, 0]\nwounds = 9\n',
        "a.toml",
    )
    how = 'include = { file = "a.toml", side = 3, at = "here" }'
    path = put(tmp_path, BASIC.replace("seed = 5", how).replace('side = "blue"', 'side = "bleu"'))
    assert sorted(key for _, key in told(path)) == ["include.at", "include.side", "unit[0].wounds", "unit[1].side"]


def test_faults_of_an_included_file_and_of_the_outer_one_come_together(tmp_path):
    put(tmp_path, FULL.replace("points = 3", "points = -3").replace("facing = 90", "facing = nan"))
    outer = 'include = "battle.toml"\n[[unit]]\nid = "giant"\nfacing = 90\nat = [-5, 12]\n[[unit]]\nid = "bogs"\nfiles = "x"\n'
    path = put(tmp_path, outer, "outer.toml")
    found = sorted((Path(problem.file).name, problem.key) for problem in check_file(path))
    assert found == [
        ("battle.toml", "type[0].points"),
        ("battle.toml", "unit[0].facing"),
        ("outer.toml", "unit[0].at"),
        ("outer.toml", "unit[1].files"),
    ]


# --- any faults at all ------------------------------------------------------------------------------------------------

INJECTIONS = {
    "a table": lambda key, value: (f"{key} = {{ odd = 1 }}", "odd" if key == "start" else key),
    "a truth": lambda key, value: (f"{key} = true", key) if value not in ("true", "false") else None,
    "a list in a list": lambda key, value: (f"{key} = [[[1]]]", key),
    "a misspelling": lambda key, value: (f"{key}z = {value}", f"{key}z") if len(key) > 3 else None,
    "a stranger": lambda key, value: (f"{key} = {value}\n{key[::-1]}-qqqqq = 1", f"{key[::-1]}-qqqqq"),
}
_KEY = re.compile(r"([a-z-]+) = (.*)$")


@cache
def lines_of(name):
    text = (folder("scenarios") / name).read_text(encoding="utf-8")
    text = re.sub(r'about = """.*?"""', 'about = "x"', text, flags=re.DOTALL) + TYPE
    return (text + BOGS.replace('"red"', '"hashut"').replace("[10, 30]", "[6, 6]")).split("\n")


def spoilt(name, count, dice):
    """The text with so many faults at different places, and the line and the key of each."""
    places = [n for n, line in enumerate(lines_of(name)) if _KEY.match(line) and not line.startswith(("table", "prof"))]
    chosen = dice.sample(places, count)
    text, wanted = [], []
    for number, line in enumerate(lines_of(name)):
        made = INJECTIONS[dice.choice(list(INJECTIONS))](*_KEY.match(line).groups()) if number in chosen else None
        text += (made[0] if made else line).split("\n")
        if made:
            wanted.append((len(text), made[1]))
    return "\n".join(text), wanted


@given(
    st.sampled_from(["giant_in_the_melee.toml", "siege_of_the_gatehouse.toml"]),
    st.integers(1, 6),
    st.integers(0, 2**32),
)
def test_any_faults_at_different_places_are_all_told_and_no_others(tmp_path_factory, name, count, seed):
    text, wanted = spoilt(name, count, random.Random(seed))
    path = put(tmp_path_factory.mktemp("spoilt"), text)
    found = [(one.line, re.sub(r"(\[\d+\])+$", "", one.key).rsplit(".", 1)[-1]) for one in check_file(path)]
    assert found == wanted, "\n".join(map(str, check_file(path)))


def test_a_file_full_of_faults_takes_no_time(tmp_path):
    units = "".join(
        f'[[unit]]\nid = "u{n}"\nside = "gren"\ntype = "empire-spearmn"\nat = [{n}, "x"]\njoins = "u{n}x"\nwoundz = 1\n'
        for n in range(40)
    )
    path = put(tmp_path, BASIC + units)
    check_file(path)
    before = perf_counter()
    assert len(check_file(path)) == 101
    assert perf_counter() - before < 2  # measured 0.2

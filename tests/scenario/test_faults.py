"""Each fault of a file, one by one and all at once: file, line, key, what was found, what is allowed."""

import os

import pytest

from game.errors import InputError
from game.scenario import check_file, load_scenario
from tests.scenario.writing import BASIC, line_of, put


def only(path, *, warning=False):
    problems = check_file(path)
    assert len(problems) == 1, "\n".join(map(str, problems))
    assert problems[0].warning is warning
    assert problems[0].file == str(path)
    if not warning:
        with pytest.raises(InputError) as error:
            load_scenario(path)
        assert problems[0] in error.value.problems
    else:
        assert load_scenario(path).warnings == problems
    return problems[0]


def test_the_basic_text_is_without_fault(tmp_path):
    assert check_file(put(tmp_path, BASIC)) == ()


CHANGED = [
    # what is replaced, by what, key, parts of the message
    ('type = "siege-giant"', 'type = "sige-giant"', "unit[0].type", ["'sige-giant'", "did you mean 'siege-giant'"]),
    ('side = "blue"', 'side = "bleu"', "unit[1].side", ["'bleu'", "did you mean 'blue'"]),
    ("files = 5", "fils = 5", "unit[1].fils", ["unknown key 'fils'", "did you mean 'files'"]),
    ("files = 5", "files = 0", "unit[1].files", ["found 0", "at least 1"]),
    ("files = 5", "files = 21", "unit[1].files", ["impossible formation", "21 files of 20 models"]),
    ("models = 20", 'models = "20"', "unit[1].models", ["found '20'", "a whole number"]),
    ("models = 20", "models = 0", "unit[1].models", ["found 0"]),
    ("at = [24, 12]", "at = [nan, 12]", "unit[0].at[0]", ["found nan", "finite number"]),
    ("at = [24, 12]", "at = [24, inf]", "unit[0].at[1]", ["found inf", "finite number"]),
    ("at = [24, 12]", "at = [24, -inf]", "unit[0].at[1]", ["found -inf", "finite number"]),
    ("facing = 90", "facing = nan", "unit[0].facing", ["found nan", "finite number"]),
    ("width = 48", "width = inf", "table.width", ["found inf", "finite number"]),
    ("at = [24, 12]", "at = [24]", "unit[0].at", ["found [24]: write two numbers, such as [36, 24]"]),
    ("at = [24, 12]", "at = [24, 12, 0]", "unit[0].at", ["found [24, 12, 0]: write two numbers"]),
    ("at = [24, 12]", 'at = "24,12"', "unit[0].at", ["found '24,12': write two numbers"]),
    ("at = [24, 12]", "at = [true, 12]", "unit[0].at[0]", ["found true: a number belongs here"]),
    ("at = [24, 12]", "at = [1979-05-27, 12]", "unit[0].at[0]", ["1979-05-27", "a number belongs here"]),
    ("facing = 90", 'facing = "north"', "unit[0].facing", ["found 'north': a number belongs here"]),
    ("facing = 90", "facing = 90\nfleeing = 1", "unit[0].fleeing", ["found 1: write true or false"]),
    ("facing = 90", "facing = 90\nmarks = [1]", "unit[0].marks[0]", ["found 1: a table belongs here"]),
    ("facing = 90", 'facing = 90\nequipment = "shield"', "unit[0].equipment", ["found 'shield': a list belongs here"]),
    ("facing = 90", "facing = 90\nmodels = 99999", "unit[0].models", ["found 99999: write at most 1000"]),
    ("facing = 90", 'facing = 90\nmarks = [{ rule = "x", name = "y", value = 1.5 }]', "unit[0].marks[0].value", ["found 1.5: write a whole number or a text"]),
    ("seed = 5", "notes = { a = 1.5 }", "notes.a", ["found 1.5: write a whole number or a text"]),
    ("seed = 5", "rules = { fall_hits = [] }", "rules.fall_hits", ["found []; allowed: 'capped', 'capped-total', 'each-model'"]),
    ("seed = 5", "rules = { fall_hits = 1.5 }", "rules.fall_hits", ["found 1.5; allowed: 'capped'"]),
    ("seed = 5", "rules = { zzzzz = 1 }", "rules.zzzzz", ["no reading 'zzzzz'; the readings are redirect_test, ", "majority_by"]),
    ("facing = 90", "facing = 90\nmodels = 2", "unit[0].models", ["a Siege Giant is a single model", "found 2"]),
    ("facing = 90", "facing = 90\nstarted = 2", "unit[0].started", ["a Siege Giant is a single model", "found 2"]),
    ("files = 5", "files = 5\ndown = true", "unit[1].down", ["has no 'Fall Over'"]),
    ("files = 5", "files = 5\nplace = 2", "unit[1].place", ["place 2", "joins no unit"]),
    ("files = 5", "files = 5\nbases = [[25, 25]]", "unit[1].bases", ["1 bases and 0 offsets"]),
    ("facing = 90", 'facing = 90\nname = "\\u200b\\u0301"', "unit[0].name", ["at least one letter"]),
    ("at = [24, 12]\n", "", "unit[0].at", ["lacks its place"]),
    ("at = [24, 12]", "at = [47.5, 12]", "unit[0].at", ["0.48 inches over the edge", "48 x 36"]),
    ("at = [24, 12]", "at = [24, 21]", "unit[1].at", ["overlaps 'giant' by 1.00 inches"]),
    ('id = "spears"', 'id = "giant"', "unit[1].id", ["'giant' is there twice", "line 14"]),
    ('id = "spears"', 'id = "the spears"', "unit[1].id", ["letters, digits and hyphens, at most 80"]),
    ("format = 1", "format = 2", "format", ["format 2", "up to 1"]),
    ("format = 1\n", "", "format", ["'format' is missing"]),
    ("seed = 5", "seed = -5", "seed", ["found -5"]),
    ("seed = 5", 'first = "bleu"', "first", ["'bleu'", "did you mean 'blue'"]),
    ("seed = 5", 'start = { phase = "movment" }', "start.phase", ["did you mean 'movement'"]),
    ("seed = 5", 'start = { phase = "movement", step = "chargs" }', "start.step", ["did you mean 'charge'"]),
    ("seed = 5", "start = { turn = 9 }", "start.turn", ["turn 9", "6 turns"]),
    ("seed = 5", 'rules = { fal_hits = "capped" }', "rules.fal_hits", ["did you mean 'fall_hits'"]),
    ("seed = 5", 'rules = { fall_hits = "caped" }', "rules.fall_hits", ["'capped'", "did you mean 'capped'"]),
    ("seed = 5", 'rules = { fall_template = "ray-edge" }', "rules.fall_template", ["not played yet", "'touching'"]),
    ("seed = 5", "rules = { insane_courage = 1 }", "rules.insane_courage", ["found 1", "true, false"]),
    ("seed = 5", 'frist = "red"', "frist", ["unknown key 'frist'", "did you mean 'first'"]),
    ('name = "A small table"', 'name = "A\\u0000B"', "name", ["no control characters"]),
    ('name = "A small table"', 'name = "two\\nlines"', "name", ["no line breaks"]),
    ('name = "A small table"', 'name = "   "', "name", ["at least one letter"]),
    ('name = "A small table"', f'name = "{"x" * 5000}"', "name", ["at most 200"]),
    ("facing = 90", "facing = 90\nwounds = 6", "unit[0].wounds", ["found 6", "6 Wounds"]),
    ("facing = 90", 'facing = 90\ncharged = "speers"', "unit[0].charged", ["did you mean 'spears'"]),
    ("facing = 90", 'facing = 90\nengaged = ["speers"]', "unit[0].engaged[0]", ["did you mean 'spears'"]),
    ("facing = 90", 'facing = 90\nengaged = ["spears"]', "unit[0].engaged[0]", ["8.000 inches away", "touch"]),
    ("facing = 90", 'facing = 90\nengaged = ["giant"]', "unit[0].engaged[0]", ["no other unit 'giant'"]),
    ("facing = 90", 'facing = 90\njoins = "spears"', "unit[0].joins", ["no character", "another side"]),
    ("facing = 90", 'facing = 90\ngarrison = "tower"', "unit[0].garrison", ["no terrain 'tower'"]),
    ("facing = 90", "facing = 90\nbase = [25]", "unit[0].base", ["[width, depth] in mm", "round = 60"]),
    ("facing = 90", "facing = 90\nbase = { round = nan }", "unit[0].base", ["[width, depth] in mm"]),
    ("facing = 90", 'facing = 90\nequipment = ["scailing spikes"]', "unit[0].equipment[0]", ["did you mean 'scaling spikes'"]),
    ("facing = 90", 'facing = 90\ncommand = ["champoin"]', "unit[0].command[0]", ["did you mean 'champion'"]),
    ("files = 5", "files = 5\nstarted = 10", "unit[1].started", ["found 10", "20 models"]),
    ('[[side]]\nid = "blue"', '[[side]]\nid = "blue"\ncolour = "blue"', "side[1].colour", ["found 'blue'"]),
    ('[[side]]\nid = "blue"', '[[side]]\nid = "blue"\n[[side]]\nid = "green"', "side[2]", ["3 sides", "has two"]),
    ('type = "siege-giant"', 'type = "great-cannon"\ncrew = 0', "unit[0].crew", ["'great-cannon' has no crew left", "does not stand on the table"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "key", "parts"), CHANGED, ids=[f"{key}: {new[-30:]!r}" for _, new, key, _ in CHANGED]
)
def test_a_fault_names_file_line_key_and_what_is_allowed(tmp_path, old, new, key, parts):
    assert old in BASIC
    text = BASIC.replace(old, new, 1)
    path = put(tmp_path, text)
    problems = [problem for problem in check_file(path) if not problem.warning]
    assert {problem.key for problem in problems} == {key}, "\n".join(map(str, problems))
    told = " ".join(problem.text for problem in problems)
    for part in parts:
        assert part in told
    name = key.split(".")[-1].split("[")[0]
    here = text.split("\n")[problems[0].line - 1]
    missing = "missing" in told or "lacks" in told
    assert missing or name in here, f"line {problems[0].line}: {here}"
    with pytest.raises(InputError) as error:
        load_scenario(path)
    assert set(problems) <= set(error.value.problems)


DOUBTFUL = [
    ("at = [24, 12]", "at = [24, 19.3]", "unit[1].at", "0.70 inches from 'giant': less than 1 inch"),
    ("models = 20", "models = 9", "unit[1].models", "at least 10 by its army list, found 9"),
    ("models = 20\nfiles = 5", "models = 1", "unit[1].models", "at least 10 by its army list, found 1"),
    ("models = 20", "models = 30", "unit[1].files", "6 ranks of 5 files"),
    (
        "files = 5",
        "files = 5\nbase = [15, 15]",
        "unit[1].base",
        "20 x 20 or 25 x 25 mm, or on a larger base (FORM-08), found 15 x 15",
    ),
    ("facing = 90", 'facing = 90\nequipment = ["great weapon"]', "unit[0].equipment[0]", "may not take 'great weapon'"),
    ("facing = 90", 'facing = 90\ncommand = ["standard"]', "unit[0].command[0]", "may not have a standard"),
]


@pytest.mark.parametrize(("old", "new", "key", "part"), DOUBTFUL)
def test_doubtful_things_are_warnings(tmp_path, old, new, key, part):
    text = BASIC.replace(old, new, 1)
    problem = only(put(tmp_path, text), warning=True)
    assert problem.key == key
    assert part in problem.text
    assert problem.line > 0


def test_a_cavalry_base_wider_than_deep_is_doubtful(tmp_path):
    text = BASIC.replace("empire-spearmen", "empire-knights").replace("models = 20", "models = 5")
    problems = check_file(put(tmp_path, text.replace("files = 5", "files = 5\nbase = [50, 25]")))
    assert [problem.warning for problem in problems] == [True, True]
    assert "wrong way round" in problems[1].text


def test_all_faults_of_a_file_come_at_once_in_order(tmp_path):
    text = BASIC
    for old, new in [
        ("seed = 5", "sed = 5"),
        ("siege-giant", "sige-giant"),
        ("files = 5", "fils = 5"),
        ("at = [24, 20]", "at = [24, nan]"),
    ]:
        text = text.replace(old, new)
    problems = check_file(put(tmp_path, text))
    assert [problem.key for problem in problems] == ["sed", "unit[0].type", "unit[1].fils", "unit[1].at[1]"]
    lines = [problem.line for problem in problems]
    assert lines == sorted(lines)
    assert lines == [line_of(text, part) for part in ("sed =", "sige-giant", "fils =", "nan")]


def test_a_unit_that_cannot_be_read_is_still_known_by_its_id(tmp_path):
    text = BASIC.replace("files = 5", "fils = 5").replace("facing = 90", 'facing = 90\ncharged = "spears"')
    assert only(put(tmp_path, text)).key == "unit[1].fils"


# --- files that are no scenario ---------------------------------------------------------------------------------------


def test_a_forty_megabyte_file(tmp_path):
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(40 * 1024 * 1024)
    assert "40.0 MB" in only(path).text


def test_a_folder(tmp_path):
    path = tmp_path / "folder.toml"
    path.mkdir()
    assert "is a folder" in only(path).text


def test_a_file_that_is_not_there(tmp_path):
    put(tmp_path, BASIC, "battle.toml")
    problem = only(tmp_path / "batle.toml")
    assert "no such file" in problem.text
    assert "did you mean 'battle.toml'" in problem.text


def test_a_pipe(tmp_path):
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    assert "no ordinary file" in only(path).text


def test_a_binary_file(tmp_path):
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\x89PNG\n\x1a\n\0\0\0")
    problem = only(path)
    assert "binary file" in problem.text
    assert problem.line == 3


def test_a_wrong_encoding(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(BASIC.replace("A small", "Ein schöner").encode("latin-1"))
    problem = only(path)
    assert "UTF-8" in problem.text
    assert "0xf6" in problem.text
    assert problem.line == 2


def test_utf_16(tmp_path):
    path = tmp_path / "wide.toml"
    path.write_bytes(BASIC.encode("utf-16"))
    assert "UTF-16" in only(path).text


def test_a_byte_order_mark_does_no_harm(tmp_path):
    path = tmp_path / "mark.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BASIC.encode())
    assert check_file(path) == ()


@pytest.mark.parametrize("deep", ["[" * 5000 + "]" * 5000, "{a = " * 5000 + "1" + "}" * 5000])
def test_deep_nesting(tmp_path, deep):
    problem = only(put(tmp_path, BASIC + f"deep = {deep}\n"))
    assert "nested too deep" in problem.text
    assert problem.line == BASIC.count("\n") + 1


def test_a_dropped_comma(tmp_path):
    problem = only(put(tmp_path, BASIC.replace("[24, 12]", "[24 12]")))
    assert "is no TOML" in problem.text
    assert problem.line == line_of(BASIC, "[24, 12]")


def test_a_number_of_ten_thousand_digits(tmp_path):
    assert "is no TOML" in only(put(tmp_path, "seed = " + "1" * 10_000)).text


def test_single_brackets_for_a_list(tmp_path):
    problem = only(put(tmp_path, BASIC.replace('[[unit]]\nid = "giant"', '[unit]\nid = "giant"').split("[[unit]]")[0]))
    assert problem.key == "unit"
    assert "[[unit]] in double brackets" in problem.text


def test_a_fragment_is_checked_but_not_loaded(tmp_path):
    path = put(tmp_path, BASIC.replace("table = { width = 48, depth = 36 }\n", ""))
    assert check_file(path) == ()
    with pytest.raises(InputError, match="'table' is missing"):
        load_scenario(path)


# --- terrain ----------------------------------------------------------------------------------------------------------

LAKE = '\n[[terrain]]\nid = "lake"\nkind = "{}"\noutline = {}\n'


@pytest.mark.parametrize(
    ("kind", "outline", "key", "part"),
    [
        ("wal", "[[1, 1], [4, 1], [4, 4]]", "terrain[0].kind", "did you mean 'wall'"),
        (
            "river",
            "[[1, 1], [4, 4], [4, 1], [1, 4]]",
            "terrain[0].outline",
            "crosses itself at [2.5, 2.5]; the largest of its 2 loops alone would do: [",  # C136
        ),
        ("river", "[[1, 1], [4, 1]]", "terrain[0].outline", "at least 3"),
        ("river", "[[1, 1], [2, 1], [4, 1]]", "terrain[0].outline", "'lake'"),
        ("river", "[[1, 1], [2, nan], [4, 1]]", "terrain[0].outline[1][1]", "finite"),
        ("river", "[[101, 1], [102, 1], [102, 4]]", "terrain[0].outline", "off the table"),
        ("building", "[[23, 8], [26, 8], [26, 11]]", "unit[0].at", "stands in 'lake', which is building"),
    ],
)
def test_faults_of_terrain(tmp_path, kind, outline, key, part):
    text = BASIC + LAKE.format(kind, outline)
    problem = only(put(tmp_path, text))
    assert problem.key == key
    assert part in problem.text
    assert problem.line == line_of(
        text, "outline" if "outline" in key else "kind = " if "kind" in key else "at = [24, 12]"
    )


def test_a_wood_may_be_stood_in(tmp_path):
    assert check_file(put(tmp_path, BASIC + LAKE.format("wood", "[[23, 8], [26, 8], [26, 11]]"))) == ()


def test_a_building_is_held_by_one_unit(tmp_path):
    guns = '\n[[unit]]\nid = "{}"\nside = "blue"\ntype = "empire-handgunners"\nmodels = 10\ngarrison = "lake"\n'
    tower = LAKE.format("building", "[[2, 2], [6, 2], [6, 6], [2, 6]]")
    assert check_file(put(tmp_path, BASIC + guns.format("a") + tower)) == ()
    assert "held by 'a'" in only(put(tmp_path, BASIC + guns.format("a") + guns.format("b") + tower)).text
    assert (
        "no building but wood" in only(put(tmp_path, BASIC + guns.format("a") + tower.replace("building", "wood"))).text
    )


def test_one_general_a_side(tmp_path):
    hero = '\n[[unit]]\nid = "{}"\nside = "{}"\ntype = "empire-captain"\ngeneral = true\nat = [{}, 30]\n'
    text = BASIC + hero.format("a", "blue", 5) + hero.format("b", "red", 9)
    assert check_file(put(tmp_path, text)) == ()
    text += hero.format("c", "blue", 13)
    problem = only(put(tmp_path, text), warning=True)
    assert problem.key == "unit[4].general"
    assert problem.line == line_of(text, "general", 3)


# --- own types and examples -------------------------------------------------------------------------------------------


def test_faults_of_a_type_of_ones_own(tmp_path):
    text = (
        BASIC
        + '\n[[type]]\nid = "ogre"\nname = "Ogre"\narmy = "x"\ntroop-type = "infantri"\npoints = 1\nbases = ["25x25"]\n'
    )
    text += "profile = { M = 6, WS = 3, BS = 2, S = 4, T = 4, W = 3, I = 2, A = 3, Ld = 7 }\n"
    problem = only(put(tmp_path, text))
    assert problem.key == "type[0].troop-type"
    assert problem.line == line_of(text, "infantri")
    assert "did you mean 'infantry'" in problem.text


def test_a_file_of_unit_types_alone(tmp_path):
    text = '[[type]]\nid = "ogre"\nname = "Ogre"\narmy = "x"\ntroop-type = "infantry"\npoints = 1\nbases = ["25x25"]\n'
    text += "profile = { M = 6, WS = 3, BS = 2, S = 4, T = 4, W = 3, I = 2, A = 3, Ld = 7 }\n"
    assert check_file(put(tmp_path, text)) == ()
    problems = check_file(put(tmp_path, text.replace("WS = 3", "WS = 33")))
    assert [problem.key for problem in problems] == ["type[0].profile.WS"]


@pytest.mark.parametrize(
    ("extra", "key"),
    [
        ("[[expect]]\nangle = 3.0\n", "expect[0]"),
        ('[[expect]]\nevent = "a"\nnever = "b"\n', "expect[0]"),
        ('[[step]]\ndice = { "fall test" = [nan] }\n', "step[0].dice.fall test[0]"),
        ("[[step]]\n", "step[0]"),
        ("[[step]]\nchose = {}\n", "step[0].chose"),
    ],
)
def test_faults_of_a_rule_example(tmp_path, extra, key):
    text = BASIC + extra
    problem = only(put(tmp_path, text))
    assert problem.key == key
    assert problem.line >= line_of(text, extra.split("\n", 1)[0])

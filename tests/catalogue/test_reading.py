"""Reading catalogue tables: what is wrong is said, all of it, with its place and what is allowed."""

import copy
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.catalogue import RuleUse, TypeForm, bundled_catalogue, read_base, read_catalogue, read_types, read_types_file
from game.catalogue.faults import Faults
from game.catalogue.handbook import read_vocabulary
from game.errors import InputError
from game.table.formation import Base

GOOD = {
    "id": "rat-ogres",
    "name": "Rat Ogres",
    "army": "Skaven",
    "troop-type": "monstrous-infantry",
    "profile": {"M": 6, "WS": 3, "BS": "-", "S": 5, "T": 4, "W": 3, "I": 4, "A": 3, "Ld": 4},
    "points": 40,
    "bases": ["40x40"],
    "special-rules": ["Fear", "Frenzy", "Strider (forest,obstacle)"],
}


@pytest.fixture(scope="module")
def catalogue():
    return bundled_catalogue()


def read(*tables):
    return read_types(list(tables), "home.toml", bundled_catalogue().handbook)


def changed(**changes):
    table = copy.deepcopy(GOOD)
    for key, value in changes.items():
        name = key.replace("_", "-")
        if value is None:
            del table[name]
        else:
            table[name] = value
    return table


def profile(**changes):
    return changed(profile={**GOOD["profile"], **changes})


def test_a_good_table():
    (unit_type,), problems = read(GOOD)
    assert problems == ()
    assert unit_type.profile.ballistic_skill == 0
    assert unit_type.base == Base(40 / 25.4, 40 / 25.4)
    assert unit_type.special_rules[2] == RuleUse("Strider", "Forest, Obstacle")
    assert unit_type.has("Swiftstride")
    assert unit_type.command == (("champion", 10.0), ("musician", 10.0), ("standard", 10.0))


@pytest.mark.parametrize(
    ("table", "key", "words"),
    [
        (changed(special_rules=["Feer"]), "type[0].special-rules[0]", ["'Feer'", "'Fear'"]),
        (changed(special_rules=["Impact Hits"]), "type[0].special-rules[0]", ["needs a parameter", "D6"]),
        (changed(special_rules=["Impact Hits (many)"]), "type[0].special-rules[0]", ["(many)", "D6+1"]),
        (changed(special_rules=["Terror (2)"]), "type[0].special-rules[0]", ["no parameter", "(2)"]),
        (changed(special_rules=["Strider (Wood)"]), "type[0].special-rules[0]", ["(Wood)", "Forest, Obstacle"]),
        (changed(special_rules=["Natural Armour (7+)"]), "type[0].special-rules[0]", ["7+", "1+ to 6+"]),
        (changed(special_rules=["Fear)("]), "type[0].special-rules[0]", ["'Fear)('", "brackets"]),
        (changed(points=math.nan), "type[0].points", ["nan", "finite"]),
        (changed(points=math.inf), "type[0].points", ["inf", "finite"]),
        (changed(points="40"), "type[0].points", ["'40'", "number"]),
        (changed(points=True), "type[0].points", ["true", "number"]),
        (changed(point=40), "type[0].point", ["unknown key 'point'", "'points'"]),
        (changed(zzz=1), "type[0].zzz", ["unknown key 'zzz'", "allowed: id, name"]),
        (changed(points=None), "type[0].points", ["'points' is missing"]),
        (changed(bases=["75 by 50"]), "type[0].bases[0]", ["75 by 50", "25x50", "round 60"]),
        (changed(bases=["40x40", "0x40"]), "type[0].bases[1]", ["0x40", "5 to 500"]),
        (changed(bases=[]), "type[0].bases", ["found []", "at least one entry"]),
        (
            changed(troop_type="monstrous infantry"),
            "type[0].troop-type",
            ["'monstrous infantry'", "'monstrous-infantry'"],
        ),
        (changed(troop_type="zz"), "type[0].troop-type", ["allowed: infantry, "]),
        (changed(equipment=["lite armour"]), "type[0].equipment[0]", ["'lite armour'", "'light armour'"]),
        (changed(options={"sheild": 1}), "type[0].options.sheild", ["'sheild'", "'shield'"]),
        (changed(options={"shield": "1"}), "type[0].options.shield", ["'1'", "number"]),
        (changed(without=["Stomp"]), "type[0].without[0]", ["'Stomp'", "Fear, Swiftstride"]),
        (changed(minimum=5, maximum=3), "type[0].maximum", ["3", "5"]),
        (changed(id="Rat Ogres"), "type[0].id", ["'Rat Ogres'", "hyphens"]),
        (changed(save="5"), "type[0].save", ["'5'", "'1+' to '6+'"]),
        (changed(points=-1), "type[0].points", ["found -1", "at least 0"]),
        (changed(name="a\x1b[31mb"), "type[0].name", ["found 'a\\x1b[31mb'", "no control characters"]),
        (changed(name="x" * 5000), "type[0].name", ["xxx…'", "at most 200"]),
        (changed(name="\u200b\u0301"), "type[0].name", ["at least one letter"]),
        (changed(special_rules=["Fall Over"]), "type[0].single-model", ["'Fall Over'", "single model"]),
        (profile(S=11), "type[0].profile.S", ["11", "0 to 10"]),
        (profile(S=3.0), "type[0].profile.S", ["3.0", "0 to 10"]),
        (profile(W="-"), "type[0].profile.W", ["'-'", "at least 1"]),
        (profile(A="many"), "type[0].profile.A", ["'many'", "D6+1"]),
        (profile(M="fast"), "type[0].profile.M", ["'fast'", "3D6"]),
        (profile(Q=1), "type[0].profile.Q", ["unknown key 'Q'", "WS"]),
        (changed(profile=3), "type[0].profile", ["3", "table"]),
        (changed(crew=[{**GOOD["profile"], "count": 3, "most": 2}]), "type[0].crew[0].count", ["3", "2"]),
        (changed(crew=[{**GOOD["profile"], "equipmnt": []}]), "type[0].crew[0].equipmnt", ["'equipment'"]),
        (changed(crew_base="big"), "type[0].crew-base", ["'big'"]),
    ],
)
def test_faults_say_where_what_and_what_is_allowed(table, key, words):
    types, problems = read(table)
    assert types == ()
    (problem,) = problems
    assert (problem.file, problem.key, problem.warning) == ("home.toml", key, False)
    for word in words:
        assert word in problem.text


def test_all_faults_at_once():
    types, problems = read(GOOD, profile(S=11, T=-1), changed(id="x", special_rules=["Feer", "Terorr"], bases=["?"]))
    assert [unit_type.id for unit_type in types] == ["rat-ogres"]
    assert [problem.key for problem in problems] == [
        "type[1].profile.S",
        "type[1].profile.T",
        "type[1].id",
        "type[2].special-rules[0]",
        "type[2].special-rules[1]",
        "type[2].bases[0]",
    ]


def test_the_same_id_twice():
    _, problems = read(GOOD, GOOD)
    assert [(problem.key, problem.text) for problem in problems] == [
        ("type[1].id", "the id 'rat-ogres' is there twice")
    ]


@pytest.mark.parametrize(("size", "warned"), [("50x25", 2), ("25x50", 0), ("60x30", 2), ("20x50", 1), ("50x50", 0)])
def test_a_turned_cavalry_base_is_warned_of(size, warned):
    (unit_type,), problems = read(changed(troop_type="cavalry", bases=[size]))
    assert unit_type.base == read_base(size)
    assert all(problem.warning for problem in problems)
    assert len(problems) == warned


@pytest.mark.parametrize("bad", [3, "x", [], None, [{}], {"id": 3}])
def test_no_table_at_all(bad):
    types, problems = read(bad)
    assert types == ()
    assert problems
    assert all(problem.key.startswith("type[0]") for problem in problems)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from([*GOOD, "crew", "mount", "options", "M", "A"]), inner)
        ),
    )
)
def test_no_garbage_stops_it(garbage):
    table = {**GOOD, **garbage} if isinstance(garbage, dict) else garbage
    types, problems = read(table)
    assert types or problems


@pytest.mark.parametrize("text", ["25x50", "25\u00d750", "25 x 50", " 25X50 "])
def test_rectangular_bases(text):
    assert read_base(text) == Base(25 / 25.4, 50 / 25.4)


def test_round_bases():
    assert read_base("round 60") == Base(60 / 25.4, 60 / 25.4, round=True)


@given(
    st.sampled_from(["Fly", "Immunity", "Some Rule"]),
    st.lists(st.sampled_from(["2", "D6+1", "Fear", "4+"]), max_size=3),
)
def test_rules_read_what_they_write(name, values):
    use = RuleUse(name, ", ".join(values))
    assert RuleUse.parse(str(use)) == use
    assert use.values == tuple(values)


def test_rules_are_found_in_any_letters(catalogue):
    assert catalogue.special_rules.read("sorcerer\u2019s  curse") == RuleUse("Sorcerer's Curse")
    assert str(catalogue.special_rules.read("IMMUNITY (poisoned attacks,psychology)")) == (
        "Immunity (Poisoned Attacks, Psychology)"
    )


def test_a_vocabulary_with_faults():
    rule = {"name": "Stink", "about": "It smells.", "source": "home"}
    faults = Faults("words.toml")
    read_vocabulary([rule, rule, {**rule, "name": "Reek", "parameter": "choice"}, {"name": "Foul"}], faults)
    assert [problem.key for problem in faults.found] == [
        "rule[1].name",
        "rule[2].choices",
        "rule[3].about",
        "rule[3].source",
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("siege-giant", "siege-giant"),
        ("Siege Giant", "siege-giant"),
        ("SIEGE-GIANT", "siege-giant"),
        ("k\u2019daai  FIREBORN", "kdaai-fireborn"),
        ("Orc Big \u2018Uns", "orc-big-uns"),
        ("\uff34\uff52\uff4f\uff4c\uff4c\uff53", "trolls"),
    ],
)
def test_finding_by_id_or_name(catalogue, asked, found):
    assert catalogue.find(asked).id == found


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("seige-giant", ["'seige-giant'", "'siege-giant'"]),
        ("Hobgoblin Cuthroat", ["hobgoblin-cutthroats"]),
        ("zzzzzz", ["no unit type is called 'zzzzzz'"]),
    ],
)
def test_not_finding_proposes_near_names(catalogue, asked, words):
    with pytest.raises(InputError) as error:
        catalogue.find(asked)
    for word in words:
        assert word in str(error.value)


def test_a_name_of_two_types_asks_for_the_id(catalogue):
    twin = catalogue.with_types(read(changed(id="other-giant", name="siege GIANT"))[0])
    with pytest.raises(InputError, match="'siege-giant' or 'other-giant'"):
        twin.find("Siege Giant")


def test_types_of_a_scenario_join_and_override(catalogue):
    extra, problems = read(GOOD, changed(id="trolls", name="Rock Trolls", points=50))
    assert problems == ()
    joined = catalogue.with_types(extra)
    assert joined.find("rat-ogres").points == 40
    assert joined["trolls"].name == "Rock Trolls"
    assert catalogue["trolls"].points == 37
    assert len(joined) == len(catalogue) + 1


def test_prices_refuse_what_is_not_listed(catalogue):
    with pytest.raises(InputError, match="may not take 'sheild'; did you mean 'shield'"):
        catalogue["minotaurs"].cost(3, ["sheild"])
    with pytest.raises(InputError, match="allowed: nothing"):
        catalogue["siege-giant"].cost(1, (), ["champion"])


def test_a_file_that_is_no_toml(tmp_path, catalogue):
    path = tmp_path / "bad.toml"
    path.write_text("[[type]]\nid = \n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_types_file(path, catalogue.handbook)
    (problem,) = error.value.problems
    assert (problem.file, problem.line) == (str(path), 2)
    with pytest.raises(InputError, match="cannot be read"):
        read_types_file(tmp_path / "none.toml", catalogue.handbook)


def test_a_file_with_other_tables(tmp_path, catalogue):
    path = tmp_path / "odd.toml"
    path.write_text("[type]\nid = 1\n[unit]\n", encoding="utf-8")
    types, problems = read_types_file(path, catalogue.handbook)
    assert types == ()
    assert [problem.key for problem in problems] == ["unit", "type"]


def test_a_folder_reports_every_file(tmp_path):
    from game.resources import folder

    for name in ("special-rules.toml", "equipment.toml", "troop-types.toml", "empire.toml", "lizardmen.toml"):
        (tmp_path / name).write_bytes((folder("assets") / "catalogue" / name).read_bytes())
    assert "kroxigors" in read_catalogue(tmp_path)
    for name in ("empire.toml", "lizardmen.toml"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("points = 43", 'points = "x"').replace("points = 22", "points = nan"))
    (tmp_path / "twins.toml").write_bytes((tmp_path / "empire.toml").read_bytes())
    with pytest.raises(InputError) as error:
        read_catalogue(tmp_path)
    text = str(error.value)
    assert "lizardmen.toml" in text
    assert "empire.toml" in text
    assert "'great-cannon' is already in another file" in text


def test_the_form_has_a_schema_for_editors():
    schema = TypeForm.model_json_schema()
    assert {"troop-type", "special-rules", "profile"} <= set(schema["properties"])
    assert schema["additionalProperties"] is False

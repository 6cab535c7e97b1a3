"""How units of a file stand on the table."""

import pytest

from game.battle.ground import bases_of
from game.scenario import check_file, load_scenario
from game.scenario.muster import CHARGED, STUPID
from game.table.distance import distance
from game.table.formation import Base, Loose, Ranked, Single, make_bases
from tests.scenario.writing import BASIC, put


def loaded(tmp_path, extra):
    return load_scenario(put(tmp_path, BASIC + "\n" + extra)).state


def one(tmp_path, keys):
    return loaded(tmp_path, f'[[unit]]\nid = "it"\nside = "red"\nat = [10, 30]\n{keys}\n').unit("it")


def test_a_block_stands_in_ranks_at_its_front_edge(tmp_path):
    unit = load_scenario(put(tmp_path, BASIC)).state.unit("spears")
    assert unit.formation == Ranked(Base.from_millimetres(20, 20), 20, 5)
    assert (unit.pose.x, unit.pose.y, unit.pose.facing) == (24, 20, 270)
    assert bases_of(unit).centre[:, 1].min() == pytest.approx(20 + 10 / 25.4)


@pytest.mark.parametrize(
    ("type", "models", "files"),
    [("empire-spearmen", 20, 5), ("empire-spearmen", 30, 6), ("minotaurs", 6, 3), ("empire-knights", 5, 5)],
)
def test_the_usual_files(tmp_path, type, models, files):
    formation = one(tmp_path, f'type = "{type}"\nmodels = {models}').formation
    assert (formation.models, formation.files) == (models, files)


def test_the_smallest_unit_where_no_number_is_given(tmp_path):
    assert one(tmp_path, 'type = "hobgoblin-cutthroats"').formation.models == 20


def test_single_models_and_odd_bases(tmp_path):
    assert one(tmp_path, 'type = "siege-giant"').formation == Single(Base.from_millimetres(50, 75))
    assert one(tmp_path, 'type = "orc-giant"\nbase = [50, 75]').formation == Single(Base.from_millimetres(50, 75))
    assert one(tmp_path, 'type = "orc-giant"\nbase = { round = 60 }').formation == Single(Base.from_millimetres(60))


@pytest.mark.parametrize("keys", ['type = "skink-skirmishers"\nmodels = 10', 'type = "jungle-swarm"\nmodels = 3'])
def test_skirmishers_and_swarms_stand_loose(tmp_path, keys):
    formation = one(tmp_path, keys + "\nfiles = 3").formation
    assert isinstance(formation, Loose)
    assert len({offset[1] for offset in formation.offsets[:3]}) == 3
    assert len({offset[0] for offset in formation.offsets[:3]}) == 1


def test_skirmishers_by_an_option(tmp_path):
    keys = 'type = "hobgoblin-sneaky-gits"\nmodels = 10\nequipment = ["Skirmishers"]'
    assert isinstance(one(tmp_path, keys).formation, Loose)


@pytest.mark.parametrize("crew", ["", "crew = 1"])
def test_a_war_machine_stands_before_its_crew(tmp_path, crew):
    unit = one(tmp_path, f'type = "great-cannon"\n{crew}')
    shapes = bases_of(unit)
    assert len(shapes) == (2 if crew else 4)
    rows = [
        make_bases(shapes.centre[i : i + 1].copy(), shapes.half[i : i + 1].copy(), shapes.round[i : i + 1].copy(), 90.0)
        for i in range(len(shapes))
    ]
    assert shapes.centre[0, 1] > shapes.centre[1:, 1].max()
    for man in rows[1:]:
        assert 0 < distance(rows[0], man) < 1


def test_equipment_is_the_standard_and_the_rest_in_the_catalogues_spelling(tmp_path):
    unit = one(tmp_path, 'type = "Hobgoblin Cutthroats"\nequipment = ["Light  Armour", "shield"]')
    assert unit.type.id == "hobgoblin-cutthroats"
    assert unit.muster.equipment == ("hand weapon", "shield", "light armour")


HERO = '[[unit]]\nid = "hero"\nside = "blue"\ntype = "empire-captain"\njoins = "spears"\n'


def test_a_character_takes_a_place_of_the_front_rank(tmp_path):
    state = loaded(
        tmp_path, HERO + '[[unit]]\nid = "second"\nside = "blue"\ntype = "battle-wizard"\njoins = "spears"\nplace = 4\n'
    )
    host, hero, second = (state.unit(name) for name in ("spears", "hero", "second"))
    assert host.formation == Ranked(Base.from_millimetres(20, 20), 22, 5)
    assert host.muster.models == 20
    assert (hero.host, hero.place, hero.formation) == ("spears", 2, Single(Base.from_millimetres(20, 20)))
    assert (hero.pose.x, hero.pose.y, hero.pose.facing) == (24, 20, 270)
    assert second.place == 4
    assert [unit.id for unit in state.standing()] == ["giant", "spears"]


def test_a_character_on_another_base_stands_beside_the_ranks(tmp_path):
    state = loaded(tmp_path, HERO + "base = [25, 25]\n")
    assert state.unit("spears").formation.others == ((2, Base.from_millimetres(25, 25)),)


def test_the_front_rank_can_be_full(tmp_path):
    text = BASIC.replace("models = 20\nfiles = 5", "models = 10\nfiles = 1")
    second = HERO.replace('"hero"', '"second"')
    problems = [problem for problem in check_file(put(tmp_path, text + HERO + second)) if not problem.warning]
    assert [problem.key for problem in problems] == ["unit[3].joins"]
    assert "full of characters" in problems[0].text


def test_a_rider_and_his_mount_become_one(tmp_path):
    unit = one(tmp_path, 'type = "saurus-oldblood"\nmount = "cold-one"')
    assert unit.type.id == "saurus-oldblood+cold-one"
    assert unit.type.troop_type.id == "cavalry"
    assert unit.formation == Single(Base.from_millimetres(25, 50))
    assert unit.carries("Stupidity")
    assert unit.carries("Swiftstride")
    assert unit.type.mount.profile.movement == 7
    on_beast = one(tmp_path, 'type = "saurus-oldblood"\nequipment = ["carnosaur"]')
    assert on_beast.type.troop_type.id == "monster"


def test_what_a_battle_in_progress_needs(tmp_path):
    text = BASIC.replace("at = [24, 20]", "at = [24, 12]").replace(
        "facing = 90",
        'facing = 90\nwounds = 3\ncharged = "spears"\nengaged = ["spears"]\nstupid = true\n'
        'marks = [{ rule = "Frenzy", name = "lost", until = "turn" }]',
        1,
    )
    text = text.replace(
        "seed = 5", 'seed = 5\nstart = { turn = 2, side = "blue", phase = "close-combat", step = "strikes" }'
    )
    state = load_scenario(put(tmp_path, text)).state
    giant = state.unit("giant")
    assert giant.wounds == 3
    assert giant.mark(*CHARGED).value == "spears"
    assert giant.mark(*CHARGED).until == "player-turn"
    assert giant.mark(*STUPID) is not None
    assert giant.mark("Frenzy", "lost").until == "turn"
    assert (state.clock.turn, state.clock.side, state.clock.phase, state.clock.step) == (
        2,
        "blue",
        "close-combat",
        "strikes",
    )
    (pair,) = state.engagements
    assert (pair.a, pair.b, pair.side_of_a, pair.side_of_b) == ("giant", "spears", "front", "front")
    assert state.note("first") == "red"


@pytest.mark.parametrize(
    ("at", "facing", "side"),
    [
        ("[24, 12]", 270, "front"),
        ("[23.015748, 11]", 0, "left"),
        ("[24.984252, 11]", 180, "right"),
        ("[24, 9.047244]", 90, "rear"),
    ],
)
def test_the_side_of_a_contact(tmp_path, at, facing, side):
    text = BASIC.replace("at = [24, 20]\nfacing = 270", f'at = {at}\nfacing = {facing}\nengaged = ["giant"]')
    (pair,) = load_scenario(put(tmp_path, text)).state.engagements
    assert (pair.a, pair.b, pair.side_of_a, pair.side_of_b) == ("spears", "giant", "front", side)


def test_a_garrison_stands_in_its_building(tmp_path):
    extra = '[[unit]]\nid = "guns"\nside = "blue"\ntype = "empire-handgunners"\nmodels = 10\ngarrison = "tower"\n'
    extra += '[[terrain]]\nid = "tower"\nkind = "building"\nfloors = 2\noutline = [[2, 2], [6, 2], [6, 6], [2, 6]]\n'
    state = loaded(tmp_path, extra)
    assert state.unit("guns").garrison == "tower"
    assert (state.unit("guns").pose.x, state.unit("guns").pose.y) == (4, 4)
    assert state.terrain[0].sight == 8
    assert [unit.id for unit in state.standing()] == ["giant", "spears"]


def test_a_type_of_ones_own_overrides_the_catalogue(tmp_path):
    text = (
        '[[type]]\nid = "siege-giant"\nname = "Paper Giant"\narmy = "x"\ntroop-type = "monster"\npoints = 1\nbases = ["60x60"]\n'
        "profile = { M = 6, WS = 3, BS = 2, S = 4, T = 4, W = 3, I = 2, A = 3, Ld = 7 }\nsingle-model = true\n"
    )
    scenario = load_scenario(put(tmp_path, BASIC + text))
    assert scenario.state.unit("giant").name == "Paper Giant"
    assert scenario.state.unit("giant").formation == Single(Base.from_millimetres(60, 60))
    assert scenario.catalogue["siege-giant"].name == "Paper Giant"


def test_a_scenario_of_one_side_gets_an_empty_opponent(tmp_path):
    text = BASIC.split('[[side]]\nid = "blue"')[0] + "[[unit]]" + BASIC.split("[[unit]]")[1]
    state = load_scenario(put(tmp_path, text)).state
    assert [side.id for side in state.sides] == ["red", "other-side"]
    assert state.sides[0].colour != state.sides[1].colour

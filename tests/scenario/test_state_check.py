"""The values of a state that was read from a save: each that a scenario could not bring is found."""

import math
from dataclasses import replace
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from game.battle.state import Clock, Engagement, State
from game.battle.terrain import Terrain
from game.resources import folder
from game.scenario import bundled_scenarios, load_scenario
from game.scenario.state_check import state_problems
from game.table.formation import Base, Loose, Ranked, Single
from game.table.pose import Pose

STATE = load_scenario(folder("scenarios") / "siege_of_the_gatehouse.toml").state
FULL = load_scenario(folder("scenarios") / "full_battle.toml").state
BLOCK = next(i for i, unit in enumerate(FULL.units) if isinstance(unit.formation, Ranked) and not FULL.guests(unit.id))
GUEST = next(i for i, unit in enumerate(FULL.units) if unit.host)
SMALL = Base(1.0, 1.0)


def with_unit(number, **changes):
    unit = replace(FULL.units[number], **changes)
    return replace(FULL, units=(*FULL.units[:number], unit, *FULL.units[number + 1 :]))


def with_muster(number, **changes):
    return with_unit(number, muster=replace(FULL.units[number].muster, **changes))


def with_type(number, **changes):
    return with_muster(number, type=replace(FULL.units[number].type, **changes))


def with_profile(**changes):
    first, *rest = FULL.units[BLOCK].type.parts
    return with_type(BLOCK, parts=(replace(first, profile=replace(first.profile, **changes)), *rest))


def with_terrain(**changes):
    return replace(STATE, terrain=(replace(STATE.terrain[0], **changes), *STATE.terrain[1:]))


def block(models=20, files=5, base=SMALL, others=()):
    return with_unit(BLOCK, formation=Ranked(base, models, files, others))


UNIT, OTHER = f"units[{BLOCK}]", f"units[{GUEST}]"
NAME = FULL.units[BLOCK].id
FAULTY = {
    "no side": (replace(FULL, sides=()), "sides"),
    "three sides": (replace(FULL, sides=(*FULL.sides, replace(FULL.sides[0], id="third"))), "sides"),
    "twin sides": (replace(FULL, sides=FULL.sides[:1] * 2), "sides[1].id"),
    "colour": (replace(FULL, sides=(FULL.sides[0], replace(FULL.sides[1], colour="red"))), "sides[1].colour"),
    "player": (replace(FULL, sides=(FULL.sides[0], replace(FULL.sides[1], player="god"))), "sides[1].player"),
    "narrow table": (replace(FULL, width=0.0), "width"),
    "endless table": (replace(FULL, depth=math.inf), "depth"),
    "turns": (replace(FULL, turns=0), "turns"),
    "name": (replace(FULL, name="A\x1b[31mB"), "name"),
    "long name": (replace(FULL, name="x" * 5000), "name"),
    "phase": (replace(FULL, clock=Clock(1, FULL.sides[0].id, "tea")), "clock.phase"),
    "no phase": (replace(FULL, clock=Clock(1, FULL.sides[0].id)), "clock.phase"),
    "step": (replace(FULL, clock=Clock(1, FULL.sides[0].id, "movement", "stomps")), "clock.step"),
    "turn": (replace(FULL, clock=Clock(-1, FULL.sides[0].id, "movement")), "clock.turn"),
    "nobody's turn": (replace(FULL, clock=Clock(1, "nobody", "movement")), "clock.side"),
    "first": (FULL.with_note("first", "nobody"), "notes"),
    "twin units": (replace(FULL, units=(*FULL.units, FULL.units[0])), f"units[{len(FULL.units)}].muster.id"),
    "too many units": (replace(FULL, units=FULL.units[:1] * 301), "units"),
    "unit id": (with_muster(BLOCK, id="a b"), f"{UNIT}.muster.id"),
    "unit name": (with_muster(BLOCK, name="\u202e"), f"{UNIT}.muster.name"),
    "unit side": (with_muster(BLOCK, side="nobody"), f"{UNIT}.muster.side"),
    "started": (with_muster(BLOCK, models=0), f"{UNIT}.muster.models"),
    "command": (with_muster(BLOCK, command=("cook",)), f"{UNIT}.muster.command[0]"),
    "place": (with_unit(BLOCK, pose=Pose(1e300, 1.0, 0.0)), f"{UNIT}.pose.x"),
    "no number": (with_unit(BLOCK, pose=Pose(1.0, math.nan, 0.0)), f"{UNIT}.pose.y"),
    "facing": (with_unit(BLOCK, pose=Pose(1.0, 1.0, math.inf)), f"{UNIT}.pose.facing"),
    "no models": (block(models=0), f"{UNIT}.formation.models"),
    "fewer models": (block(models=-5), f"{UNIT}.formation.models"),
    "models": (block(models=10**8), f"{UNIT}.formation.models"),
    "no files": (block(files=0), f"{UNIT}.formation.files"),
    "flat base": (block(base=Base(0.0, 1.0)), f"{UNIT}.formation.base"),
    "no base": (block(base=Base(math.nan, 1.0)), f"{UNIT}.formation.base"),
    "huge base": (with_unit(BLOCK, formation=Single(Base(50.0, 50.0))), f"{UNIT}.formation.base"),
    "other": (block(others=((20, SMALL),)), f"{UNIT}.formation.others"),
    "others": (block(others=((3, SMALL), (3, SMALL))), f"{UNIT}.formation.others"),
    "other's base": (block(others=((3, Base(0.0, 0.0)),)), f"{UNIT}.formation.others[0].base"),
    "offsets": (with_unit(BLOCK, formation=Loose((SMALL, SMALL), ((0.0, 0.0),))), f"{UNIT}.formation"),
    "no offset": (with_unit(BLOCK, formation=Loose((), ())), f"{UNIT}.formation.offsets"),
    "far offset": (with_unit(BLOCK, formation=Loose((SMALL,), ((1e9, 0.0),))), f"{UNIT}.formation.offsets[0][0]"),
    "wounds": (with_unit(BLOCK, wounds=-1), f"{UNIT}.wounds"),
    "host": (with_unit(BLOCK, host="nobody"), f"{UNIT}.host"),
    "own host": (with_unit(BLOCK, host=NAME), f"{UNIT}.host"),
    "hosted host": (with_unit(BLOCK, host=FULL.units[GUEST].id), f"{UNIT}.host"),
    "guest's place": (with_unit(GUEST, place=500), f"{OTHER}.place"),
    "place below 0": (with_unit(GUEST, place=-1), f"{OTHER}.place"),
    "garrison": (with_unit(BLOCK, garrison="nowhere"), f"{UNIT}.garrison"),
    "engaged": (replace(FULL, engagements=(Engagement(NAME, "nobody", "front", "front"),)), "engagements[0].b"),
    "engaged with itself": (replace(FULL, engagements=(Engagement(NAME, NAME, "front", "rear"),)), "engagements[0].b"),
    "W": (with_profile(wounds=0), f"{UNIT}.muster.type.profile.W"),
    "S": (with_profile(strength=1000), f"{UNIT}.muster.type.profile.S"),
    "M": (with_profile(movement="lots"), f"{UNIT}.muster.type.profile.M"),
    "A": (with_profile(attacks=-1), f"{UNIT}.muster.type.profile.A"),
    "points": (with_type(BLOCK, points=math.nan), f"{UNIT}.muster.type.points"),
    "no parts": (with_type(BLOCK, parts=()), f"{UNIT}.muster.type"),
    "type's base": (with_type(BLOCK, bases=(Base(math.nan, 1.0),)), f"{UNIT}.muster.type.bases"),
    "twin terrain": (replace(STATE, terrain=STATE.terrain[:1] * 2), "terrain[1].id"),
    "two corners": (with_terrain(outline=((0.0, 0.0), (1.0, 1.0))), "terrain[0].outline"),
    "bow tie": (with_terrain(outline=((0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0))), "terrain[0].outline"),
    "far corner": (with_terrain(outline=((0.0, 0.0), (1e9, 0.0), (0.0, 2.0))), "terrain[0].outline[1][0]"),
    "terrain id": (with_terrain(id=""), "terrain[0].id"),
    "sight": (with_terrain(sight=-1), "terrain[0].sight"),
    "floors": (with_terrain(floors=0), "terrain[0].floors"),
}


@pytest.mark.parametrize("path", bundled_scenarios(), ids=lambda path: path.stem)
def test_what_a_scenario_brings_is_well(path):
    assert state_problems(load_scenario(path).state) == ()


@pytest.mark.parametrize(("state", "key"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_value_is_found_where_it_stands(state, key):
    problems = state_problems(state)
    place = f"state.{key}"
    assert any(one.key == place or one.key.startswith((f"{place}[", f"{place}.")) for one in problems), problems
    assert not any(one.warning for one in problems)


def test_a_battle_in_progress_may_overlap_and_hang_over_the_edge():
    unit = FULL.units[BLOCK]
    here = replace(unit, pose=Pose(-3.0, 100.0, 12.5))
    there = replace(here, muster=replace(unit.muster, id="twin"))
    assert state_problems(replace(FULL.with_unit(here), units=(*FULL.with_unit(here).units, there))) == ()


def test_forty_units_take_less_than_the_blink_of_an_eye():
    more = tuple(replace(u, muster=replace(u.muster, id=f"{u.id}-2"), host="") for u in FULL.units[:15])
    state = replace(FULL, units=(*FULL.units, *more))
    times = []
    for _ in range(5):
        before = perf_counter()
        assert state_problems(state) == ()
        times.append(perf_counter() - before)
    assert len(state.units) >= 40
    assert min(times) < 0.025  # measured 0.003


def _leaves(value, path=()):
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in _leaves(item, (*path, key))]
    if isinstance(value, list):
        return [leaf for key, item in enumerate(value) for leaf in _leaves(item, (*path, key))]
    return [path]


ADAPTER = TypeAdapter(State)
LEAVES = _leaves(ADAPTER.dump_python(STATE, mode="json"))


@given(st.sampled_from(LEAVES), st.sampled_from([math.nan, math.inf, -1, 0, 10**30, 1e308, "", "\x00", "\ud800", "zz"]))
def test_no_value_at_any_place_upsets_the_check(path, value):
    data = ADAPTER.dump_python(STATE, mode="json")
    here = data
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    try:
        state = ADAPTER.validate_python(data)
    except ValidationError:
        return
    assert isinstance(state_problems(state), tuple)


def test_terrain_may_be_nameless():
    piece = Terrain("w", "wood", ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0)), 0)
    assert state_problems(replace(STATE, terrain=(*STATE.terrain, piece))) == ()

"""Plates cover no base and no other plate, wherever the units stand."""

import itertools

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from game.battle.ground import bases_of
from game.battle.state import State
from game.render.camera import Camera
from game.render.outline import shape_polygons
from game.render.plates import plan_plates, plate_words, plates_in_view
from game.table.formation import Base, Ranked, Single, skirmish
from game.table.pose import Pose
from tests.render.conftest import SIDES, SMALL, unit

FORMATIONS = [
    ("empire-spearmen", Ranked(SMALL, 24, 6)),
    ("demigryph-knights", Ranked(Base.from_millimetres(50, 60), 5, 3)),
    ("siege-giant", Single(Base.from_millimetres(50, 75))),
    ("skink-skirmishers", skirmish(SMALL, 8, 4)),
]


@st.composite
def battles(draw):
    units = []
    for number in range(draw(st.integers(1, 9))):
        kind, formation = draw(st.sampled_from(FORMATIONS))
        pose = Pose(draw(st.floats(0, 40)), draw(st.floats(0, 30)), draw(st.floats(0, 360)))
        units.append(
            unit(
                f"u{number}", draw(st.sampled_from(["hashut", "reik"])), f"Unit number {number}", kind, formation, pose
            )
        )
    return State(40.0, 30.0, SIDES, tuple(units))


def overlap(a, b):
    return a[0] < b[2] - 1e-9 and b[0] < a[2] - 1e-9 and a[1] < b[3] - 1e-9 and b[1] < a[3] - 1e-9


def assert_clear(state, plates, ppi):
    grounds = [plate.ground(ppi) for plate in plates]
    everything = shapely.union_all([shape_polygons(bases_of(one)) for one in state.standing()])
    for box in grounds:
        assert shapely.intersection(shapely.box(*box), everything).area < 1e-9
    assert not any(overlap(a, b) for a, b in itertools.combinations(grounds, 2))


@given(battles(), st.sampled_from([12.0, 20.0, 40.0]), st.sampled_from([1.0, 2.0]))
def test_plates_cover_nothing(state, ppi, scale):
    plates = plan_plates(state, ppi, scale)
    assert_clear(state, plates, ppi)
    for plate in plates:
        left, low, right, top = plate.ground(ppi)
        assert left >= -1e-9
        assert low >= -1e-9
        assert right <= state.width + 1e-9
        assert top <= state.depth + 1e-9


@settings(max_examples=25)
@given(battles(), st.floats(5, 35), st.floats(5, 25))
def test_plates_stay_within_the_view(state, x, y):
    camera = Camera(40.0, x, y, (0, 0, 700, 500))
    plates = plates_in_view(state, camera, 1.0)
    assert_clear(state, plates, camera.ppi)
    for plate in plates:
        left, top, wide, high = plate.box(camera)
        assert left >= -1e-6
        assert top >= -1e-6
        assert left + wide <= 700 + 1e-6
        assert top + high <= 500 + 1e-6


def test_a_plate_alone_stands_behind_its_unit():
    state = State(
        40.0, 30.0, SIDES, (unit("u", "reik", "Spears", "empire-spearmen", Ranked(SMALL, 20, 5), Pose(20, 15, 90)),)
    )
    plate = plan_plates(state, 20.0, 1.0)[0]
    assert plate.y < 15 - 4
    assert abs(plate.x - 20) < 0.01
    assert plate.anchor is None


def test_every_unit_of_an_open_battle_has_its_plate(battle):
    names = {plate.unit for plate in plan_plates(battle, 24.0, 1.0)}
    assert names == {one.id for one in battle.standing()}


def test_plates_say_what_matters(battle):
    words = {one.id: plate_words(battle, one) for one in battle.standing()}
    assert words["gorak"] == "Old Gorak ♥ 4/6"
    assert words["cut"] == "Cutthroats 17 + Zhatan"
    assert words["lying"] == "Slavegiant ♥ 3/6 · ▽ down"
    assert words["demis"] == "Demigryphs 6 · ⚐ flees"


def test_plates_leave_handles_free(battle):
    clear = ((36.0, 19.0, 39.0, 24.0),)
    for plate in plan_plates(battle, 24.0, 1.0, clear):
        assert not overlap(plate.ground(24.0), clear[0])


def test_an_odd_name_has_a_plate():
    odd = unit("u", "reik", "\x00\n", "empire-spearmen", Ranked(SMALL, 20, 5), Pose(20, 15, 90))
    long = unit("v", "reik", "x" * 5000, "empire-spearmen", Ranked(SMALL, 20, 5), Pose(30, 15, 90))
    state = State(40.0, 30.0, SIDES, (odd, long))
    first, second = plan_plates(state, 20.0, 1.0)
    assert first.words == "(unnamed) 20"
    assert second.width < 300


def test_planning_is_the_same_each_time(battle):
    plan_plates.cache_clear()
    first = plan_plates(battle, 24.0, 1.0)
    plan_plates.cache_clear()
    assert plan_plates(battle, 24.0, 1.0) == first
    assert np.isfinite([(plate.x, plate.y) for plate in first]).all()

"""Plates cover no base and no other plate, wherever the units stand."""

import itertools
from dataclasses import replace

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from game.battle.ground import bases_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.render.camera import Camera
from game.render.canvas import TextCanvas
from game.render.dodging import spots_around
from game.render.fonts import fit_text, text_width
from game.render.outline import shape_polygons
from game.render.overlays import Handles
from game.render.plates import plan_plates, plate_words, plates_in_view
from game.render.scene import draw_scene
from game.render.theme import Theme
from game.table.formation import Base, Ranked, Single, skirmish
from game.table.pose import Pose
from tests.render.conftest import SIDES, SMALL, unit

FORMATIONS = [
    ("empire-spearmen", Ranked(SMALL, 24, 6)),
    ("demigryph-knights", Ranked(Base.from_millimetres(50, 60), 5, 3)),
    ("siege-giant", Single(Base.from_millimetres(50, 75))),
    ("skink-skirmishers", skirmish(SMALL, 8, 4)),
]

AROUND = [(-6, 0), (6, 0), (-6, 5.5), (0, 5.5), (6, 5.5), (-6, -5.5), (0, -5.5), (6, -5.5)]


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
    assert second.width < 500


def spears(id, name, x, y, facing=90, side="reik"):
    return unit(id, side, name, "empire-spearmen", Ranked(SMALL, 20, 5), Pose(x, y, facing))


def test_a_name_is_cut_only_where_room_is_short():
    name = "The Torn Banner's Greatswords of Osterwald"
    (plate,) = plan_plates(State(40.0, 30.0, SIDES, (spears("u", name, 20, 15),)), 20.0, 1.0)
    assert plate.words == f"{name} 20"
    narrow = State(17.0, 12.0, SIDES, (spears("u", name, 8.5, 8),))
    (plate,) = plan_plates(narrow, 20.0, 1.0)
    assert plate.words.endswith("… 20")


def test_a_shortened_name_ends_without_a_comma():
    state = State(
        40.0, 30.0, SIDES, (spears("u", "Riders", 20, 15), spears("c", "Chak-Tok, the Oldest Scar-Veteran", 20, 15))
    )
    hero = replace(state.unit("c"), host="u")
    words = plate_words(state.with_unit(hero), state.unit("u"))
    assert words == "Riders 19 + Chak-Tok"
    assert fit_text("Grimgor, son of nobody", 14, text_width("Grimgor, s", 14)) == "Grimgor…"


def test_nobodys_near_place_is_taken_by_one_that_has_to_go_far():
    # The middle one is walled in; those around it keep their places close by.
    wall = [spears(f"w{i}", f"Wall {i}", 20 + dx, 15 + dy) for i, (dx, dy) in enumerate(AROUND)]
    state = State(40.0, 30.0, SIDES, (spears("mid", "The middle", 20, 15), *wall))
    plates = {plate.unit: plate for plate in plan_plates(state, 24.0, 1.0)}
    alone = {plate.unit: plate for plate in plan_plates(State(40.0, 30.0, SIDES, tuple(wall)), 24.0, 1.0)}
    for one in wall:
        assert (plates[one.id].anchor is None) == (alone[one.id].anchor is None)


@given(battles(), st.sampled_from([12.0, 24.0]))
def test_a_line_crosses_a_unit_only_where_every_free_place_makes_it(state, ppi):
    import game.render.plates as module

    field = module._Field(state, ppi, 1.0, ())
    for one in state.standing():
        plate = field.place(one, (0.0, 0.0, state.width, state.depth))
        if plate is None or plate.anchor is None:
            continue
        line = shapely.LineString([plate.anchor, (plate.x, plate.y)])
        others = [shape_polygons(bases_of(other)) for other in state.standing() if other.id != one.id]
        if shapely.union_all(others).intersection(line).length > 1e-6:
            spots, near = spots_around(one, ppi, np.array([plate.width, plate.height]), 5.0, 1.0)
            field._boxes.pop(f"plate {one.id}")
            half = np.array([plate.width, plate.height]) / 2
            low, high = half, np.array([state.width, state.depth]) * ppi - half
            inside = ((spots >= low) & (spots <= high)).all(axis=1)
            free = list(field._free(spots[inside], half + 2.5))
            assert not any(near[inside][number] or field._line_is_free(one, spots[inside][number]) for number in free)
            break


def garrisoned(x=20.0):
    mill = Terrain("mill", "building", ((18, 13), (22, 13), (22, 17), (18, 17)), 5, "Mill")
    holder = replace(spears("in", "The Miller's Own Halberdiers", 20, 15), garrison="mill")
    return State(40.0, 30.0, SIDES, (holder, spears("out", "Outside", x, 20, 0)), terrain=(mill,))


def test_the_plate_of_a_garrison_stands_on_its_building_or_beside_it_but_on_nobody():
    first = {plate.unit: plate for plate in plan_plates(garrisoned(30.0), 24.0, 1.0)}
    assert (first["in"].x, first["in"].y) == (20.0, 15.0)
    assert first["in"].words.startswith("⌂ The Miller's Own")
    crowded = garrisoned().with_unit(spears("out", "Outside", 23.2, 15, 0))
    plates = plan_plates(crowded, 24.0, 1.0)
    assert_clear(crowded, plates, 24.0)
    assert {plate.unit for plate in plates} == {"in", "out"}


def test_plates_of_garrisons_can_be_left_out_like_all_others():
    canvas = TextCanvas()
    draw_scene(canvas, Camera(24.0, 20.0, 15.0, (0, 0, 960, 720)), Theme(), garrisoned(), plates=False)
    assert not any("Miller" in words or "Outside" in words for words in canvas.words())


def test_a_unit_with_handles_has_no_plate(battle):
    canvas = TextCanvas()
    one = battle.unit("spears")
    handles = Handles(one.pose, one.formation, unit="spears")
    draw_scene(canvas, Camera(24.0, 36.0, 24.0, (0, 0, 1800, 1200)), Theme(), battle, (handles,))
    assert "Spearmen 24" not in canvas.words()
    assert any(words.startswith("Old Gorak") for words in canvas.words())


def test_planning_is_the_same_each_time(battle):
    plan_plates.cache_clear()
    first = plan_plates(battle, 24.0, 1.0)
    plan_plates.cache_clear()
    assert plan_plates(battle, 24.0, 1.0) == first
    assert np.isfinite([(plate.x, plate.y) for plate in first]).all()

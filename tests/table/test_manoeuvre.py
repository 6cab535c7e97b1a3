import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import InputError
from game.table.bases import bases, centre, footprint, ground
from game.table.displacement import displacements, ways
from game.table.formation import Base, Loose, Ranked, Single, layout, make_bases, skirmish
from game.table.manoeuvre import (
    About,
    Advance,
    Back,
    Pivot,
    Reform,
    Sideways,
    Turn,
    Wheel,
    biggest_wheel,
    cost,
    frontage,
)
from game.table.manoeuvre_text import FORMS, parse
from game.table.motion import Rotation, Translation, moved
from game.table.pose import Pose

SQUARE = Base.from_millimetres(20, 20)
FIVE_WIDE = Ranked(SQUARE, 20, 5)  # front 100 mm, as in cases C001 and C003
CAVALRY = Ranked(Base.from_millimetres(25, 50), 10, 5)
SKIRMISHERS = skirmish(SQUARE, 8, 5)
MONSTER = Single(Base.from_millimetres(50, 75))
START = Pose(20.0, 10.0, 30.0)

sides = st.sampled_from(["left", "right"])
inches = st.floats(0, 1000)
degrees = st.floats(0, 360)
rigid = st.one_of(
    st.builds(Advance, inches), st.builds(Back, inches), st.builds(Sideways, sides, inches),
    st.builds(Wheel, sides, degrees), st.builds(Pivot, sides, degrees),
)  # fmt: skip
still = st.one_of(
    st.just(About()), st.builds(Turn, sides), st.builds(Reform, st.integers(1, 1000), st.none() | degrees)
)
poses = st.builds(Pose, st.floats(0, 72), st.floats(0, 48), st.floats(0, 360))
formations = st.one_of(
    st.builds(lambda n, f: Ranked(SQUARE, n, min(f, n)), st.integers(1, 30), st.integers(1, 8)),
    st.builds(lambda n, f: Ranked(CAVALRY.base, n, min(f, n)), st.integers(1, 12), st.integers(1, 6)),
    st.sampled_from(
        [SKIRMISHERS, MONSTER, Ranked(SQUARE, 15, 5, ((2, Base.from_millimetres(40, 40)),)), CAVALRY, FIVE_WIDE]
    ),
)


def as_set(points):
    return sorted(map(tuple, np.round(points, 6) + 0.0))


# Costs


def test_c001_arc_and_chord():
    wheel = Wheel("left", 90)
    assert cost(wheel, FIVE_WIDE, "arc") == pytest.approx(157.08 / 25.4, abs=1e-3)
    assert cost(wheel, FIVE_WIDE, "chord") == pytest.approx(141.42 / 25.4, abs=1e-3)
    assert biggest_wheel(FIVE_WIDE, 4, "arc") == pytest.approx(58.2, abs=0.05)
    assert biggest_wheel(FIVE_WIDE, 4, "chord") == pytest.approx(61.1, abs=0.05)


def test_worked_example_of_five_25_mm_files():
    block = Ranked(Base.from_millimetres(25, 25), 20, 5)
    assert frontage(block) == pytest.approx(4.921, abs=1e-3)
    assert cost(Wheel("right", 45), block) == pytest.approx(3.865, abs=1e-3)
    assert cost(Wheel("right", 45), block, "chord") == pytest.approx(3.767, abs=1e-3)


def test_c003_one_budget_for_wheels_and_straight_moves():
    spent = sum(cost(m, FIVE_WIDE) for m in parse("wheel left 30, advance 3.5, wheel right 30"))
    assert spent == pytest.approx(7.623, abs=1e-3)
    assert biggest_wheel(FIVE_WIDE, 8 - spent) == pytest.approx(5.49, abs=0.01)


def test_backward_and_sideways_count_double_and_the_rest_is_a_matter_of_rules():
    assert [cost(m, FIVE_WIDE) for m in parse("advance 2.5, back 2.5, left 2.5, right 1")] == [2.5, 5, 5, 2]
    assert [cost(m, FIVE_WIDE) for m in parse("pivot left 90, about, turn left, reform 4 90")] == [0, 0, 0, 0]


@given(formations, degrees, st.sampled_from(["arc", "chord"]))
def test_biggest_wheel_is_what_its_cost_buys(formation, angle, wheel_cost):
    paid = cost(Wheel("left", angle), formation, wheel_cost)
    bought = biggest_wheel(formation, paid, wheel_cost)
    assert cost(Wheel("left", bought), formation, wheel_cost) == pytest.approx(paid, abs=1e-9)
    assert bought == pytest.approx(angle, abs=1e-4)
    assert biggest_wheel(formation, -1, wheel_cost) == 0
    assert biggest_wheel(formation, 1e6, wheel_cost) == 360
    if angle <= 359:
        assert cost(Wheel("right", angle + 1), formation, wheel_cost) > paid


# Places


def test_wheel_left_turns_counter_clockwise_about_the_left_front_corner():
    pose, formation = Wheel("left", 90).after(Pose(10, 10, 90), FIVE_WIDE)
    half = 50 / 25.4
    assert (pose.x, pose.y, pose.facing) == pytest.approx((10 - half, 10 + half, 180))
    assert formation == FIVE_WIDE
    pose, _ = Wheel("right", 90).after(Pose(10, 10, 90), FIVE_WIDE)
    assert (pose.x, pose.y, pose.facing) == pytest.approx((10 + half, 10 + half, 0))


def test_shifts():
    assert Advance(3).after(Pose(10, 10, 90), FIVE_WIDE)[0] == Pose(10, 13, 90)
    assert Back(3).after(Pose(10, 10, 90), FIVE_WIDE)[0] == Pose(10, 7, 90)
    assert Sideways("left", 3).after(Pose(10, 10, 90), FIVE_WIDE)[0] == Pose(7, 10, 90)
    assert Sideways("right", 3).after(Pose(10, 10, 90), FIVE_WIDE)[0] == Pose(13, 10, 90)


@given(poses, formations, rigid)
def test_rigid_manoeuvres_carry_every_base(pose, formation, manoeuvre):
    assert manoeuvre.rigid
    shapes = bases(pose, formation)
    for motion in manoeuvre.motions(pose, formation):
        shapes = moved(shapes, motion)
    after, same = manoeuvre.after(pose, formation)
    assert same == formation
    assert bases(after, same).centre == pytest.approx(shapes.centre, abs=1e-8)
    assert math.cos(math.radians(after.facing - shapes.facing)) == pytest.approx(1)


@given(poses, formations, sides, degrees)
def test_wheel_and_pivot_keep_their_point(pose, formation, side, angle):
    after, _ = Wheel(side, angle).after(pose, formation)
    corner = 0 if side == "left" else 3
    assert footprint(after, formation)[corner] == pytest.approx(footprint(pose, formation)[corner], abs=1e-9)
    outer = footprint(pose, formation)[3 - corner]
    (motion,) = Wheel(side, angle).motions(pose, formation)
    assert isinstance(motion, Rotation)
    assert motion.length == pytest.approx(cost(Wheel(side, angle), formation))
    assert math.dist(outer, (motion.x, motion.y)) == pytest.approx(motion.arm)
    after, _ = Pivot(side, angle).after(pose, formation)
    assert centre(after, formation) == pytest.approx(centre(pose, formation), abs=1e-9)
    turned = (after.facing - pose.facing) * (1 if side == "left" else -1)
    assert turned == pytest.approx(angle)


@given(poses, formations, st.one_of(st.just(About()), st.builds(Turn, sides)))
def test_on_the_spot_the_centre_stays_and_two_about_faces_are_none(pose, formation, manoeuvre):
    assert manoeuvre.motions(pose, formation) == ()
    assert not manoeuvre.rigid
    after, new = manoeuvre.after(pose, formation)
    turn = 180 if isinstance(manoeuvre, About) else 90 if manoeuvre.side == "left" else -90
    assert after.facing == pose.facing + turn
    assert new.models == formation.models
    if not isinstance(formation, Loose):
        assert centre(after, new) == pytest.approx(centre(pose, formation), abs=1e-9)
    if isinstance(manoeuvre, About):
        home, old = manoeuvre.after(after, new)
        assert bases(home, old).centre == pytest.approx(bases(pose, formation).centre, abs=1e-9)


def test_about_puts_the_front_where_the_rear_was():
    pose, formation = About().after(Pose(10, 10, 90), FIVE_WIDE)
    assert (pose.x, pose.y, pose.facing) == pytest.approx((10, 10 - 80 / 25.4, 270))
    assert displacements(bases(Pose(10, 10, 90), FIVE_WIDE), bases(pose, formation)).max() == pytest.approx(0, abs=1e-9)


def test_about_with_a_short_rank_stays_legal():
    ragged = Ranked(SQUARE, 18, 5)
    start = Pose(10, 10, 90)
    pose, formation = About().after(start, ragged)
    assert formation == ragged
    assert footprint(pose, formation)[0] == pytest.approx(footprint(start, ragged)[2])
    local = layout(formation).centre
    assert (np.isclose(local[:, 0], local[0, 0])).sum() == 5  # the front rank is full
    assert local[-3:, 1] == pytest.approx(np.array([1, 0, -1]) * SQUARE.width)  # the short one is centred at the rear


def test_turn_of_square_bases_keeps_the_ground_and_swaps_ranks_and_files():
    start = Pose(10, 10, 90)
    pose, formation = Turn("left").after(start, FIVE_WIDE)
    assert (formation.files, formation.ranks) == (4, 5)
    assert pose.facing == 180
    assert as_set(bases(pose, formation).centre) == as_set(bases(start, FIVE_WIDE).centre)
    assert pose.x == pytest.approx(footprint(start, FIVE_WIDE)[0][0])
    back, again = Turn("right").after(pose, formation)
    assert again == FIVE_WIDE
    assert (back.x, back.y, back.facing) == pytest.approx((10, 10, 90))


def test_turn_of_long_bases_is_a_reform_about_the_centre():
    start = Pose(10, 10, 90)
    pose, formation = Turn("right").after(start, CAVALRY)
    assert (formation.files, formation.ranks, pose.facing) == (2, 5, 0)
    assert centre(pose, formation) == pytest.approx(centre(start, CAVALRY))
    assert (pose, formation) == Reform(2, 0.0).after(start, CAVALRY)


@pytest.mark.parametrize("manoeuvre", [About(), Turn("left"), Turn("right")])
def test_skirmishers_turn_where_they_stand(manoeuvre):
    pose, formation = manoeuvre.after(START, SKIRMISHERS)
    assert bases(pose, formation).centre == pytest.approx(bases(START, SKIRMISHERS).centre, abs=1e-9)
    front_left, _, _, front_right = footprint(pose, formation)
    assert (front_left + front_right) / 2 == pytest.approx(np.array([pose.x, pose.y]), abs=1e-9)


@given(poses, formations, st.integers(1, 30), st.none() | degrees)
def test_reform_keeps_the_centre_of_the_bounding_rectangle(pose, formation, files, facing):
    if files > formation.models:
        with pytest.raises(InputError, match=f"{formation.models} models"):
            Reform(files, facing).after(pose, formation)
        return
    after, new = Reform(files, facing).after(pose, formation)
    assert after.facing == (pose.facing if facing is None else facing)
    assert centre(after, new) == pytest.approx(centre(pose, formation), abs=1e-9)
    assert new.models == formation.models
    if isinstance(formation, Ranked):
        assert new.files == files


def test_a_crew_with_its_machine_has_no_files():
    crew = Loose((Base.from_millimetres(60), SQUARE, SQUARE), ((-1, 0), (-3, 1), (-3, -1)))
    with pytest.raises(InputError, match="several kinds of bases"):
        Reform(2).after(START, crew)
    assert bases(*About().after(START, crew)).centre == pytest.approx(bases(START, crew).centre)


# Displacements


def test_displacements_of_a_pivot_by_hand():
    pair = Ranked(SQUARE, 2, 2)
    before, after = bases(START, pair), bases(*Pivot("left", 90).after(START, pair))
    # two neighbours 20 mm apart, each 10 mm from the centre: a quarter turn moves each by 10 * sqrt(2) mm
    assert displacements(before, after) == pytest.approx([math.sqrt(2) * 10 / 25.4] * 2)


def test_kept_models_go_to_the_place_of_their_number():
    before, after = bases(START, FIVE_WIDE), bases(*About().after(START, FIVE_WIDE))
    assert displacements(before, after) == pytest.approx(np.zeros(20), abs=1e-9)
    place, way = ways(before, after, kept=[0])
    assert place[0] == 0
    assert way[0] == pytest.approx(math.hypot(80, 60) / 25.4)


def test_models_on_other_bases_only_take_such_places():
    big = Ranked(SQUARE, 12, 5, ((1, Base.from_millimetres(40, 40)),))
    before, after = bases(START, big), bases(*About().after(START, big))
    assert ways(before, after)[0][1] == 1
    with pytest.raises(ValueError, match="not the same"):
        displacements(before, bases(START, Ranked(SQUARE, 12, 5)))
    with pytest.raises(ValueError, match="12 models"):
        displacements(before, bases(START, FIVE_WIDE))


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.tuples(*[st.lists(st.tuples(st.floats(0, 9), st.floats(0, 9)), min_size=n, max_size=n)] * 2)
    )
)
def test_shared_out_places_have_the_least_sum_of_squares(points):
    first, second = (make_bases(np.array(p), np.ones((len(p), 2)), np.zeros(len(p), bool), 0.0) for p in points)
    place, way = ways(first, second)
    assert sorted(place) == list(range(len(place)))
    assert way == pytest.approx(np.hypot(*(first.centre - second.centre[place]).T))
    orders = itertools.permutations(range(len(place)))
    least = min(((first.centre - second.centre[list(order)]) ** 2).sum() for order in orders)
    assert (way**2).sum() == pytest.approx(least, abs=1e-9)


# Words


@given(st.lists(st.one_of(rigid, still), min_size=1, max_size=5))
def test_a_manoeuvre_reads_as_it_is_written(manoeuvres):
    """Numbers to the six decimals that events store."""
    numbers = [
        {name: round(value, 6) for name in m.__slots__ if isinstance(value := getattr(m, name), float)}
        for m in manoeuvres
    ]
    rounded = tuple(replace(m, **kept) for m, kept in zip(manoeuvres, numbers, strict=True))
    read = parse(", ".join(map(str, manoeuvres)))
    assert read == rounded
    assert parse(", ".join(map(str, read))) == read


def test_every_form_is_read():
    text = (
        'wheel left 30, ADVANCE 4", back .5,  left 1,right 2., pivot right 45°, about, turn left, reform 6, reform 5 90'
    )
    assert parse(text) == (
        Wheel("left", 30), Advance(4), Back(0.5), Sideways("left", 1), Sideways("right", 2), Pivot("right", 45),
        About(), Turn("left"), Reform(6), Reform(5, 90),
    )  # fmt: skip
    assert {str(m).split()[0] for m in parse(text)} == set(FORMS)
    assert str(Wheel("left", 22.5)) == "wheel left 22.5"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("whel left 30", r'"whel left 30": no such manoeuvre; did you mean wheel left\|right DEGREES\?'),
        ("", "a manoeuvre is missing; allowed: advance INCHES"),
        ("advance 4,, back 1", "a manoeuvre is missing"),
        ("advance", '"advance": it is written advance INCHES'),
        ("advance 4 5", "it is written advance INCHES"),
        ("about face", "it is written about"),
        ("wheel 30 left", "the side is left or right"),
        ("wheel lft 30", r"did you mean left\? the side is left or right"),
        ("turn up", "the side is left or right"),
        ("advance nan", '"nan" is no number; allowed are 0 to 1000 inches'),
        ("advance inf", "is no number"),
        ("advance 1e3", "is no number"),
        ("advance ٣", "is no number"),
        ("back -1", '"-1" is negative'),
        ("left 1000.5", '"1000.5" is too much; allowed are 0 to 1000 inches'),
        ("wheel left 361", "is too much; allowed are 0 to 360 degrees"),
        ("advance " + "9" * 400, r'"9{60}\.\.\." is too much'),
        ("reform 0", "is no number of files; allowed are whole numbers from 1 to 1000"),
        ("reform 2.5", "is no number of files"),
        ("reform 5 north", '"north" is no number; allowed are 0 to 360 degrees'),
        ("advance 1," * 100 + "about", "101 manoeuvres in a row; at most 100"),
        ("\x1b[31m 3", r'"\?\[31m 3": no such manoeuvre'),
    ],
)
def test_what_is_not_understood_is_quoted(text, says):
    with pytest.raises(InputError, match=says):
        parse(text)


def test_all_faults_at_once():
    with pytest.raises(InputError) as caught:
        parse("advence 3, wheel left 30, back -2")
    assert [p.text.split(":")[0] for p in caught.value.problems] == ['"advence 3"', '"back -2"']


@pytest.mark.parametrize(
    "build",
    [
        Advance, Back, lambda v: Sideways("left", v), lambda v: Wheel("left", v),
        lambda v: Pivot("right", v),
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_no_manoeuvre_is_measured_in_negative_or_boundless_numbers(build, value):
    with pytest.raises(ValueError, match="finite numbers from 0"):
        build(value)


def test_ground_follows_the_bases():
    pose, formation = Wheel("right", 33).after(START, FIVE_WIDE)
    (motion,) = Wheel("right", 33).motions(START, FIVE_WIDE)
    assert moved(ground(START, FIVE_WIDE), motion).centre == pytest.approx(ground(pose, formation).centre)
    assert Advance(2).motions(Pose(0, 0, 90), FIVE_WIDE) == (Translation(0, 2),)

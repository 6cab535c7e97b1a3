"""How events are drawn: moves along their motion, a fall as one act, nothing left over at the end."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from game.battle.event import Throw
from game.battle.events import (
    CasualtiesRemoved,
    GiantFell,
    GiantStoodUp,
    UnitMoved,
    UnitPlaced,
    UnitTakenOff,
    WoundsSuffered,
)
from game.render.animate import LONGEST_MOVE, SHORTEST_MOVE, TOPPLE, acts, frames
from game.render.overlays import Casualties, DiceShown, Faded, Shadow, Struck, Template
from game.render.tween import between, eased, motion_of, pose_between
from game.table.formation import Ranked
from game.table.motion import Rotation, Translation, moved_pose
from game.table.pose import Pose
from tests.render.conftest import SMALL

poses = st.builds(Pose, st.floats(0, 72), st.floats(0, 48), st.floats(0, 359.9))
times = st.floats(0, 1)


def of_kind(moment, kind):
    return [overlay for overlay in moment.overlays if isinstance(overlay, kind)]


def moved(battle, id, pose):
    before = battle.unit(id)
    return UnitMoved(unit=id, path=("advance 4",), cost=4.0, before=before.pose, pose=pose, formation=before.formation)


def fall(battle, removed):
    spears = battle.unit("spears")
    fell = GiantFell(
        unit="gorak", cause="beaten", angle=148.0, centre=(34.0, 27.0), radius=1.5, covered=(("spears", (0, 1, 6)),),
        dice=(Throw("scatter", (148.0,)),),
    )  # fmt: skip
    wounds = WoundsSuffered(unit="spears", hits=3, wounds=removed, cause="a falling Giant")
    gone = CasualtiesRemoved(
        unit="spears",
        removed=removed,
        wounds=0,
        formation=Ranked(SMALL, 24 - removed, 6),
        pose=spears.pose,
        destroyed=False,
    )
    return (fell, wounds, gone)


@given(poses, poses)
def test_the_motion_leads_from_one_pose_to_the_other(before, after):
    assume(abs((after.facing - before.facing + 180) % 360 - 180) < 179.9)
    assume(abs((after.facing - before.facing + 180) % 360 - 180) > 0.01 or before.facing == after.facing)
    end = moved_pose(before, motion_of(before, after))
    assert (end.x, end.y) == pytest.approx((after.x, after.y), abs=1e-6)
    assert math.cos(math.radians(end.facing - after.facing)) == pytest.approx(1.0, abs=1e-9)


@given(poses, poses, times)
def test_a_unit_on_its_way_stays_near_it(before, after, t):
    pose = pose_between(before, after, t)
    way = math.hypot(after.x - before.x, after.y - before.y)
    assert math.hypot(pose.x - before.x, pose.y - before.y) <= 2 * way + 4 + 1e-6


@given(poses, poses)
def test_a_way_begins_and_ends_where_it_should(before, after):
    start = pose_between(before, after, 0.0)
    assert (start.x, start.y, start.facing) == pytest.approx((before.x, before.y, before.facing), abs=1e-6)
    assert pose_between(before, after, 1.0) == after


def test_a_shift_is_straight_and_a_wheel_turns_about_its_corner():
    assert motion_of(Pose(1, 2, 90), Pose(4, 6, 90)) == Translation(3, 4)
    wheel = motion_of(Pose(10, 10, 90), Pose(10, 10, 90).turned_about(7.5, 10, 30))
    assert isinstance(wheel, Rotation)
    assert (wheel.x, wheel.y, wheel.degrees) == pytest.approx((7.5, 10, 30))


@given(times, times)
def test_easing_rises_from_nothing_to_all(a, b):
    low, high = sorted((a, b))
    assert 0.0 <= eased(low) <= eased(high) <= 1.0
    assert eased(0.0) == 0.0
    assert eased(1.0) == 1.0
    assert between(0.2, 0.3, 0.6) == 0.0
    assert between(0.7, 0.3, 0.6) == 1.0


def test_a_move_goes_from_here_to_there(battle):
    there = battle.unit("cut").pose.shifted(4.0, 0.0)
    (act,) = acts(battle, [moved(battle, "cut", there)])
    assert SHORTEST_MOVE <= act.seconds <= LONGEST_MOVE
    assert act.moving == ("cut",)
    assert act.moment(0.0).state.unit("cut").pose == battle.unit("cut").pose
    half = act.moment(0.5).state.unit("cut").pose
    assert (half.x, half.y) == pytest.approx(battle.unit("cut").pose.point(2.0, 0.0))
    assert act.moment(1.0).state == act.after


def test_a_fall_and_what_it_does_are_one_act(battle):
    events = (moved(battle, "cut", battle.unit("cut").pose.shifted(1, 0)), *fall(battle, 2), GiantStoodUp(unit="gorak"))
    first, second, third = acts(battle, events)
    assert [len(act.events) for act in (first, second, third)] == [1, 3, 1]
    assert second.seconds == TOPPLE
    assert second.before == first.after
    assert third.before == second.after
    assert second.after.unit("spears").formation.models == 22


def test_first_the_shadow_then_the_template_then_casualties_fade(battle):
    (act,) = acts(battle, fall(battle, 2))
    early, middle, late = act.moment(0.2), act.moment(0.55), act.moment(0.9)
    assert of_kind(early, Shadow)
    assert not of_kind(early, Template)
    assert of_kind(early, DiceShown)[0].angle == 148.0
    assert not early.state.unit("gorak").down
    assert of_kind(middle, Template)[0].label == "148.0° · 3 models"
    assert of_kind(middle, Casualties)[0].faded == 0.0
    assert middle.state.unit("gorak").down
    assert of_kind(late, Casualties)[0].faded > 0.5
    assert of_kind(act.moment(0.2), Shadow)[0].length < of_kind(act.moment(0.35), Shadow)[0].length
    assert act.moment(1.0).overlays == ()


def test_only_as_many_are_crossed_out_as_are_removed(battle):
    (act,) = acts(battle, fall(battle, 2))
    middle = act.moment(0.6)
    assert of_kind(middle, Casualties)[0].models == (("spears", (0, 1)),)
    assert of_kind(middle, Struck)[0].models == (("spears", (6,)),)


def test_casualties_fade_before_the_ranks_close(battle):
    act = acts(battle, fall(battle, 3))[0]
    (alone,) = acts(act.before, act.events[2:])
    assert of_kind(alone.moment(0.4), Casualties)[0].models == (("spears", (21, 22, 23)),)
    assert alone.moment(0.4).state.unit("spears").formation.models == 24
    assert alone.moment(0.9).state.unit("spears").formation.models == 21


def test_a_unit_that_is_destroyed_fades_as_a_whole(battle):
    trolls = battle.unit("trolls")
    event = CasualtiesRemoved(
        unit="trolls", removed=5, wounds=0, formation=trolls.formation, pose=trolls.pose, destroyed=True
    )
    (act,) = acts(battle, [event])
    assert of_kind(act.moment(0.5), Faded)[0].units == (("trolls", 0.5),)
    assert of_kind(act.moment(0.5), Casualties)[0].models == (("trolls", (0, 1, 2, 3, 4)),)


def test_a_giant_that_gets_up_fades_over(battle):
    (act,) = acts(battle, [GiantStoodUp(unit="lying")])
    assert act.moment(0.2).state.unit("lying").down
    assert not act.moment(0.8).state.unit("lying").down


def test_units_that_come_and_go_fade(battle):
    new = replace(battle.unit("cut"), pose=Pose(10, 10, 90))
    new = replace(new, muster=replace(new.muster, id="new"))
    come, go = acts(battle, [UnitPlaced(placed=new), UnitTakenOff(unit="trolls")])
    assert of_kind(come.moment(0.5), Faded)[0].units == (("new", 0.5),)
    assert come.moment(0.5).state.unit("new")
    assert of_kind(go.moment(0.5), Faded)[0].units == (("trolls", 0.5),)
    assert go.moment(0.5).state.unit("trolls")


def test_dice_are_shown_as_dice(battle):
    event = WoundsSuffered(unit="spears", hits=2, wounds=1, cause="claws", dice=(Throw("to wound", (5.0, 2.0), "4+"),))
    (act,) = acts(battle, [event])
    (dice,) = of_kind(act.moment(0.5), DiceShown)
    assert dice.faces == (5, 2)
    assert dice.label == "to wound 4+"
    assert act.seconds > 0


def test_what_cannot_be_seen_takes_no_time(battle):
    (act,) = acts(battle, [WoundsSuffered(unit="spears", hits=1, wounds=0, cause="claws")])
    assert act.seconds == 0
    assert len(list(frames(act, 25))) == 1
    assert acts(battle, []) == ()


def test_frames_end_with_the_state_after(battle):
    (act,) = acts(battle, fall(battle, 2))
    moments = list(frames(act, 25))
    assert len(moments) == round(TOPPLE * 25)
    assert moments[-1].state == act.after

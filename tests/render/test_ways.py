"""Ways of units that move: along the manoeuvres that an event tells, leg by leg; straight where none are told."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from game.battle.event import Event
from game.battle.events import UnitMoved
from game.render.animate import LONGEST_MOVE, LONGEST_WAY, acts
from game.render.ways import way_of
from game.table.manoeuvre import Advance, Wheel
from game.table.pose import Pose


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran(Event):
    """An event of a rule that drawing has never heard of."""

    unit: str
    path: tuple[str, ...]
    before: Pose
    pose: Pose

    def apply(self, state):
        return state.with_unit(replace(state.unit(self.unit), pose=self.pose))

    def sentence(self, state):
        return "ran"


def after(unit, *manoeuvres):
    pose, formation = unit.pose, unit.formation
    for one in manoeuvres:
        pose, formation = one.after(pose, formation)
    return pose


def test_a_told_path_is_gone_leg_by_leg(battle):
    unit = battle.unit("cut")
    corner = after(unit, Advance(4.0))
    end = after(unit, Advance(4.0), Wheel("left", 40.0))
    event = Ran(unit="cut", path=("advance 4", "wheel left 40"), before=unit.pose, pose=end.rounded())
    way = way_of(event, unit, replace(unit, pose=end.rounded()))
    assert len(way.legs) == 2
    share = way.legs[0].effort / way.effort
    at = way.at(share)
    assert (at.x, at.y, at.facing) == pytest.approx((corner.x, corner.y, corner.facing))
    half = way.at(share / 2)
    assert (half.x, half.y) == pytest.approx(unit.pose.point(2.0, 0.0))
    last = way.at(1.0)
    assert (last.x, last.y, last.facing) == pytest.approx((end.x, end.y, end.facing), abs=1e-5)


def test_what_lies_between_the_end_of_a_path_and_where_the_event_sets_it_down_is_a_leg_too(battle):
    unit = battle.unit("cut")
    contact = after(unit, Advance(4.0))
    aligned = contact.turned_about(contact.x, contact.y, 20.0).rounded()
    way = way_of(
        Ran(unit="cut", path=("advance 4",), before=unit.pose, pose=aligned), unit, replace(unit, pose=aligned)
    )
    assert [leg.motion is None for leg in way.legs] == [False, True]
    assert way.at(1.0) == aligned


def test_other_units_of_an_event_and_words_of_another_kind_go_straight(battle):
    unit, other = battle.unit("cut"), battle.unit("trolls")
    there = other.pose.shifted(3.0, 0.0)
    event = Ran(unit="cut", path=("advance 4",), before=unit.pose, pose=unit.pose)
    assert len(way_of(event, other, replace(other, pose=there)).legs) == 1
    strange = Ran(unit="cut", path=("somersault",), before=unit.pose, pose=unit.pose.shifted(1.0, 0.0))
    way = way_of(strange, unit, replace(unit, pose=strange.pose))
    assert way.at(1.0) == strange.pose


def test_a_reform_on_the_way_is_a_leg(battle):
    unit = battle.unit("cut")
    event = UnitMoved(
        unit="cut",
        path=("reform 6", "advance 2"),
        cost=2.0,
        before=unit.pose,
        pose=unit.pose.shifted(2.0, 0.0),
        formation=unit.formation,
    )
    assert len(way_of(event, unit, replace(unit, pose=event.pose)).legs) >= 2


def test_any_event_with_a_path_is_animated_and_takes_time_for_each_leg(battle):
    unit = battle.unit("cut")
    end = after(unit, Wheel("left", 30.0), Advance(6.0)).rounded()
    (act,) = acts(battle, [Ran(unit="cut", path=("wheel left 30", "advance 6"), before=unit.pose, pose=end)])
    assert LONGEST_MOVE < act.seconds <= LONGEST_WAY
    assert act.moves
    straight = ((unit.pose.x + end.x) / 2, (unit.pose.y + end.y) / 2)
    middle = act.moment(0.5).state.unit("cut").pose
    assert (middle.x, middle.y) != pytest.approx(straight, abs=0.05), "around the corner, not through it"
    assert act.moment(1.0).state.unit("cut").pose == end

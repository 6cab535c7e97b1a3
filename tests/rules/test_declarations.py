"""Declaring charges: one test for all Terror, who reacts first, redirects, characters who charge out (SEQ-04, CHG-15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.battle.terrain import Terrain
from game.dice import Total
from game.rules.bundled import BOOK
from game.rules.character_places import own_place, with_character
from game.rules.charge_moves import move_one_charge
from game.rules.charge_targets import charge_dice, charge_faults, charge_movement
from game.rules.declarations import Declare, GoOn, declare
from game.rules.gaps import unit_gap
from game.rules.ordering import Next
from game.rules.reactions import React
from tests.builders import battle, unit
from tests.rules.driving import in_phase, play


def men(id, at, facing=90.0, models=10, side="red", type="empire-halberdiers", **more):
    return unit(id, type, at, facing, models, side=side, **more)


def declaring(*units, step="charge", **more):
    return in_phase(battle(*units, **more), step=step)


def charging(target, side="front"):
    """The marks of a unit that has declared a charge."""
    names = {"declared": target, "side": side, "also": ""}
    return tuple(Mark("charge", name, value, "player-turn") for name, value in names.items())


HOLD, FLEE = React(reaction="hold"), React(reaction="flee")


def two_giants():
    """Sixteen men, eight wide, before two Giants that stand close together."""
    giants = (unit(name, "chaos-giant", (x, 18), 270, side="blue") for name, x in [("one", 22.5), ("two", 25.7)])
    return declaring(unit("men", "empire-halberdiers", (24, 12), 90, 16, 8), *giants)


def test_one_test_for_two_terror_causers():
    """TERROR-03: failed, the whole charge is off, and neither is charged in this turn."""
    played = play(two_giants(), declare, "men", "one", ("two",), dice={"psychology test": [6, 6]})
    assert played.result is False
    assert [event.target for event in played.of("charge-forbidden")] == ["one", "two"]


def test_the_owner_of_two_targets_says_which_reacts_first():
    """CHG-04; Giants are immune to psychology and can only hold."""
    dice, choices = {"psychology test": [3, 4]}, [Next(unit="two", what="reacts")]
    played = play(two_giants(), declare, "men", "one", ("two",), dice=dice, choices=choices)
    assert [event.unit for event in played.of("reaction-declared")] == ["two", "one"]


def fled():
    """A and B may both charge X; A may also charge Y, B cannot."""
    return declaring(
        men("a", (20, 13)),
        men("b", (30, 13)),
        men("x", (25, 18), 270, side="blue"),
        men("y", (20, 18), 270, side="blue"),
    )


@pytest.mark.parametrize(
    ("answer", "dice"),
    [(GoOn(), {}), (Declare(unit="a", target="y"), {"redirect test": [6, 6]})],
    ids=["stays", "fails"],
)
def test_who_has_kept_to_a_charge_is_not_asked_again(answer, dice):
    """CHG-15: A second charge at the same fleeing unit gives no second redirect, and no second test."""
    first = play(fled(), declare, "a", "x", dice={"flee": [1, 1], **dice}, choices=[FLEE, answer])
    assert [event.kind for event in first.events][-1] == "charge-kept"
    second = play(first.state, declare, "b", "x", choices=[GoOn()])
    assert second.asked == ["redirect-charge @b"]


def test_the_owner_says_who_redirects_first():
    """CHG-15: every unit that has charged the one that flees, in the order of the active player."""
    first = play(fled(), declare, "a", "x", choices=[HOLD])
    choices = [FLEE, Next(unit="b", what="may redirect its charge"), GoOn(), GoOn()]
    dice = {"flee": [1, 1], "panic test": [1, 1]}  # they run through Y
    second = play(first.state, declare, "b", "x", dice=dice, choices=choices)
    assert [event.unit for event in second.of("charge-kept")] == ["b", "a"]


def rider_in_the_ranks(*more, **named):
    """A Scar-Veteran on a Cold One (M7, Swiftstride) among twelve Saurus (M4, none) at (24, 12), facing up."""
    block = unit("block", "saurus-warriors", (24, 12), 90, 12, 6)
    rider = unit("rider", "scar-veteran-on-cold-one", (0, 0))
    block = replace(block, formation=with_character(block, rider, 2))
    return declaring(block, replace(rider, host="block", place=2), *more, **named)


def foe(id="foe", at=(24.0, 26.0)):
    return men(id, at, 270, side="blue")


def test_a_character_who_charges_out_is_as_swift_as_he_is_alone():
    """CHAR-03, SWIFT-01: 7 inches and the best two of three dice, though the block has M4 and no Swiftstride."""
    state = rider_in_the_ranks(foe())
    rider = state.unit("rider")
    assert charge_movement(BOOK, state, rider) == 7
    assert charge_dice(BOOK, state, rider) == Total(3, drop_lowest=1)


def test_who_flees_from_a_character_flees_from_where_he_stands_in_the_ranks():
    """CHG-12, CHG-15: straight up, within a few degrees; and he may redirect like everybody."""
    state = rider_in_the_ranks(foe(), foe("other", (32, 22)))
    played = play(state, declare, "rider", "foe", dice={"flee": [1, 1]}, choices=[FLEE, GoOn()])
    assert played.unit("foe").pose.facing == pytest.approx(90, abs=3)
    assert played.asked[-1] == "redirect-charge @rider"


def test_a_unit_and_its_character_do_not_both_charge():
    """CHAR-03: either the unit charges or one of its characters does."""
    state = play(rider_in_the_ranks(foe()), declare, "rider", "foe", choices=[HOLD]).state
    assert "CHAR-03" in [fault.rule for fault in charge_faults(BOOK, state, "block", "foe")]
    near = play(rider_in_the_ranks(foe(at=(24, 18))), declare, "block", "foe", choices=[HOLD]).state
    assert "CHAR-03" in [fault.rule for fault in charge_faults(BOOK, near, "rider", "foe")]


def test_the_failed_charge_of_a_character_begins_in_the_ranks():
    """CHG-20, TER-03: 14 inches away, 7 + 3 reached: he alone goes 3 inches through the wood, and tests for it."""
    wood = Terrain("wood", "wood", ((10, 13), (40, 13), (40, 16), (10, 16)), 0)
    state = play(rider_in_the_ranks(foe(), terrain=(wood,)), declare, "rider", "foe", choices=[HOLD]).state
    before = own_place(state.unit("block"), state.unit("rider"))
    played = play(
        in_phase(state, step="charge-moves"), move_one_charge, dice={"charge": [2, 1, 1], "dangerous terrain": [4]}
    )
    (failed,) = played.of("charge-failed")
    assert failed.before == before
    assert failed.inches == 3
    assert (played.unit("rider").host, played.unit("block").formation.models) == ("", 12)
    assert played.unit("block").mark("character", "left")


def test_nobody_charges_out_of_a_unit_that_flees():
    """FLEE-09: the block panics before he has gone."""
    state = rider_in_the_ranks(foe())
    rider, block = state.unit("rider"), state.unit("block")
    state = state.with_unit(replace(rider, marks=charging("foe"))).with_unit(replace(block, fleeing=True))
    assert play(in_phase(state, step="charge-moves"), move_one_charge).result is False


def riders_through_a_wood():
    wood = Terrain("wood", "wood", ((10, 14), (30, 14), (30, 16), (10, 16)), 0)
    knights = unit("knights", "empire-knights", (20, 12), 90, 4, 4, marks=charging("foe"))
    return declaring(knights, foe(at=(20, 20)), step="charge-moves", terrain=(wood,))


def test_a_quarter_lost_on_the_way_of_a_charge_is_a_panic_test():
    """PSY-02, TER-03: one of four falls in the wood; they are in no combat yet. Failed: the charge is off."""
    dice = {"charge": [6, 6, 6], "dangerous terrain": [1, 2, 3, 4], "panic test": [6, 6], "flee": [1, 1, 1]}
    played = play(riders_through_a_wood(), move_one_charge, dice=dice)
    assert played.unit("knights").fleeing
    assert not played.of("charge-moved")
    dice = {"charge": [6, 6, 6], "dangerous terrain": [1, 2, 3, 4], "panic test": [1, 1]}
    assert play(riders_through_a_wood(), move_one_charge, dice=dice).state.enemies_in_combat("knights") == ("foe",)


def test_all_roll_before_anybody_moves():
    """CHG-18: the first one falls short, and moves after the second, which reaches the target."""
    first = men("first", (20, 8), marks=charging("foe"))
    second = men("second", (26, 12), marks=charging("foe"))
    state = declaring(first, second, foe(at=(26, 18)), step="charge-moves")
    played = play(state, move_one_charge, dice={"charge @first": [1, 1], "charge @second": [6, 6]})
    moves = [event.kind for event in played.events if event.kind in ("charge-rolled", "charge-moved", "charge-failed")]
    assert moves == ["charge-rolled", "charge-rolled", "charge-moved", "charge-failed"]


@pytest.mark.parametrize("facing", [0, 200])
def test_who_strikes_a_fleeing_unit_askew_pulls_up_an_inch_behind_it(facing):
    """CHG-19: straight back by an inch would leave less than that between them."""
    runners = men("foe", (21, 16), facing, 20, "blue", fleeing=True)
    state = declaring(men("few", (20, 10), models=2, marks=charging("foe", "rear")), runners, step="charge-moves")
    played = play(state, move_one_charge, dice={"charge": [6, 6]})
    few = played.unit("few")
    assert played.unit("foe").formation.models == 16
    assert unit_gap(played.state, few, played.unit("foe")) == pytest.approx(1, abs=1e-5)
    assert few.pose.facing == played.of("charge-moved")[0].contact.facing

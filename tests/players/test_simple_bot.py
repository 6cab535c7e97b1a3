"""The simple bot: what a sensible beginner does, each habit on a small table worked by hand."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.battle.state import Clock
from game.engine.opening import battle_session
from game.players.judging import advantage, charge_chance, prospect, reach_of
from game.players.player import View, play
from game.players.simple_bot import SimpleBot
from game.rules.bundled import BOOK
from game.rules.charge_events import charge_mark
from game.rules.declarations import Declare, DeclareCharge, NoMoreCharges, RedirectCharge
from game.rules.reactions import ChooseReaction, React
from game.rules.reforming import ChooseReform, ReformTo, StayAsTheyAre
from game.rules.remaining import EndMoves, Move, MoveUnit, StayPut
from tests.builders import battle, unit

BOT = SimpleBot()


def spears(id="spears", at=(24, 12), facing=90.0, models=20, side="red"):
    return unit(id, "empire-spearmen", at, facing, models, 5, side)


def boyz(id="boyz", at=(24, 20), facing=270.0, models=20, side="blue", **state):
    return unit(id, "orc-boyz", at, facing, models, 5, side, **state)


def at(step, *units):
    return replace(battle(*units), clock=Clock(1, "red", "movement", step))


def declared(*units):
    return BOT.answer(View(DeclareCharge(side="red", book=BOOK), at("charge", *units), BOOK))


def moved(*units):
    state = at("remaining-moves", *units)
    decision = MoveUnit(side="red", book=BOOK)
    choice = BOT.answer(View(decision, state, BOOK))
    assert decision.faults(state, choice) == ()
    return choice


def reaction(state, unit="spears", charger="boyz"):
    return BOT.answer(View(ChooseReaction(side="red", unit=unit, charger=charger, book=BOOK), state, BOOK))


def test_what_it_sees():
    state = at("charge", spears(), boyz(at=(24, 21)))
    red, blue = state.units
    assert charge_chance(BOOK, state, red, blue) == pytest.approx(1 - 16 / 36)  # 9 inches, M 4: a 5 or 6 on either die
    assert reach_of(BOOK, state, red) == 10
    assert advantage(state, red, blue) == pytest.approx(80 / 100)  # 20 models of 4 points, 20 of 5
    assert prospect(state, red, blue) == pytest.approx(0.8)
    friends = at("charge", *state.units, spears("near", (33, 12)), spears("far", (14.9, 12)))
    assert prospect(friends, red, blue) == pytest.approx(
        0.8 * 1.5
    )  # one of the same weight within 9 inches: half of it
    aside = replace(blue, pose=replace(blue.pose, facing=0.0))
    assert advantage(state.with_unit(aside), red, aside) == pytest.approx(1.6 * 0.8)
    assert advantage(state.with_unit(replace(blue, fleeing=True)), red, replace(blue, fleeing=True)) == 4


def test_it_charges_what_it_can_reach_and_beat():
    assert declared(spears(), boyz()) == Declare(unit="spears", target="boyz")


@pytest.mark.parametrize(
    "foe",
    [
        boyz(at=(24, 21.6)),  # 9.6 inches: a 6 on either die, 11 in 36
        boyz(models=40),  # twice as strong
    ],
)
def test_it_does_not_charge_what_is_far_or_too_strong(foe):
    assert declared(spears(), foe) == NoMoreCharges()


def test_a_second_unit_makes_a_charge_worth_while():
    strong = boyz(models=40, at=(24, 19))  # 200 points against 80 and half of 80 nearby; then against 160
    first, second = spears(), spears("more", (19, 12))
    assert declared(first, strong) == NoMoreCharges()
    state = DeclareCharge(side="red", book=BOOK)
    charging = first.marked(charge_mark("declared", "boyz"))
    assert BOT.answer(View(state, at("charge", charging, second, strong), BOOK)) == Declare(unit="more", target="boyz")


def test_it_prefers_a_flank():
    front, flank = boyz("front", (20.5, 19)), boyz("flank", (28, 20), 180.0)
    assert declared(spears(), front, flank) == Declare(unit="spears", target="flank")


def test_it_redirects_only_to_a_charge_that_pays():
    good = View(
        RedirectCharge(side="red", unit="spears", targets=("boyz",), book=BOOK), at("charge", spears(), boyz()), BOOK
    )
    assert BOT.answer(good) == Declare(unit="spears", target="boyz")
    bad = replace(good, state=at("charge", spears(), boyz(models=40)))
    assert BOT.answer(bad).kind == "go-on"


def test_it_holds_mostly_and_flees_from_giants_while_there_is_room():
    assert reaction(at("charge", spears(), boyz(at=(24, 21)))) == React(reaction="hold")
    few, far, near = spears(models=5), boyz(models=20, at=(24, 20.5)), boyz(models=20, at=(24, 17))
    assert reaction(at("charge", few, far)) == React(reaction="flee")  # 20 points against 100, 8.5 inches away
    assert reaction(at("charge", few, near)) == React(reaction="hold")  # it would be caught


def test_it_goes_for_the_enemy_and_stops_where_it_can_charge_next():
    far = moved(spears(), boyz(at=(24, 40)))
    assert far == Move(unit="spears", path=("advance 8",), march=True)  # 28 inches away: a march of 2 x 4
    near = moved(spears(), boyz(at=(24, 24)))
    assert near == Move(unit="spears", path=("advance 6.9",), march=True)  # from 12 to 5.1 inches: M and 1 more
    assert moved(spears(), boyz(at=(24, 18))) == StayPut(unit="spears")  # it can charge from here


def test_it_turns_towards_the_enemy():
    choice = moved(spears(), boyz(at=(40, 28)))
    assert choice.path[0].startswith("wheel right") and choice.path[1].startswith("advance")
    alone = moved(unit("gorak", "siege-giant", (24, 12)), boyz(at=(40, 12)))
    assert alone.path[0] == "pivot right 90"  # a lone model turns freely


def test_it_keeps_out_of_reach_of_what_is_stronger():
    horde = boyz(models=50, at=(24, 28))  # 250 points against 80; it charges 4 + 6 inches
    choice = moved(spears(), horde)
    assert choice == Move(unit="spears", path=("advance 5.9",), march=True)  # 16 - 10 inches, and a little to spare
    assert moved(spears(at=(24, 18)), horde) == StayPut(unit="spears")


def test_it_does_not_run_into_friends():
    behind = spears("behind", (24, 8))
    front = spears(at=(24, 12)).marked(Mark("move", "done", 0, "player-turn"))
    # 4 ranks of 20 mm are 3.15 inches: 0.85 inches lie between the two, and the way ahead is theirs
    assert moved(behind, front, boyz(at=(24, 40))) == StayPut(unit="behind")
    # with 3 inches more an advance of a quarter of the march fits, one of half of it does not
    lower = spears("behind", (24, 5))
    assert moved(lower, front, boyz(at=(24, 40))) == Move(unit="behind", path=("advance 2",))


def test_the_foremost_moves_first_and_then_it_ends():
    choice = moved(spears("behind", (24, 5)), spears("front", (24, 12)), boyz(at=(24, 40)))
    assert choice.unit == "front"
    assert moved(boyz()) == EndMoves()  # nobody of its side is there


def test_war_machines_stay():
    machine = unit("cannon", "great-cannon", (24, 12))
    assert moved(machine, boyz(at=(24, 40))) == StayPut(unit="cannon")


def test_who_has_rallied_faces_the_nearest_enemy():
    turned = spears(facing=270.0)
    question = ChooseReform(side="red", unit="spears", rule="RALLY-02", book=BOOK)
    choice = BOT.answer(View(question, at("compulsory-moves", turned, boyz(at=(24, 30))), BOOK))
    assert isinstance(choice, ReformTo) and choice.files == 5
    assert math.isclose(choice.facing, 90, abs_tol=2)
    assert BOT.answer(View(question, at("compulsory-moves", spears(), boyz(at=(24, 30))), BOOK)) == StayAsTheyAre()


def test_a_bots_order_does_not_change_with_the_battles_seed():
    units = (spears(), spears("more", (32, 10)), boyz(at=(24, 30)), boyz("others", (34, 33)))

    def first_orders(seed):
        session = battle_session(at("", *units), seed)
        play(session, {"red": BOT, "blue": BOT}, until=lambda now: now.state.clock.side == "blue")
        return [entry for entry in session.tape if hasattr(entry, "choice")]

    assert first_orders(1) == first_orders(2) and len(first_orders(1)) == 2


def test_an_order_among_forty_units_takes_less_than_a_tenth_of_a_second():
    units = [spears(f"s{i}", (6 + 6.5 * (i % 10), 4 + 7 * (i // 10)), models=10) for i in range(20)]
    units += [boyz(f"b{i}", (6 + 6.5 * (i % 10), 30 + 8 * (i // 10)), models=10) for i in range(20)]
    state = at("remaining-moves", *units)
    view = View(MoveUnit(side="red", book=BOOK), state, BOOK)
    took = []
    for _ in range(3):
        begin = time.perf_counter()
        choice = BOT.answer(view)
        took.append(time.perf_counter() - begin)
    assert isinstance(choice, Move) and min(took) < 0.1

"""Rallying: the quarter rule, the musician, feigned flight, and the reform after it (RALLY-01, RALLY-02, SPC-06, C094)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.rules.bundled import BOOK
from game.rules.hits import Hits
from game.rules.rallying import few_are_left, rally
from game.rules.reforming import ChooseReform, ReformTo, StayAsTheyAre
from game.rules.steps import finish_step
from game.rules.wounding import suffer
from game.table.formation import Ranked
from game.table.pose import Pose
from tests.builders import battle, joined, unit
from tests.rules.driving import in_phase, play

SMALL = 20 / 25.4
STAY = StayAsTheyAre()


def men(left=20, started=20, **more):
    """Halberdiers, Ld 7, who flee: so many of twenty are left."""
    one = unit("men", "empire-halberdiers", (36, 20), 90, started, 5, fleeing=True, **more)
    return replace(one, formation=Ranked(one.formation.base, left, min(5, left)))


def table(*units):
    return in_phase(battle(*units))


@pytest.mark.parametrize(
    ("left", "total", "passes"),
    [(20, 7, True), (20, 8, False), (6, 7, True), (5, 4, True), (5, 5, False), (1, 4, True)],
)
def test_a_quarter_left_tests_on_half(left, total, passes):
    """Ld 7: 6 of 20 rally on 7, 5 of 20 on 4 (half, rounded up)."""
    dice = {"rally test": [total - total // 2, total // 2]}
    played = play(table(men(left)), rally, "men", dice=dice, choices=[STAY] if passes else [])
    assert played.unit("men").fleeing is not passes
    assert played.events[-1].kind == ("unit-rallied" if passes else "rally-failed")


def test_characters_are_counted_too():
    """A captain with them: 6 of 21 are more than a quarter, 5 of 21 are not."""
    host, guest = joined(men(5), unit("hero", "empire-captain", (0, 0)), 2)
    state = table(host, guest)
    assert not few_are_left(state, state.unit("men"))
    host, guest = joined(men(4), unit("hero", "empire-captain", (0, 0)), 2)
    state = table(host, guest)
    assert few_are_left(state, state.unit("men"))


def test_a_character_who_has_fallen_among_them_counts_at_the_start():
    """PSY-08: nineteen and a captain were twenty; 5 left are a quarter of 20, and more than a quarter of 19."""

    def fall(battle):
        hits = Hits(2, 10, "a boulder", "DMG-16", armour=False, ward=False, automatic=True)
        yield from suffer(battle, "captain", hits)
        yield from finish_step(battle)

    host, guest = joined(men(5, 19), unit("captain", "empire-captain", (0, 0)), 2)
    assert not few_are_left(table(men(5, 19)), men(5, 19))
    state = play(table(host, guest), fall).state
    assert (state.unit("captain").fate, state.unit("men").formation.models) == ("destroyed", 5)
    assert few_are_left(state, state.unit("men"))


def test_a_musician_lets_it_be_rolled_again():
    played = play(table(men(command=("musician",))), rally, "men", dice={"rally test": [6, 6, 1, 1]}, choices=[STAY])
    assert not played.unit("men").fleeing


def test_what_it_remembers():
    rallied = play(table(men()), rally, "men", dice={"rally test": [1, 1]}, choices=[STAY]).unit("men")
    failed = play(table(men()), rally, "men", dice={"rally test": [6, 6]}).unit("men")
    assert rallied.mark("rally", "rallied").until == "player-turn"
    assert failed.mark("rally", "tested").until == "player-turn"
    assert failed.mark("rally", "rallied") is None


def test_who_feigned_rallies_without_a_test():
    riders = unit("riders", "goblin-wolf-riders", (36, 20), models=5, fleeing=True, marks=(Mark("flee", "feigned"),))
    played = play(table(riders), rally, "riders")
    assert played.rolled == []
    assert not played.unit("riders").fleeing
    assert played.unit("riders").mark("flee", "feigned").until == "player-turn"
    assert played.sentences == ["Riders end their ruse and are ready to fight"]


def test_it_reforms_about_its_centre():
    """Twenty in 5 x 4: centre 2 bases behind the front. Turned about, ten wide: one base behind it."""
    choice = ReformTo(files=10, facing=270.0)
    played = play(table(men()), rally, "men", dice={"rally test": [1, 1]}, choices=[choice])
    rallied = played.unit("men")
    assert rallied.formation.files == 10
    assert rallied.pose == Pose(36, 20 - 2 * SMALL - SMALL, 270).rounded()


def test_buttons_offer_the_nearest_enemy_and_a_few_widths_all_of_them_legal():
    state = table(men(), unit("foes", "orc-boyz", (36, 6), 90, 10, 5, side="blue"))
    question = ChooseReform(side="red", unit="men", rule="RALLY-02", book=BOOK)
    options = question.options(state)
    assert STAY in options
    assert ReformTo(files=5, facing=270.0) in options
    assert all(question.faults(state, option) == () for option in options)
    assert ReformTo(files=6, facing=90.0) in options
    assert ReformTo(files=4, facing=90.0) not in options  # five ranks of four


def test_what_is_wrong_with_a_reform_is_told():
    state = table(men(), unit("friends", "empire-halberdiers", (36, 22.5), 90, 5, 5))
    question = ChooseReform(side="red", unit="men", rule="RALLY-02", book=BOOK)

    def rules(files, facing):
        return {fault.rule for fault in question.faults(state, ReformTo(files=files, facing=facing))}

    assert rules(3, 90.0) == {"FORM-03", "FORM-09"}  # seven ranks of three, and too near to those ahead
    assert rules(21, 90.0) == {"FORM-03"}
    assert rules(5, 400.0) == {"FORM-03"}

"""Whom blows are aimed at, and hits that a unit shares with the characters in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.amounts import Amount
from game.rules.bundled import BOOK
from game.rules.combat.aiming import Aim, AimBlows, Allot, AllotHits, aim, allotted
from game.rules.combat.fighters import Reach, reaches
from game.rules.combat.volleys import IMPACTS, Volley, volleys
from tests.builders import battle, joined, unit
from tests.rules.carriers import charged
from tests.rules.driving import Played, play
from tests.rules.melee import (
    BEGIN,
    HAND,
    face_to_face,
    foes,
    men,
    struck,
)

# Whom they strike.


def with_hero(models: int) -> tuple[Unit, Unit]:
    """Men and a captain in the middle of their front rank."""
    return joined(men(models), unit("hero", "empire-captain", (0, 0), equipment=HAND), 2)


def test_who_touches_a_character_may_strike_him_or_his_unit():
    """CC-05, CC-06: opposite him, or corner to corner with him; the outermost touch men alone."""
    host, hero = with_hero(9)
    state = face_to_face(host, foes(5), hero)
    assert {one.targets: one.models for one in reaches(state, "foes")} == {("men",): 2, ("men", "hero"): 3}
    own = [one for one in reaches(state, "men") if one.unit == "hero"]
    assert own == [Reach("hero", ("foes",), 1)]
    found = {one.unit: one.number for one in volleys(BOOK, state, ("men",))}
    assert found == {"hero": Amount(3), "men": Amount(4 + 5)}


def test_supporters_strike_rank_and_file_only():
    """CC-06, CC-07: even those who stand behind him who touches the captain."""
    host, hero = with_hero(9)
    state = face_to_face(host, foes(10), hero)
    assert [one for one in reaches(state, "foes") if one.supports] == [Reach("foes", ("men",), 5, supports=True)]


def volley_of_three() -> tuple[State, Volley]:
    host, hero = with_hero(9)
    state = face_to_face(host, foes(5), hero)
    return state, next(one for one in volleys(BOOK, state, ("foes",)) if len(one.blows) == 2)


def test_blows_are_aimed_before_they_are_struck():
    """CC-06: three blows at the men or the hero in every way."""
    state, volley = volley_of_three()
    question = AimBlows(side="blue", unit="foes", name="Foes", number=3, enemies=("men", "hero"))
    ways = [choice.at for choice in question.options(state)]
    assert ways == [(("men", 3),), (("hero", 3),), (("men", 1), ("hero", 2)), (("men", 2), ("hero", 1))]
    assert not any(question.faults(state, choice) for choice in question.options(state))
    answered = play(state, aim, volley, 3, choices=[Aim(at=(("hero", 2), ("men", 1)))])
    assert [(blow.target, number) for blow, number in answered.result] == [("hero", 2), ("men", 1)]
    assert answered.asked == ["aim-blows @foes"]


def test_many_blows_or_one_target_only_offer_all_at_one():
    state, _ = volley_of_three()
    many = AimBlows(side="blue", unit="foes", name="Foes", number=13, enemies=("men", "hero"))
    assert [choice.at for choice in many.options(state)] == [(("men", 13),), (("hero", 13),)]
    assert many.faults(state, Aim(at=(("men", 6), ("hero", 7)))) == ()
    twelve = replace(many, number=12)
    assert len(twelve.options(state)) == 2 + 11
    assert [choice.at for choice in replace(twelve, whole=True).options(state)] == [(("men", 12),), (("hero", 12),)]


@pytest.mark.parametrize(
    ("at", "rules"),
    [
        ((("men", 2),), ["CC-06"]),
        ((("men", 4),), ["CC-06"]),
        ((("men", 3), ("hero", 0)), ["CC-06"]),
        ((("men", 4), ("hero", -1)), ["CC-06"]),
        ((("men", 1), ("men", 2)), ["CC-06"]),
        ((("foes", 3),), ["CC-06"]),
        ((), ["CC-06"]),
        ((("foes", 2),), ["CC-06", "CC-06"]),
    ],
)
def test_faults_of_an_aim(at, rules):
    """CC-06: every blow at somebody who can be struck, each named once."""
    state, _ = volley_of_three()
    question = AimBlows(side="blue", unit="foes", name="Foes", number=3, enemies=("men", "hero"))
    assert [fault.rule for fault in question.faults(state, Aim(at=at))] == rules


def test_a_stomp_goes_at_one_unit():
    """STOMP-01; and an answer of another kind aims nothing."""
    state, _ = volley_of_three()
    question = AimBlows(side="blue", unit="foes", name="Foes", number=3, enemies=("men", "hero"), whole=True)
    assert [one.rule for one in question.faults(state, Aim(at=(("men", 1), ("hero", 2))))] == ["STOMP-01"]
    assert [one.rule for one in question.faults(state, Allot(hits=()))] == [""]


def test_one_enemy_is_not_asked_about():
    state = face_to_face(men(), foes())
    (volley,) = volleys(BOOK, state, ("men",))
    answered = play(state, aim, volley, 10)
    assert answered.result == ((volley.blows[0], 10),) and answered.asked == []


# Hits that are shared out.


def test_five_men_shield_the_character_among_them():
    """DMG-17."""
    host, hero = with_hero(5)
    assert play(battle(host, hero), allotted, "men", 9).result == (("men", 9),)
    assert play(battle(men(2)), allotted, "men", 9).result == (("men", 9),)


@pytest.mark.parametrize(
    ("models", "hits", "ways"),
    [
        (4, 6, [{"men": 5, "hero": 1}, {"men": 4, "hero": 2}]),
        (4, 3, [{"men": 3}, {"men": 2, "hero": 1}]),
        (1, 1, [{"men": 1}, {"hero": 1}]),
        (4, 14, [{"men": 12, "hero": 2}, {"men": 11, "hero": 3}]),
    ],
)
def test_the_owner_shares_out_what_is_left_over(models, hits, ways):
    """DMG-17: one hit on each before anybody takes a second one."""
    host, hero = with_hero(models) if models > 2 else joined(men(models), with_hero(5)[1], 0)
    state = battle(host, hero)
    question = next(allotted(Played(state), "men", hits))
    assert isinstance(question, AllotHits) and (question.side, question.unit) == ("red", "men")
    assert [dict(way) for way in question.ways] == ways
    for choice in question.options(state):
        assert isinstance(choice, Allot)
        assert play(state, allotted, "men", hits, choices=[choice]).result == choice.hits
    too_many = Allot(hits=(("men", hits + 1),))
    assert question.faults(state, too_many)


def test_two_characters_beside_one_man():
    """DMG-17: of two hits the man takes one at most."""
    host, hero = joined(men(1), with_hero(5)[1], 0)
    host, other = joined(host, unit("other", "empire-captain", (0, 0), equipment=HAND), 1)
    question = next(allotted(Played(battle(host, hero, other)), "men", 2))
    assert isinstance(question, AllotHits)
    assert question.ways == ((("men", 1), ("hero", 1)), (("men", 1), ("other", 1)), (("hero", 1), ("other", 1)))


@pytest.mark.parametrize(("hits", "shares"), [(5, {"men": 4, "hero": 1}), (10, {"men": 8, "hero": 2}), (0, {"men": 0})])
def test_an_even_share_leaves_no_choice(hits, shares):
    """DMG-17: four men and the captain."""
    answered = play(battle(*with_hero(4)), allotted, "men", hits)
    assert dict(answered.result) == shares and answered.asked == []


def test_impact_hits_fall_on_a_small_unit_and_its_character():
    """IMPACT-01, DMG-17: a minotaur charges one orc and his boss; the owner lets the boss take the hit of S5."""
    boss = unit("boss", "orc-warboss", (0, 0), side="blue", equipment=HAND)
    host, boss = joined(foes(1, type="orc-boyz", files=1), boss, 0)
    state = face_to_face(charged(men(1, type="minotaurs")), host, boss)
    choices = [Allot(hits=(("boss", 1),))]
    fought = struck(state, IMPACTS, BEGIN, dice={"to wound @boss": [4]}, choices=choices)
    assert fought.asked == ["allot-hits @foes"] and fought.rolled == ["to wound @boss"]
    assert (fought.unit("boss").wounds, fought.unit("foes").wounds) == (1, 0)

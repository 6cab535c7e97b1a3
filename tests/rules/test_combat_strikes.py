"""Blows in close combat by hand-worked numbers: what hits, who reaches whom, in which order they fall."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.state import Clock
from game.engine.session import Session
from game.engine.tape import ScriptedDice
from game.rules.amounts import Amount
from game.rules.bundled import BOOK
from game.rules.combat.blows import blows_at
from game.rules.combat.fighters import Reach, in_front, last_rank, reaches, touching_places
from game.rules.combat.hitting import hitting, to_hit
from game.rules.combat.volleys import volleys
from game.rules.turn import battle_flow
from tests.builders import battle, events
from tests.rules.carriers import FIRST, charged
from tests.rules.driving import engaged
from tests.rules.melee import (
    FRONT,
    HAND,
    SMALL,
    at_the_rear,
    at_the_right,
    attacks,
    counted,
    face_to_face,
    foes,
    men,
    struck,
)

READINGS = battle().readings

# To hit.

WAP311 = """
4 4 5 5 6 6 6 6 6 6
3 4 4 4 5 5 6 6 6 6
2 3 4 4 4 4 5 5 6 6
2 3 3 4 4 4 4 4 5 5
2 2 3 3 4 4 4 4 4 4
2 2 3 3 3 4 4 4 4 4
2 2 2 3 3 3 4 4 4 4
2 2 2 3 3 3 3 4 4 4
2 2 2 2 3 3 3 3 4 4
2 2 2 2 3 3 3 3 3 4
"""
EIGHTH = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""


@pytest.mark.parametrize(("chart", "rows"), [("wap311", WAP311), ("eighth", EIGHTH)])
def test_the_whole_chart_to_hit(chart, rows):
    """CC-13: a row for each Weapon Skill of who strikes, a column for each of who is struck."""
    readings = replace(READINGS, to_hit_chart=chart)
    table = [[to_hit(a, t, readings) for t in range(1, 11)] for a in range(1, 11)]
    assert table == [[int(need) for need in row.split()] for row in rows.strip().splitlines()]


@pytest.mark.parametrize(("a", "t", "need"), [(5, 2, 2), (2, 7, 6), (3, 7, 5)])
def test_ready_made_needs_to_hit(a, t, need):
    assert to_hit(a, t, READINGS) == need


def test_modifiers_never_pass_two_or_six():
    """CC-13, CC-14: a natural 6 always hits, a natural 1 never."""
    state = face_to_face(men(), foes())
    (blow,) = blows_at(BOOK, state, "men", "foes")
    needs = [hitting(BOOK, state, replace(blow, hit_bonus=(("made up", by),))).needed for by in (-9, -1, 0, 1, 9)]
    assert needs == [6, 4, 3, 2, 2]


# Who strikes.


def test_ten_spearmen_in_two_ranks():
    """Check 16: all enemies in contact along the front."""
    state = face_to_face(men(), foes())
    assert counted(state, "men") == (5, 5) and attacks(state, "men") == 10
    assert reaches(state, "men") == (Reach("men", ("foes",), 5), Reach("men", ("foes",), 5, supports=True))


@pytest.mark.parametrize(
    ("models", "equipment", "rules", "expected"),
    [
        (15, HAND, (), 10),
        (15, HAND, ("Fight in Extra Ranks (1)",), 15),
        (20, HAND, ("Fight in Extra Ranks (1)",), 15),
        (15, ("spear",), (), 15),
        (13, ("spear",), (), 13),
        (20, ("spear",), ("Fight in Extra Ranks (1)",), 20),
    ],
)
def test_further_ranks_support(models, equipment, rules, expected):
    """CC-07: further ranks by weapon and rule add up."""
    assert attacks(face_to_face(men(models, *rules, equipment=equipment), foes()), "men") == expected


def test_supporters_strike_once_however_many_attacks_they_have():
    """CC-07, CC-08: frenzied men strike twice each in front and once each behind."""
    assert attacks(face_to_face(men(10, "Frenzy"), foes()), "men") == 5 * 2 + 5


def test_kroxigors_support_with_three():
    """Check 17: three in front and two behind, each with A 3, against ten files of goblins."""
    state = face_to_face(men(5, type="kroxigors", files=3), foes(20, files=10))
    assert counted(state, "men") == (3, 2) and attacks(state, "men") == 9 + 6


def test_who_touches_nobody_does_not_strike():
    """CC-05: ten files against four: the four opposite and, corner to corner, one at either side."""
    state = face_to_face(men(10, files=10), foes(5, files=4))
    assert counted(state, "men") == (6, 0)


def test_corners_touch():
    """CC-05: two files meet two files that stand exactly beside them at one corner."""
    state = engaged(battle(men(2, files=2), foes(2, files=2, at=(20 + 2 * SMALL, 20))), FRONT)
    assert counted(state, "men") == counted(state, "foes") == (1, 0)


def test_no_support_to_a_flank():
    """CC-07: two ranks of men struck on the right: their two right-hand men fight; the foes support each other."""
    state = at_the_right(men(), 6)
    assert reaches(state, "men") == (Reach("men", ("foes",), 2, front=False),)
    assert counted(state, "foes") == (2, 2)


def test_who_fights_to_the_flank_does_not_support_to_the_front():
    """CC-07: of the second rank the man on the right has an enemy of his own; five fight in front, four support."""
    flank = replace(at_the_right(men(), 2).unit("foes"), muster=replace(foes().muster, id="others"))
    state = engaged(battle(men(), foes(), flank), FRONT, ("men", "others", "right", "front"))
    assert counted(state, "men") == (6, 4)
    assert Reach("men", ("foes", "others"), 1) in reaches(state, "men")


def test_a_short_last_rank_slides_to_the_flank_that_is_attacked():
    """CC-09: of seven men in five files the last of the front rank and one of the two behind."""
    assert counted(at_the_right(men(7), 2), "men") == (2, 0)
    assert counted(at_the_right(men(7), 2), "foes") == (2, 0)


@pytest.mark.parametrize(("models", "fighting"), [(7, 4), (8, 5), (9, 4), (10, 5)])
def test_who_stands_before_a_gap_in_the_rear_fights_across_it(models, fighting):
    """CC-09: two men in the middle of the last rank leave the outer files empty: their front men turn to the foe.

    Of four men in the middle no file is empty by its whole width.
    """
    state = at_the_rear(men(models))
    assert counted(state, "men") == (fighting, 0)
    assert counted(state, "foes") == (5, 0)


def test_places_in_front():
    """CC-07: two men in the middle behind five stand each behind two."""
    assert in_front(men(7).formation)[5:] == ((1, 2), (2, 3))
    assert in_front(men(10).formation)[5:] == ((0,), (1,), (2,), (3,), (4,))
    assert last_rank(men(7).formation) == (5, 6)
    assert last_rank(men(10).formation) == last_rank(men(3).formation) == ()


def test_a_champion_strikes_once_more():
    """CC-08: one blow more, once, in front."""
    state = face_to_face(men(command=("champion",)), foes())
    assert attacks(state, "men") == 5 + 5 + 1


@given(
    ours=st.integers(1, 23),
    theirs=st.integers(1, 23),
    files=st.integers(1, 7),
    shift=st.sampled_from([-3, -1.5, -0.4, 0, 0.3, 1, 2]),
)
def test_reach_is_mutual_and_nobody_counts_twice(ours, theirs, files, shift):
    """CC-05, CC-07: whoever reaches an enemy is reached by him; those who support stand behind those who fight."""
    state = face_to_face(men(ours), foes(theirs, files=files, at=(20 + shift, 20)))
    red, blue = state.unit("men"), state.unit("foes")
    pairs = touching_places(state, red, blue)
    assert sorted((b, a) for a, b in pairs) == list(touching_places(state, blue, red))
    direct, support = counted(state, "men")
    assert direct == len({a for a, _ in pairs}) and direct + support <= ours
    assert not support or direct


# When they strike.


def test_chargers_are_quicker_by_one():
    """CC-10."""
    state = face_to_face(charged(men()), foes())
    steps = {one.unit: one.step for one in volleys(BOOK, state, ("men", "foes"))}
    assert steps == {"men": (2, -4), "foes": (2, -2)}
    slow = face_to_face(men(type="goblins"), charged(foes(type="empire-spearmen"), "men"))
    assert [one.step for one in volleys(BOOK, slow, ("men", "foes"))] == [(2, -2), (2, -4)]


def test_riders_and_mounts_strike_in_their_own_steps():
    """CC-12: knights of I3 on horses made as slow as I1; goblins of I2 fell one knight before his horse strikes."""
    knights = men(5, type="empire-knights", equipment=HAND)
    rider, mount = knights.type.parts
    slow = replace(mount, profile=replace(mount.profile, initiative=1))
    knights = replace(knights, muster=replace(knights.muster, type=replace(knights.type, parts=(rider, slow))))
    state = face_to_face(knights, foes(20, files=10))
    found = [(one.unit, one.step, one.number) for one in volleys(BOOK, state, ("men", "foes"))]
    assert found[:2] == [("men", (2, -3), Amount(5)), ("men", (2, -1), Amount(5))]
    goblins = attacks(state, "foes")
    dice = {"to hit @men": [1] * (5 + 4), "to hit @foes": [6] + [1] * (goblins - 1), "to wound @men": [6]}
    fought = struck(state, dice=dice)
    assert fought.rolled[:3] == ["to hit @men", "to hit @foes", "to wound @men"]
    assert [one.attacks for one in fought.of("wounds-suffered") if one.source == "men"] == [5, 4]


def test_the_quicker_strike_first_and_the_fallen_are_replaced():
    """CC-10, C083: spearmen of I3 kill three of ten goblins of I2, who strike with five in front and two behind."""
    fought = struck(
        face_to_face(men(), foes()),
        dice={"to hit @men": [3] * 3 + [2] * 7, "to wound @foes": [4] * 3, "to hit @foes": [3] * 7},
    )
    assert fought.rolled == ["to hit @men", "to wound @foes", "to hit @foes"]
    assert [one.attacks for one in fought.of("wounds-suffered")] == [10, 7]
    assert fought.unit("foes").formation.models == 7


@pytest.mark.parametrize(
    ("models", "killed", "left"), [(10, 0, 10), (15, 5, 10), (12, 3, 9), (10, 5, 5), (10, 6, 4), (10, 9, 1)]
)
def test_losses_cost_blows_only_when_too_few_are_left(models, killed, left):
    """CC-16: of ten places that fight or support."""
    fought = struck(
        face_to_face(men(), foes(models)),
        dice={
            "to hit @men": [6] * killed + [1] * (10 - killed),
            "to wound @foes": [6] * killed,
            "to hit @foes": [1] * left,
        },
    )
    assert [one.attacks for one in fought.of("wounds-suffered")] == [10, left]


def test_who_is_left_turns_on_those_in_the_rear():
    """CC-16, CC-17: the rear rank has fallen to quicker foes; the front rank is brought up to them and strikes."""
    fought = struck(
        at_the_rear(men(10, "Always Strikes Last"), 5),
        end=(4, 0),
        dice={
            "to hit @foes": [6] * 5,
            "to wound @men": [6] * 5,
            "to hit @men": [1] * 5,
        },
    )
    assert [one.attacks for one in fought.of("wounds-suffered")] == [5, 5]
    assert len(fought.of("unit-nudged")) == 1


def test_the_equally_quick_kill_each_other():
    """CC-10: a man against a man."""
    fought = struck(
        face_to_face(men(1), foes(1, type="empire-spearmen")),
        dice={"to hit @men": [4], "to hit @foes": [4], "to wound @men": [4], "to wound @foes": [4]},
    )
    assert not fought.unit("men").on_table and not fought.unit("foes").on_table
    assert [one.kind for one in fought.events] == ["wounds-suffered"] * 2 + ["casualties-removed"] * 2
    quick = struck(
        face_to_face(charged(men(1)), foes(1, type="empire-spearmen")),
        dice={"to hit @men": [4], "to wound @foes": [4]},
    )
    assert quick.unit("men").on_table and not quick.unit("foes").on_table


def test_two_units_of_one_step_kill_the_same_foe():
    """CC-10: each strikes at the battle as it stood when the step began, so each deals its wound."""
    others = replace(men(1), muster=replace(men(1).muster, id="others"))
    state = engaged(battle(men(1), foes(1), others), FRONT, ("others", "foes", "front", "front"))
    dice = {"to hit": [6, 6], "to wound @foes": [6, 6]}
    fought = struck(state, dice=dice)
    assert [(one.source, one.wounds) for one in fought.of("wounds-suffered")] == [("men", 1), ("others", 1)]
    assert not fought.unit("foes").on_table


def test_always_strikes_first_before_a_higher_initiative():
    """CC-11: goblins of I2 before spearmen of I3, but they strike no miss again."""
    fought = struck(
        face_to_face(men(1), foes(1, FIRST)),
        dice={"to hit @foes": [4], "to wound @men": [4]},
    )
    assert fought.rolled == ["to hit @foes", "to wound @men"]
    missed = struck(face_to_face(men(1), foes(1, FIRST)), dice={"to hit @foes": [3], "to hit @men": [2]})
    assert missed.rolled == ["to hit @foes", "to hit @men"]


def test_always_strikes_first_of_the_quicker_strikes_misses_again():
    """CC-11, GEN-06: three men touch one goblin and three support them: one blow of six hits, five are struck again."""
    fought = struck(
        face_to_face(men(10, FIRST), foes(1)),
        dice={"to hit @men": [3] + [2] * 5 + [3] * 2 + [2] * 3, "to wound @foes": [3, 3, 3], "to hit @foes": [3]},
    )
    assert fought.rolled == ["to hit @men", "to hit @men", "to wound @foes", "to hit @foes"]
    assert [(one.attacks, one.hits) for one in fought.of("wounds-suffered")] == [(6, 3), (1, 0)]
    equal = face_to_face(men(10, FIRST), foes(type="empire-spearmen"))
    (blow,) = blows_at(BOOK, equal, "men", "foes")
    assert not hitting(BOOK, equal, blow).again


def test_random_attacks_are_rolled_when_they_are_struck():
    """CC-08: a Chaos Spawn of D6+1 attacks, at its own Initiative of 2 with the goblins."""
    state = face_to_face(men(1, type="chaos-spawn"), foes(1))
    fought = struck(state, dice={"number of attacks": [3], "to hit": [1] * 5})
    assert fought.rolled == ["number of attacks @men", "to hit @men", "to hit @foes"]
    assert [one.attacks for one in fought.of("wounds-suffered")] == [4, 1]


# A whole round.


def test_a_whole_round_through_the_session():
    """CC-03: ten men charge ten goblins, kill four and lose one: 4 + 1 for the charge + 1 for numbers to 1.

    Goblins who have lost by 5 break and the winner is asked whether he pursues.
    """
    state = replace(
        face_to_face(charged(men()), foes()),
        turns=4,
        clock=Clock(2, "red", "close-combat", "choose-combat"),
    )
    dice = {
        "to hit @men": [3, 3, 4, 5, 6] + [2] * 5,  # WS 3 against WS 2: 3+
        "to wound @foes": [4, 4, 5, 6, 3],  # S 3 against T 3: 4+
        "to hit @foes": [4, 6] + [3] * 4,  # six are left; WS 2 against WS 3: 4+
        "to wound @men": [4, 3],
        "break test @foes": [1, 5],
    }
    session = Session(state, BOOK, battle_flow, 1, dice=ScriptedDice(dice))
    wounds = [(one.unit, one.attacks, one.hits, one.wounds) for one in events(session, "wounds-suffered")]
    assert wounds == [("foes", 10, 5, 4), ("men", 6, 2, 1)]
    assert [(one.unit, one.removed) for one in events(session, "casualties-removed")] == [("foes", 4), ("men", 1)]
    (result,) = events(session, "combat-resolved")
    assert (result.winner, result.margin) == ("red", 5)
    (test,) = events(session, "leadership-tested")
    assert (test.unit, test.passed) == ("foes", False)
    assert session.pending.kind == "pursue-or-restrain"
    steps = [one.step for one in events(session, "step-began")]
    assert steps == ["impact-hits", "strikes", "stomps", "combat-result", "break-tests", "pursuit"]

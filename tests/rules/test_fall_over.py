"""Falling over by the rules, each case worked by hand (FALL, C045 to C047, C053)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from game.battle.procedure import Battle
from game.catalogue import RuleUse, bundled_catalogue
from game.engine.session import RefusedError, Session
from game.engine.tape import MissingDiceError
from game.odds.enumerate import Enumeration
from game.rules.bundled import BOOK
from game.rules.fall_map import hit_chances, hit_share, under_template
from game.rules.falling import fall_over
from game.rules.special.fall_over import FallOver, LetFall, StandUp
from game.table.formation import Base, Loose, Single
from game.table.pose import Pose
from tests.builders import battle, events, joined, kinds, played, unit

GIANT = unit("gorak", "siege-giant", (36, 24), facing=0, side="red")

FOOT = Base.from_millimetres(20, 20)


def block(id="men", models=25, files=5, at=(36.0, 24.0), facing=180.0, **more):
    """A block of 25 mm infantry straight in front of the Giant, in contact with it."""
    return unit(id, "orc-boyz", at, facing, models, files, side="blue", **more)


def fallen(state, dice, angle=0.0, giant="gorak") -> Session:
    session = played(state, dice)
    session.choose(LetFall(unit=giant, angle=angle))
    return session


def four_beneath(**readings):
    """A lone rank of four Orcs, all of whom the fall at 0 degrees covers."""
    return battle(GIANT, block(models=4, files=4), **readings)


def test_straight_ahead_covers_the_worked_rows():
    """25 mm, angle 0: 3, 5, 3, 1 by rank, of which the second is whole."""
    _, covered = under_template(battle(GIANT, block()), "gorak", 0.0)
    ranks = [0] * 5
    for model in dict(covered)["men"]:
        ranks[model // 5] += 1
    assert ranks == [3, 5, 3, 1, 0]


@pytest.mark.parametrize(("dice", "hits"), [([5, 6], 4), ([1, 2], 3), ([1, 1], 2)])
def test_two_dice_of_hits_but_no_model_takes_two(dice, hits):
    """C045: four beneath and an 11 are four hits, a 3 is three."""
    script = {"fall hits": dice, "who is hit": [2, 4, 1][:hits], "to wound": [1] * hits}
    session = fallen(four_beneath(), script)
    (suffered,) = [event for event in events(session, "wounds-suffered") if event.unit == "men"]
    assert suffered.hits == hits
    assert suffered.where == {4: (), 3: (0, 1, 3), 2: (1, 3)}[hits]
    assert ("who is hit" in session.dice.left) == (hits == 4)  # what is left was never asked for


def test_each_model_takes_one_under_the_later_printing():
    session = fallen(four_beneath(fall_hits="each-model"), {"to wound": [6, 6, 6, 6], "armour save": [6, 6, 6, 6]})
    assert events(session, "wounds-suffered")[0].hits == 4
    assert events(session, "wounds-suffered")[0].wounds == 4  # 6+ saves are gone at Strength 6
    assert not session.state.unit("men").on_table


def test_one_pool_for_friends_and_foes_under_the_other_reading():
    friends = unit("friends", "orc-boyz", (38.2, 25.6), 180, 2, 2, side="red")
    state = battle(GIANT, block(models=4, files=4), friends, fall_hits="capped-total")
    _, covered = under_template(state, "gorak", 20.0)
    assert [unit for unit, _ in covered] == ["men", "friends"]
    beneath = sum(len(who) for _, who in covered)
    session = fallen(state, {"fall hits": [1, 2], "who is hit": [1, beneath, 2], "to wound": [1] * 3}, 20.0)
    shares = {event.unit: event.hits for event in events(session, "wounds-suffered")}
    assert shares == {"men": 2, "friends": 1, "gorak": 1}


def test_friend_and_foe_are_hit_alike_each_unit_by_its_own_dice():
    friends = unit("friends", "orc-boyz", (38.2, 25.6), 180, 2, 2, side="red")
    state = battle(GIANT, block(models=4, files=4), friends)
    session = fallen(state, {"fall hits @men": [6, 6], "fall hits @friends": [6, 6], "to wound": [1] * 9}, 20.0)
    assert {event.unit for event in events(session, "wounds-suffered")} == {"men", "friends", "gorak"}


def test_nobody_beneath():
    """C047: no hits and no error; it loses a wound and lies there."""
    session = fallen(battle(GIANT), {}, 123.0)
    assert kinds(session) == ["giant-fell", "wounds-suffered"]
    giant = session.state.unit("gorak")
    assert (giant.down, giant.wounds, giant.on_table) == (True, 1, True)
    assert events(session, "giant-fell")[0].covered == ()


@pytest.mark.parametrize(
    ("reading", "script", "wounds"),
    [
        ("no-armour", {"ward save": [4]}, 1),
        ("no-armour", {"ward save": [5]}, 0),
        ("no-saves", {}, 1),
        ("normal-saves", {"armour save": [5], "ward save": [1]}, 1),
        ("normal-saves", {"armour save": [6]}, 0),
    ],
)
def test_its_own_wound(reading, script, wounds):
    """FALL-09: no roll to wound; a 5+ ward, and a 3+ save that Strength 6 makes a 6+."""
    kind = GIANT.type
    tough = replace(kind, rules=(*kind.rules, RuleUse("Ward Save", "5+"), RuleUse("Natural Armour", "5+")))
    giant = replace(GIANT, muster=replace(GIANT.muster, type=tough))
    session = fallen(battle(giant, fall_own_wound=reading), script)
    assert session.state.unit("gorak").wounds == wounds
    assert not any(session.dice.left.values())


def test_the_last_wound_kills_it_and_it_does_not_fall_twice():
    weak = unit("gorak", "siege-giant", (36, 24), facing=0, wounds=5)
    session = fallen(battle(weak), {})
    assert kinds(session) == ["giant-fell", "wounds-suffered", "casualties-removed"]
    assert not session.state.unit("gorak").on_table


def test_a_second_giant_slain_by_the_fall_falls_too():
    """FALL-23: after the first fall is finished, in a direction of its own, onto whoever stands there."""
    other = unit("bruzd", "siege-giant", (38.6, 24), facing=180, side="blue", wounds=3)
    victims = unit("victims", "orc-boyz", (42.5, 24), 90, 5, 5, side="red")
    script = {
        "fall hits @bruzd": [3, 3],
        "to wound @bruzd": [6],
        "multiple wounds @bruzd": [6],
        "scatter @bruzd": [0.0],
        "fall hits @victims": [1, 1],
        "who is hit @victims": [1, 2],
        "to wound @victims": [1, 1],
    }
    session = fallen(battle(GIANT, other, victims), script)
    falls = events(session, "giant-fell")
    assert [(fall.unit, fall.cause, fall.angle) for fall in falls] == [
        ("gorak", "chosen", 0.0),
        ("bruzd", "slain", 0.0),
    ]
    assert (
        kinds(session).index("casualties-removed") < [i for i, k in enumerate(kinds(session)) if k == "giant-fell"][1]
    )
    assert not session.state.unit("bruzd").on_table and session.state.unit("gorak").on_table


def test_a_giant_slain_on_the_ground_does_not_fall_again():
    lying = unit("bruzd", "siege-giant", (38.6, 24), facing=180, side="blue", wounds=5, down=True)
    script = {"fall hits": [3, 3], "to wound": [6], "multiple wounds": [1]}
    session = fallen(battle(GIANT, lying), script)
    assert len(events(session, "giant-fell")) == 1
    assert not session.state.unit("bruzd").on_table


def test_a_hit_of_several_wounds_never_harms_a_second_model():
    """MULTI-02: three wounds on a model of one are one."""
    session = fallen(four_beneath(), {"fall hits": [6, 6], "to wound": [6, 1, 1, 1]})
    assert events(session, "wounds-suffered")[0].wounds == 1
    assert session.state.unit("men").formation.models == 3


def test_big_models_take_up_to_three_wounds_each():
    trolls = unit("trolls", "trolls", (36, 24), 180, 3, 3, side="blue")
    _, covered = under_template(battle(GIANT, trolls), "gorak", 0.0)
    assert len(dict(covered)["trolls"]) == 3
    script = {"fall hits": [2, 2], "to wound": [6, 6, 1], "ward save": [1, 1], "multiple wounds": [2, 5]}
    session = fallen(battle(GIANT, trolls), script)
    assert events(session, "wounds-suffered")[0].wounds == 1 + 3
    left = session.state.unit("trolls")
    assert (left.formation.models, left.wounds) == (2, 1)


def test_a_character_among_five_of_his_kind_is_looked_out_for():
    men, boss = joined(block(models=10), unit("boss", "orc-big-boss", (1, 1), side="blue"), 2)
    script = {"fall hits @men": [6, 6], "to wound @men": [1] * 10}
    session = fallen(battle(GIANT, men, boss), script)
    takers = [(event.unit, event.rule) for event in events(session, "wounds-suffered")]
    assert ("men", "TPL-04") in takers and "boss" not in {unit for unit, _ in takers}


def test_a_character_alone_in_his_unit_is_hit_himself():
    men, boss = joined(block(models=3, files=3), unit("boss", "orc-big-boss", (1, 1), side="blue"), 1)
    script = {"fall hits @men": [6, 6], "to wound @men": [1] * 3, "to wound @boss": [6], "multiple wounds @boss": [2]}
    session = fallen(battle(GIANT, men, boss), script)
    assert session.state.unit("boss").wounds == 1


def test_a_bonegrinder_is_heavier():
    grinder = unit("gorak", "bonegrinder-giant", (36, 24), facing=0)
    state = battle(grinder, block(models=4, files=4))
    session = fallen(state, {"fall hits": [6, 6, 6], "to wound": [2] * 4})
    fall = events(session, "giant-fell")[0]
    assert fall.radius == 2.5
    assert events(session, "wounds-suffered")[0].dice[1].needed == "2+"


def test_a_beaten_giant_tests_and_falls_on_a_one_only():
    """FALL-03, FALL-12: before its Break test, D6, 1 falls."""
    rule = FallOver()
    ends = Enumeration(BOOK).ends(battle(GIANT), lambda play: rule.combat_lost(play, "gorak"))
    down = sum(chance for (state, _), chance in ends.items() if state.unit("gorak").down)
    assert down == pytest.approx(1 / 6, abs=1e-12)
    lying = unit("gorak", "siege-giant", (36, 24), down=True)
    ends = Enumeration(BOOK).ends(battle(lying), lambda play: rule.combat_lost(play, "gorak"))
    assert list(ends.values()) == [1.0]  # it never tests again


SHARES = "1 1 107/108 35/36 17/18 49/54 31/36 29/36 121/162 31/45 251/396 7/12".split()


@pytest.mark.parametrize(("covered", "share"), list(enumerate(SHARES, 1)))
def test_the_share_of_covered_models_that_is_hit(covered, share):
    assert hit_share(battle(GIANT), "gorak", covered) == pytest.approx(float(Fraction(share)), abs=1e-12)


def test_chance_to_be_hit_against_the_enumeration_of_all_directions():
    """The exact share of one model agrees with walking the directions and the dice themselves."""
    state = battle(GIANT, block(models=10))
    hit = {who.model: (chance, got) for who, chance, got in hit_chances(state, "gorak") if who.unit == "men"}
    assert all(got <= chance + 1e-12 for chance, got in hit.values())
    expected_hits = sum(got for _, got in hit.values())
    ends = Enumeration(BOOK).ends(state, _hits_of_a_fall)
    assert expected_hits == pytest.approx(sum(value * chance for (_, value), chance in ends.items()), abs=1e-9)


def _hits_of_a_fall(play):
    """A fall whose value is the number of hits on the block."""
    seen = []

    class Watched(Battle):
        def record(self, event):
            seen.append(event)
            super().record(event)

    watched = Watched(play.state, play.book)
    yield from fall_over(watched, "gorak", "chosen")
    return sum(event.hits for event in seen if event.kind == "wounds-suffered" and event.unit == "men")


def test_only_giants_that_stand_may_be_let_fall():
    session = played(battle(GIANT, block(models=4, files=4)))
    for choice, rule in [
        (LetFall(unit="men"), "FALL-01"),
        (LetFall(unit="nobody"), ""),
        (LetFall(unit="gorak", angle=400.0), "FALL-04"),
        (StandUp(unit="gorak"), "FALL-18"),
    ]:
        with pytest.raises(RefusedError) as refused:
            session.choose(choice)
        assert [fault.rule for fault in refused.value.faults] == [rule]
    session.choose(LetFall(unit="gorak", angle=90.0))
    with pytest.raises(RefusedError):
        session.choose(LetFall(unit="gorak"))
    session.choose(StandUp(unit="gorak"))
    assert not session.state.unit("gorak").down


def test_an_unscripted_roll_fails_and_changes_nothing():
    session = played(battle(GIANT, block(models=4, files=4)), {"fall hits": [6, 6]})
    before = session.state
    with pytest.raises(MissingDiceError, match="to wound"):
        session.choose(LetFall(unit="gorak", angle=0.0))
    assert session.state == before and not session.log and session.pending is not None


def test_a_war_machine_has_as_many_lives_as_crew():
    """GEN-14, GIANT-09: a fall on machine and crew slays the crew at most, and with them the machine."""
    gun = unit("gun", "great-cannon", (36.1, 24), 180, side="blue")
    crew = replace(
        gun, formation=Loose((gun.type.base, FOOT, FOOT, FOOT), ((-1.5, 0), (-0.4, 1.4), (-0.4, -1.4), (-1.5, 1.5)))
    )
    session = fallen(battle(GIANT, crew), {"fall hits": [6, 6], "to wound": [2, 2, 2, 2]})
    (suffered,) = [event for event in events(session, "wounds-suffered") if event.unit == "gun"]
    assert suffered.hits == 4 and suffered.wounds == 3
    assert not session.state.unit("gun").on_table


def test_a_ward_that_was_bought_counts():
    """FALL-09: Warpaint is a ward of 6+."""
    painted = replace(
        GIANT, muster=replace(GIANT.muster, type=bundled_catalogue()["orc-giant"], equipment=("warpaint",))
    )
    assert fallen(battle(painted), {"ward save": [6]}).state.unit("gorak").wounds == 0
    assert fallen(battle(painted), {"ward save": [5]}).state.unit("gorak").wounds == 1


def test_the_map_knows_who_is_looked_out_for():
    """TPL-04: the character takes no hit, his comrades under the template take it for him."""
    men, boss = joined(block(models=14), unit("boss", "orc-big-boss", (1, 1), side="blue"), 2)
    alone = hit_chances(battle(GIANT, block(models=15)), "gorak")
    rows = {(who.unit, who.model): (chance, hit) for who, chance, hit in hit_chances(battle(GIANT, men, boss), "gorak")}
    chance, hit = rows["boss", 0]
    assert chance > 0 and hit == 0
    assert sum(hit for _, hit in rows.values()) == pytest.approx(sum(hit for _, _, hit in alone), abs=1e-9)


def test_every_roll_of_the_scatter_die_gives_a_direction():
    """C041: a Hit! has its small arrow too, so that no Giant ever falls nowhere."""
    state = battle(GIANT, block(models=10))
    falls = []
    for seed in range(200):
        session = played(state, seed=seed)
        session.choose(LetFall(unit="gorak"))
        falls += events(session, "giant-fell")
    assert len(falls) == 200
    assert {int(fall.angle // 90) for fall in falls} == {0, 1, 2, 3}


def test_which_way_a_base_points_matters():
    """C138: a 75 x 50 mm Giant read as 50 x 75 moves the template at 90 degrees from 63.1 to 75.6 mm."""
    reach = {}
    for width, depth in ((50, 75), (75, 50)):
        giant = replace(GIANT, pose=Pose(36, 24, 90), formation=Single(Base.from_millimetres(width, depth)))
        (x, y), _ = under_template(battle(giant), "gorak", 90.0)
        middle = 24 - depth / 2 / 25.4
        reach[width] = (y - middle) * 25.4
        assert x == pytest.approx(36)
    assert reach[50] == pytest.approx(75.6, abs=0.001) and reach[75] == pytest.approx(63.1, abs=0.001)

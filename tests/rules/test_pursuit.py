"""The end of a combat: pursuit, flight, slaughter, and what pursuers run into (PUR-00 to PUR-10, CHG-19, C091, C092)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game.battle.ground import ground_of
from game.battle.marks import Mark
from game.battle.procedure import Order
from game.engine.session import Session
from game.engine.tape import ScriptedDice
from game.rules.bundled import BOOK
from game.rules.ordering import Next
from game.rules.pursuit import any_broken, pursue_one_combat
from game.rules.pursuit_choices import Overrun, Pursue, Restrain
from game.rules.reforming import StayAsTheyAre
from game.rules.running_down import follow_through, run_down
from game.rules.turn import battle_flow
from game.table.distance import distance, gap_to_edge, separations
from game.table.formation import Loose
from game.table.pose import Pose
from tests.builders import battle, unit
from tests.rules.driving import engaged, in_phase, play

SMALL = 20 / 25.4
BROKEN = Mark("break", "broken", 0, "phase")
WIPED_OUT = Mark("combat", "wiped-out", 0, "phase")
CHARGED = Mark("charge", "charged", "losers", "player-turn")
STAY = StayAsTheyAre()


def men(id, at, facing=90.0, models=10, side="red", **more):
    return unit(id, "empire-halberdiers", at, facing, models, 5, side=side, **more)


def winners(**more):
    """Ten halberdiers, US 10, whose front edge lies at y = 20, facing up."""
    return men("winners", (36, 20), **more)


def losers(models=12, **more):
    return men("losers", (36, 20), 270, models, "blue", marks=(BROKEN,), **more)


def fight(*units, pairs=(("winners", "losers", "front", "front"),), **more):
    return engaged(in_phase(battle(*units, **more), "close-combat", "pursuit"), *pairs)


def ended(state, dice=None, choices=()):
    return play(state, pursue_one_combat, dice=dice, choices=choices)


def test_nothing_to_do_where_nobody_broke():
    state = fight(winners(), men("losers", (36, 20), 270, side="blue"))
    assert not any_broken(state)
    assert ended(state).result is False


def test_a_quarry_that_is_faster_gets_away():
    """Flee 9 against 7: straight away from the winners' front; the pursuers follow the whole 7 inches."""
    played = ended(fight(winners(), losers()), {"flee": [4, 5], "pursuit": [3, 4]}, [Pursue(quarry="losers")])
    fled, hunters = played.unit("losers"), played.unit("winners")
    depth = 3 * SMALL  # twelve in fives: three ranks, turned about their middle
    assert fled.pose == Pose(36, 20 + depth + 9, 90).rounded()
    assert fled.fleeing
    assert fled.formation.models == 12
    assert hunters.pose == Pose(36, 27, 90)
    assert played.state.engagements == ()
    assert [event.kind for event in played.events] == [
        "pursuit-declared", "flight-rolled", "pursuit-rolled", "unit-fled", "unit-pursued",
    ]  # fmt: skip
    assert not any_broken(played.state)


def test_who_is_caught_takes_two_wounds_for_each_point_of_strength():
    """US 10: 20 wounds, all twelve dead; the pursuer runs its whole roll all the same (PUR-05)."""
    played = ended(fight(winners(), losers()), {"flee": [3, 4], "pursuit": [3, 4]}, [Pursue(quarry="losers")])
    assert played.unit("losers").fate == "destroyed"
    assert played.of("wounds-suffered")[0].hits == 20
    assert played.unit("winners").pose == Pose(36, 27, 90)


@pytest.mark.parametrize(("reading", "left"), [("two-wounds-per-us", 4), ("one-wound-per-us", 8), ("destroyed", 0)])
def test_what_a_pursuer_of_four_leaves_alive(reading, left):
    """US 4 catches twelve: 8 dead and 4 left, or 4 dead and 8 left, or none left (``caught``)."""
    state = fight(winners(models=4), losers(), caught=reading)
    played = ended(state, {"flee": [1, 2], "pursuit": [6, 6]}, [Pursue(quarry="losers")])
    loser = played.unit("losers")
    assert (loser.formation.models if loser.on_table else 0) == left
    if left:
        gap = loser.pose.y - 20 - (2 if left == 8 else 1) * SMALL  # its rear edge
        assert loser.fleeing
        assert played.unit("winners").pose.y == pytest.approx(20 + gap - 1, abs=1e-5)  # an inch behind


def test_holding_back_takes_a_test_and_gives_a_reform():
    dice = {"restraint test": [3, 4], "flee": [3, 4]}
    played = ended(fight(winners(), losers()), dice, [Restrain(), STAY])
    assert played.unit("winners").pose == Pose(36, 20, 90)
    assert "choose-reform @winners" in played.asked


def test_who_cannot_be_held_pursues():
    dice = {"restraint test": [6, 6], "flee": [6, 6], "pursuit": [1, 1]}
    played = ended(fight(winners(), losers()), dice, [Restrain()])
    assert played.of("pursuit-declared")[0].forced
    assert played.unit("winners").pose == Pose(36, 22, 90)


def test_a_champion_lets_the_restraint_be_tried_again():
    dice = {"restraint test": [6, 6, 1, 1], "flee": [6, 6]}
    played = ended(fight(winners(command=("champion",)), losers()), dice, [Restrain(), STAY])
    assert played.of("pursuit-restrained")


def test_nobody_pursues_while_an_enemy_stands():
    stands = men("stands", (36 + 4 * SMALL, 20), 270, 5, "blue")
    state = fight(
        winners(), losers(), stands,
        pairs=(("winners", "losers", "front", "front"), ("winners", "stands", "front", "front")),
    )  # fmt: skip
    played = ended(state, {"flee": [3, 4]})
    assert played.asked == []
    assert [pair.b for pair in played.state.engagements] == ["stands"]


def test_away_from_the_strongest_enemy_and_through_the_other():
    """US 10 in front, US 5 on the left flank: straight back; the flanker is not in the way."""
    flank = men("flank", (36 + 2.5 * SMALL, 20 + SMALL), 180, 5)
    state = fight(
        winners(), losers(), flank,
        pairs=(("winners", "losers", "front", "front"), ("flank", "losers", "front", "left")),
    )  # fmt: skip
    dice = {"flee": [6, 6], "restraint test": [1, 1, 1, 1]}
    played = ended(state, dice, [Restrain(), Restrain(), STAY, STAY])
    assert played.unit("losers").pose.facing == 90


def test_equally_strong_enemies_are_chosen_between_by_a_die():
    flank = men("flank", (36 + 2.5 * SMALL, 20 + SMALL), 180, 10)
    state = fight(
        winners(), losers(), flank,
        pairs=(("winners", "losers", "front", "front"), ("flank", "losers", "front", "left")),
    )  # fmt: skip
    dice = {"flee": [6, 6], "restraint test": [1, 1, 1, 1], "direction of flight": [2]}
    played = ended(state, dice, [Restrain(), Restrain(), STAY, STAY])
    assert played.unit("losers").pose.facing == 180  # straight away from the flank's front
    assert played.of("unit-fled")[0].passed in ((), ("winners",))


def test_from_a_unit_that_was_struck_in_its_flank_they_flee_squarely():
    """The losers charged the winners' right flank: they run out to the right."""
    side = 36 + 2.5 * SMALL
    lost = men("losers", (side, 20 - SMALL), 180, 10, "blue", marks=(BROKEN,))
    state = fight(winners(), lost, pairs=(("losers", "winners", "front", "right"),))
    played = ended(state, {"flee": [6, 6], "restraint test": [1, 1]}, [Restrain(), STAY])
    assert played.unit("losers").pose.facing == 0


def test_two_pursuers_both_cut_them_down_one_named_quarry_each():
    """US 5 and US 5: each catches, ten wounds each, all twelve dead."""
    second = men("second", (36 + 2.5 * SMALL, 20 + SMALL), 180, 5)
    state = fight(
        winners(models=5), losers(), second,
        pairs=(("winners", "losers", "front", "front"), ("second", "losers", "front", "left")),
    )  # fmt: skip
    dice = {"direction of flight": [1], "flee": [1, 1], "pursuit": [1, 1, 1, 1]}
    choices = [Pursue(quarry="losers"), Pursue(quarry="losers"), Next(unit="second", what="pursues")]
    played = ended(state, dice, choices)
    assert [event.hits for event in played.of("wounds-suffered")] == [10, 10]
    assert [event.wounds for event in played.of("wounds-suffered")] == [10, 2]


def test_a_war_machine_that_breaks_is_lost_and_one_that_wins_stays():
    base = unit("gun", "great-cannon", (36, 20)).formation.base
    gun = replace(
        unit("losers", "great-cannon", (36, 20), 270, side="blue", marks=(BROKEN,)),
        formation=Loose((base,), ((-base.depth / 2, 0.0),)),
    )
    played = ended(fight(winners(), gun), choices=[STAY])
    assert played.unit("losers").fate == "destroyed"
    assert played.of("pursuit-restrained")[0].rule == "PUR-09"


def test_a_giant_on_the_ground_that_breaks_is_slain_and_its_charger_may_overrun():
    """FALL-19, PUR-09."""
    giant = unit("losers", "siege-giant", (36, 20), 270, side="blue", down=True, marks=(BROKEN,))
    played = ended(fight(winners(marks=(CHARGED,)), giant), {"pursuit": [2, 3]}, [Overrun()])
    assert played.unit("losers").fate == "destroyed"
    assert played.unit("winners").pose == Pose(36, 25, 90)


def test_a_giant_on_the_ground_that_wins_gets_up_instead():
    giant = unit("winners", "siege-giant", (36, 20), down=True)
    played = ended(fight(giant, losers()), {"flee": [3, 4]})
    assert not played.unit("winners").down
    assert played.unit("winners").pose == Pose(36, 20, 90)
    assert played.of("giant-stood-up")[0].rule == "FALL-20"


@pytest.mark.parametrize(
    ("marks", "asked"),
    [
        ((WIPED_OUT,), ["choose-reform @winners"]),
        ((CHARGED, WIPED_OUT), ["overrun-or-reform @winners", "choose-reform @winners"]),
    ],
)
def test_who_has_no_enemy_left_reforms_and_only_a_charger_may_overrun(marks, asked):
    state = fight(winners(marks=marks), pairs=())
    assert any_broken(state)
    played = ended(state, choices=[Restrain(), STAY][-len(asked) :])
    assert played.asked == asked
    assert not any_broken(played.state)


def test_an_overrun_leads_straight_on():
    played = ended(fight(winners(marks=(CHARGED, WIPED_OUT)), pairs=()), {"pursuit": [4, 4]}, [Overrun()])
    assert played.unit("winners").pose == Pose(36, 28, 90)
    assert not any_broken(played.state)


def test_once_a_phase_only():
    """C092 (c): who has pursued once holds without being asked."""
    state = fight(winners(marks=(Mark("pursuit", "made", 0, "phase"),)), losers())
    played = ended(state, {"flee": [3, 4]}, [STAY])
    assert played.asked == ["choose-reform @winners"]


def test_off_the_table_until_the_next_movement_phase():
    """The quarry is gone over the edge, and the pursuers after them (PUR-10)."""
    hunters, lost = men("winners", (36, 44)), replace(losers(), pose=Pose(36, 44, 270))
    played = ended(fight(hunters, lost), {"flee": [6, 6], "pursuit": [5, 5]}, [Pursue(quarry="losers")])
    assert (played.unit("losers").fate, played.unit("winners").fate) == ("fled", "away")
    assert played.unit("winners").mark("pursuit", "off-table").value == "far"
    assert played.unit("winners").pose.y == pytest.approx(48, abs=1e-3)


def test_pursuers_stop_an_inch_short_of_friends():
    friends = men("friends", (36, 25 + 2 * SMALL))
    dice = {"flee": [6, 6], "pursuit": [5, 5]}
    played = ended(fight(winners(), losers(), friends), dice, [Pursue(quarry="losers")])
    assert played.unit("winners").pose.y == pytest.approx(24, abs=1e-5)
    assert played.of("unit-pursued")[0].stopped == "Friends"


def test_a_fresh_enemy_in_the_way_is_charged():
    """C092 (a): engaged at once, still charging in its next combat; no reaction, no second pursuit."""
    fresh = men("fresh", (36, 25), 270, 10, "blue")
    played = ended(
        fight(winners(), losers(models=5), fresh), {"flee": [6, 6], "pursuit": [4, 4]}, [Pursue(quarry="losers")]
    )
    hunters = played.unit("winners")
    (pair,) = played.state.engagements
    assert (pair.a, pair.b, pair.side_of_a, pair.side_of_b) == ("winners", "fresh", "front", "front")
    assert hunters.pose == Pose(36, 25, 90)
    assert hunters.mark("pursuit", "struck").value == "fresh"
    assert hunters.mark("pursuit", "made")
    assert hunters.mark("charge", "charged").value == "fresh"


def test_friends_near_a_large_unit_that_is_cut_down_panic():
    """Twelve dead at once, US 12 (PSY-03)."""
    near = men("near", (42, 22), 270, 10, "blue")
    dice = {"flee": [1, 1], "pursuit": [6, 6], "panic test": [1, 1]}
    played = ended(fight(winners(), losers(), near), dice, [Pursue(quarry="losers")])
    assert [event.rule for event in played.of("leadership-tested")] == ["PSY-03"]


def fleeing(models):
    return in_phase(
        battle(winners(), men("losers", (36, 20 + -(-models // 5) * SMALL), 90, models, "blue", fleeing=True))
    )


@pytest.mark.parametrize(("passes", "asks"), [(True, True), (False, False)])
def test_who_has_ridden_down_a_fleeing_unit_may_test_to_reform(passes, asks):
    """C034, CHG-19: US 10 against twelve wounds, all dead; a Leadership test for a reform."""

    def charge(battle):
        yield from run_down(battle, "losers", ("winners",), rule="CHG-19")
        yield from follow_through(battle, "winners", "losers")

    played = play(
        fleeing(12), charge, dice={"reform test": [1, 1] if passes else [6, 6]}, choices=[STAY] if asks else []
    )
    assert played.unit("losers").fate == "destroyed"
    assert played.of("leadership-tested")[0].passed is passes


@pytest.mark.parametrize(("models", "flee", "ranks"), [(2, 14, 1), (10, 30, 4)])
def test_behind_survivors_the_charger_pulls_up(models, flee, ranks):
    """CHG-19: an inch behind the new rear, whether it must go back for it or on.

    US 2 kills 4 of 14: one rank, the rear draws off 0.787 inches. US 10 kills 20 of 30: four ranks, 3.150 inches.
    """
    formation = replace(winners().formation, models=models, files=min(models, 5))
    chargers = replace(winners(), formation=formation)
    state = fleeing(flee).with_unit(chargers)

    def charge(battle):
        yield from run_down(battle, "losers", ("winners",), rule="CHG-19")
        yield from follow_through(battle, "winners", "losers")

    played = play(state, charge)
    assert played.unit("losers").formation.models == 10
    assert played.unit("winners").pose.y == pytest.approx(20 + ranks * SMALL - 1, abs=1e-5)
    assert played.sentences[-1] == "Winners pull up an inch behind what is left of Losers"


def test_a_session_plays_it_from_the_file_on():
    """A battle that begins in the pursuit: all of it through the engine, then the next turn begins."""
    state = fight(winners(), losers(), men("others", (10, 40), 270, side="blue"))
    script = {"flee": [4, 5], "pursuit": [3, 4]}
    session = Session(state, BOOK, battle_flow, 1, dice=ScriptedDice(script, "seed"))
    assert session.pending.kind == "pursue-or-restrain"
    session.choose(Pursue(quarry="losers"))
    happened = [entry.event for entry in session.log]
    fled = next(event for event in happened if event.kind == "unit-fled")
    assert fled.pose == Pose(36, 20 + 3 * SMALL + 9, 90).rounded()
    assert next(event for event in happened if event.kind == "player-turn-began").side == "blue"


@pytest.mark.parametrize("seed", range(25))
def test_however_a_combat_ends_nobody_stands_on_anybody(seed):
    """A combat amid ten other units, random dice and answers: nobody overlaps, and whoever is left is on the table."""
    chance = random.Random(seed)
    placed = [winners(models=chance.choice((5, 10, 20))), losers(chance.choice((5, 12, 30)))]
    placed[0] = replace(placed[0], pose=Pose(36, 24, 90))
    placed[1] = replace(placed[1], pose=Pose(36, 24, 270))
    while len(placed) < 12:
        one = men(
            f"unit-{len(placed)}", (chance.uniform(24, 48), chance.uniform(12, 38)), chance.uniform(0, 360),
            chance.randint(1, 20), chance.choice(("red", "blue")), fleeing=chance.random() < 0.2,
        )  # fmt: skip
        if all(distance(ground_of(one), ground_of(other)) > 0.3 for other in placed):
            placed.append(replace(one, pose=one.pose.rounded()))
    session = Session(fight(*placed), BOOK, one_combat, seed)
    while session.pending is not None:
        session.choose(chance.choice(session.pending.options(session.state)))
    standing = list(session.state.standing())
    for number, one in enumerate(standing):
        assert gap_to_edge(ground_of(one), 72, 48) >= -1e-5
        for other in standing[:number]:
            assert float(separations(ground_of(one), ground_of(other)).min()) >= -2e-5
    assert not any_broken(session.state)


def one_combat(state):
    """A flow that ends when the combat has."""

    def order(battle):
        yield from pursue_one_combat(battle)

    return Order("pursuit", order) if any_broken(state) else None

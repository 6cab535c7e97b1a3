"""Sentences that agree with their unit: one model, or many."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.progress import BattleEnded
from game.battle.words import agreed, says, spoken
from game.rules.charge_events import ChargeFailed, ChargeForbidden, ReactionDeclared
from game.rules.flight_events import UnitFled
from game.rules.leadership import LeadershipTested
from game.rules.pursuit_events import PursuitDeclared, PursuitRestrained, PursuitRolled, UnitPursued
from game.rules.rallying import UnitRallied
from game.table.pose import Pose
from tests.builders import battle, unit

GORAK = unit("gorak", "siege-giant", (20, 20), 0)
WATCH = unit("watch", "empire-halberdiers", (40, 20), 180, 10, 5, side="blue")
STATE = battle(GORAK, WATCH)
HERE = Pose(20, 20, 0)


def test_one_model_takes_the_singular():
    assert says(GORAK, "charge", "charges") == "Gorak charges"
    assert says(WATCH, "charge", "charges") == "Watch charge"
    assert agreed(GORAK, "their", "its") == "its"


def test_the_last_of_many_is_still_spoken_of_as_they():
    last = replace(WATCH, formation=replace(WATCH.formation, models=1, files=1))
    assert agreed(last, "they", "it") == "they"


def test_numbers_of_a_path_are_told_to_one_place():
    assert spoken(("wheel left 4.641397", "advance 2", "reform 5 90.193324", "about")) == (
        "wheel left 4.6, advance 2, reform 5 90.2, about"
    )


@pytest.mark.parametrize(
    ("event", "giant", "men"),
    [
        (
            lambda who, foe: UnitFled(unit=who, path=(), inches=9.0, before=HERE, pose=HERE, rule="FLEE-01"),
            "Gorak turns and runs 9.0 inches", "Watch turn and run 9.0 inches",
        ),
        (
            lambda who, foe: ReactionDeclared(unit=who, charger=foe, reaction="hold", rule="CHG-10"),
            "Gorak holds against Watch", "Watch hold against Gorak",
        ),
        (
            lambda who, foe: ChargeForbidden(unit=who, target=foe, rule="TERROR-03"),
            "Gorak dares not charge Watch", "Watch dare not charge Gorak",
        ),
        (
            lambda who, foe: ChargeFailed(unit=who, target=foe, reason="it falls short", path=(), inches=3, before=HERE, pose=HERE, rule="CHG-20"),
            "The charge of Gorak fails: it falls short; it moves 3.0 inches",
            "The charge of Watch fails: it falls short; they move 3.0 inches",
        ),
        (
            lambda who, foe: LeadershipTested(unit=who, test="rally test", needed=10, passed=False, rule="TEST-05"),
            "Gorak fails the rally test on 10", "Watch fail the rally test on 10",
        ),
        (
            lambda who, foe: UnitRallied(unit=who, rule="RALLY-02"),
            "Gorak rallies and flees no longer", "Watch rally round their banners",
        ),
        (
            lambda who, foe: PursuitRolled(unit=who, quarry=foe, inches=7, catches=False, rule="PUR-05"),
            "Gorak pursues 7 inches and does not catch Watch", "Watch pursue 7 inches and do not catch Gorak",
        ),
        (
            lambda who, foe: PursuitDeclared(unit=who, quarry=foe, forced=True, rule="PUR-01"),
            "Gorak cannot be held and rushes after Watch", "Watch cannot be held and rush after Gorak",
        ),
        (
            lambda who, foe: PursuitRestrained(unit=who, why="no enemy is left", rule="PUR-09"),
            "Gorak holds its ground: no enemy is left", "Watch hold their ground: no enemy is left",
        ),
        (
            lambda who, foe: UnitPursued(unit=who, quarry=foe, path=(), inches=7.0, before=HERE, pose=HERE, edge="far", rule="PUR-10"),
            "Gorak pursues 7.0 inches and off the table; it will be back",
            "Watch pursue 7.0 inches and off the table; they will be back",
        ),
    ],
)  # fmt: skip
def test_sentences_agree(event, giant, men):
    assert event("gorak", "watch").sentence(STATE) == giant
    assert event("watch", "gorak").sentence(STATE) == men


def test_a_side_wins_without_a_verb():
    won = BattleEnded(winner="red", reason="the sun has set", rule="SEQ-01")
    assert won.sentence(STATE) == "Victory for Red: the sun has set"

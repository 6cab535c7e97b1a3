"""Dangerous terrain: whom which ground endangers, and what it costs (TER-03 to TER-09, FLEE-04, SPC-15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.ground import ground_of
from game.battle.terrain import Terrain
from game.catalogue import RuleUse
from game.rules import dangerous
from game.rules.bundled import BOOK
from game.rules.dangerous import dangerous_on, least_safe
from game.table.motion import Translation
from game.table.sweep import swept
from tests.builders import battle, joined, unit
from tests.rules.driving import in_phase, play

WAY = ("advance 8",)


def ground(kind, low=(30.0, 22.0), high=(42.0, 24.0)):
    (x, y), (right, far) = low, high
    return Terrain(kind, kind, ((x, y), (right, y), (right, far), (x, far)), 0)


def table(who, *terrain, **more):
    return in_phase(battle(who, terrain=terrain, **more))


@pytest.mark.parametrize(
    ("type", "kind", "safe"),
    [
        ("empire-halberdiers", "wood", 1),
        ("empire-halberdiers", "wall", 1),
        ("empire-halberdiers", "river", 1),
        ("empire-halberdiers", "dangerous", 2),
        ("empire-halberdiers", "marsh", 2),
        ("empire-knights", "wood", 2),
        ("empire-knights", "hedge", 2),
        ("empire-knights", "river", 2),
        ("empire-knights", "marsh", 3),
        ("empire-knights", "hill", 1),
        ("empire-knights", "open", 1),
        ("demigryph-knights", "wood", 2),
        ("orc-boar-chariot", "marsh", 3),
        ("chaos-warshrine", "fence", 2),
        ("kroxigors", "wood", 1),
        ("chaos-warhounds", "wood", 1),
        ("empire-knights", "impassable", 1),
    ],
)
def test_whom_it_endangers(type, kind, safe):
    assert least_safe(unit("who", type, (0, 0), models=5), ground(kind)) == safe


def test_who_flees_runs_through_impassable_terrain_at_his_peril():
    assert least_safe(unit("who", "empire-halberdiers", (0, 0)), ground("building"), through_closed=True) == 2


def test_a_wound_for_each_one_no_armour():
    """Five knights through a wood: two ones, two dead."""
    played = play(
        table(unit("knights", "empire-knights", (36, 20), models=5), ground("wood")),
        dangerous.tests_on_the_way,
        "knights",
        WAY,
        dice={"dangerous terrain": [1, 2, 6, 1, 3]},
    )
    assert played.unit("knights").formation.models == 3
    assert [event.kind for event in played.events] == [
        "dangerous-terrain-tested",
        "wounds-suffered",
        "casualties-removed",
    ]
    assert played.sentences[0] == "Knights go through the wood with 5 models: 2 models come to grief"


def test_all_through_costs_nothing():
    played = play(
        table(unit("knights", "empire-knights", (36, 20), models=5), ground("wood")),
        dangerous.tests_on_the_way,
        "knights",
        WAY,
        dice={"dangerous terrain": [2] * 5},
    )
    assert played.sentences == ["Knights go through the wood with 5 models: all get through"]


def test_a_marsh_takes_riders_on_a_two_as_well():
    played = play(
        table(unit("knights", "empire-knights", (36, 20), models=5), ground("marsh")),
        dangerous.tests_on_the_way,
        "knights",
        WAY,
        dice={"dangerous terrain": [2, 2, 3, 3, 3]},
    )
    assert played.unit("knights").formation.models == 3


def test_a_ward_save_may_be_taken():
    knights = unit("knights", "empire-knights", (36, 20), models=5)
    warded = replace(knights.type, rules=(*knights.type.rules, RuleUse("Ward Save", "5+")))
    knights = replace(knights, muster=replace(knights.muster, type=warded))
    played = play(
        table(knights, ground("wood")),
        dangerous.tests_on_the_way,
        "knights",
        WAY,
        dice={"dangerous terrain": [1, 1, 2, 2, 2], "ward save": [5, 4]},
    )
    assert played.unit("knights").formation.models == 4


def test_a_chariot_takes_d6_wounds():
    """A 3 of its four Wounds; a 6 breaks it, and no more than it has is counted."""
    chariot = unit("chariot", "orc-boar-chariot", (36, 20))
    played = play(
        table(chariot, ground("wall")),
        dangerous.tests_on_the_way,
        "chariot",
        WAY,
        dice={"dangerous terrain": [1], "multiple wounds": [3]},
    )
    assert played.unit("chariot").wounds == 3
    broken = play(
        table(chariot, ground("wall")),
        dangerous.tests_on_the_way,
        "chariot",
        WAY,
        dice={"dangerous terrain": [1], "multiple wounds": [6]},
    )
    assert not broken.unit("chariot").on_table


def test_only_models_whose_way_leads_over_it_test():
    """A wood that only the two files on the right reach."""
    knights = unit("knights", "empire-knights", (36, 20), models=5)
    edge = 36 + 0.6 * knights.formation.base.width
    played = play(
        table(knights, ground("wood", (edge, 22), (44, 24))),
        dangerous.tests_on_the_way,
        "knights",
        WAY,
        dice={"dangerous terrain": [2, 2]},
    )
    assert played.of("dangerous-terrain-tested")[0].models == 2


def test_one_test_for_each_piece():
    played = play(
        table(
            unit("knights", "empire-knights", (36, 20), models=5), ground("wood"), ground("wall", (30, 25), (42, 25.2))
        ),
        dangerous.tests_on_the_way,
        "knights",
        WAY,
        dice={"dangerous terrain": [2] * 10},
    )
    assert [event.terrain for event in played.of("dangerous-terrain-tested")] == ["wood", "wall"]


def test_a_wood_it_does_not_reach_is_no_danger():
    state = table(unit("knights", "empire-knights", (36, 20), models=5), ground("wood"))
    assert play(state, dangerous.tests_on_the_way, "knights", ("advance 1.9",)).events == []
    way = swept(ground_of(state.unit("knights")), Translation(0, 1.9))
    assert dangerous_on(BOOK, state, "knights", way) == ()
    assert dangerous_on(BOOK, state, "knights", swept(ground_of(state.unit("knights")), Translation(0, 2.0))) == (
        "wood",
    )


def test_a_character_on_foot_in_the_ranks_does_not_test_for_the_riders_wood():
    host, guest = joined(
        unit("knights", "empire-knights", (36, 20), models=4), unit("hero", "empire-captain", (0, 0)), 2
    )
    state = in_phase(battle(host, guest, terrain=(ground("wood"),)))
    played = play(state, dangerous.tests_on_the_way, "knights", WAY, dice={"dangerous terrain @knights": [2] * 4})
    assert [(event.unit, event.models) for event in played.of("dangerous-terrain-tested")] == [("knights", 4)]


def test_who_strides_through_woods_does_not_test():
    centigors = unit("centigors", "centigors", (36, 20), models=5)
    assert play(table(centigors, ground("wood")), dangerous.tests_on_the_way, "centigors", WAY).events == []
    played = play(
        table(centigors, ground("wall")),
        dangerous.tests_on_the_way,
        "centigors",
        WAY,
        dice={"dangerous terrain": [2] * 5},
    )
    assert len(played.of("dangerous-terrain-tested")) == 1


def strider(id):
    """A Scar-Veteran on a Cold One who strides through every terrain."""
    rider = unit(id, "scar-veteran-on-cold-one", (1, 1))
    kind = replace(rider.type, rules=(*rider.type.rules, RuleUse("Strider")))
    return replace(rider, muster=replace(rider.muster, type=kind))


def who_tests(*who, terrain, dice):
    """Which units tested with how many models on the way of the first one."""
    state = in_phase(battle(*who, terrain=(terrain,)))
    played = play(state, dangerous.tests_on_the_way, who[0].id, WAY, dice={"dangerous terrain": dice})
    return [(event.unit, event.models) for event in played.of("dangerous-terrain-tested")]


def test_of_a_mixed_unit_those_test_who_do_not_stride():
    """SPC-15 is a rule of models: riders among striders test, a strider among riders does not."""
    riders = unit("riders", "cold-one-riders", (36, 20), models=4)
    assert who_tests(*joined(riders, strider("vet"), 2), terrain=ground("wood"), dice=[2] * 4) == [("riders", 4)]
    centigors = unit("centigors", "centigors", (36, 20), models=4)
    plain = unit("vet", "scar-veteran-on-cold-one", (1, 1))
    assert who_tests(*joined(centigors, plain, 2), terrain=ground("wood"), dice=[2]) == [("vet", 1)]


def test_a_marsh_is_safe_for_skirmishers_who_have_closed_up_and_for_a_character_among_them():
    skinks = unit("skinks", "skink-skirmishers", (36, 20), models=9)  # in ranks, as after a fight
    assert who_tests(*joined(skinks, unit("chief", "skink-chief", (1, 1)), 2), terrain=ground("marsh"), dice=[]) == []

"""The lines of a combat result, each by hand-worked numbers (CR)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.battle.terrain import Terrain
from game.rules.combat.ranks import complete_ranks
from game.rules.pursuit_events import STRUCK
from tests.builders import joined, unit
from tests.rules.carriers import charged, foes, men
from tests.rules.rounds import FRONT, fight, lines, points, wiped_out


def test_nothing_scores_nothing():
    state = fight(men(files=10), foes(files=10))
    assert lines(state) == lines(state, ("foes",), ("men",)) == set()


def test_wounds_score_for_who_deals_them():
    """CR-02."""
    state = fight(men(files=10), foes(files=10), wounds=[("foes", "men", 3), ("men", "foes", 2)])
    assert lines(state) == {("men", "wounds on Foes", 3, "CR-02")}
    assert lines(state, ("foes",), ("men",)) == {("foes", "wounds on Men", 2, "CR-02")}


def test_no_more_wounds_score_than_there_were():
    """CR-02: a Giant of 6 Wounds, one of them lost before the round; wounds of two add up before that."""
    giant = foes("albion-giant", models=1, wounds=1)
    pairs = (FRONT, ("more", "foes", "front", "left"))
    more = men(id="more")
    state = fight(men(), more, giant, pairs=pairs, wounds=[("foes", "men", 4), ("foes", "more", 3)])
    assert ("", "wounds on Foes", 5, "CR-02") in lines(state, ("men", "more"))
    assert ("men", "wounds on Foes", 4, "CR-02") in lines(state)


def test_wounds_on_a_character_and_by_him_count_though_he_has_fallen():
    """CR-02."""
    host, guest = joined(men(), unit("hero", "empire-captain", (0, 0)), 2)
    state = fight(host, guest, foes(), wounds=[("foes", "hero", 2), ("hero", "foes", 9)])
    state = state.with_unit(replace(state.unit("hero"), fate="destroyed", host=""))
    assert ("men", "wounds on Foes", 2, "CR-02") in lines(state)
    assert ("foes", "wounds on Hero", 2, "CR-02") in lines(state, ("foes",), ("men",))


def test_wounds_by_ones_own_side_score_for_the_enemy():
    """CR-02, FALL-10."""
    giant = unit("giant", "albion-giant", (30, 25), 270, side="blue")
    pairs = (FRONT, ("men", "giant", "front", "front"))
    wounds = [("giant", "giant", 1), ("foes", "giant", 2)]
    state = fight(men(), foes(), giant, pairs=pairs, wounds=wounds)
    assert points(state, "CR-02", ("men",), ("foes", "giant")) == 3
    assert points(state, "CR-02", ("foes", "giant"), ("men",)) == 0


@pytest.mark.parametrize(
    ("models", "files", "ranks"),
    [(5, 5, 0), (9, 5, 0), (10, 5, 1), (20, 5, 3), (30, 5, 3), (16, 4, 0), (20, 10, 1)],
)
def test_extra_ranks(models, files, ranks):
    """CR-03, GEN-14: complete ranks of five or more behind the first, three at most."""
    assert points(fight(men(models=models, files=files), foes(files=10)), "CR-03") == ranks


def test_ranks_of_three_great_models():
    """GEN-14: Monstrous Infantry; skirmishers have no ranks."""
    assert complete_ranks(unit("men", "minotaurs", (20, 20), models=6, files=3)) == 2
    assert complete_ranks(men("skink-skirmishers", models=10)) == 0


@pytest.mark.parametrize(("side", "ranks"), [("front", 3), ("left", 5), ("rear", 5)])
def test_extra_ranks_of_several_units(side, ranks):
    """CR-03: of 20 and 15 men against one side of the enemy the better counts, against two both."""
    pairs = (FRONT, ("more", "foes", "front", side))
    state = fight(men(models=20), men(id="more", models=15), foes(), pairs=pairs)
    assert points(state, "CR-03", ("men", "more")) == ranks


@pytest.mark.parametrize("kind", ["wood", "marsh", "river"])
def test_no_ranks_in_wet_or_wooded_ground(kind):
    """CR-04: most of the unit stands there."""
    ground = Terrain("ground", kind, ((10, 10), (40, 10), (40, 40), (10, 40)), 0)
    assert points(fight(men(models=20), foes(), terrain=(ground,)), "CR-03") == 0
    edge = replace(ground, outline=((10, 19), (40, 19), (40, 40), (10, 40)))
    assert points(fight(men(models=20), foes(), terrain=(edge,)), "CR-03") == 3  # two ranks of four


def test_who_has_charged():
    """CR-05, BRK-14: each unit; whoever has run into an enemy in a pursuit too."""
    pairs = (FRONT, ("more", "foes", "front", "front"))
    state = fight(charged(men()), charged(men(id="more")), foes(), pairs=pairs)
    assert points(state, "CR-05", ("men", "more")) == 2
    assert points(state, "CR-05", ("foes",), ("men", "more")) == 0
    assert points(fight(men().marked(Mark("pursuit", STRUCK, "foes")), foes()), "CR-05") == 1


@pytest.mark.parametrize(("models", "scores"), [(10, 0), (11, 1), (9, 0)])
def test_outnumbering(models, scores):
    """CR-06: Unit Strength of all together."""
    assert points(fight(men(models=models), foes()), "CR-06") == scores


def test_outnumbering_counts_strength_of_all_and_of_characters():
    """CR-06: five knights are 10; so are six men, three and a captain."""
    knights = foes("empire-knights", models=5)
    host, guest = joined(men(models=3), unit("hero", "empire-captain", (0, 0)), 2)
    pairs = (FRONT, ("more", "foes", "front", "front"))
    ours = ("men", "more")
    assert points(fight(host, guest, men(id="more", models=6), knights, pairs=pairs), "CR-06", ours) == 0
    assert points(fight(host, guest, men(id="more", models=7), knights, pairs=pairs), "CR-06", ours) == 1


def test_standards():
    """CR-07, CR-08: each unit's; the battle standard besides; none of the fallen."""
    host, guest = joined(men(command=("standard",)), unit("hero", "empire-captain", (0, 0), battle_standard=True), 2)
    pairs = (FRONT, ("more", "foes", "front", "front"))
    state = fight(host, guest, men(id="more", command=("standard", "musician")), foes(), pairs=pairs)
    assert points(state, "CR-07", ("men", "more")) == 2
    assert points(state, "CR-08", ("men", "more")) == 1
    assert points(wiped_out(state, "more"), "CR-07", ("men", "more")) == 1


@pytest.mark.parametrize(
    ("sides", "flank", "rear"),
    [
        (("front", "front"), 0, 0),
        (("left", "front"), 1, 0),
        (("left", "left"), 1, 0),
        (("left", "right"), 2, 0),
        (("left", "rear"), 1, 2),
        (("rear", "rear"), 0, 2),
    ],
)
def test_flank_and_rear(sides, flank, rear):
    """CR-09, CR-10: of one enemy unit."""
    pairs = (("men", "foes", "front", sides[0]), ("more", "foes", "front", sides[1]))
    state = fight(men(), men(id="more"), foes(), pairs=pairs)
    assert (points(state, "CR-09", ("men", "more")), points(state, "CR-10", ("men", "more"))) == (flank, rear)
    assert points(state, "CR-09", ("foes",), ("men", "more")) == 0


def test_flank_of_each_enemy():
    """CR-09."""
    pairs = (("men", "foes", "front", "left"), ("men", "others", "front", "right"))
    state = fight(men(), foes(), foes(id="others"), pairs=pairs)
    assert points(state, "CR-09", theirs=("foes", "others")) == 2


def test_higher_ground():
    """CR-11: the highest unit of each side."""
    hill = Terrain("hill", "hill", ((10, 10), (40, 10), (40, 22), (10, 22)), 1)
    state = fight(men(), foes(), terrain=(hill,))
    assert (points(state, "CR-11"), points(state, "CR-11", ("foes",), ("men",))) == (1, 0)
    wide = replace(hill, outline=((10, 10), (40, 10), (40, 40), (10, 40)))
    assert points(fight(men(), foes(), terrain=(wide,)), "CR-11") == 0


@pytest.mark.parametrize(
    ("ours", "theirs", "fear", "back"),
    [
        (("albion-giant", 1), ("orc-boyz", 12), 1, 0),
        (("albion-giant", 1), ("orc-boyz", 4), 1, 0),
        (("albion-giant", 1), ("orc-boyz", 3), 2, 0),
        (("cold-one-riders", 5), ("orc-boyz", 20), 1, 0),
        (("cold-one-riders", 5), ("orc-boyz", 5), 2, 0),
        (("cold-one-riders", 5), ("kroxigors", 3), 0, 0),
        (("albion-giant", 1), ("kroxigors", 3), 1, 0),
        (("kroxigors", 4), ("orc-boyz", 6), 2, 0),
        (("kroxigors", 4), ("orc-boyz", 7), 1, 0),
        (("kroxigors", 4), ("flagellants", 7), 0, 0),
        (("albion-giant", 1), ("albion-giant", 1), 0, 0),
    ],
)
def test_fear(ours, theirs, fear, back):
    """CR-14, FEAR-05, FEAR-03: 12 of Unit Strength double 6, not 7; the immune are not impressed."""
    state = fight(men(ours[0], models=ours[1]), foes(theirs[0], models=theirs[1]))
    assert (points(state, "CR-14"), points(state, "CR-14", ("foes",), ("men",))) == (fear, back)


def test_fear_counts_once():
    """FEAR-01."""
    pairs = (FRONT, ("more", "foes", "front", "front"))
    two = [men("kroxigors", id=one, models=3) for one in ("men", "more")]
    assert points(fight(*two, foes(models=12), pairs=pairs), "CR-14", ("men", "more")) == 1


def test_who_touches_nobody_any_more_brings_only_his_wounds():
    """BRK-06."""
    pairs = (FRONT, ("more", "gone", "front", "left"))
    more = charged(men(id="more", models=20, command=("standard",)), "gone")
    state = fight(men(files=10), more, foes(files=10), foes(id="gone"), pairs=pairs, wounds=[("gone", "more", 2)])
    state = wiped_out(state, "gone")
    assert lines(state, ("men", "more"), ("foes", "gone")) == {("more", "wounds on Gone", 2, "CR-02")}

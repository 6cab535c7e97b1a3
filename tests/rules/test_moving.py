"""What a path costs and what forbids it, each case worked by hand (MOV, FORM, C001, C003, C004, C006, C009, C011)."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin

import pytest

from game.battle.marks import Mark
from game.battle.state import Engagement
from game.battle.terrain import Terrain
from game.engine.session import RefusedError
from game.rules.bundled import BOOK
from game.rules.movement import movement_of
from game.rules.moving import check_move
from game.rules.table_tools import MakeMove, PlaceUnit, TakeOff
from game.table.formation import Base, Loose, skirmish
from game.table.pose import Pose
from tests.builders import battle, joined, played, unit

MEN = unit("men", "empire-spearmen", (36, 24), models=20)  # 5 files of 20 mm: a front of 100 mm; M 4
FRONT = 100 / 25.4
FOOT = Base.from_millimetres(20, 20)


def faults(state, path, who="men"):
    return [fault.rule for fault in check_move(BOOK, state, who, [path]).faults]


def test_a_wheel_costs_the_arc_of_its_outer_corner():
    """C001: 90 degrees of a 100 mm front are 157.1 mm as an arc, 141.4 mm as a chord."""
    arc = check_move(BOOK, battle(MEN), "men", ["wheel left 90"])
    chord = check_move(BOOK, battle(MEN, wheel_cost="chord"), "men", ["wheel left 90"])
    assert arc.cost == pytest.approx(FRONT * pi / 2) == pytest.approx(6.18, abs=0.01)
    assert chord.cost == pytest.approx(2 * FRONT * sin(pi / 4)) == pytest.approx(5.57, abs=0.01)


def test_manoeuvres_share_one_budget():
    """C003: 2.06 + 3.50 + 2.06 of 8 inches leave 0.377: 5.49 degrees, not 12."""
    path = "wheel left 30, advance 3.5, wheel right 30"
    move = check_move(BOOK, battle(MEN), "men", [path])
    assert [round(step.cost, 2) for step in move.steps] == [2.06, 3.5, 2.06]
    assert not move.faults and move.marches
    assert faults(battle(MEN), path + ", wheel right 12") == ["MOV-07"]
    assert not faults(battle(MEN), path + ", wheel right 5.48")


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        ("advance 8", []),
        ("advance 8.001", ["MOV-07"]),
        ("advance 8.000001", []),  # within the slack
        ("back 2", []),
        ("back 2.1", ["MOV-07"]),  # 4.2 inches: a march, and nobody marches backward
        ("left 2", []),
        ("back 1, advance 1", ["MOV-01"]),
        ("left 1, right 1", ["MOV-01"]),
        ("wheel left 10, left 1", ["MOV-01"]),
        ("reform 10", []),
        ("reform 4", ["FORM-03"]),  # four files and five ranks
        ("reform 10, advance 1", ["MOV-04"]),
        ("about", []),
        ("about, advance 1", ["MOV-04"]),
        ("pivot left 10", ["MOV-05"]),
    ],
)
def test_what_a_block_may_do(path, rules):
    assert faults(battle(MEN), path) == rules


def test_a_musician_allows_a_swift_reform_but_no_march():
    drummed = unit("men", "empire-spearmen", (36, 24), models=20, command=("musician",))
    assert faults(battle(drummed), "pivot left 40, advance 4") == []
    assert faults(battle(drummed), "pivot left 40, advance 5") == ["MOV-05"] or "MOV-07" in faults(
        battle(drummed), "pivot left 40, advance 5"
    )
    assert faults(battle(drummed), "advance 2, pivot left 40") == ["MOV-05"]


def test_a_lone_monster_pivots_as_it_likes_and_marches():
    giant = unit("gorak", "siege-giant", (36, 24))
    assert faults(battle(giant), "pivot left 90, advance 6, pivot right 30, advance 6", "gorak") == []
    assert faults(battle(giant), "advance 12.1", "gorak") == ["MOV-07"]
    assert faults(battle(replace(giant, down=True)), "advance 1", "gorak") == ["FALL-17"]
    chariot = unit("chariot", "tuskgor-chariot", (36, 24))
    assert faults(battle(chariot), "pivot left 10", "chariot") == ["MOV-05"]


def test_who_never_marches_or_moves_otherwise():
    chukka = unit("chukka", "goblin-spear-chukka", (36, 24))
    assert movement_of(BOOK, battle(chukka), chukka) == 4
    assert "MOV-01" in faults(battle(chukka), "advance 5", "chukka")
    squig = unit("squig", "mangler-squigs", (36, 24))
    assert faults(battle(squig), "advance 1", "squig") == ["SPC-02"]
    assert faults(battle(replace(MEN, fleeing=True)), "advance 1") == ["FLEE-09"]


def test_the_slowest_decides():
    """C009: M 6 skinks with an M 4 character move 4; barding slows the mount by one."""
    skinks, veteran = joined(
        unit("men", "skink-cohort", (36, 24), models=10), unit("boss", "saurus-scar-veteran", (1, 1)), 2
    )
    state = battle(skinks, veteran)
    assert movement_of(BOOK, state, skinks) == 4
    knights = unit("knights", "empire-knights", (36, 24), models=5)
    assert movement_of(BOOK, battle(knights), knights) == 7
    assert faults(state, "advance 1", "boss") == ["CHAR-03"]


def test_skirmishers_reform_before_and_after():
    kind = unit("men", "skink-skirmishers", (36, 24), models=10)
    loose = replace(kind, formation=skirmish(kind.type.base, 10, 5))
    assert faults(battle(loose), "reform 4, advance 6, reform 5") == []
    assert faults(battle(loose), "advance 1, reform 4, advance 1") == ["SPC-06"]


def enemy(x, y, facing=90.0, models=10, files=5):
    return unit("foe", "empire-spearmen", (x, y), facing, models, files, side="blue")


def test_it_stops_an_inch_before_others_and_says_where():
    state = battle(MEN, enemy(36, 30, 270))
    move = check_move(BOOK, state, "men", ["advance 5.5"])
    assert [fault.rule for fault in move.faults] == ["FORM-09", "FORM-09"]
    assert "after 5.00 inches" in move.faults[0].text
    assert move.faults[0].at == pytest.approx((36, 30), abs=1e-6)
    assert not check_move(BOOK, state, "men", ["advance 5"]).faults
    through = check_move(BOOK, state, "men", ["advance 8"])
    assert [fault.rule for fault in through.faults] == ["FORM-10", "FORM-10"]
    assert "after 6.00 inches" in through.faults[0].text


def test_a_rear_corner_may_swing_over_others_but_the_front_may_not():
    """C004: only the front edge of a wheel must find its way free, or, by the other reading, all of it."""
    deep = unit("men", "empire-spearmen", (36, 24), models=25)
    end = check_move(BOOK, battle(deep), "men", ["wheel left 90"])
    clear_at_the_end = enemy(39.2, 20.4, 0, 1, 1)
    swept = battle(deep, clear_at_the_end)
    assert end.pose.facing == 180
    assert not check_move(BOOK, swept, "men", ["wheel left 90"]).faults
    strict = battle(deep, clear_at_the_end, wheel_sweep="whole-unit")
    assert {fault.rule for fault in check_move(BOOK, strict, "men", ["wheel left 90"]).faults} <= {"FORM-09", "FORM-10"}
    assert check_move(BOOK, strict, "men", ["wheel left 90"]).faults
    in_front = battle(deep, enemy(36.5, 26.5, 90, 1, 1))
    assert check_move(BOOK, in_front, "men", ["wheel left 90"]).faults[0].rule in ("FORM-09", "FORM-10")


def test_who_starts_too_near_may_go_away_or_along_but_no_nearer():
    """C006, FORM-09: no distance below one inch may shrink."""
    state = battle(MEN, enemy(36, 24.4, 270))
    assert faults(state, "back 1") == []
    assert faults(state, "advance 0.1") == ["FORM-09", "FORM-09"]
    assert faults(state, "left 1") == []


def test_a_wheel_may_hang_over_the_edge_on_its_way_only():
    """C011: off the table for a moment is legal, in the end it is not, be it by 0.02 inch."""
    near = unit("men", "empire-spearmen", (2.2, 24), models=20)
    assert not faults(battle(near), "wheel right 80")  # the rear corner was 0.87 inches over the edge
    assert faults(battle(near), "wheel right 60") == ["MOV-09"]
    off = unit("men", "empire-spearmen", (36, 46.0), models=20)
    assert faults(battle(off), "advance 2") == []
    assert faults(battle(off), "advance 2.02") == ["MOV-09"]


def test_closed_terrain_is_kept_away_from_and_open_terrain_is_not():
    rock = Terrain("rock", "impassable", ((34, 28), (38, 28), (36, 31)), 5)
    assert faults(battle(MEN, terrain=(rock,)), "advance 3.5") == ["FORM-09", "FORM-09"]
    assert faults(battle(MEN, terrain=(rock,)), "advance 3") == []
    wood = replace(rock, kind="wood", sight=0)
    assert faults(battle(MEN, terrain=(wood,)), "advance 8") == []


def test_free_play_moves_puts_down_and_takes_off():
    session = played(battle(MEN, enemy(36, 40)))
    session.choose(MakeMove(unit="men", path=("wheel left 30", "advance 2")))
    moved = session.state.unit("men")
    assert moved.pose.facing == 120 and session.log[0].event.cost == pytest.approx(2 + FRONT * pi / 6, abs=1e-6)
    with pytest.raises(RefusedError) as refused:
        session.choose(MakeMove(unit="men", path=("advance 9",)))
    assert [fault.rule for fault in refused.value.faults] == ["MOV-07"]
    session.choose(PlaceUnit(placed=replace(moved, pose=Pose(10, 10, 0))))
    with pytest.raises(RefusedError) as refused:
        session.choose(PlaceUnit(placed=replace(moved, pose=Pose(36, 40, 0))))
    assert [fault.rule for fault in refused.value.faults] == ["FORM-10"]
    with pytest.raises(RefusedError) as refused:
        session.choose(PlaceUnit(placed=replace(moved, pose=Pose(72.1, 24, 0))))
    assert [fault.rule for fault in refused.value.faults] == ["MOV-09"]
    session.choose(TakeOff(unit="foe"))
    assert [one.id for one in session.state.units] == ["men"]
    while session.undo():
        pass
    assert session.state == battle(MEN, enemy(36, 40)) and not session.log


def test_a_model_never_goes_farther_than_twice_its_movement():
    long_line = unit("men", "empire-spearmen", (36, 24), models=40, files=40)
    assert faults(battle(long_line), "reform 8") == ["MOV-02"]


def test_who_fights_or_has_charged_makes_no_other_move():
    """SEQ-06, MOV-04: engaged units neither walk away nor reform."""
    foe = enemy(36, 24, 270)
    state = replace(battle(MEN, foe), engagements=(Engagement("men", "foe", "front", "front"),))
    for path in ("back 1", "reform 10"):
        found = check_move(BOOK, state, "men", [path]).faults
        assert found[0].rule == "SEQ-06" and "Foe" in found[0].text
    charged = MEN.marked(Mark("charge", "charged", "foe", "player-turn"))
    assert faults(battle(charged), "advance 1") == ["SEQ-06"]


def test_a_war_machine_moves_like_a_lone_model_over_open_ground_only():
    """CHAR-04, MOV-08."""
    cannon = unit("gun", "great-cannon", (36, 24))
    crew = replace(cannon, formation=Loose((cannon.type.base, FOOT, FOOT), ((-1.5, 0), (-3.5, 1), (-3.5, -1))))
    assert faults(battle(crew), "pivot left 90, advance 4", "gun") == []
    wood = Terrain("wood", "wood", ((30, 26), (42, 26), (42, 30), (30, 30)), 0)
    assert "FORM-09" in faults(battle(crew, terrain=(wood,)), "advance 1.5", "gun")
    assert faults(battle(crew, terrain=(replace(wood, kind="hill"),)), "advance 1.5", "gun") == []
    under = replace(wood, outline=((30, 14), (42, 14), (42, 30), (30, 30)))  # deployed in it: it only pivots
    assert faults(battle(crew, terrain=(under,)), "pivot left 90", "gun") == []
    assert faults(battle(crew, terrain=(under,)), "advance 4", "gun") == ["CHAR-04"]


def test_marsh_slows_and_rivers_stop_a_march():
    """TER-05, TER-06."""
    marsh = Terrain("marsh", "marsh", ((30, 20), (42, 20), (42, 23), (30, 23)), 0)
    state = battle(MEN, terrain=(marsh,))
    assert movement_of(BOOK, state, MEN) == 3
    assert faults(state, "advance 6.1") == ["MOV-07"]
    river = Terrain("river", "river", ((0, 27), (72, 27), (72, 29), (0, 29)), 0, "the Ash")
    assert faults(battle(MEN, terrain=(river,)), "advance 4") == []
    assert faults(battle(MEN, terrain=(river,)), "advance 5") == ["TER-05"]


def test_a_short_rear_rank_may_be_complete():
    """FORM-03, FORM-04: five infantry or three big ones make a rank complete, however wide the others are."""
    orcs = unit("men", "orc-boyz", (36, 24), models=41, files=7)
    assert faults(battle(orcs), "reform 6") == ["FORM-03"]
    trolls = unit("men", "trolls", (36, 24), models=19, files=5)
    assert "FORM-03" in faults(battle(trolls), "reform 4")
    assert faults(battle(unit("men", "empire-spearmen", (36, 24), models=26, files=6)), "reform 5") == []
    strict = battle(unit("men", "empire-spearmen", (36, 24), models=26, files=6), rank_limit="all-ranks")
    assert faults(strict, "reform 5") == ["FORM-03"]


def test_a_character_who_goes_leaves_no_gap_behind():
    """Taken off, or put down alone, he takes his place in the ranks with him; the others keep theirs."""
    men, first = joined(unit("men", "orc-boyz", (36, 24), models=4, files=6), unit("first", "orc-big-boss", (1, 1)), 0)
    men, second = joined(men, unit("second", "orc-big-boss", (1, 1)), 5)
    start = battle(men, first, second)
    for choice in (TakeOff(unit="first"), PlaceUnit(placed=replace(first, host="", place=0, pose=Pose(10, 10, 90)))):
        session = played(start)
        session.choose(choice)
        left = session.state.unit("men")
        assert left.formation.models == 5
        assert session.state.unit("second").place == 0  # he stood last and steps into the gap
        session.undo()
        assert session.state == start


def test_a_table_holds_only_so_many():
    crowd = tuple(unit(f"u{n}", "empire-spearmen", (1 + n % 70, 1 + n // 70), models=1, files=1) for n in range(300))
    session = played(battle(*crowd))
    with pytest.raises(RefusedError, match="300 units"):
        session.choose(PlaceUnit(placed=unit("one-more", "empire-spearmen", (36, 40), models=1, files=1)))


def test_a_marsh_slows_all_models_of_the_unit_that_stands_in_it_and_those_only():
    """MEAS-06, TER-06: with a Despot (M 3) men move 3 inches, in a marsh 2; where he came from does not matter."""
    men, despot = joined(MEN, unit("despot", "chaos-dwarf-despot", (5, 5)), 2)
    outlines = {"none": (), "under": ((30, 20), (42, 23)), "elsewhere": ((3, 3), (7, 7))}
    for where, inches in (("none", 3), ("under", 2), ("elsewhere", 3)):
        (x, y), (right, far) = outlines[where] or ((60, 40), (62, 42))
        marsh = Terrain("marsh", "marsh", ((x, y), (right, y), (right, far), (x, far)), 0)
        assert movement_of(BOOK, battle(men, despot, terrain=(marsh,)), men) == inches

"""The way of a charge: hand-worked cases, and random tables against a dense grid (CHG-04, CHG-09, CHG-16, CHG-17, CHG-23)."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest

from game.battle.state import Engagement
from game.battle.terrain import Terrain
from game.rules.charge_path import charge_paths, check_charge_path, why_no_path
from game.table.arcs import ARCS
from game.table.formation import Base, Loose, Ranked, Single
from game.table.pose import CONTACT
from tests.builders import battle, unit
from tests.rules.charge_grid import better_on_grid
from tests.rules.charge_tables import table

CHARGER = unit("men", "empire-spearmen", (36, 15), 90, models=20)  # 5 files of 20 mm: a front of 100 mm
MM = 1 / 25.4


def orcs(at, facing=270.0, models=20, files=5, id="orcs", side="blue"):
    """Bases of 25 mm."""
    return unit(id, "orc-boyz", at, facing, models, files, side=side)


def spears(at, facing=270.0, models=20, files=5, id="foe", side="blue"):
    """Bases of 20 mm."""
    return unit(id, "empire-spearmen", at, facing, models, files, side=side)


def rock(*outline, kind="impassable"):
    return Terrain("rock", kind, tuple(outline), 5, name="the rock")


def test_a_charge_straight_ahead_needs_no_wheel():
    state = battle(CHARGER, spears((36, 25)))
    best, *_ = charge_paths(state, "men", "foe", "front")
    assert best.path == ("advance 10",)
    assert (best.final.x, best.final.y, best.final.facing) == (36, 25, 90)
    assert (best.touching, best.touched, best.target_pose) == (10, ("foe",), None)
    assert not check_charge_path(state, best)


@pytest.mark.parametrize(("shift", "touching"), [(20, 10), (21, 8), (40, 8), (60, 6)])
def test_a_corner_is_enough_for_a_model_to_touch(shift, touching):
    """C022: five against five, shifted by a whole base: the outermost touch with a corner; a millimetre more: not."""
    state = battle(CHARGER, spears((36 + shift * MM, 25)))
    straight = [one for one in charge_paths(state, "men", "foe", "front", most=9) if len(one.path) == 1]
    assert [one.touching for one in straight] == [touching]


def test_three_against_five_fit_file_to_file():
    """Three files exactly before three of five touch both neighbours by a corner: 3 + 5; anywhere else one fewer."""
    few = replace(CHARGER, formation=replace(CHARGER.formation, models=9, files=3))
    best, second, *_ = charge_paths(battle(few, spears((36.3, 25))), "men", "foe", "front")
    assert (best.touching, second.touching) == (8, 7)
    assert best.final.x - 36.3 == pytest.approx(0, abs=CONTACT)


def test_the_smallest_wheel_that_brings_all_into_contact():
    """The target stands 60 mm to the right and 10 inches ahead: the charger must come 40 mm to the right to touch all.

    The left end of the side, 10 mm to the right of the charger's middle, must meet its front 20 mm from its left corner.
    That corner, 50 mm to the left at first, is then 20 mm back along a front that looks to the right by the wheel.
    """
    state = battle(CHARGER, spears((36 + 60 * MM, 25)))
    best = charge_paths(state, "men", "foe", "front")[0]
    wheel, run = (float(words.split()[-1]) for words in best.path)
    assert best.path[0].startswith("wheel right") and best.touching == 10
    width, angle = 100 * MM, radians(wheel)
    right = width * (1 - cos(angle)) + run * sin(angle)  # how far the left corner went to the right
    ahead = width * sin(angle) + run * cos(angle)
    assert right == pytest.approx(60 * MM - 20 * MM * cos(angle), abs=CONTACT)
    assert ahead == pytest.approx(10 + 20 * MM * sin(angle), abs=CONTACT)
    assert best.final.x == pytest.approx(36 + 40 * MM, abs=CONTACT)


def test_a_rock_at_the_side_of_the_way_makes_it_go_round():
    """A rock stands before the left half of the charger: it must wheel to the right at first, then close the door."""
    foe = orcs((38, 25))
    state = battle(CHARGER, foe, terrain=(rock((33.5, 19), (35.5, 19), (35.5, 20), (33.5, 20)),))
    best = charge_paths(state, "men", "orcs", "front")[0]
    assert "wheel right" in " ".join(best.path)
    assert not check_charge_path(state, best)
    free = charge_paths(battle(CHARGER, foe), "men", "orcs", "front")[0]
    assert [fault.rule for fault in check_charge_path(state, free)] == ["TER-02"]


def test_a_charge_may_pass_within_an_inch_but_touch_no_other_enemy():
    """C021: another enemy 0.1 inch beside the way is no hindrance; flush beside the target it would be touched."""
    near = orcs((39.5, 22), 90, 4, 2, id="near")  # its left edge at 38.516, the way ends at 37.969
    state = battle(CHARGER, spears((36, 25)), near)
    assert charge_paths(state, "men", "foe", "front")[0].path == ("advance 10",)
    beside = spears((36 + 100 * MM, 25), id="beside")
    state = battle(CHARGER, spears((36, 25)), beside)
    best = charge_paths(state, "men", "foe", "front")[0]
    assert best.touched == ("foe",) and best.final.x < 36 - CONTACT
    both = charge_paths(state, "men", "foe", "front", also=("beside",))[0]
    assert both.touched == ("foe", "beside") and both.touching > 10
    assert not check_charge_path(state, both, also=("beside",))
    assert "CHG-04" in [fault.rule for fault in check_charge_path(state, both)]


def test_no_hair_of_a_wheel_leads_between_two_enemies_whom_it_would_touch():
    """CHG-04: a front of 8 inches before 3 inches, an enemy an inch to each side: only a target that turns is touched."""

    def inch(name, at, facing, models, files, side="blue"):
        formation = Ranked(Base(1.0, 1.0), models, files)
        return replace(unit(name, "empire-spearmen", at, facing, models, side=side), formation=formation)

    others = inch("west", (19.5, 18), 270, 8, 4), inch("east", (28.5, 18), 270, 8, 4)
    state = battle(inch("men", (24, 12), 90, 16, 8, "red"), inch("foe", (24, 18), 270, 6, 3), *others)
    paths = charge_paths(state, "men", "foe", "front")
    assert paths
    for path in paths:
        assert path.target_pose is not None
        assert abs(path.final.facing - 90) > 1
        assert not check_charge_path(state, path)


@pytest.mark.parametrize("shift", [0.0, 1.0, -3.0])
def test_a_wall_of_friends_bars_the_way_until_they_are_gone(shift):
    """C014: friends who may still charge away do not make the charge impossible."""
    friends = spears((36 + shift, 19), 90, 40, 20, id="friends", side="red")
    state = battle(CHARGER, spears((36, 25)), friends)
    assert charge_paths(state, "men", "foe", "front") == ()
    assert [fault.rule for fault in why_no_path(state, "men", "foe", "front")] == ["FORM-10"]
    assert charge_paths(state, "men", "foe", "front", gone=("friends",))[0].path == ("advance 10",)
    assert why_no_path(state, "men", "foe", "front", gone=("friends",)) == ()


def test_a_rear_cannot_be_charged_from_the_front():
    state = battle(CHARGER, spears((36, 25)))
    assert charge_paths(state, "men", "foe", "rear") == ()
    assert [fault.rule for fault in why_no_path(state, "men", "foe", "rear")] == ["CHG-09"]


@pytest.mark.parametrize("side", ARCS)
def test_each_side_can_be_charged_flush(side):
    facing = {"front": 270.0, "left": 180.0, "rear": 90.0, "right": 0.0}[side]
    state = battle(CHARGER, spears((36, 25), facing))
    best = charge_paths(state, "men", "foe", side)[0]
    assert best.final.facing == 90 and best.side == side and not check_charge_path(state, best)


def test_a_small_target_aligns_to_a_big_charger():
    """C020, CHG-16: the charger stays as it came, the target turns by as much as it came aslant."""
    state = battle(CHARGER, orcs((36, 25), 250, 1, 1))
    best = charge_paths(state, "men", "orcs", "front", target_aligns=True)[0]
    assert best.path[0].startswith("advance") and len(best.path) == 1
    assert best.target_pose is not None and best.target_pose.facing == pytest.approx(270)
    assert best.final == best.contact and not check_charge_path(state, best)


def test_an_engaged_target_never_turns():
    other = unit("third", "empire-spearmen", (60, 40), models=5)
    state = replace(
        battle(CHARGER, orcs((36, 25), 250, 1, 1), other), engagements=(Engagement("orcs", "third", "front", "front"),)
    )
    best = charge_paths(state, "men", "orcs", "front", target_aligns=True)[0]
    assert best.target_pose is None and best.final.facing == pytest.approx(70)


def test_where_the_charger_cannot_close_the_door_the_target_does():
    """C018, CHG-17: rocks to both sides leave room for the charger only as it comes; the target has room to turn.

    Engaged, it would not turn, and the charge would be impossible.
    """
    half = 50 * MM + 0.01
    walls = (
        Terrain(
            "west", "impassable", ((36 - half - 1, 10), (36 - half, 10), (36 - half, 25.5), (36 - half - 1, 25.5)), 5
        ),
        Terrain(
            "east", "impassable", ((36 + half, 10), (36 + half + 1, 10), (36 + half + 1, 25.5), (36 + half, 25.5)), 5
        ),
    )
    foe = orcs((36, 26), 262, 1, 1)
    # the corner that stands nearest touches first; the charger may not turn between the walls
    state = battle(CHARGER, foe, terrain=walls)
    best = charge_paths(state, "men", "orcs", "front")[0]
    assert best.target_pose is not None and best.target_pose.facing == pytest.approx(270, abs=1e-4)
    assert not check_charge_path(state, best)
    third = unit("third", "empire-spearmen", (60, 40), models=5)
    engaged = replace(
        battle(CHARGER, foe, third, terrain=walls), engagements=(Engagement("orcs", "third", "front", "front"),)
    )
    assert charge_paths(engaged, "men", "orcs", "front") == ()
    assert {fault.rule for fault in why_no_path(engaged, "men", "orcs", "front")} == {"CHG-17"}


def test_it_must_end_on_the_table():
    state = battle(unit("men", "empire-spearmen", (2.2, 15), 90, models=20), orcs((0.6, 20), 270, 1, 1))
    for path in charge_paths(state, "men", "orcs", "front"):
        assert path.final.x >= 50 * MM - 1e-5


def test_a_round_base_is_touched_where_it_really_is():
    """A round base before a front: it touches that model, or the two whose edge it meets."""
    giant = replace(unit("giant", "siege-giant", (36, 15), 90), formation=Single(Base.from_millimetres(60)))
    best = charge_paths(battle(giant, spears((36 + 10 * MM, 25))), "giant", "foe", "front")[0]
    assert best.touching == 3 and best.path == ("advance 10",)


def test_loose_models_are_charged_at_the_side_of_their_rectangle():
    foot = Base.from_millimetres(20, 20)
    loose = replace(spears((36, 25)), formation=Loose((foot,) * 3, ((-0.4, 1.5), (-0.4, 0.0), (-1.4, -1.5))))
    state = battle(CHARGER, loose)
    best = charge_paths(state, "men", "foe", "front")[0]
    assert not check_charge_path(state, best) and best.touching > 2


def test_a_garrison_and_a_unit_off_the_table_cannot_be_charged_so():
    state = battle(CHARGER, replace(spears((36, 25)), garrison="tower"))
    assert charge_paths(state, "men", "foe", "front") == ()
    assert [fault.rule for fault in why_no_path(state, "men", "foe", "front")] == ["GAR-04"]
    away = battle(CHARGER, replace(spears((36, 25)), fate="fled"))
    assert [fault.rule for fault in why_no_path(away, "men", "foe", "front")] == ["CHG-02"]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"path": ("advance 9",)}, "CHG-09"),
        ({"path": ("advance 11",)}, "CHG-09"),
        ({"path": ("wheel left 10", "wheel right 10", "advance 10")}, "CHG-09"),
        ({"path": ("back 1", "advance 11")}, "CHG-09"),
        ({"path": ("fly 3",)}, "CHG-09"),
        ({"touching": 9}, "CHG-23"),
        ({"touched": ("foe", "third")}, "CHG-23"),
        ({"side": "left"}, "CHG-03"),
    ],
)
def test_the_checker_finds_what_is_wrong(change, rule):
    state = battle(CHARGER, spears((36, 25)))
    best = charge_paths(state, "men", "foe", "front")[0]
    assert rule in [fault.rule for fault in check_charge_path(state, replace(best, **change))]


def test_corner_to_corner_alone_is_no_contact():
    """CHG-23: shifted by the whole width of both halves, only two corners meet."""
    state = battle(CHARGER, spears((36 + 100 * MM, 25)))
    best = charge_paths(state, "men", "foe", "front")[0]
    assert len(best.path) > 1
    only = replace(
        best,
        path=("advance 10",),
        contact=replace(best.final, x=36, y=25),
        final=replace(best.final, x=36, y=25),
        touching=2,
    )
    assert [fault.rule for fault in check_charge_path(state, only)] == ["CHG-23"]


def test_nobody_moved_and_the_answer_is_kept():
    state = battle(CHARGER, spears((36, 25), 260))
    first = charge_paths(state, "men", "foe", "front")
    assert charge_paths(state.with_note("anything", 1), "men", "foe", "front") == first


def agree(seed):
    """No way of the finder is refused, and a dense grid finds none with more models in contact."""
    state, ask, flags = table(seed)
    paths = charge_paths(state, **ask, **flags)
    for path in paths:
        assert check_charge_path(state, path, **flags) == (), (seed, path)
    assert [one.touching for one in paths] == sorted((one.touching for one in paths), reverse=True), seed
    assert bool(why_no_path(state, **ask, **flags)) == (not paths), seed
    turned = bool(paths) and paths[0].target_pose is not None
    best = paths[0].touching if paths else 0
    assert better_on_grid(state, **ask, **flags, best=0 if turned else best) is None, seed
    if (turned or not paths) and not state.enemies_in_combat(ask["target"]):
        assert better_on_grid(state, **ask, **flags, best=best, target_closes=True) is None, seed


@pytest.mark.parametrize("seed", range(60))
def test_no_grid_finds_more(seed):
    agree(seed)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(20))
def test_no_grid_finds_more_on_two_thousand_tables(hundred):
    for seed in range(hundred * 100, hundred * 100 + 100):
        agree(seed)

"""Who sees whom in a battle: line of sight values, hills, joined characters and terrain (C035; FORM-07, FORM-08, TER-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.terrain import Terrain
from game.rules.sight import sight_value, view, views
from tests.builders import battle, joined, unit

MEN, RIDERS, GIANT = "empire-spearmen", "cold-one-knights", "bonegrinder-giant"


def box(kind, x, y, width, depth, sight, name=""):
    return Terrain(kind, kind, ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)), sight, name)


def in_column(viewer=MEN, between=MEN, target=MEN, terrain=()):
    """Three units one behind the other; the one between is so wide that nobody looks past it."""
    return battle(
        unit("one", viewer, (36, 10), 90, *((1,) if viewer == GIANT else (10, 5))),
        unit("screen", between, (36, 18), 90, *((1,) if between == GIANT else (40, 20))),
        unit("two", target, (36, 28), 270, *((1,) if target == GIANT else (10, 5)), side="blue"),
        terrain=terrain,
    )


@pytest.mark.parametrize(
    ("viewer", "between", "target", "clear"),
    [
        (MEN, MEN, MEN, False),
        (RIDERS, MEN, MEN, True),
        (MEN, MEN, RIDERS, True),
        (RIDERS, RIDERS, RIDERS, False),
        (GIANT, RIDERS, MEN, True),
        (MEN, RIDERS, GIANT, True),
    ],
)
def test_over_what_is_lower_than_viewer_or_target(viewer, between, target, clear):
    state = in_column(viewer, between, target)
    answer = view(state, "one", "two")
    assert answer.clear is clear
    assert answer.blocked_by == (() if clear else ("Screen",))
    assert view(state, "two", "one").clear is clear


def test_a_large_target_has_the_value_it_says():
    state = in_column(GIANT)
    assert sight_value(state, state.unit("one")) == 10
    assert sight_value(state, state.unit("two")) == 1


def test_who_stands_on_a_hill_looks_over_who_stands_at_its_foot():
    low = box("hill", 20, 2, 32, 10, 3)
    state = in_column(terrain=(low,))
    assert sight_value(state, state.unit("one")) == 4
    assert view(state, "one", "two").clear and view(state, "two", "one").clear
    all_three = in_column(terrain=(box("hill", 20, 2, 32, 30, 3),))
    assert view(all_three, "one", "two").blocked_by == ("Screen",)


def test_most_models_must_stand_on_the_hill():
    def value(edge):
        state = in_column(terrain=(box("hill", 20, 0, 32, edge, 3),))
        return sight_value(state, state.unit("one"))

    assert value(9.0) == 1  # the rear rank's centres lie at y = 8.8, the front rank's at 9.6
    assert value(9.7) == 4


def test_terrain_blocks_unless_one_of_the_two_stands_in_it():
    wood = box("wood", 25, 11, 22, 4, 4, "Old Wood")
    state = in_column(terrain=(wood,))
    state = replace(state, units=tuple(one for one in state.units if one.id != "screen"))
    assert view(state, "one", "two").blocked_by == ("Old Wood",)
    assert view(state, "two", "one").blocked_by == ("Old Wood",)
    inside = replace(
        state, units=(replace(state.unit("one"), pose=replace(state.unit("one").pose, y=11.5)), state.unit("two"))
    )
    assert view(inside, "one", "two").clear
    unnamed = replace(state, terrain=(replace(wood, name=""),))
    assert view(unnamed, "one", "two").blocked_by == ("wood",)
    flat = replace(state, terrain=(replace(wood, sight=0),))
    assert view(flat, "one", "two").clear


def test_a_character_sees_with_his_unit_which_does_not_hide_him():
    host, hero = joined(unit("host", MEN, (36, 10), 90, 14, 5), unit("hero", MEN, (36, 10)), 2)
    foe = unit("foe", MEN, (36, 20), 270, 10, 5, side="blue")
    state = battle(host, hero, foe)
    assert view(state, "hero", "foe").clear
    assert view(state, "foe", "hero").clear
    behind = battle(host, replace(hero, place=12), foe)
    assert view(behind, "foe", "hero").clear
    screen = unit("screen", MEN, (36, 15), 90, 30, 15)
    assert view(battle(host, hero, foe, screen), "foe", "hero").blocked_by == ("Screen",)


def crowd():
    """Four rows of units of several heights, woods and a hill among them."""
    kinds = (MEN, RIDERS, MEN, GIANT, MEN)
    units = [
        unit(
            f"u{n}",
            kinds[n % 5],
            (8 + n % 6 * 11 + n // 6, 7 + n // 6 * 10),
            (90, 270, 45, 200)[n % 4],
            *((1,) if kinds[n % 5] == GIANT else (10, 5)),
        )
        for n in range(24)
    ]
    host, hero = joined(units[0], unit("hero", MEN, (0, 0)), 1)
    terrain = (box("hill", 25, 10, 20, 14, 3), box("wood", 50, 20, 6, 6, 4), box("building", 4, 20, 5, 5, 8, "Mill"))
    return battle(host, hero, *units[1:], terrain=terrain)


def test_all_pairs_at_once_are_the_same_as_one_by_one():
    state = crowd()
    units = [one.id for one in state.standing()]
    found = views(state)
    assert list(found) == [(a, b) for a in units for b in units if a != b]
    answers = {pair: view(state, *pair) for pair in found}
    assert found == answers
    assert 50 < sum(one.clear for one in answers.values()) < 500
    assert views(state, "u7") == {pair: answer for pair, answer in answers.items() if pair[0] == "u7"}
    assert views(state, "hero") == {}
    with pytest.raises(KeyError):
        view(state, "u7", "nobody")

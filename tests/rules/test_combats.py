"""Which combats are fought (CC-02, BRK-14), and units whom the fallen have parted (CC-17)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.marks import Mark
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.rules.combat.circumstances import FOUGHT
from game.rules.combat.combats import combat_of, waiting_combats
from game.rules.combat.stranded import close_up
from game.rules.pursuit_events import PURSUED, STRUCK
from tests.builders import battle, unit
from tests.rules.carriers import foes, men
from tests.rules.driving import Played, engaged, in_phase
from tests.rules.rounds import FRONT

RED, BLUE = [men(id=one) for one in ("a", "b")], [foes(id=one) for one in ("c", "d")]


def fights(*pairs: tuple[str, str], **marks: tuple[Mark, ...]) -> State:
    units = [replace(one, marks=marks.get(one.id, ())) for one in (*RED, *BLUE)]
    return in_phase(engaged(battle(*units), *((*pair, "front", "front") for pair in pairs)), "combat", "")


def test_units_in_contact_make_one_combat():
    """CC-02."""
    chain = fights(("a", "c"), ("b", "c"), ("b", "d"))
    assert waiting_combats(chain) == (("a", "b", "c", "d"),)
    assert combat_of(chain, "d") == ("a", "b", "c", "d")
    assert waiting_combats(fights(("a", "c"), ("b", "d"))) == (("a", "c"), ("b", "d"))


def test_each_combat_is_fought_once_a_phase():
    """CC-01."""
    state = fights(("a", "c"), ("b", "d"), a=(FOUGHT,), c=(FOUGHT,))
    assert waiting_combats(state) == (("b", "d"),)
    assert waiting_combats(fights(("a", "c"), a=(FOUGHT,), c=(FOUGHT,))) == ()


RAN = (FOUGHT, PURSUED, Mark("pursuit", STRUCK, "c"))


def test_a_pursuit_into_a_fresh_unit_waits():
    """BRK-14: till the next phase, when only what he has run into is remembered."""
    assert waiting_combats(fights(("a", "c"), a=RAN)) == ()
    assert waiting_combats(fights(("c", "a"), a=RAN)) == ()
    assert waiting_combats(fights(("a", "c"), a=RAN[2:])) == (("a", "c"),)


def test_a_pursuit_into_a_combat_that_waits_fights_in_it():
    """BRK-14."""
    assert waiting_combats(fights(("a", "c"), ("b", "c"), a=RAN)) == (("a", "b", "c"),)
    done = {"b": (FOUGHT,), "c": (FOUGHT,)}
    assert waiting_combats(fights(("a", "c"), ("b", "c"), a=RAN, **done)) == ()


# Units whose contact the fallen have broken.

SMALL = 20 / 25.4
HELD = ("men", "others", "rear", "front")


def across(gap: float, *more: Unit, side: str = "red") -> State:
    """The men at y 20, who look at the foes so many inches before them."""
    state = engaged(battle(men(), foes(), *more), FRONT)
    state = state.with_unit(replace(state.unit("foes"), pose=replace(state.unit("foes").pose, y=20 + gap)))
    return in_phase(state, "combat", "", side)


def closing(state: State, winner: str | None, members=("men", "foes")) -> Played:
    played = Played(state)
    close_up(played, members, winner)
    return played


@pytest.mark.parametrize(("winner", "side", "mover"), [("red", "blue", "men"), ("blue", "red", "foes")])
def test_the_winner_closes_up(winner, side, mover):
    """CC-17: the shortest way, as it faces; after a draw the side whose turn it is."""
    for state, who in ((across(1, side=side), winner), (across(1, side=winner), None)):
        played = closing(state, who)
        (event,) = played.events
        assert (event.kind, event.unit) == ("unit-nudged", mover)
        assert event.pose == replace(event.before, y=21 if mover == "men" else 20)
        assert played.unit(mover).pose == event.pose
        assert closing(played.state, who).events == []


def test_the_loser_closes_up_to_a_winner_who_cannot():
    """CC-17: the men hold on to others whom they touch."""
    behind = unit("others", "orc-boyz", (20, 20 - 2 * SMALL), 90, 5, side="blue")
    state = across(1, behind)
    state = replace(state, engagements=(*state.engagements, *engaged(state, HELD).engagements))
    played = closing(state, "red", ("men", "foes", "others"))
    assert [(event.kind, event.unit) for event in played.events] == [("unit-nudged", "foes")]


def test_two_who_cannot_reach_each_other_fight_no_longer():
    """CC-17: a third stands between them."""
    between = unit("between", "empire-captain", (20, 20.9))
    played = closing(across(1, between), "red")
    assert [event.kind for event in played.events] == ["contact-lost"]
    assert played.state.engagements == ()


def test_one_who_closes_up_to_two_at_once_moves_once():
    """CC-17."""
    state = engaged(
        battle(
            unit("left", "empire-spearmen", (18, 20), models=5),
            unit("right", "empire-spearmen", (22, 20), models=5),
            foes(),
        ),
        ("left", "foes", "front", "front"),
        ("right", "foes", "front", "front"),
    )
    state = state.with_unit(replace(state.unit("foes"), pose=replace(state.unit("foes").pose, y=21)))
    played = closing(in_phase(state, "combat", ""), "blue", ("left", "right", "foes"))
    assert [(event.kind, event.unit) for event in played.events] == [("unit-nudged", "foes")]


def test_other_combats_are_left_alone():
    """CC-17: and a garrison fights through its walls."""
    assert closing(across(1), "red", ()).events == []
    state = across(1)
    state = state.with_unit(replace(state.unit("foes"), garrison="tower"))
    assert closing(state, "red").events == []


def test_nobody_closes_up_into_a_house():
    """CC-17: men whose right file would stand in it stay, and the foes come to them."""
    house = Terrain("house", "impassable", ((22.6, 20.9), (30, 20.9), (30, 30), (22.6, 30)), 2)
    state = replace(across(1), terrain=(house,))
    men_there = state.with_unit(replace(state.unit("men"), pose=replace(state.unit("men").pose, x=21)))
    assert [event.unit for event in closing(state, "red").events] == ["men"]
    assert [(event.kind, event.unit) for event in closing(men_there, "red").events] == [("unit-nudged", "foes")]

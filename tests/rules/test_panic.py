"""Panic: who tests, on what, and where he runs (PSY-01 to PSY-07, C068)."""

from __future__ import annotations

import pytest

from game.battle.events import CasualtiesRemoved, WoundsSuffered
from game.battle.marks import Mark
from game.battle.progress import PhaseBegan
from game.rules.panic import friend_breaks, friends_perished, heavy_casualties, panic_test, strength_at_start
from game.rules.steps import finish_step
from game.table.formation import Ranked
from tests.builders import battle, joined, unit
from tests.rules.driving import engaged, in_phase, play

SMALL = 20 / 25.4
AFRAID = {"rule": "PSY-03", "cause": "the sky falls"}


def men(id="men", at=(36.0, 20.0), facing=90.0, models=20, side="red", **more):
    return unit(id, "empire-halberdiers", at, facing, models, 5, side=side, **more)


FOES = men("foes", (36, 40), 270, side="blue")
NEAR = men("near", (20, 20 - 2 * SMALL), 0, side="blue")


def table(*units, **more):
    return in_phase(battle(*units, **more))


def shot(state, wounds, victim="men", source="foes"):
    """The state after so many wounds and the removal of the dead."""

    def volley(battle):
        battle.record(WoundsSuffered(unit=victim, hits=wounds, wounds=wounds, cause="arrows", source=source))
        yield from finish_step(battle)

    return play(state, volley).state


def test_a_failed_test_sends_it_running_from_the_closest_enemy():
    """The closest stands to the left: it turns to the right and runs."""
    dice = {"panic test": [4, 4], "flee": [3, 3]}
    played = play(table(men(), FOES, NEAR), panic_test, "men", **AFRAID, dice=dice)
    assert played.result is False
    assert played.unit("men").fleeing
    assert played.unit("men").pose.facing == 0
    assert played.sentences[1] == "Panic seizes Men: the sky falls"


def test_a_passed_test_is_good_for_the_phase():
    played = play(table(men(), FOES), panic_test, "men", **AFRAID, dice={"panic test": [4, 3]})
    assert played.result is True
    assert played.sentences[-1] == "Men keep their nerve, though the sky falls"
    assert play(played.state, panic_test, "men", **AFRAID).events == []
    next_phase = PhaseBegan(phase="magic").apply(played.state)
    assert next_phase.unit("men").mark("panic", "passed") is None


@pytest.mark.parametrize(
    "who",
    [
        men(fleeing=True),
        men(fate="destroyed"),
        unit("men", "black-orcs", (36, 20), models=10),  # immune to psychology
        men(marks=(Mark("panic", "passed", 0, "phase"),)),
    ],
)
def test_who_does_not_test(who):
    played = play(table(who, FOES), panic_test, "men", **AFRAID)
    assert (played.result, played.events) == (True, [])


def test_nobody_panics_in_combat():
    state = engaged(table(men(), FOES), ("foes", "men", "front", "front"))
    assert play(state, panic_test, "men", **AFRAID).events == []


def test_one_immune_character_does_not_steady_the_rest():
    host, guest = joined(men(models=10), unit("boss", "black-orcs", (0, 0), models=1, files=1), 2)
    played = play(table(host, guest, FOES), panic_test, "men", **AFRAID, dice={"panic test": [3, 4]})
    assert len(played.of("leadership-tested")) == 1


def test_without_an_enemy_it_runs_anywhere():
    dice = {"panic test": [6, 6], "flee": [3, 3], "direction of flight": [123]}
    played = play(table(men()), panic_test, "men", **AFRAID, dice=dice)
    assert played.unit("men").pose.facing == 123


def test_the_crew_of_a_war_machine_stay():
    gun = unit("gun", "great-cannon", (36, 20))
    played = play(table(gun, FOES), panic_test, "gun", **AFRAID, dice={"panic test": [6, 6]})
    assert not played.unit("gun").fleeing


@pytest.mark.parametrize(("models", "dead", "tests"), [(20, 5, True), (21, 5, False), (20, 4, False)])
def test_a_quarter_of_the_strength(models, dead, tests):
    """5 of 20 are a quarter, 5 of 21 are not, 16 of 20 are 80 percent (C068)."""
    state = shot(table(men(models=models), FOES), dead)
    played = play(state, heavy_casualties, dice={"panic test": [3, 4]} if tests else {})
    assert [event.rule for event in played.of("leadership-tested")] == ["PSY-02"] * tests


def test_losses_of_one_phase_add_up():
    first = shot(table(men(), FOES), 3)
    assert play(first, heavy_casualties).events == []
    second = shot(first, 2)
    assert len(play(second, heavy_casualties, dice={"panic test": [1, 1]}).of("nerve-kept")) == 1
    later = shot(PhaseBegan(phase="magic").apply(first), 2)
    assert play(later, heavy_casualties).events == []


def test_characters_count_in_the_quarter():
    """19 men and a captain (two Wounds): he and four men are 5 of 20."""
    host, guest = joined(men(models=19), unit("hero", "empire-captain", (0, 0)), 2)
    state = shot(shot(table(host, guest, FOES), 2, "hero"), 4)
    assert strength_at_start(state, state.unit("men")) == 20
    assert len(play(state, heavy_casualties, dice={"panic test": [1, 1]}).of("nerve-kept")) == 1


def test_losses_in_combat_do_not_count_for_it():
    fighting = engaged(table(men(), FOES), ("foes", "men", "front", "front"))
    apart = engaged(shot(fighting, 10))
    assert strength_at_start(apart, apart.unit("men")) == 20
    assert play(apart, heavy_casualties).events == []


def test_they_run_from_whoever_did_most_of_it():
    """Four wounds from the far enemy, two from the near one: away from the far one, who stands ahead."""
    state = shot(shot(table(men(), FOES, NEAR), 4), 2, source="near")
    played = play(state, heavy_casualties, dice={"panic test": [6, 6], "flee": [1, 2]})
    assert played.unit("men").pose.facing == 270


def test_from_the_closest_enemy_if_it_was_their_own_side():
    friends = men("friends", (60, 20))
    state = shot(table(men(), friends, FOES, NEAR), 5, source="friends")
    played = play(state, heavy_casualties, dice={"panic test @men": [6, 6], "flee @men": [1, 2]})
    assert played.unit("men").pose.facing == pytest.approx(1.283, abs=1e-3)  # three ranks are left, the near has four


def test_on_a_table_without_turns_nothing_is_counted():
    state = shot(battle(men(), FOES), 5)
    assert state.unit("men").marks == ()


def perished(before, dice=None):
    """All of the unit ``gone`` fall; then its friends test."""
    gone = before.unit("gone")
    event = CasualtiesRemoved(
        unit="gone", removed=gone.formation.models, wounds=0, formation=gone.formation, pose=gone.pose, destroyed=True
    )

    def dies(battle):
        battle.record(event)
        yield from friends_perished(battle, before)

    return play(before, dies, dice=dice)


@pytest.mark.parametrize(("apart", "tests"), [(6.0, True), (6.01, False)])
def test_friends_within_six_inches_of_the_perished(apart, tests):
    """PSY-03; six inches are within six."""
    gone = men("gone", (36 + 5 * SMALL + apart, 20), models=10)
    played = perished(table(men(), gone, FOES), {"panic test": [1, 1]} if tests else {})
    assert len(played.of("nerve-kept")) == tests


def test_a_small_unit_is_not_missed_unless_it_was_large_when_the_phase_began():
    """C068: reduced to 4 earlier in the same phase, it still counts as 10."""
    gone = men("gone", (42, 20), models=9)
    assert perished(table(men(), gone, FOES)).of("nerve-kept") == []
    reduced = shot(table(men(), men("gone", (42, 20), models=10), FOES), 6, "gone")
    assert reduced.unit("gone").formation == Ranked(gone.formation.base, 4, 4)
    assert len(perished(reduced, {"panic test": [1, 1]}).of("nerve-kept")) == 1


def test_nobody_mourns_expendable_hounds_but_hounds():
    gone = unit("gone", "chaos-warhounds", (42, 20), models=10)
    hounds = unit("hounds", "chaos-warhounds", (36, 24), models=10)
    played = perished(table(men(), gone, hounds, FOES), {"panic test @hounds": [1, 1]})
    assert [event.unit for event in played.of("nerve-kept")] == ["hounds"]


def test_friends_of_a_unit_that_breaks():
    """PSY-04, measured before it moves; enemies do not mind."""
    state = engaged(table(men("gone", (42, 20), models=10), men(), FOES), ("foes", "gone", "front", "front"))
    played = play(state, friend_breaks, "gone", dice={"panic test": [1, 1]})
    assert [(event.unit, event.rule) for event in played.of("leadership-tested")] == [("men", "PSY-04")]

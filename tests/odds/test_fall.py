"""Expected tolls of a fall agree with every roll of the played rules walked one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.readings import Readings
from game.battle.state import Side, State
from game.battle.unit import Muster, Unit
from game.catalogue import bundled_catalogue
from game.odds.enumerate import Enumeration
from game.odds.fall import expected_toll
from game.rules.bundled import BOOK
from game.rules.falling import fall_over
from game.table.formation import Ranked, Single
from game.table.pose import Pose

SIDES = (Side("a", "Chaos Dwarfs", "#d55e00"), Side("b", "Empire", "#0072b2"))


def unit(name: str, side: str, kind: str, pose: Pose, models: int = 1, files: int = 1, **more) -> Unit:
    known = bundled_catalogue()[kind]
    formation = Single(known.base) if models == 1 else Ranked(known.base, models, files)
    return Unit(Muster(name, side, name.title(), known, models, equipment=known.equipment), pose, formation, **more)


def table(*others: Unit, giant: str = "siege-giant", hurt: int = 0, **readings) -> State:
    units = (unit("gorak", "a", giant, Pose(20, 20, 90), wounds=hurt), *others)
    return State(48, 36, SIDES, units, readings=Readings(**readings))


def men(models: int = 6, files: int = 3) -> Unit:
    return unit("men", "b", "empire-halberdiers", Pose(20.5, 20.8, 270), models, files)


def guest(state: State, host: str, kind: str, place: int) -> State:
    ranks = state.unit(host)
    wider = replace(ranks, formation=replace(ranks.formation, models=ranks.formation.models + 1))
    his = unit("hero", ranks.side, kind, ranks.pose, host=host, place=place)
    base = his.formation.base
    if base != ranks.formation.base:
        wider = replace(wider, formation=replace(wider.formation, others=((place, base),)))
    return replace(state.with_unit(wider), units=(*state.with_unit(wider).units, his))


def counted(state: State, angle: float | None) -> dict[str, tuple[float, float]]:
    """Wounds and slain models of each unit, by enumerating the procedure that plays."""
    from game.battle.ground import own_models
    from game.rules.profiles import wounds_left

    sums = {one.id: [0.0, 0.0] for one in state.units}
    ends = Enumeration(BOOK).ends(state, lambda battle: fall_over(battle, "gorak", "chosen", angle))
    assert sum(ends.values()) == pytest.approx(1)
    for (after, _), chance in ends.items():
        for one in state.units:
            then = after.unit(one.id)
            left = wounds_left(after, then) if then.on_table else 0
            sums[one.id][0] += chance * (wounds_left(state, one) - left)
            sums[one.id][1] += chance * (own_models(state, one) - own_models(after, then))
    return {name: (wounds, slain) for name, (wounds, slain) in sums.items()}


def check(state: State, angle: float | None = None) -> None:
    tolls = {toll.unit: toll for toll in expected_toll(state, "gorak", angle)}
    for name, (wounds, slain) in counted(state, angle).items():
        toll = tolls.get(name)
        assert (toll.wounds if toll else 0.0) == pytest.approx(wounds, abs=1e-9), name
        assert (toll.slain if toll else 0.0) == pytest.approx(slain, abs=1e-9), name


@pytest.mark.parametrize("reading", ["capped", "each-model", "capped-total"])
def test_two_units_under_every_reading_of_the_hits(reading):
    friend = unit("friends", "a", "hobgoblin-cutthroats", Pose(18.6, 20.2, 0), 4, 2)
    state = table(men(4, 2), friend, fall_hits=reading)
    check(state)
    check(state, 60.0)


def test_several_wounds_each_and_a_wounded_model():
    ogres = unit("ogres", "b", "demigryph-knights", Pose(20, 20.6, 270), 3, 3, wounds=1)
    state = table(ogres)
    assert state.unit("ogres").wounds == 1
    check(state, 90.0)
    check(state)


@pytest.mark.parametrize("reading", ["no-armour", "no-saves", "normal-saves"])
def test_a_giant_with_one_wound_left_may_die_of_its_own_fall(reading):
    kind = bundled_catalogue()["siege-giant"]
    state = table(hurt=kind.profile.wounds - 1, fall_own_wound=reading)
    check(state)
    (own,) = expected_toll(state, "gorak")
    assert own.slain == pytest.approx(own.wounds) and 0 < own.slain <= 1


def test_a_bonegrinder_comes_down_harder():
    here = men(8, 4)
    usual, harder = (
        expected_toll(table(here, giant=kind), "gorak")[1] for kind in ("siege-giant", "bonegrinder-giant")
    )
    assert harder.slain > usual.slain


@pytest.mark.parametrize("models", [3, 7])
def test_a_character_is_looked_out_for_only_by_five_of_his_own_kind(models):
    state = guest(table(men(models, 4)), "men", "empire-captain", 1)
    tolls = {toll.unit: toll for toll in expected_toll(state, "gorak", 75.0)}
    assert ("hero" in tolls) == (models < 5)
    check(state, 75.0)


def test_nobody_near_costs_nobody_anything():
    far = unit("men", "b", "empire-halberdiers", Pose(40, 30, 270), 6, 3)
    assert [toll.unit for toll in expected_toll(table(far), "gorak")] == ["gorak"]

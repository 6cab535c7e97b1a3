"""What a fall costs whom: the expected hits, wounds and slain models of each unit, exact (FALL-07 to FALL-09, FALL-25).

A closed form of the same arcs, dice and charts by which falls are played: a window can show it while the mouse moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from game.battle.ground import own_models, wounds_of
from game.battle.state import State
from game.battle.unit import Unit
from game.dice import Total
from game.rules.bundled import BOOK
from game.rules.charts import IMPOSSIBLE, save_after, to_wound
from game.rules.fall_map import OWN_WOUND_STRENGTH, Covered, Weight, beneath, looked_out, under_template, weight_of
from game.rules.profiles import toughness_of, wounds_left
from game.rules.saves import armour_save, ward_save
from game.table.formation import Floats


@dataclass(frozen=True, slots=True)
class Toll:
    """What a unit can expect of a fall.

    Attributes:
        unit: Its id; of the Giant itself: what its own fall does to it (FALL-09).
        hits: Hits, those on a character who is looked out for counted with whom they strike (TPL-04).
        wounds: Wounds after all saves.
        slain: Models slain.
    """

    unit: str
    hits: float
    wounds: float
    slain: float


def expected_toll(state: State, giant: str, angle: float | None = None) -> tuple[Toll, ...]:
    """The expected hits, wounds and casualties of a fall, for each unit that it can strike and the Giant itself.

    It ends with the casualties of this fall: what a second Giant does that is slain by it is not in it.

    Args:
        state: The battle.
        giant: Id of the Giant.
        angle: Direction in degrees; None: the scatter die gives it, every direction equally likely.

    Returns:
        In the order of the state's units; units that no direction covers are left out.
    """
    weight = weight_of(state.unit(giant))
    hits: dict[str, Floats] = {}
    for share, covered in _directions(state, giant, angle):
        for taker, chances in _hits(state, giant, weight, covered).items():
            longer, shorter = sorted((hits.get(taker, np.zeros(1)), share * chances), key=len, reverse=True)
            hits[taker] = longer + np.pad(shorter, (0, len(longer) - len(shorter)))
    tolls = []
    for unit in state.units:
        if unit.id == giant:
            tolls.append(_own_toll(state, unit))
        elif unit.id in hits:
            tolls.append(_toll(state, unit, weight, hits[unit.id]))
    return tuple(tolls)


def _directions(state: State, giant: str, angle: float | None) -> list[tuple[float, Covered]]:
    """Everything that can lie under the template, each with its share of the directions."""
    if angle is not None:
        return [(1.0, under_template(state, giant, angle)[1])]
    ground = beneath(state, giant)
    shares: dict[tuple[tuple[str, int], ...], tuple[float, Covered]] = {}
    for arc in ground.arcs:  # only how many models of each unit are covered matters, not which
        covered = ground.covered(arc)
        key = tuple((unit, len(models)) for unit, models in covered)
        shares[key] = (shares.get(key, (0.0, covered))[0] + (arc.end - arc.start) / 360.0, covered)
    return list(shares.values())


def _hits(state: State, giant: str, weight: Weight, covered: Covered) -> dict[str, Floats]:
    """The chance of 0, 1, 2 ... hits for each unit that takes some (FALL-07), shares of less than 1 unsaid."""
    reading = state.readings.fall_hits
    pools: dict[str, dict[str, int]] = {}
    for unit, models in covered:
        roller = giant if reading == "capped-total" else state.unit(unit).host or unit
        pool = pools.setdefault(roller, {})
        taker = looked_out(state, unit)
        pool[taker] = pool.get(taker, 0) + len(models)
    chances = {}
    for pool in pools.values():
        together = sum(pool.values())
        thrown: Iterable[tuple[int, float]] = [(together, 1.0)]
        if reading != "each-model":
            thrown = Total(weight.dice, cap=together).branches()
        for taker, his in pool.items():
            drawn = (chance * _drawn(together, his, number) for number, chance in thrown)
            chances[taker] = sum(drawn, start=np.zeros(his + 1))
    return chances


@lru_cache(maxsize=4096)
def _drawn(models: int, his: int, hits: int) -> Floats:
    """(his + 1,) chances that so many of ``hits`` different models out of ``models`` are among ``his``."""
    every = comb(models, hits)
    ways = (comb(his, k) * comb(models - his, hits - k) if k <= hits else 0 for k in range(his + 1))
    chances = np.array([one / every for one in ways])
    chances.setflags(write=False)
    return chances


def _toll(state: State, unit: Unit, weight: Weight, hits: Floats) -> Toll:
    """What a unit can expect of so many hits, given by their chances."""
    wounding = (IMPOSSIBLE - to_wound(weight.strength, toughness_of(unit))) / 6
    unsaved = (
        wounding
        * _fails(save_after(armour_save(BOOK, state, unit)[0], weight.strength))
        * _fails(ward_save(BOOK, state, unit)[0])
    )
    one = np.zeros(wounds_of(unit) + 1)
    one[0] = 1.0 - unsaved
    for face in weight.multiple:
        one[min(face, wounds_of(unit))] += unsaved / len(weight.multiple)
    wounds, power = np.zeros(1), np.ones(1)
    for chance in hits:
        power_now = chance * power
        wounds = power_now + np.pad(wounds, (0, len(power) - len(wounds)))
        power = np.convolve(power, one)
    return Toll(unit.id, float(hits @ np.arange(len(hits))), *_suffered(state, unit, wounds))


def _own_toll(state: State, giant: Unit) -> Toll:
    """What its own fall does to the Giant (FALL-09)."""
    reading = state.readings.fall_own_wound
    armour = (
        save_after(armour_save(BOOK, state, giant)[0], OWN_WOUND_STRENGTH) if reading == "normal-saves" else IMPOSSIBLE
    )
    ward = ward_save(BOOK, state, giant)[0] if reading != "no-saves" else IMPOSSIBLE
    hurt = _fails(armour) * _fails(ward)
    return Toll(giant.id, 1.0, *_suffered(state, giant, (1.0 - hurt, hurt)))


def _fails(needed: int) -> float:
    """The chance that a save is not made."""
    return min(needed - 1, 6) / 6


def _suffered(state: State, unit: Unit, wounds: Floats | Sequence[float]) -> tuple[float, float]:
    """Expected wounds and slain models of a unit, from the chance of 0, 1, 2 ... wounds."""
    suffered = np.minimum(np.arange(len(wounds)), max(wounds_left(state, unit), 0))
    slain = np.minimum((unit.wounds + suffered) // wounds_of(unit), own_models(state, unit))
    return float(suffered @ np.asarray(wounds)), float(slain @ np.asarray(wounds))

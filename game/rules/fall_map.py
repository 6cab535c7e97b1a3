"""The map of a Giant's fall: where it comes down, on whom, and how likely (FALL-05 to FALL-07, FALL-25)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.battle.ground import ModelOwner, base_of, bases_of, own_models, owners
from game.battle.state import State
from game.battle.unit import Unit
from game.dice import D3, D6, Angle, Total
from game.table.bases import bases
from game.table.fall import FallArc, FallMap, fall_arcs, fall_map, labelled_arcs, landing
from game.table.formation import Formation
from game.table.pose import Pose
from game.table.template import LARGE, SMALL, Round, covered

Covered = tuple[tuple[str, tuple[int, ...]], ...]
"""``(unit, models)`` for each unit with models under the template."""


@dataclass(frozen=True, slots=True)
class Weight:
    """How hard a Giant comes down (FALL-05, FALL-07).

    Attributes:
        radius: Of the template, inches.
        dice: D6 rolled for the number of hits.
        strength: Of each hit.
        multiple: Wounds of each unsaved wound by the face of a die.
    """

    radius: float
    dice: int
    strength: int
    multiple: tuple[int, ...]


OWN_WOUND_STRENGTH = 6
"""Strength of a fall against the Giant itself, where armour helps at all (FALL-09)."""
GIANT = Weight(SMALL, 2, 6, D3)
BONEGRINDER = Weight(LARGE, 3, 8, D6)


def weight_of(unit: Unit) -> Weight:
    """How hard this Giant comes down."""
    attacks = unit.rule("Giant Special Attacks")
    return BONEGRINDER if attacks is not None and attacks.parameter == "bonegrinder" else GIANT


@dataclass(frozen=True, slots=True)
class Beneath:
    """Everybody a Giant may fall on, and in which directions: exact for the whole circle (FALL-25).

    Attributes:
        owners: For each unit that takes ground (the Giant apart) whose model stands in each place.
        fall: The map of the fall, one entry for each of these units.
        arcs: The full circle cut where the covered models change.
        direction: The roll of the direction: directions that cover as many models of each unit have the same outcome.
    """

    owners: tuple[tuple[ModelOwner, ...], ...]
    fall: FallMap
    arcs: tuple[FallArc, ...]
    direction: Angle

    def covered(self, arc: FallArc) -> Covered:
        """Whose models lie under the template in an arc's directions."""
        return _by_owner(zip(self.owners, arc.covered, strict=True))

    def chances(self) -> tuple[tuple[ModelOwner, float], ...]:
        """For each model the chance to lie under the template."""
        return tuple(
            (owner, float(chance))
            for whose, chances in zip(self.owners, self.fall.chances, strict=True)
            for owner, chance in zip(whose, chances, strict=True)
        )


def _by_owner(rows: Iterable[tuple[tuple[ModelOwner, ...], Iterable[int]]]) -> Covered:
    under: dict[str, list[int]] = {}
    for whose, places in rows:
        for place in places:
            under.setdefault(whose[place].unit, []).append(whose[place].model)
    return tuple((unit, tuple(who)) for unit, who in under.items())


def _others(state: State, giant: str) -> tuple[Unit, ...]:
    return tuple(other for other in state.standing() if other.id != giant)


def beneath(state: State, giant: str) -> Beneath:
    """Everybody this Giant may fall on from where it stands."""
    others = _others(state, giant)
    places = tuple((other.pose, other.formation) for other in others)
    unit = state.unit(giant)
    whose = tuple(owners(state, other) for other in others)
    return _beneath(unit.pose, unit.formation, weight_of(unit).radius, places, whose)


@lru_cache(maxsize=256)
def _beneath(
    pose: Pose,
    formation: Formation,
    radius: float,
    places: tuple[tuple[Pose, Formation], ...],
    whose: tuple[tuple[ModelOwner, ...], ...],
) -> Beneath:
    fall = fall_map(bases(pose, formation), [bases(*place) for place in places], radius)
    arcs = fall_arcs(fall)

    def outcome(groups: tuple[tuple[int, ...], ...]) -> tuple[tuple[str, int], ...]:
        return tuple((unit, len(who)) for unit, who in _by_owner(zip(whose, groups, strict=True)))

    return Beneath(whose, fall, arcs, Angle(labelled_arcs(arcs, outcome)))


def under_template(state: State, giant: str, angle: float) -> tuple[tuple[float, float], Covered]:
    """Where the template comes down in this direction, and whose models lie under it (FALL-05, FALL-06)."""
    unit = state.unit(giant)
    radius = weight_of(unit).radius
    centre = landing(base_of(state, unit), angle, radius)
    template = Round(*centre, radius)
    rows = (
        (owners(state, other), np.flatnonzero(covered(template, bases_of(other))).tolist())
        for other in _others(state, giant)
    )
    return centre, _by_owner(rows)


def hit_share(state: State, giant: str, models: int) -> float:
    """The chance of one of ``models`` covered models of a unit to take a hit (FALL-07, ``fall_hits = capped``)."""
    dice = Total(weight_of(state.unit(giant)).dice, cap=models)
    return sum(hits * chance for hits, chance in dice.branches()) / models


def hit_chances(state: State, giant: str) -> tuple[tuple[ModelOwner, float, float], ...]:
    """For each model the chance to be covered and the chance to take a hit under the battle's ``fall_hits``.

    A hit on a character who is looked out for is borne by the comrades under the template with him, or, where there
    is none, by any of them (TPL-04).
    """
    ground = beneath(state, giant)
    hit: dict[ModelOwner, float] = {}
    for arc in ground.arcs:
        share = (arc.end - arc.start) / 360.0
        covered_by_unit = [
            [whose[place] for place in places] for whose, places in zip(ground.owners, arc.covered, strict=True)
        ]
        everybody = sum(len(models) for models in covered_by_unit)
        for whose, covered_models in zip(ground.owners, covered_by_unit, strict=True):
            if not covered_models:
                continue
            each = share
            if state.readings.fall_hits != "each-model":
                pool = len(covered_models) if state.readings.fall_hits == "capped" else everybody
                each *= hit_share(state, giant, pool)
            for owner in covered_models:
                takers = _takers(state, owner, covered_models, whose)
                for taker in takers:
                    hit[taker] = hit.get(taker, 0.0) + each / len(takers)
    return tuple((owner, chance, hit.get(owner, 0.0)) for owner, chance in ground.chances())


def _takers(
    state: State, owner: ModelOwner, under: Sequence[ModelOwner], unit: Sequence[ModelOwner]
) -> Sequence[ModelOwner]:
    """Who may bear a template's hit on this model: the model itself, or a looked-out character's comrades."""
    host = looked_out(state, owner.unit)
    if host == owner.unit:
        return (owner,)
    return [one for one in under if one.unit == host] or [one for one in unit if one.unit == host]


def looked_out(state: State, unit: str) -> str:
    """Who takes a template's hit on this unit: a character's comrades, if five of his type stand with him (TPL-04)."""
    host = state.unit(unit).host
    if not host:
        return unit
    ranks = state.unit(host)
    same = ranks.type.troop_type == state.unit(unit).type.troop_type
    return host if same and own_models(state, ranks) >= 5 else unit

"""Who reaches whom: models in base contact, those who fight across a gap, supporting ranks (CC-05, CC-07, CC-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.battle.ground import own_models, owners
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.combat.circumstances import engagements_of, own_side
from game.table.arcs import Arc
from game.table.bases import bases, placed
from game.table.contact import contact_pairs
from game.table.formation import Bases, Formation, Ranked, layout, make_bases
from game.table.pose import CONTACT, Pose

Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Models that are alike in whom they can strike.

    Attributes:
        unit: Id of the unit whose models they are, or of a character among them.
        targets: Ids of those they can strike, rank and file before characters.
        models: How many of them.
        supports: They stand behind those who fight and support them (CC-07).
        front: They strike to the front of their unit.
    """

    unit: str
    targets: tuple[str, ...]
    models: int
    supports: bool = False
    front: bool = True


@lru_cache(maxsize=4096)
def in_front(formation: Formation) -> tuple[Places, ...]:
    """For each place of a formation the places directly in front of it: those whose rear edge its front edge meets."""
    if not isinstance(formation, Ranked):
        return ((),) * formation.models
    where = layout(formation)
    front, rear = where.centre[:, 0] + where.half[:, 0], where.centre[:, 0] - where.half[:, 0]
    apart = np.abs(where.centre[:, None, 1] - where.centre[None, :, 1])
    wide = where.half[:, None, 1] + where.half[None, :, 1]
    behind = (np.abs(front[:, None] - rear[None, :]) <= CONTACT) & (apart < wide - CONTACT)
    return tuple(tuple(int(place) for place in np.flatnonzero(row)) for row in behind)


def last_rank(formation: Ranked) -> Places:
    """Places of a short last rank; none if the last rank is full or the only one."""
    rest = formation.models % formation.files
    short = rest and formation.models > formation.files
    return tuple(range(formation.models - rest, formation.models)) if short else ()


@lru_cache(maxsize=4096)
def _stretched(pose: Pose, formation: Formation, sides: tuple[Arc, ...]) -> tuple[Bases, Places]:
    """A unit's bases as it fights on these sides, and whose place each base is (CC-09).

    Fighting to one flank, a short last rank slides there. Fighting to the rear or to both flanks, those in front of
    a gap fight across it: the empty places of the last rank count as theirs.
    """
    plain = tuple(range(formation.models))
    flanks = [side for side in ("left", "right") if side in sides]
    short = last_rank(formation) if isinstance(formation, Ranked) and not formation.others else ()
    if not isinstance(formation, Ranked) or not short or not (flanks or "rear" in sides):
        return bases(pose, formation), plain
    where = layout(formation)
    files, depth, width = formation.files, formation.base.depth, formation.base.width
    centre = where.centre.copy()
    if len(flanks) == 1 and "rear" not in sides:
        slide = (files - len(short)) / 2 * width
        centre[list(short), 1] += slide if flanks == ["left"] else -slide
        moved = make_bases(centre, where.half.copy(), where.round.copy(), 0.0)
        return placed(moved, pose), plain
    rank = formation.models // files
    rows, whose = [], []
    for file in range(files):
        left = width * ((files - 1) / 2 - file)
        if np.abs(centre[list(short), 1] - left).min() > width - CONTACT:
            rows.append((-depth * (rank + 0.5), left))
            whose.append((rank - 1) * files + file)
    if not rows:
        return bases(pose, formation), plain
    ghosts = make_bases(
        np.concatenate([centre, np.array(rows)]),
        np.concatenate([where.half, np.tile(where.half[0], (len(rows), 1))]),
        np.concatenate([where.round, np.full(len(rows), where.round[0])]),
        0.0,
    )
    return placed(ghosts, pose), (*plain, *whose)


@lru_cache(maxsize=8192)
def _contacts(
    pose: Pose, formation: Formation, sides: tuple[Arc, ...], foe_pose: Pose, foe: Formation, foe_sides: tuple[Arc, ...]
) -> tuple[tuple[int, int], ...]:
    """``(own place, enemy's place)`` of all who fight each other, in rising order."""
    ours, own = _stretched(pose, formation, sides)
    theirs, other = _stretched(foe_pose, foe, foe_sides)
    return tuple(sorted({(own[i], other[j]) for i, j in contact_pairs(ours, theirs)}))


def sides_in_contact(state: State, unit: str) -> tuple[Arc, ...]:
    """The sides on which a unit fights, each once."""
    return tuple(dict.fromkeys(own_side(pair, unit) for pair, _ in engagements_of(state, unit)))


def touching_places(state: State, unit: Unit, enemy: Unit) -> tuple[tuple[int, int], ...]:
    """``(own place, enemy's place)`` of the models of two engaged units that fight each other, in rising order."""
    ours, theirs = sides_in_contact(state, unit.id), sides_in_contact(state, enemy.id)
    return _contacts(unit.pose, unit.formation, ours, enemy.pose, enemy.formation, theirs)


def reaches(state: State, unit: str, extra_ranks: int = 0) -> tuple[Reach, ...]:
    """Who of a unit, characters among them, can strike whom (CC-05 to CC-07, CC-09).

    Args:
        state: The battle as the step begins.
        unit: Id of a unit that fights (not of a joined character).
        extra_ranks: Ranks that support beyond the second (Fight in Extra Ranks).
    """
    who = state.unit(unit)
    whose = [one.unit for one in owners(state, who)]
    struck: dict[int, dict[str, None]] = {}
    ahead: dict[int, dict[str, None]] = {}
    for pair, foe in engagements_of(state, unit):
        enemy = state.unit(foe)
        of_enemy = [one.unit for one in owners(state, enemy)]
        front = own_side(pair, unit) == "front"
        for place, other in touching_places(state, who, enemy):
            found = struck.setdefault(place, {})
            if own_models(state, enemy):
                found[foe] = None
                if front:
                    ahead.setdefault(place, {})[foe] = None
            found[of_enemy[other]] = None
    direct = [(whose[place], tuple(struck[place]), place in ahead) for place in sorted(struck)]
    support = [
        (whose[place], targets, True)
        for place, targets in _supporters(who.formation, struck, ahead, 1 + extra_ranks)
        if targets
    ]
    return (*_together(direct, supports=False), *_together(support, supports=True))


def _supporters(
    formation: Formation, struck: dict[int, dict[str, None]], ahead: dict[int, dict[str, None]], ranks: int
) -> list[tuple[int, tuple[str, ...]]]:
    """``(place, targets)`` of all who support, up to so many ranks behind those who touch an enemy to the front."""
    reached = {place: tuple(targets) for place, targets in ahead.items()}
    found: list[tuple[int, tuple[str, ...]]] = []
    for _ in range(ranks):
        behind = {}
        for place, before in enumerate(in_front(formation)):
            if place in struck or place in reached or not any(one in reached for one in before):
                continue
            behind[place] = tuple(dict.fromkeys(target for one in before for target in reached.get(one, ())))
        found += sorted(behind.items())
        reached = behind
    return found


def _together(rows: Sequence[tuple[str, tuple[str, ...], bool]], *, supports: bool) -> tuple[Reach, ...]:
    counted: dict[tuple[str, tuple[str, ...], bool], int] = {}
    for row in rows:
        counted[row] = counted.get(row, 0) + 1
    return tuple(Reach(unit, targets, models, supports, front) for (unit, targets, front), models in counted.items())

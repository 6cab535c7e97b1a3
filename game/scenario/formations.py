"""How the models of a unit stand when a scenario says no more than how many there are."""

from __future__ import annotations

import math

from game.battle.unit import Unit
from game.catalogue import UnitType
from game.table.formation import Base, Formation, Loose, Ranked, Single, skirmish

LOOSE = "Skirmishers"
"""The special rule of models that stand apart."""
_SWARM = "swarms"
_MACHINE = "war-machine"
_CREW_GAP = 0.25
"""Inches between a war machine and its crew; they stand within 1 inch of it (FORM-11)."""


def is_machine(unit_type: UnitType) -> bool:
    """A war machine: its crew stands beside it on bases of its own."""
    return unit_type.troop_type.id == _MACHINE


def is_loose(unit_type: UnitType, equipment: tuple[str, ...] = ()) -> bool:
    """Its models stand apart: skirmishers and swarms (SPC-05), also by an option bought."""
    return unit_type.troop_type.id == _SWARM or unit_type.has(LOOSE) or LOOSE in equipment


def usual_files(unit_type: UnitType, models: int) -> int:
    """Enough files for a complete rank, and more until there are no more ranks than files (FORM-03)."""
    files = unit_type.troop_type.files_for_rank or (5 if unit_type.base.width < 1.2 else 3)
    while -(-models // files) > files:
        files += 1
    return max(1, min(files, models))


def machine(unit_type: UnitType, crew: int, base: Base | None = None) -> Loose:
    """A war machine, its front edge in front, and its crew in a row behind it."""
    own = base or unit_type.base
    small = unit_type.crew_base or Base.from_millimetres(20, 20)
    offsets = [(-own.depth / 2, 0.0)]
    row = max(1, math.floor((own.width + 2.0) / small.width))
    for man in range(crew):
        rank, file = divmod(man, row)
        in_row = min(row, crew - rank * row)
        left = ((in_row - 1) / 2 - file) * small.width
        offsets.append((-own.depth - _CREW_GAP - small.depth * (rank + 0.5), left))
    return Loose((own,) + (small,) * crew, tuple(offsets))


def usual_formation(
    unit_type: UnitType, models: int, files: int | None, base: Base | None, *, loose: bool, crew: int | None
) -> Formation:
    """The formation of so many models.

    Args:
        unit_type: Their type.
        models: How many, joined characters included.
        files: Models in a full rank; None: the usual number, and a lone model is a ``Single``.
        base: Their base; None: the usual one.
        loose: They stand apart.
        crew: Crew of a war machine; None: the usual number.
    """
    own = base or unit_type.base
    if is_machine(unit_type):
        return machine(unit_type, unit_type.crew if crew is None else crew, base)
    if models == 1 and (files is None or unit_type.single_model):
        return Single(own)
    wide = files or usual_files(unit_type, models)
    return skirmish(own, models, wide) if loose else Ranked(own, models, wide)


def front_places(formation: Formation) -> tuple[int, ...]:
    """Places of the front rank in the order in which characters take them, from the middle outwards (CHAR-02)."""
    files = formation.files if isinstance(formation, Ranked) else formation.models
    wide = min(files, formation.models)
    middle = (wide - 1) / 2
    return tuple(sorted(range(wide), key=lambda place: (abs(place - middle), place)))


def with_guests(formation: Formation, guests: tuple[tuple[int, Base], ...]) -> Formation:
    """The formation, whose models count the guests already, with the guests' bases at their places."""
    others = tuple(sorted(((place, base) for place, base in guests), key=lambda pair: pair[0]))
    if isinstance(formation, Ranked):
        return Ranked(
            formation.base,
            formation.models,
            formation.files,
            tuple(pair for pair in others if pair[1] != formation.base),
        )
    if isinstance(formation, Loose):
        bases = dict(others)
        return Loose(tuple(bases.get(i, base) for i, base in enumerate(formation.bases)), formation.offsets)
    return formation


def base_of_type(unit: Unit) -> Base:
    """The base on which the unit's own models stand."""
    formation = unit.formation
    return formation.bases[0] if isinstance(formation, Loose) else formation.base

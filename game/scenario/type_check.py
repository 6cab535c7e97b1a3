"""What is wrong with the numbers of a unit type that was not read from a table but from a save."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.catalogue import UnitType
from game.catalogue.faults import Faults, read_form
from game.catalogue.forms import TroopTypeForm, TypeForm
from game.scenario.type_tables import type_table


def type_faults() -> Callable[[UnitType, str, Faults], None]:
    """A check of unit types that looks at each type once, however many units are of it."""
    seen: dict[int, UnitType] = {}

    def check(unit_type: UnitType, key: str, faults: Faults) -> None:
        if not any(other is unit_type or other == unit_type for other in seen.values()):
            seen[len(seen)] = unit_type
            _check(unit_type, key, faults)

    return check


def _check(unit_type: UnitType, key: str, faults: Faults) -> None:
    if not unit_type.parts or not unit_type.bases:
        faults.add(key, "a type has at least one part and one base")
        return
    table = type_table(unit_type)
    rider, _, mount = unit_type.id.partition("+")  # a character on his mount has the ids of both
    for name in (rider, mount) if mount else (rider,):
        read_form(TypeForm, table | {"id": name}, key, faults)
        table = {**table, "id": name}
    if any(part.profile.wounds < 1 for part in unit_type.parts[:1]):
        faults.add(f"{key}.profile.W", "the model itself has at least 1 Wound")
    read_form(TroopTypeForm, _troop_table(unit_type), f"{key}.troop-type", faults)


def _troop_table(unit_type: UnitType) -> dict[str, Any]:
    kind = unit_type.troop_type
    return {
        "id": kind.id,
        "name": kind.name,
        "unit-strength": kind.unit_strength,
        "line-of-sight": kind.line_of_sight,
        "files-for-rank": kind.files_for_rank,
        "support": kind.support,
        "rider-support": kind.rider_support,
        "mount-support": kind.mount_support,
        "giant-chart": kind.giant_chart,
        "beast-giant-chart": kind.beast_giant_chart,
    }

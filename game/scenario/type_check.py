"""What is wrong with the numbers of a unit type that was not read from a table but from a save."""

from __future__ import annotations

from typing import Any

from game.catalogue import UnitType
from game.catalogue.faults import Faults, read_form
from game.catalogue.forms import TroopTypeForm, TypeForm
from game.catalogue.handbook import read_bases
from game.scenario.type_tables import type_table


def check_type(unit_type: UnitType, key: str, faults: Faults) -> None:
    """Reports every fault of a type's own values; what its rules and its equipment are named is not asked."""
    if not unit_type.parts or not unit_type.bases:
        faults.add(key, "a type has at least one part and one base")
        return
    rider, _, mount = unit_type.id.partition("+")  # a character on his mount has the ids of both
    table = type_table(unit_type) | {"id": rider}
    read_form(TypeForm, table, key, faults)
    if mount:
        read_form(TypeForm, table | {"id": mount}, key, faults)
    read_bases(table["bases"], f"{key}.bases", faults)
    if table.get("crew-base"):
        read_bases((table["crew-base"],), f"{key}.crew-base", faults)
    if unit_type.profile.wounds < 1:
        faults.add(f"{key}.profile.W", f"found {unit_type.profile.wounds}: the model itself has at least 1 Wound")
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

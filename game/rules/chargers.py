"""Who has declared a charge and has still to move, and at whom (CHG-05, CHG-15, SEQ-04)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit


def target_of(unit: Unit) -> str:
    """Id of the unit that a charger has declared its charge at, or ""."""
    mark = unit.mark("charge", "declared")
    return str(mark.value) if mark else ""


def waiting_chargers(state: State) -> list[Unit]:
    """Units of the side whose turn it is that have declared a charge and not yet moved; who flees charges nobody."""
    return [
        unit
        for unit in state.units
        if unit.side == state.clock.side and unit.on_table and target_of(unit)
        if not unit.mark("charge", "charged") and not unit.mark("charge", "failed")
        if not (state.unit(unit.host) if unit.host else unit).fleeing
    ]


def any_charge_declared(state: State) -> bool:
    """Somebody has a charge to move."""
    return bool(waiting_chargers(state))

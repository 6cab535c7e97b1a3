"""How far a unit may move: its Movement, and what its kind of troops may do (MEAS-05, MEAS-06, MOV-07, MOV-08)."""

from __future__ import annotations

from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue import Armour, Profile, bundled_catalogue
from game.rules.terrain import stands_in


def _mover(unit: Unit) -> Profile:
    """Whose M counts: the mount's, the chassis' or the crew's, never the rider's (MEAS-06, CHAR-04)."""
    kind = unit.type
    if kind.troop_type.id == "war-machine" and kind.crew_parts:
        return kind.crew_parts[0].profile
    return kind.mount.profile if kind.mount else kind.profile


def movement_of(state: State, unit: Unit) -> float | None:
    """The Movement of a unit in inches, the lowest of its models, characters in it included; None: it moves by dice.

    Barding slows the mount by 1 (DMG-03), a marsh under any part of the unit by another 1 (TER-06).
    """
    slowest = _mover(unit).movement
    if isinstance(slowest, str):
        return None
    known = bundled_catalogue().handbook.equipment
    worn = (known.get(name) for name in unit.muster.equipment)
    inches = float(slowest + sum(piece.movement for piece in worn if isinstance(piece, Armour)))
    if any(piece.kind == "marsh" and stands_in(ground_of(unit), piece) for piece in state.terrain):
        inches -= 1
    for guest in () if unit.host else state.guests(unit.id):
        his = movement_of(state, guest)
        inches = inches if his is None else min(inches, his)
    return max(inches, 0.0)


def is_lone(unit: Unit) -> bool:
    """A unit that may pivot freely while it moves: of one model, not a chariot (MOV-08); a war machine (CHAR-04)."""
    kind = unit.type.troop_type.id
    return kind == "war-machine" or (unit.formation.models == 1 and kind not in ("chariot", "shrine"))


def may_march(unit: Unit) -> bool:
    """Whether its kind ever marches (MOV-07): war machines, constructs and random movers never do."""
    barred = unit.type.troop_type.id == "war-machine" or unit.carries("Animated Construct")
    return not barred and not unit.carries("Random Movement")


def reforms_freely(unit: Unit) -> bool:
    """Skirmishers and Fast Cavalry may reform before and after they move, without losing movement (SPC-05, SPC-06)."""
    return unit.carries("Skirmishers") or unit.carries("Fast Cavalry")

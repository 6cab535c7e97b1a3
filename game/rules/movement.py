"""How far a unit may move, on foot or on wings, and what it may do there (MEAS-05, MEAS-06, MOV-07, MOV-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.battle.decision import Fault
from game.battle.ground import ground_of
from game.battle.state import State
from game.battle.terrain import Terrain
from game.battle.unit import Unit
from game.catalogue import Armour, Profile, bundled_catalogue
from game.rules.strength import members
from game.rules.terrain import stands_in

if TYPE_CHECKING:
    from game.rules.book import Rulebook


def _mover(unit: Unit) -> Profile:
    """Whose M counts: the mount's, the chassis' or the crew's, never the rider's (MEAS-06, CHAR-04)."""
    kind = unit.type
    if kind.troop_type.id == "war-machine" and kind.crew_parts:
        return kind.crew_parts[0].profile
    return kind.mount.profile if kind.mount else kind.profile


def burden(unit: Unit) -> int:
    """What the unit's armour takes from its M, or from its wings: 0 or less (barding, DMG-03)."""
    known = bundled_catalogue().handbook.equipment
    worn = (known.get(name) for name in unit.muster.equipment)
    return sum(piece.movement for piece in worn if isinstance(piece, Armour))


def movement_of(book: Rulebook, state: State, unit: Unit) -> float | None:
    """The Movement of a unit in inches, the lowest of its models, characters in it included; None: it moves by dice.

    Barding slows the mount by 1 (DMG-03), a marsh under any part of the unit all of its models by another 1 (TER-06).
    """
    slowest = _mover(unit).movement
    if isinstance(slowest, str) or any(rule.random_movement(state, unit) for rule in book.rules_of(state, unit.id)):
        return None
    inches = float(slowest + burden(unit)) - _mire(book, state, unit)
    for guest in () if unit.host else state.guests(unit.id):
        his = movement_of(book, state, guest)
        inches = inches if his is None else min(inches, his)
    return max(inches, 0.0)


def _mire(book: Rulebook, state: State, unit: Unit) -> int:
    """What a marsh under any part of the unit, or of the one that a character has joined, takes from his M (TER-06)."""
    ground = ground_of(state.unit(unit.host) if unit.host else unit)
    marshes = (piece for piece in state.terrain if piece.kind == "marsh" and not strides(book, state, unit, piece))
    return int(any(stands_in(ground, piece) for piece in marshes))


def flight_of(book: Rulebook, state: State, unit: Unit) -> float | None:
    """Inches that the unit may fly in place of its M (SPC-04); None: it does not fly."""
    return next((inches for rule in book.rules_of(state, unit.id) if (inches := rule.flies(state, unit))), None)


def strides(book: Rulebook, state: State, unit: Unit, piece: Terrain) -> bool:
    """A rule lets the unit's own models move over this terrain as over open ground (SPC-15)."""
    return any(rule.crosses(state, unit, piece) for rule in book.rules_of(state, unit.id))


def crosses(book: Rulebook, state: State, unit: Unit, piece: Terrain) -> bool:
    """This terrain is open ground to the whole unit: to all of its models, characters in it included (SPC-15)."""
    return all(strides(book, state, one, piece) for one in members(state, unit))


def is_lone(unit: Unit) -> bool:
    """A unit that may pivot freely while it moves: of one model, not a chariot (MOV-08); a war machine (CHAR-04)."""
    kind = unit.type.troop_type.id
    return kind == "war-machine" or (unit.formation.models == 1 and kind not in ("chariot", "shrine"))


def march_fault(book: Rulebook, state: State, unit: Unit) -> Fault | None:
    """Why a unit never marches; None if it may, be it after a test (MOV-07, CHAR-04)."""
    if unit.type.troop_type.id == "war-machine":
        return Fault("CHAR-04", f"{unit.name} is a war machine and never marches")
    given = (rule.forbids_march(state, unit) for rule in book.rules_of(state, unit.id))
    return next((fault for fault in given if fault is not None), None)


def reforms_freely(book: Rulebook, state: State, unit: Unit) -> bool:
    """It may reform before and after it moves, without losing movement (SPC-05, SPC-06)."""
    return any(rule.reforms_freely(state, unit) for rule in book.rules_of(state, unit.id))


def marches_untested(book: Rulebook, state: State, unit: Unit) -> bool:
    """It marches without a test, however near the enemy is (MOV-07)."""
    return any(rule.marches_untested(state, unit) for rule in book.rules_of(state, unit.id))

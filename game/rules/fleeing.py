"""Fleeing: the flee move with all that comes of it, and flight as a reaction to a charge (FLEE, CHG-12)."""

from __future__ import annotations

from game.battle.charge import Reaction
from game.battle.procedure import Procedure
from game.rules.flight import away_from
from game.rules.panic import after_flight
from game.rules.running_away import run_away
from game.rules.special_rule import Play

__all__ = ["away_from", "flee", "flee_from_charge"]


def flee(
    battle: Play, unit: str, facing: float | None, *, rule: str, feigned: bool = False, swift: bool = True
) -> Procedure[None]:
    """A unit is forced to flee: it runs, once a phase, and friends in its way or near its end may panic.

    Args:
        battle: The battle.
        unit: Id of the unit.
        facing: Degrees to turn to first; None: it runs the way it faces.
        rule: Id of the rule by which it flees.
        feigned: It only feigns its flight (SPC-06).
        swift: False: without the dice of swift units (SPC-07).
    """
    before = battle.state
    passed = yield from run_away(battle, unit, facing, rule=rule, feigned=feigned, swift=swift)
    yield from after_flight(battle, unit, before, passed, feigned=feigned)


def flee_from_charge(
    battle: Play, unit: str, charger: str, *, reaction: Reaction = "flee", chosen: bool = False
) -> Procedure[None]:
    """The Flee reaction: directly away from the charger, from centre to centre (CHG-12, CHG-14).

    Args:
        battle: The battle.
        unit: Id of the target.
        charger: Id of the charger.
        reaction: ``flee`` or ``fire-and-flee``: who has shot first does not run as fast (SPC-07).
        chosen: Its owner chose to flee: some flee as a ruse (SPC-06).
    """
    who = battle.state.unit(unit)
    ruse = chosen and any(rule.feigns(battle.state, who) for rule in battle.book.rules_of(battle.state, unit))
    facing = away_from(battle.state, unit, charger)
    rule = "SPC-06" if ruse else "CHG-12"
    yield from flee(battle, unit, facing, rule=rule, feigned=ruse, swift=reaction != "fire-and-flee")

"""Blows with the bulk of a model, Impact Hits and Stomps: they hit without a roll (IMPACT-03, STOMP-03)."""

from __future__ import annotations

from game.battle.state import State
from game.battle.unit import Unit
from game.rules.amounts import Amount
from game.rules.combat.blows import Blow, Moment, part_rules
from game.rules.combat.circumstances import side_struck

STRENGTHENING = ("Strength Bonus", "Mighty Blow", "Thunderous Charge")
"""The only rules of its other attacks that a model's bulk has (SR-SB)."""


def bulk_blow(state: State, unit: Unit, target: str, name: str, moment: Moment, attacks: Amount) -> Blow:
    """Blows with the bulk of a model: with that of a rider's mount, of the chassis of a chariot, or its own.

    Args:
        state: The battle.
        unit: Who strikes.
        target: Id of who is struck.
        name: What the blows are called, in a player's words.
        moment: When they fall.
        attacks: How many each model strikes.
    """
    number = next((number for number, part in enumerate(unit.type.parts) if part.role == "mount"), 0)
    part = unit.type.parts[number]
    return Blow(
        attacker=unit.id,
        part=number,
        name=f"{name} of {unit.name}",
        target=target,
        arc=side_struck(state, unit.id, target),
        attacks=attacks,
        support=0,
        weapon_skill=part.profile.weapon_skill,
        strength=part.profile.strength,
        initiative=part.profile.initiative,
        rules=tuple(use for use in part_rules(unit, part) if use.name in STRENGTHENING),
        moment=moment,
        automatic=True,
    )

"""What a blow needs to hit: the chart, modifiers, what is struck again (CC-11, CC-13, CC-14, GEN-06)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.battle.readings import Readings
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.combat.blows import Blow, plain_blow, shaped

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True)
class ToHit:
    """What blows need to hit.

    Attributes:
        needed: Face or more; 1: they hit without a roll.
        again: Misses are struck again.
        doubted: Hits are struck again.
        why: Each value and modifier with its rule.
    """

    needed: int
    again: bool
    doubted: bool
    why: tuple[str, ...]


def to_hit(attacker: int, target: int, readings: Readings) -> int:
    """The roll needed to hit in close combat by the Weapon Skills of both (CC-13, ``to_hit_chart``).

    Args:
        attacker: Weapon Skill of who strikes.
        target: Weapon Skill of who is struck.
        readings: Which chart is used.
    """
    if readings.to_hit_chart == "eighth":
        return 3 if attacker > target else 5 if target > 2 * attacker else 4
    if attacker > target:
        return 2 if attacker > 2 * target else 3
    if target >= 2 * attacker + 3:
        return 6
    return 5 if target > 2 * attacker else 4


def weapon_skill_of(unit: Unit) -> int:
    """Weapon Skill with which a unit is struck at: the best of rider and mount, the crew of a chariot (DMG-18)."""
    return max(part.profile.weapon_skill for part in unit.type.parts if part.role not in ("beasts", "handlers"))


def initiative_of(book: Rulebook, state: State, unit: str, enemy: str) -> int:
    """Initiative of the models themselves when they strike at an enemy; their profile's if they strike no blows."""
    who = state.unit(unit)
    blow = plain_blow(state, who, 0, enemy)
    return who.type.profile.initiative if blow is None else shaped(book, state, blow).initiative


def hitting(book: Rulebook, state: State, blow: Blow) -> ToHit:
    """What these blows need to hit."""
    if blow.automatic:
        return ToHit(1, again=False, doubted=False, why=("hits without a roll",))
    target = state.unit(blow.target)
    skill = weapon_skill_of(target)
    if skill == 0:
        return ToHit(1, again=False, doubted=False, why=(f"{target.name} has WS 0 (GEN-12)",))
    chart = to_hit(blow.weapon_skill, skill, state.readings)
    needed = min(max(chart - sum(number for _, number in blow.hit_bonus), 2), 6)
    why = [f"WS {blow.weapon_skill} against WS {skill} (CC-13)"]
    why += [f"{number:+d} {reason}" for reason, number in blow.hit_bonus]
    again, doubted = list(blow.again), list(blow.doubted)
    if blow.first != blow.last:
        theirs = initiative_of(book, state, blow.target, blow.attacker)
        if blow.first and blow.initiative > theirs:
            again.append(f"I {blow.initiative} above {theirs} (CC-11)")
        if blow.last and blow.initiative < theirs:
            doubted.append(f"I {blow.initiative} below {theirs} (CC-11)")
    if again and doubted:
        return ToHit(needed, again=False, doubted=False, why=(*why, "re-rolls cancel each other (GEN-06)"))
    why += [f"misses again: {reason}" for reason in again] + [f"hits again: {reason}" for reason in doubted]
    return ToHit(needed, again=bool(again), doubted=bool(doubted), why=tuple(why))

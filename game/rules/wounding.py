"""From hit to wound (DMG): to wound, armour, ward, Multiple Wounds, each rolled for all that are left."""

from __future__ import annotations

from dataclasses import replace

from game.battle.event import Throw
from game.battle.events import WoundsSuffered
from game.battle.ground import wounds_of
from game.battle.procedure import Procedure, roll
from game.battle.unit import Unit
from game.dice import Count, Tally, Total
from game.rules.charts import IMPOSSIBLE, to_wound
from game.rules.hits import Hits, ruled
from game.rules.profiles import toughness_of, wounds_left
from game.rules.saves import armour_needed, ward_save
from game.rules.special_rule import Play

KILLED_OUTRIGHT = ("infantry", "cavalry", "war-beasts")
"""Troop types that a Killing Blow slays (DMG-13)."""


def slays(hits: Hits, victim: Unit) -> bool:
    """Whether a natural 6 to wound of these hits slays a model of the victim outright (DMG-13)."""
    kind = victim.type.troop_type.id
    return kind in KILLED_OUTRIGHT or (hits.killing == "heroic" and kind != "swarms")


def wounding(hits: Hits, victim: Unit) -> tuple[int, tuple[str, ...]]:
    """The roll to wound that such hits need on a victim, and why (DMG-01, DMG-02)."""
    toughness = toughness_of(victim)
    needed = min(max(to_wound(hits.strength, toughness) - sum(number for _, number in hits.wound_bonus), 2), 6)
    why = [f"S{hits.strength} against T{toughness} (DMG-02)"]
    why += [f"{number:+d} {reason}" for reason, number in hits.wound_bonus]
    why += [f"failures again: {reason}" for reason in hits.wound_again]
    return needed, tuple(why)


def wounds_by_face(hits: Hits, victim: Unit) -> tuple[int, ...]:
    """What an unsaved wound is worth by the face of a die; never more than a model has (DMG-11, MULTI-02)."""
    return tuple(min(value, wounds_of(victim)) for value in hits.multiple)


def suffer(battle: Play, victim: str, hits: Hits) -> Procedure[int]:
    """Roll hits on a unit through to wounds and record them; casualties go when the step ends.

    Returns:
        Wounds suffered: never more than the models had (GIANT-09, MULTI-02).
    """
    unit = battle.state.unit(victim)
    hits = ruled(battle.book, battle.state, unit, hits)
    dice = list(hits.dice)
    plain, outright = yield from _wounded(unit, hits, dice)
    plain = yield from _saved(battle, unit, plain, hits, dice)
    bare = replace(hits, armour=False, regenerates=False)
    outright = yield from _saved(battle, unit, outright, bare, dice)
    wounds = yield from _multiplied(unit, plain, hits, dice)
    wounds += outright * (wounds_of(unit) if slays(hits, unit) else 1)
    left = wounds_left(battle.state, battle.state.unit(victim))
    wounds = min(wounds, max(0, left if hits.most is None else hits.most))
    battle.record(
        WoundsSuffered(
            unit=victim,
            hits=hits.count,
            wounds=wounds,
            cause=hits.cause,
            source=hits.source,
            where=hits.where,
            attacks=hits.attacks,
            scores=hits.scores,
            rule=hits.rule,
            dice=tuple(dice),
        )
    )
    return wounds


def _wounded(unit: Unit, hits: Hits, dice: list[Throw]) -> Procedure[tuple[int, int]]:
    """How many of the hits wound, and how many of these slay outright."""
    if hits.automatic or not hits.count:
        return hits.count, 0
    needed, why = wounding(hits, unit)
    best = 6 if hits.killing else IMPOSSIBLE
    wounds, outright = yield from _rolled(unit.id, hits.count, needed, best, why, dice)
    if hits.wound_again and wounds < hits.count:
        more, sixes = yield from _rolled(unit.id, hits.count - wounds, needed, best, hits.wound_again, dice)
        wounds, outright = wounds + more, outright + sixes
    return wounds - outright, outright


def _rolled(
    unit: str, number: int, needed: int, best: int, why: tuple[str, ...], dice: list[Throw]
) -> Procedure[tuple[int, int]]:
    """So many dice to wound: how many succeed, and how many of these show ``best`` or more."""
    if best >= IMPOSSIBLE:
        rolled = yield from roll("to wound", unit, Count(number, needed))
        dice.append(Throw("to wound", rolled.faces, f"{needed}+", why))
        return rolled.value, 0
    told = yield from roll("to wound", unit, Tally(number, (needed, best)))
    dice.append(Throw("to wound", told.faces, f"{needed}+", (*why, f"{best}: Killing Blow (DMG-13)")))
    return told.value[0], told.value[1]


def _saved(battle: Play, unit: Unit, left: int, hits: Hits, dice: list[Throw]) -> Procedure[int]:
    """How many of so many wounds no save stops."""
    armour = armour_needed(battle.book, battle.state, unit, hits)
    left = yield from _stopped("armour save", unit.id, left, armour, dice)
    ward = ward_save(battle.book, battle.state, unit, hits)
    return (yield from _stopped("ward save", unit.id, left, ward, dice))


def _stopped(name: str, unit: str, left: int, save: tuple[int, tuple[str, ...]], dice: list[Throw]) -> Procedure[int]:
    """How many of so many wounds are left after one kind of save; nothing is rolled where nothing can save."""
    needed, why = save
    if not left or needed >= IMPOSSIBLE:
        return left
    rolled = yield from roll(name, unit, Count(left, needed))
    dice.append(Throw(name, rolled.faces, f"{needed}+", why))
    return left - rolled.value


def _multiplied(unit: Unit, wounds: int, hits: Hits, dice: list[Throw]) -> Procedure[int]:
    """What so many unsaved wounds come to (DMG-11)."""
    worth = wounds_by_face(hits, unit)
    if not worth or not wounds:
        return wounds
    if len(set(worth)) == 1:
        return wounds * worth[0]
    rolled = yield from roll("multiple wounds", unit.id, Total(wounds, faces=worth))
    dice.append(Throw("multiple wounds", rolled.faces, why=("MULTI-01",)))
    return rolled.value

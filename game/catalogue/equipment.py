"""Armour, weapons and upgrades as the catalogue knows them, and the armour save they make (DMG-03, NARM-01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from game.catalogue.special_rules import RuleUse
from game.catalogue.types import UnitType

Slot = Literal["body", "shield", "barding", "plating"]
When = Literal["always", "charging", "charged-in-front", "stationary"]
Arc = Literal["front", "left", "right", "rear"]
Machine = Literal["", "bolt-thrower", "cannon", "stone-thrower", "fire-thrower", "volley-gun"]


@dataclass(frozen=True, slots=True)
class Armour:
    """A piece of armour.

    Attributes:
        slot: Of the pieces in one slot the best one counts; slots add.
        combat: Armour points in combat, against templates and the like.
        missile: Armour points against shooting.
        movement: What it changes about the Movement of the mount that wears it.
        front_only: It counts against missiles from the front only.
    """

    name: str
    slot: Slot
    combat: int
    missile: int
    movement: int = 0
    front_only: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a weapon gives under a condition.

    Attributes:
        when: Always; in the turn of a charge, against the unit charged; when charged in the front by War Beasts,
            Cavalry, monstrous types, Chariots or Monsters; in a turn in which the shooter has not moved and not as a
            reaction to a charge.
        wielder: Who gets it.
        with_shield: Only together with a shield or buckler.
    """

    when: When = "always"
    wielder: Literal["any", "foot", "mounted"] = "any"
    with_shield: bool = False
    strength: int = 0
    initiative: int = 0
    attacks: int = 0
    rules: tuple[RuleUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon for close combat, for shooting, or both (a pistol).

    Attributes:
        close: It is used in close combat.
        two_handed: No shield in close combat with it.
        bonuses: What it gives in close combat, or, ``when`` stationary, in shooting.
        range: Inches; 0 for a weapon that does not shoot.
        minimum_range: Inches.
        strength: Of its shots; with ``own_strength`` what is added to the shooter's own.
        centre_strength: Under the hole of a template; 0: the same.
        machine: The procedure by which a war machine shoots (TPL-05 to TPL-09); empty: it rolls to hit.
        rules: Special rules of its shots.
    """

    name: str
    close: bool = False
    two_handed: bool = False
    bonuses: tuple[Bonus, ...] = ()
    range: int = 0
    minimum_range: int = 0
    strength: int = 0
    own_strength: bool = False
    centre_strength: int = 0
    machine: Machine = ""
    rules: tuple[RuleUse, ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Anything else that is bought: a mount, a rank of wizardry, a rune.

    Attributes:
        mount: Id of the unit type that becomes the mount; empty: none.
        wizard: The wizard level it raises to; 0: none.
        rules: Special rules that come with it.
    """

    name: str
    mount: str = ""
    wizard: int = 0
    rules: tuple[RuleUse, ...] = ()
    about: str = ""


Equipment = Armour | Weapon | Upgrade


def armour_pieces(
    unit_type: UnitType,
    equipment: Iterable[str],
    known: Mapping[str, Equipment],
    *,
    against: Literal["combat", "missiles"] = "combat",
    arc: Arc = "front",
    weapon: str = "",
    rules: Iterable[RuleUse] | None = None,
) -> tuple[tuple[str, int], ...]:
    """Each thing that adds to the armour save with its points (DMG-03, NARM-01), before any modifier.

    Args:
        unit_type: Who wears it; Natural Armour of rider and mount counts, a printed chassis save replaces all.
        equipment: Names of what is worn and carried (the standard is ``unit_type.equipment``).
        known: Equipment by name.
        against: Close combat and all that counts like it, or ordinary shooting.
        arc: From where the missiles come.
        weapon: The weapon used in close combat; empty: one that leaves the shield usable, if any is carried.
        rules: Special rules of the model where they are others than the type's (bought, or given by a spell).
    """
    if unit_type.chassis_save is not None:
        return (("chassis", 7 - unit_type.chassis_save),)
    things = [known[name] for name in equipment]
    used = known[weapon] if weapon else None
    shield_up = _shield_counts(things, used) if against == "combat" else arc != "rear"
    best: dict[str, tuple[str, int]] = {}
    for thing in things:
        if not isinstance(thing, Armour) or (thing.slot == "shield" and not shield_up):
            continue
        if against == "missiles" and thing.front_only and arc != "front":
            continue
        points = thing.combat if against == "combat" else thing.missile
        if (
            thing.name == "shield"
            and against == "missiles"
            and arc == "front"
            and unit_type.troop_type.id == "infantry"
        ):
            points += 1
        if points > best.get(thing.slot, ("", 0))[1]:
            best[thing.slot] = (thing.name, points)
    worn = unit_type.rules if rules is None else rules
    natural = ((str(use), 7 - int(use.parameter[0])) for use in worn if use.name == "Natural Armour")
    return (*best.values(), *natural)


def _shield_counts(things: list[Equipment], used: Equipment | None) -> bool:
    """A two-handed weapon leaves no hand for the shield; a unit uses another one if it carries one."""
    weapons = [thing for thing in ([used] if used else things) if isinstance(thing, Weapon) and thing.close]
    return not weapons or not all(weapon.two_handed for weapon in weapons)


def armour_points(
    unit_type: UnitType,
    equipment: Iterable[str],
    known: Mapping[str, Equipment],
    *,
    against: Literal["combat", "missiles"] = "combat",
    arc: Arc = "front",
    weapon: str = "",
    rules: Iterable[RuleUse] | None = None,
) -> int:
    """The sum of :func:`armour_pieces`."""
    pieces = armour_pieces(unit_type, equipment, known, against=against, arc=arc, weapon=weapon, rules=rules)
    return sum(points for _, points in pieces)


def armour_save(points: int, best: int = 1) -> int | None:
    """The roll needed for the armour save (5 for 5+), before modifiers; None: no save (DMG-05).

    Args:
        points: Armour points.
        best: The best save that the reading allows.
    """
    return None if points <= 0 else max(best, 7 - points)

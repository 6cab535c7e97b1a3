"""What the blows of a part of a unit are like: attacks, skill, Strength, Initiative, rules (CC-08, CC-10, CC-12).

A part of a model, such as a rider, his mount or the crew of a chariot, strikes with its own profile and in its own
Initiative step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue import bought_rules, bundled_catalogue
from game.catalogue.equipment import Bonus, Weapon
from game.catalogue.special_rules import RuleUse
from game.catalogue.types import Part
from game.rules.amounts import Amount, read_amount
from game.rules.combat.circumstances import (
    COMBAT,
    WEAPON,
    charged_units,
    engagements_of,
    has_charged,
    host_of,
    own_side,
    side_struck,
)
from game.table.arcs import Arc

if TYPE_CHECKING:
    from game.rules.book import Rulebook

Moment = Literal["impact", "first", "initiative", "last", "stomp"]
"""When blows fall: before everything (SR-IH), before all others, in Initiative order, after all, or as Stomps."""
HAND_WEAPON = "hand weapon"
_HEAVY = (
    "war-beasts", "cavalry", "monstrous-infantry", "monstrous-beasts", "monstrous-cavalry", "monstrous-creature",
    "chariot", "monster",
)  # fmt: skip
"""Troop types at whose charge spears and pikes are braced (SR-WP)."""


@dataclass(frozen=True, slots=True)
class Blow:
    """Blows that are alike: those of one part of the models of a unit at one target.

    Attributes:
        attacker: Id of the unit that strikes, or of a character.
        part: Number of the part in the attacker's type.
        name: Who strikes, in a player's words.
        target: Id of the unit or character that is struck.
        arc: Side of the target's unit that is struck.
        attacks: Of each model in contact.
        support: Most of each model that supports.
        weapon_skill: With all modifiers.
        strength: Likewise.
        initiative: Likewise.
        rules: Special rules of these blows, the weapon's too.
        moment: When they fall, if they fall at a time of their own; "initiative" otherwise.
        first: They have Always Strikes First (CC-11).
        last: They have Always Strikes Last.
        automatic: They hit without a roll.
        hit_bonus: ``(reason, number)`` added to the roll to hit.
        again: Why missed blows are struck again; empty: they are not (GEN-06).
        doubted: Why blows that hit must be struck again; empty: they are not.
        once: They are made by one model alone, whatever the number in contact: the champion's own.
        why: What has changed attacks, Strength or Initiative, each with its rule.
    """

    attacker: str
    part: int
    name: str
    target: str
    arc: Arc
    attacks: Amount
    support: int
    weapon_skill: int
    strength: int
    initiative: int
    rules: tuple[RuleUse, ...] = ()
    moment: Moment = "initiative"
    first: bool = False
    last: bool = False
    automatic: bool = False
    hit_bonus: tuple[tuple[str, int], ...] = ()
    again: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    once: bool = False
    why: tuple[str, ...] = ()

    @property
    def time(self) -> Moment:
        """When they fall: who always strikes first and always last strikes by his Initiative (CC-11)."""
        if self.moment != "initiative" or self.first == self.last:
            return self.moment
        return "first" if self.first else "last"

    def rule(self, name: str) -> RuleUse | None:
        """The special rule of this name that these blows have."""
        return next((use for use in self.rules if use.name == name), None)

    def stronger(self, reason: str, strength: int = 0, initiative: int = 0, attacks: int = 0) -> Blow:
        """The same blows with more Strength, Initiative or attacks, and the reason."""
        return replace(
            self,
            strength=_limited(self.strength + strength),
            initiative=_limited(self.initiative + initiative),
            attacks=self.attacks.more(attacks),
            why=(*self.why, reason),
        )


def _limited(value: int) -> int:
    """A characteristic lies in 0 to 10 (GEN-11)."""
    return min(max(value, 0), 10)


def equipment_of(unit: Unit, part: Part) -> tuple[str, ...]:
    """Names of what a part of a unit's models carries."""
    return unit.muster.equipment if part is unit.type.parts[0] else part.equipment


def close_weapons(unit: Unit, part: Part) -> tuple[Weapon, ...]:
    """The weapons among which a part may choose: its special ones, or if it has none its hand weapon (CC-08)."""
    known = bundled_catalogue().handbook.equipment
    carried = [known.get(name) for name in equipment_of(unit, part)]  # a rule may be bought like a thing
    special = tuple(one for one in carried if isinstance(one, Weapon) and one.close and one.name != HAND_WEAPON)
    hand = known[HAND_WEAPON]
    assert isinstance(hand, Weapon)
    return special or (hand,)


def weapon_of(unit: Unit, part: Part) -> Weapon:
    """What a part wields in this combat."""
    choice = close_weapons(unit, part)
    mark = unit.mark(COMBAT, WEAPON) if part is unit.type.parts[0] else None
    return next((one for one in choice if mark and one.name == mark.value), choice[0])


def wields(unit: Unit) -> Weapon | None:
    """What the models themselves wield; None: a beast or a machine."""
    carried = unit.muster.equipment
    part = unit.type.parts[0]
    weapon = weapon_of(unit, part)
    return weapon if weapon.name != HAND_WEAPON or HAND_WEAPON in carried else None


def on_foot(unit: Unit) -> bool:
    """Its models do not ride."""
    return unit.type.mount is None and unit.type.troop_type.id not in ("cavalry", "monstrous-cavalry")


def weapon_bonuses(state: State, unit: Unit, part: Part, target: str = "") -> tuple[tuple[Weapon, Bonus], ...]:
    """What the weapon of a part gives now, against this target; without a target what it always gives."""
    weapon = weapon_of(unit, part)
    foot = on_foot(unit)
    shield = any(name in ("shield", "buckler") for name in equipment_of(unit, part))
    return tuple(
        (weapon, bonus)
        for bonus in weapon.bonuses
        if bonus.wielder in ("any", "foot" if foot else "mounted")
        and (shield or not bonus.with_shield)
        and (bonus.when == "always" or (target and _holds(state, unit, bonus, target)))
    )


def _holds(state: State, unit: Unit, bonus: Bonus, target: str) -> bool:
    """Whether a weapon's condition holds against a target: it was charged, or has charged in the front (SR-WP)."""
    enemy = host_of(state, target)
    if bonus.when == "charging":
        return enemy in charged_units(state, unit)
    if bonus.when != "charged-in-front":
        return False
    host = host_of(state, unit.id)
    foe = state.unit(enemy)
    struck = next((own_side(pair, host) for pair, other in engagements_of(state, host) if other == enemy), None)
    return struck == "front" and host in charged_units(state, foe) and foe.type.troop_type.id in _HEAVY


def part_rules(unit: Unit, part: Part) -> tuple[RuleUse, ...]:
    """The special rules that the blows of a part have: its own, those of its troop type, and those bought."""
    own = [use.name for other in unit.type.parts if other is not part for use in other.rules]
    common = [use for use in unit.type.rules if use.name not in own and use not in part.rules]
    bought = bought_rules(unit.muster.equipment) if part is unit.type.parts[0] else ()
    return (*part.rules, *common, *bought)


def strikers(part: Part) -> int:
    """How many of a part strike on each model: all of a crew, and all beasts of a chariot."""
    return part.count if part.role in ("crew", "beasts") else 1


def one_more_attack(state: State, blow: Blow, reason: str) -> Blow:
    """One attack more of each who strikes; what is no blow by the A of a profile stays as it is (CC-08)."""
    if blow.automatic or blow.moment != "initiative":
        return blow
    part = state.unit(blow.attacker).type.parts[blow.part]
    return blow.stronger(f"A +1: {reason}", attacks=strikers(part))


def _support_limit(unit: Unit, part: Part) -> int:
    kind = unit.type.troop_type
    if unit.type.mount is None:
        return kind.support
    return kind.rider_support if part is unit.type.parts[0] else kind.mount_support


def extra_ranks(state: State, unit: Unit) -> int:
    """Ranks that support beyond the second: Fight in Extra Ranks of weapons and models adds up (CC-07)."""
    part = unit.type.parts[0]
    uses = [use for _, bonus in weapon_bonuses(state, unit, part) for use in bonus.rules] + list(unit.rules)
    return sum(int(use.parameter) for use in uses if use.name == "Fight in Extra Ranks")


def plain_blow(state: State, unit: Unit, number: int, target: str) -> Blow | None:
    """The blows of a part before special rules change them; None: it makes none."""
    part = unit.type.parts[number]
    profile = part.profile
    if profile.attacks in ("*", 0, "0") and not any(use.name == "Random Attacks" for use in part.rules):
        return None
    if profile.weapon_skill == 0 or part.role == "handlers":
        return None
    attacks = Amount() if profile.attacks == "*" else read_amount(profile.attacks)
    count = strikers(part)
    blow = Blow(
        attacker=unit.id,
        part=number,
        name=unit.name if number == 0 else f"{profile.name} of {unit.name}",
        target=target,
        arc=side_struck(state, unit.id, target),
        attacks=Amount(attacks.plus * count, attacks.dice * count, attacks.faces),
        support=_support_limit(unit, part),
        weapon_skill=profile.weapon_skill,
        strength=profile.strength,
        initiative=profile.initiative,
        rules=part_rules(unit, part),
    )
    if has_charged(state, unit):
        blow = blow.stronger("I +1: charged (CC-10)", initiative=1)
    for weapon, bonus in weapon_bonuses(state, unit, part, target) if part.role in ("model", "crew") else ():
        if bonus.strength or bonus.initiative or bonus.attacks:
            words = [
                f"{letter} {number:+d}"
                for letter, number in (("S", bonus.strength), ("I", bonus.initiative), ("A", bonus.attacks))
                if number
            ]
            blow = blow.stronger(
                f"{', '.join(words)}: {weapon.name} (SR-WP)", bonus.strength, bonus.initiative, bonus.attacks * count
            )
        blow = replace(blow, rules=(*blow.rules, *bonus.rules))
    return blow


def shaped(book: Rulebook, state: State, blow: Blow) -> Blow:
    """The blows with everything that special rules of the attacker, the weapon and the target do to them."""
    for rule in book.special:
        for use in blow.rules:
            if use.name == rule.name:
                blow = rule.strikes(state, blow, use)
    target = state.unit(blow.target)
    for rule in book.special:
        if target.carries(rule.name):
            blow = rule.struck(state, blow)
    return blow


def blows_at(book: Rulebook, state: State, attacker: str, target: str) -> tuple[Blow, ...]:
    """All blows that a unit or character can strike at a target in this round, of whatever moment (CC-12).

    Args:
        book: The rulebook.
        state: The battle.
        attacker: Id of the unit or character.
        target: Id of the unit or character that is struck.
    """
    unit = state.unit(attacker)
    if unit.down:
        return ()
    plain = [plain_blow(state, unit, number, target) for number in range(len(unit.type.parts))]
    own = [shaped(book, state, blow) for blow in plain if blow is not None]
    more = [
        shaped(book, state, blow)
        for rule in book.special
        for use in unit.uses(rule.name)
        for blow in rule.blows(state, unit, target, use)
    ]
    return (*own, *_of_champion(unit, own), *_highest_impact(more))


def _of_champion(unit: Unit, own: list[Blow]) -> tuple[Blow, ...]:
    """The champion's one attack more, struck like those of his comrades."""
    if "champion" not in unit.muster.command or unit.type.champion_bonus != "attacks" or not own:
        return ()
    words = f"champion of {unit.name}"
    return (replace(own[0], name=words, attacks=Amount(1), support=0, once=True, why=(*own[0].why, "A +1: champion")),)


def _highest_impact(blows: list[Blow]) -> list[Blow]:
    """Of several sets of Impact Hits on a model the higher one counts, never the sum (IMPACT-02)."""
    impacts = [blow for blow in blows if blow.moment == "impact"]
    if len(impacts) < 2:
        return blows
    best = max(impacts, key=lambda blow: (blow.attacks.mean, blow.attacks.most))
    return [blow for blow in blows if blow.moment != "impact" or blow is best]

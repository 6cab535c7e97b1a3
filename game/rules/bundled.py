"""The rulebook of Giantfall: every special rule that is played, in the order in which they act."""

from __future__ import annotations

from dataclasses import dataclass

from game.catalogue import Catalogue, UnitType
from game.rules.book import Rulebook
from game.rules.special.always_strikes_first import AlwaysStrikesFirst
from game.rules.special.always_strikes_last import AlwaysStrikesLast
from game.rules.special.ambushers import Ambushers
from game.rules.special.animated_construct import AnimatedConstruct
from game.rules.special.armour_piercing import ArmourPiercing
from game.rules.special.cold_blooded import ColdBlooded
from game.rules.special.devastating_charge import DevastatingCharge
from game.rules.special.dodge import Dodge
from game.rules.special.expendable import Expendable
from game.rules.special.fall_over import FallOver
from game.rules.special.fast_cavalry import FastCavalry
from game.rules.special.fear import Fear
from game.rules.special.fight_in_extra_ranks import FightInExtraRanks
from game.rules.special.flaming_attacks import FlamingAttacks
from game.rules.special.flammable import Flammable
from game.rules.special.fly import Fly
from game.rules.special.frenzy import Frenzy
from game.rules.special.hatred import Hatred
from game.rules.special.heroic_killing_blow import HeroicKillingBlow
from game.rules.special.ice_attacks import IceAttacks
from game.rules.special.ignores_armour_saves import IgnoresArmourSaves
from game.rules.special.immunity import Immunity
from game.rules.special.impact_hits import ImpactHits
from game.rules.special.killing_blow import KillingBlow
from game.rules.special.large_target import LargeTarget
from game.rules.special.lightning_attacks import LightningAttacks
from game.rules.special.magical_attacks import MagicalAttacks
from game.rules.special.mighty_blow import MightyBlow
from game.rules.special.multiple_wounds import MultipleWounds
from game.rules.special.natural_armour import NaturalArmour
from game.rules.special.parry import Parry
from game.rules.special.poisoned_attacks import PoisonedAttacks
from game.rules.special.random_attacks import RandomAttacks
from game.rules.special.random_movement import RandomMovement
from game.rules.special.regeneration import Regeneration
from game.rules.special.relentless import Relentless
from game.rules.special.skirmishers import Skirmishers
from game.rules.special.stomp import Stomp
from game.rules.special.strength_bonus import StrengthBonus
from game.rules.special.strider import Strider
from game.rules.special.stubborn import Stubborn
from game.rules.special.stupidity import Stupidity
from game.rules.special.swiftstride import Swiftstride
from game.rules.special.terror import Terror
from game.rules.special.thunderous_charge import ThunderousCharge
from game.rules.special.unbreakable import Unbreakable
from game.rules.special.ward_save import WardSave

BOOK = Rulebook(
    special=(
        Ambushers(),
        Expendable(),
        FallOver(),
        NaturalArmour(),
        Regeneration(),
        Swiftstride(),
        WardSave(),
        AnimatedConstruct(),
        FastCavalry(),
        Fly(),
        Relentless(),
        Skirmishers(),
        Strider(),
        Unbreakable(),
        Terror(),
        Stupidity(),
        Stubborn(),
        RandomMovement(),
        Immunity(),
        Fear(),
        RandomAttacks(),
        Frenzy(),
        DevastatingCharge(),
        StrengthBonus(),
        MightyBlow(),
        ThunderousCharge(),
        AlwaysStrikesFirst(),
        AlwaysStrikesLast(),
        IceAttacks(),
        Hatred(),
        FightInExtraRanks(),
        ImpactHits(),
        Stomp(),
        ArmourPiercing(),
        IgnoresArmourSaves(),
        LightningAttacks(),
        FlamingAttacks(),
        Flammable(),
        MagicalAttacks(),
        PoisonedAttacks(),
        KillingBlow(),
        HeroicKillingBlow(),
        MultipleWounds(),
        Parry(),
        Dodge(),
        ColdBlooded(),
        LargeTarget(),
    )
)

ALL = "all of it"
"""What is wanting of a special rule that is not played at all."""


@dataclass(frozen=True, slots=True)
class MissingRule:
    """A special rule of the vocabulary that is not played, or not wholly.

    Attributes:
        name: Its name.
        wanting: What of it is not played; empty: all of it.
        units: Ids of the unit types that carry it; none: weapons or rules of the turn give it.
    """

    name: str
    wanting: str
    units: tuple[str, ...]


def missing_rules(catalogue: Catalogue, book: Rulebook = BOOK) -> tuple[MissingRule, ...]:
    """Every special rule of the vocabulary that is not played, or not wholly, by name."""
    carriers: dict[str, list[str]] = {name: [] for name in catalogue.special_rules.names}
    for kind in catalogue.values():
        for name in dict.fromkeys(use.name for use in kind.rules):
            carriers.setdefault(name, []).append(kind.id)
    played = {rule.name: rule.not_yet for rule in book.special}
    return tuple(
        MissingRule(name, played.get(name, ""), tuple(units))
        for name, units in sorted(carriers.items())
        if played.get(name, "all")
    )


def wanting(kind: UnitType, book: Rulebook = BOOK) -> dict[str, str]:
    """What of each special rule of this type is not played: empty, :data:`ALL`, or what it is. By the rule's name."""
    played = {rule.name: rule.not_yet for rule in book.special}
    return {use.name: played.get(use.name, ALL) for use in kind.rules}

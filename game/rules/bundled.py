"""The rulebook of Giantfall: every special rule that is played, in the order in which they act."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.catalogue import Catalogue, UnitType
from game.rules.book import Rulebook
from game.rules.special.fall_over import FallOver
from game.rules.special.natural_armour import NaturalArmour
from game.rules.special.regeneration import Regeneration
from game.rules.special.swiftstride import Swiftstride
from game.rules.special.ward_save import WardSave

BOOK = Rulebook(special=(FallOver(), NaturalArmour(), Regeneration(), Swiftstride(), WardSave()))


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


def unplayed(kind: UnitType, book: Rulebook = BOOK) -> Iterable[str]:
    """Names of this type's special rules that are not played, or not wholly: its card marks them."""
    whole = {rule.name for rule in book.special if not rule.not_yet}
    return tuple(dict.fromkeys(use.name for use in kind.rules if use.name not in whole))

"""Profiles, troop types, equipment and the words for special rules; reads ``assets/catalogue/*.toml``."""

from __future__ import annotations

from game.catalogue.catalogue import Catalogue, bought_rules, bundled_catalogue, read_catalogue, read_types_file
from game.catalogue.equipment import (
    Armour,
    Bonus,
    Equipment,
    Upgrade,
    Weapon,
    armour_pieces,
    armour_points,
    armour_save,
)
from game.catalogue.forms import TypeForm
from game.catalogue.handbook import Handbook, read_base
from game.catalogue.reader import read_types
from game.catalogue.special_rules import RuleName, RuleUse, Vocabulary
from game.catalogue.types import Part, Profile, TroopType, UnitType

__all__ = [
    "Armour",
    "Bonus",
    "Catalogue",
    "Equipment",
    "Handbook",
    "Part",
    "Profile",
    "RuleName",
    "RuleUse",
    "TroopType",
    "TypeForm",
    "UnitType",
    "Upgrade",
    "Vocabulary",
    "Weapon",
    "armour_pieces",
    "armour_points",
    "armour_save",
    "bought_rules",
    "bundled_catalogue",
    "read_base",
    "read_catalogue",
    "read_types",
    "read_types_file",
]

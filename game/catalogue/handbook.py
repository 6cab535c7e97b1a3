"""What unit types refer to: special rules, equipment, troop types, and how their tables are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from game.catalogue.equipment import Armour, Bonus, Equipment, Upgrade, Weapon
from game.catalogue.faults import Faults, read_form
from game.catalogue.forms import ArmourForm, BonusForm, RuleForm, TroopTypeForm, UpgradeForm, WeaponForm
from game.catalogue.names import fold
from game.catalogue.special_rules import RuleName, RuleUse, Vocabulary
from game.catalogue.types import TroopType
from game.table.formation import Base

_BASE = re.compile(r"(?:round\s+(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*[x\u00d7]\s*(\d+(?:\.\d+)?))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Handbook:
    """What unit types refer to. The mappings are read only.

    Attributes:
        rules: The vocabulary of special rules.
        equipment: Armour, weapons and upgrades by name.
        troop_types: Troop types by id.
    """

    rules: Vocabulary
    equipment: Mapping[str, Equipment]
    troop_types: Mapping[str, TroopType]


def read_base(text: str) -> Base:
    """A base from ``25x50`` (mm, width x depth) or ``round 60`` (diameter).

    Raises:
        ValueError: Another form, or a size that no base has.
    """
    match = _BASE.fullmatch(text.strip())
    sizes = [float(size) for size in match.groups() if size is not None] if match else []
    if not sizes or not all(5 <= size <= 500 for size in sizes):
        raise ValueError(f"found base '{text}': write width x depth in mm, such as '25x50', or 'round 60'; 5 to 500 mm")
    return Base.from_millimetres(*sizes)


def read_rules(texts: Iterable[str], vocabulary: Vocabulary, key: str, faults: Faults) -> tuple[RuleUse, ...]:
    """Special rules as a unit carries them; those that the vocabulary does not know are reported."""
    rules = []
    for index, text in enumerate(texts):
        try:
            rules.append(vocabulary.read(text))
        except ValueError as error:
            faults.add(f"{key}[{index}]", str(error))
    return tuple(rules)


def read_vocabulary(tables: Sequence[object], faults: Faults) -> Vocabulary:
    """The ``[[rule]]`` tables of ``special-rules.toml``."""
    vocabulary = Vocabulary()
    for index, table in enumerate(tables):
        key = f"rule[{index}]"
        if form := read_form(RuleForm, table, key, faults):
            if fold(form.name) in vocabulary:
                faults.add(f"{key}.name", f"the special rule '{form.name}' is there twice")
            if (form.parameter == "choice") != bool(form.choices):
                faults.add(f"{key}.choices", f"'{form.name}': a parameter of form 'choice' has choices, no other has")
            vocabulary[fold(form.name)] = RuleName(**form.model_dump())
    return vocabulary


def read_equipment(tables: Mapping[str, Sequence[object]], rules: Vocabulary, faults: Faults) -> dict[str, Equipment]:
    """The ``[[armour]]``, ``[[weapon]]`` and ``[[upgrade]]`` tables of ``equipment.toml``, by name."""
    things: list[tuple[str, Equipment]] = []
    for index, table in enumerate(tables.get("armour", ())):
        if armour := read_form(ArmourForm, table, f"armour[{index}]", faults):
            things.append((f"armour[{index}]", Armour(**armour.model_dump())))
    for index, table in enumerate(tables.get("weapon", ())):
        if weapon := read_form(WeaponForm, table, f"weapon[{index}]", faults):
            things.append((f"weapon[{index}]", _weapon(weapon, rules, f"weapon[{index}]", faults)))
    for index, table in enumerate(tables.get("upgrade", ())):
        if upgrade := read_form(UpgradeForm, table, f"upgrade[{index}]", faults):
            uses = read_rules(upgrade.special_rules, rules, f"upgrade[{index}].special-rules", faults)
            thing = Upgrade(upgrade.name, upgrade.mount, upgrade.wizard, uses, upgrade.about)
            things.append((f"upgrade[{index}]", thing))
    equipment: dict[str, Equipment] = {}
    for key, piece in things:
        if piece.name in equipment:
            faults.add(f"{key}.name", f"the equipment '{piece.name}' is there twice")
        equipment[piece.name] = piece
    return equipment


def _weapon(form: WeaponForm, rules: Vocabulary, key: str, faults: Faults) -> Weapon:
    plain = form.model_dump(exclude={"bonuses", "special_rules"})
    bonuses = tuple(_bonus(bonus, rules, f"{key}.bonuses[{i}]", faults) for i, bonus in enumerate(form.bonuses))
    return Weapon(**plain, bonuses=bonuses, rules=read_rules(form.special_rules, rules, f"{key}.special-rules", faults))


def _bonus(form: BonusForm, rules: Vocabulary, key: str, faults: Faults) -> Bonus:
    uses = read_rules(form.special_rules, rules, f"{key}.special-rules", faults)
    return Bonus(**form.model_dump(exclude={"special_rules"}), rules=uses)


def read_troop_types(tables: Sequence[object], rules: Vocabulary, faults: Faults) -> dict[str, TroopType]:
    """The ``[[troop-type]]`` tables of ``troop-types.toml``, by id."""
    types: dict[str, TroopType] = {}
    for index, table in enumerate(tables):
        key = f"troop-type[{index}]"
        if form := read_form(TroopTypeForm, table, key, faults):
            uses = read_rules(form.special_rules, rules, f"{key}.special-rules", faults)
            bases = read_bases(form.bases, f"{key}.bases", faults)
            plain = form.model_dump(exclude={"special_rules", "bases"})
            if form.id in types:
                faults.add(f"{key}.id", f"the id '{form.id}' is there twice")
            types[form.id] = TroopType(**plain, rules=uses, bases=bases)
    return types


def read_bases(texts: Iterable[str], key: str, faults: Faults) -> tuple[Base, ...]:
    """Bases of a list; those of another form are reported."""
    bases = []
    for index, text in enumerate(texts):
        try:
            bases.append(read_base(text))
        except ValueError as error:
            faults.add(f"{key}[{index}]", str(error))
    return tuple(bases)

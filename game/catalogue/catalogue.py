"""The catalogue: every unit type by its id, and the bundled one from ``assets/catalogue``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from game.catalogue.echo import escaped, tidy
from game.catalogue.equipment import Upgrade
from game.catalogue.faults import Faults, read_form
from game.catalogue.forms import EquipmentFile
from game.catalogue.handbook import Handbook, read_equipment, read_troop_types, read_vocabulary
from game.catalogue.names import did_you_mean, fold
from game.catalogue.reader import read_types
from game.catalogue.special_rules import RuleUse, Vocabulary
from game.catalogue.types import UnitType
from game.errors import InputError, Problem
from game.resources import folder

_SHARED = ("special-rules.toml", "equipment.toml", "troop-types.toml")


@dataclass(frozen=True, eq=False)
class Catalogue(Mapping[str, UnitType]):
    """Unit types by id, in the order of the files.

    Attributes:
        types: The types by id; read only.
        handbook: What they refer to: special rules, equipment, troop types.
    """

    types: Mapping[str, UnitType]
    handbook: Handbook

    def __getitem__(self, unit_id: str) -> UnitType:
        return self.types[unit_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.types)

    def __len__(self) -> int:
        return len(self.types)

    @property
    def special_rules(self) -> Vocabulary:
        """The vocabulary of special rules."""
        return self.handbook.rules

    def find(self, name: str) -> UnitType:
        """The type of that id or, failing that, of that name, after folding of letters (C154).

        Raises:
            InputError: None is called that, or several are; the message proposes near ones.
        """
        if name in self.types:
            return self.types[name]
        wanted = fold(name)
        if (by_id := self.types.get(wanted)) is not None:
            return by_id
        found = [unit_type for unit_type in self.types.values() if fold(unit_type.name) == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            raise InputError.of(tidy(f"'{name}' may be {' or '.join(repr(one.id) for one in found)}: write the id"))
        near = did_you_mean(name, self.types)
        if not near:
            near = did_you_mean(name, [one.name for one in self.types.values()])
        raise InputError.of(tidy(f"no unit type is called '{name}'{near}"))

    def with_types(self, extra: Iterable[UnitType]) -> Catalogue:
        """The catalogue with more types; one of the same id takes the other's place."""
        return Catalogue({**self.types, **{unit_type.id: unit_type for unit_type in extra}}, self.handbook)


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        InputError: It cannot be read, or it is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError.of(tidy(f"cannot be read: {error}"), escaped(str(path))) from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        text = tidy(f"is no TOML: {error}")
        raise InputError.of(text, escaped(str(path)), int(line[1]) if line else 0) from error


def read_types_file(path: Path, handbook: Handbook) -> tuple[tuple[UnitType, ...], tuple[Problem, ...]]:
    """The unit types of a catalogue file and every problem in it.

    Raises:
        InputError: The file cannot be read, or it is no TOML.
    """
    return _types_of(read_toml(path), str(path), handbook)


def _types_of(
    tables: dict[str, Any], file: str, handbook: Handbook
) -> tuple[tuple[UnitType, ...], tuple[Problem, ...]]:
    faults = Faults(file)
    for name in tables:
        if name != "type":
            faults.add(name, f"unknown table '{name}'; a file of unit types holds [[type]] tables only")
    rows = tables.get("type", [])
    if not isinstance(rows, list):
        faults.add("type", "found no list: write [[type]] in double brackets")
        rows = []
    types, problems = read_types(rows, file, handbook)
    return types, (*faults.told(), *problems)


def read_handbook(place: Path) -> Handbook:
    """Special rules, equipment and troop types from a folder.

    Raises:
        InputError: With every problem in the three files.
    """
    words, things, troops = (read_toml(place / name) for name in _SHARED)
    in_words, in_things, in_troops = (Faults(str(place / name)) for name in _SHARED)
    rules = read_vocabulary(words.get("rule", []), in_words)
    read_form(EquipmentFile, {name: [] for name in things}, "", in_things)
    equipment = read_equipment(things, rules, in_things)
    troop_types = read_troop_types(troops.get("troop-type", []), rules, in_troops)
    if problems := (*in_words.told(), *in_things.told(), *in_troops.told()):
        raise InputError(problems)
    return Handbook(rules, equipment, troop_types)


def read_catalogue(place: Path) -> Catalogue:
    """The catalogue of a folder: its three shared files, and a file of unit types for each army, by name.

    Raises:
        InputError: With every problem in all files; warnings alone raise nothing.
    """
    handbook = read_handbook(place)
    types: dict[str, UnitType] = {}
    problems: list[Problem] = []
    for path in sorted(place.glob("*.toml")):
        if path.name in _SHARED:
            continue
        read, found = read_types_file(path, handbook)
        problems += found
        for unit_type in read:
            if unit_type.id in types:
                problems.append(Problem(f"the id '{unit_type.id}' is already in another file", str(path)))
            types[unit_type.id] = unit_type
    if any(not problem.warning for problem in problems):
        raise InputError(problems)
    return Catalogue(types, handbook)


@cache
def bundled_catalogue() -> Catalogue:
    """The catalogue that comes with Giantfall, read once."""
    return read_catalogue(folder("assets") / "catalogue")


@cache
def bought_rules(equipment: tuple[str, ...]) -> tuple[RuleUse, ...]:
    """Special rules that come with this equipment: of upgrades (a ward save bought for a Giant), or bought by name."""
    return tuple(use for name in equipment for use in _rules_of_option(name))


def _rules_of_option(name: str) -> tuple[RuleUse, ...]:
    """Special rules that one option gives; one that is no thing may be a special rule itself, such as ``Ambushers``."""
    handbook = bundled_catalogue().handbook
    thing = handbook.equipment.get(name)
    if thing is not None:
        return thing.rules if isinstance(thing, Upgrade) else ()
    try:
        return (handbook.rules.read(name),)
    except ValueError:
        return ()

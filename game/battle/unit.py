"""A unit: what it was mustered as, and how it stands now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from game.battle.marks import Mark
from game.catalogue import bought_rules
from game.catalogue.special_rules import RuleUse
from game.catalogue.types import UnitType
from game.table.formation import Formation, Ranked
from game.table.pose import Pose

Fate = Literal["on-table", "destroyed", "fled", "away"]
"""Where a unit is: on the table, destroyed, fled off the table, or not (yet) on it."""


@dataclass(frozen=True, slots=True)
class Muster:
    """What does not change during a battle.

    Attributes:
        id: Name in the scenario file.
        side: Id of its side.
        name: What people call it.
        type: Its entry of the catalogue.
        models: Models at the start of the battle, joined characters not counted.
        command: Of ``champion``, ``musician``, ``standard``.
        equipment: What it carries, options included.
        general: The army's General.
        battle_standard: Bearer of the battle standard.
    """

    id: str
    side: str
    name: str
    type: UnitType
    models: int
    command: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    general: bool = False
    battle_standard: bool = False


@lru_cache(maxsize=4096)
def _all_rules(kind: UnitType, equipment: tuple[str, ...]) -> tuple[RuleUse, ...]:
    return (*kind.rules, *bought_rules(equipment))


@lru_cache(maxsize=4096)
def _names_of_rules(kind: UnitType, equipment: tuple[str, ...]) -> frozenset[str]:
    return frozenset(use.name for use in _all_rules(kind, equipment))


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it stands.

    Attributes:
        muster: What does not change.
        pose: Centre of its front edge, and facing.
        formation: Who stands where; joined characters take places in it.
        wounds: Wounds suffered by models that are not removed: of a block, on its wounded model (DMG-16).
        fate: On the table or not.
        fleeing: It flees.
        down: It lies on the ground (FALL-17).
        host: Id of the unit this character has joined, or "".
        place: Number of the model place that a joined character takes in its host's formation.
        garrison: Id of the building it holds, or "".
        marks: What rules remember about it.
    """

    muster: Muster = field(hash=False)
    pose: Pose
    formation: Formation
    wounds: int = 0
    fate: Fate = "on-table"
    fleeing: bool = False
    down: bool = False
    host: str = ""
    place: int = 0
    garrison: str = ""
    marks: tuple[Mark, ...] = ()

    @property
    def id(self) -> str:
        """Name in the scenario file."""
        return self.muster.id

    @property
    def side(self) -> str:
        """Id of its side."""
        return self.muster.side

    @property
    def name(self) -> str:
        """What people call it."""
        return self.muster.name

    @property
    def type(self) -> UnitType:
        """Its entry of the catalogue."""
        return self.muster.type

    @property
    def on_table(self) -> bool:
        """It stands on the table (or garrisons a building on it)."""
        return self.fate == "on-table"

    @property
    def has_ranks(self) -> bool:
        """It stands in ranks and files."""
        return isinstance(self.formation, Ranked)

    @property
    def rules(self) -> tuple[RuleUse, ...]:
        """All special rules of its models: of the type, its mount, its troop type, and those bought as equipment."""
        return _all_rules(self.muster.type, self.muster.equipment)

    @property
    def rule_names(self) -> frozenset[str]:
        """Names of all its special rules."""
        return _names_of_rules(self.muster.type, self.muster.equipment)

    def uses(self, name: str) -> tuple[RuleUse, ...]:
        """Every use of the special rule of this name."""
        return tuple(use for use in self.rules if use.name == name)

    def carries(self, name: str) -> bool:
        """Whether its models have this special rule."""
        return name in self.rule_names

    def rule(self, name: str) -> RuleUse | None:
        """The special rule of this name with its parameter, if it has it."""
        return next(iter(self.uses(name)), None)

    def mark(self, rule: str, name: str) -> Mark | None:
        """What this rule remembers under this name."""
        return next((mark for mark in self.marks if (mark.rule, mark.name) == (rule, name)), None)

    def marked(self, mark: Mark) -> Unit:
        """This unit with one mark more; one of the same rule and name gives way."""
        rest = tuple(old for old in self.marks if (old.rule, old.name) != (mark.rule, mark.name))
        return replace(self, marks=(*rest, mark))

"""What the catalogue holds: profiles, troop types and unit types. Frozen values; inches throughout."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from game.catalogue.names import did_you_mean
from game.catalogue.special_rules import RuleUse
from game.errors import InputError
from game.table.formation import Base

Role = Literal["model", "mount", "crew", "beasts", "handlers"]
Chart = Literal["man-sized", "big"]


@dataclass(frozen=True, slots=True)
class Profile:
    """The nine characteristics; 0 where the rulebook prints a dash (GEN-12).

    Attributes:
        name: Whose profile it is.
        movement: M in inches, or dice as text (``"3D6"``: Random Movement).
        attacks: A, or dice as text (``"D6+1"``), or ``"*"``: the model's own chart or rule.
    """

    name: str
    movement: int | str
    weapon_skill: int
    ballistic_skill: int
    strength: int
    toughness: int
    wounds: int
    initiative: int
    attacks: int | str
    leadership: int


@dataclass(frozen=True, slots=True)
class TroopType:
    """A row of the troop type table (GEN-14, FORM-08).

    Attributes:
        unit_strength: Of one model: a number, its starting Wounds, or the crew that is left.
        line_of_sight: Line of Sight value.
        files_for_rank: Models that make a complete rank; 0: the type has no ranks.
        support: Most supporting attacks of a model with a single profile (never more than its own A).
        rider_support: The same for the rider of a model with two profiles.
        mount_support: The same for its mount.
        rules: Special rules that every unit of the type has.
        bases: Approved bases; a larger one is allowed, a smaller one never; empty: any.
        giant_chart: Column of a Giant's charts (GIANT-03).
        beast_giant_chart: Column of the Beast Giant's chart (BEAST-02).
        stompable: Stomps may hit it (STOMP-01).
        single: Its units are one model unless a unit type says otherwise.
    """

    id: str
    name: str
    unit_strength: int | Literal["starting-wounds", "crew"]
    line_of_sight: int
    files_for_rank: int
    support: int
    rider_support: int
    mount_support: int
    rules: tuple[RuleUse, ...]
    bases: tuple[Base, ...]
    giant_chart: Chart
    beast_giant_chart: Chart
    stompable: bool
    single: bool


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a model: the model itself (rider, chassis, machine), its mount, crew, beasts, or handlers.

    Attributes:
        count: How many of them a model has as standard (handlers: a unit's beast).
        least: Fewest that may be taken.
        most: Most that may be taken.
        points: Of each one, on top of the model's points; 0 if they are included.
        equipment: Names of what they carry as standard.
        rules: Special rules of this part alone.
    """

    role: Role
    profile: Profile
    count: int = 1
    least: int = 1
    most: int = 1
    points: float = 0.0
    equipment: tuple[str, ...] = ()
    rules: tuple[RuleUse, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitType:
    """An entry of the catalogue.

    Attributes:
        parts: The model itself first, then mount, crew (one entry a kind), beasts or handlers.
        points: Of one model, its options and counted parts not included.
        fixed_points: Of the unit, once, whatever its size.
        bases: Allowed bases in inches, the default first.
        crew_base: Base of crew or handlers that stand on the table by themselves.
        minimum: Fewest models of a unit.
        maximum: Most models of a unit; 0: no limit.
        options: ``(name, points of a model)`` in the order of the file; 0 points: a free exchange.
        rules: All rules of the model: its own, its mount's and its troop type's.
        without: Names of troop type rules that it lacks.
        save: Best armour save in combat with the standard equipment as the source lists it (5 for 5+); None: no save.
        missile_save: The same against missiles, where the source lists another one.
        save_note: Why the listed save is not the computed one; empty: they agree.
        chassis_save: Printed save of a chassis, in place of a computed one.
        character: It is a Character.
        mount_only: It is bought as a mount and is no unit by itself.
        single_model: Its units are one model.
        command: ``(role, points)`` of the command group it may take: champion, musician, standard.
        champion_bonus: The characteristic in which the champion is 1 better.
        wizard: Wizard level; 0: none.
    """

    id: str
    name: str
    army: str
    troop_type: TroopType
    parts: tuple[Part, ...]
    points: float
    fixed_points: float
    bases: tuple[Base, ...]
    crew_base: Base | None
    minimum: int
    maximum: int
    options: tuple[tuple[str, float], ...]
    rules: tuple[RuleUse, ...]
    without: tuple[str, ...]
    save: int | None
    missile_save: int | None
    save_note: str
    chassis_save: int | None
    character: bool
    mount_only: bool
    single_model: bool
    command: tuple[tuple[str, float], ...]
    champion_bonus: Literal["attacks", "ballistic-skill"]
    wizard: int
    source: str
    notes: str

    def __hash__(self) -> int:
        # Unit types are keys of caches: the id tells them apart well enough, equality compares the rest.
        return hash(self.id)

    @property
    def profile(self) -> Profile:
        """Profile of the model itself: rider, chassis or machine."""
        return self.parts[0].profile

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """All profiles: rider first, then mount; chassis, crew, beasts."""
        return tuple(part.profile for part in self.parts)

    @property
    def base(self) -> Base:
        """The default base."""
        return self.bases[0]

    @property
    def equipment(self) -> tuple[str, ...]:
        """Names of the standard equipment of the model itself."""
        return self.parts[0].equipment

    @property
    def special_rules(self) -> tuple[RuleUse, ...]:
        """The special rules listed with the model itself, without its mount's and its troop type's."""
        return self.parts[0].rules

    @property
    def mount(self) -> Part | None:
        """The mount of a rider."""
        return next((part for part in self.parts if part.role == "mount"), None)

    @property
    def crew_parts(self) -> tuple[Part, ...]:
        """The crew of a chariot, shrine, monster or war machine: one entry a kind."""
        return tuple(part for part in self.parts if part.role == "crew")

    @property
    def crew(self) -> int:
        """How many crew a model has as standard; 0 without crew."""
        return sum(part.count for part in self.crew_parts)

    @property
    def beasts(self) -> Part | None:
        """The beasts that draw a chariot, or the bearers of a shrine."""
        return next((part for part in self.parts if part.role == "beasts"), None)

    @property
    def handlers(self) -> Part | None:
        """The handlers of a Mixed Unit (MIXED-01)."""
        return next((part for part in self.parts if part.role == "handlers"), None)

    def has(self, rule: str) -> bool:
        """Whether the model has the special rule of that name, with whatever parameter."""
        return any(use.name == rule for use in self.rules)

    def uses(self, rule: str) -> tuple[RuleUse, ...]:
        """Every use of the special rule of that name; several add or not as the rule says."""
        return tuple(use for use in self.rules if use.name == rule)

    def cost(self, models: int = 1, options: Iterable[str] = (), command: Iterable[str] = ()) -> float:
        """Points of a unit with standard crew, beasts and handlers.

        Raises:
            InputError: An option or a command role that the type does not list.
        """
        prices = [_price(name, self.options, self.id) for name in options]
        group = [_price(role, self.command, self.id) for role in command]
        each = self.points + sum(part.count * part.points for part in self.parts if part.role != "handlers")
        handlers = self.handlers.count * self.handlers.points if self.handlers else 0.0
        each += sum(prices)
        return self.fixed_points + models * each + handlers + sum(group)


def _price(name: str, prices: tuple[tuple[str, float], ...], unit_type: str) -> float:
    for known, points in prices:
        if known == name:
            return points
    names = [known for known, _ in prices]
    allowed = did_you_mean(name, names) or f"; allowed: {', '.join(names) or 'nothing'}"
    raise InputError.of(f"'{unit_type}' may not take '{name}'{allowed}")

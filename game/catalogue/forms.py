"""The form of the catalogue's TOML tables: which keys there are and what may stand in them.

A scenario's own ``[[type]]`` tables have the same form.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from game.catalogue.equipment import Machine, Slot, When
from game.catalogue.special_rules import DICE, ParameterForm
from game.catalogue.texts import Line, Name, Prose
from game.catalogue.types import Chart

_DICE = DICE.pattern
Text = Name
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Save = Annotated[str, Field(pattern=r"^[1-6]\+$")]
Points = Annotated[float, Field(allow_inf_nan=False, ge=0, le=10000)]
Price = Annotated[float, Field(allow_inf_nan=False, ge=-1000, le=10000)]
"""Of an option, or of a unit once: an exchange may make a model cheaper."""
Count = Annotated[int, Field(ge=0, le=1000)]
Value = Annotated[int, Field(ge=0, le=10)] | Literal["-"]
Move = Annotated[int, Field(ge=0, le=20)] | Annotated[str, Field(pattern=rf"^(-|{_DICE})$")]
Attacks = Annotated[int, Field(ge=0, le=20)] | Annotated[str, Field(pattern=rf"^(-|\*|{_DICE})$")]
CommandRole = Literal["champion", "musician", "standard"]


def _kebab(name: str) -> str:
    return name.replace("_", "-")


class Form(BaseModel):
    """A table of a catalogue file: keys with hyphens, nothing unknown, no conversion of types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, alias_generator=_kebab)


class ProfileForm(Form):
    """The nine characteristics by their letters; ``"-"`` for none, dice or ``"*"`` where the rulebook prints them."""

    name: Line = ""
    M: Move
    WS: Value
    BS: Value
    S: Value
    T: Value
    W: Annotated[int, Field(ge=0, le=50)] | Literal["-"]
    I: Value
    A: Attacks
    Ld: Value


class PartForm(ProfileForm):
    """A mount, crew, beasts or handlers: a profile, how many there are, what they carry, their own rules."""

    count: Annotated[int, Field(ge=1, le=50)] = 1
    least: Annotated[int, Field(ge=0, le=50)] | None = None
    most: Annotated[int, Field(ge=1, le=50)] | None = None
    points: Points = 0.0
    equipment: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    special_rules: Annotated[tuple[Text, ...], Field(max_length=100)] = ()


class TypeForm(Form):
    """A unit type: one ``[[type]]`` table of a catalogue file or of a scenario."""

    id: Id
    name: Text
    army: Text
    troop_type: Text
    profile: ProfileForm
    mount: PartForm | None = None
    crew: Annotated[tuple[PartForm, ...], Field(max_length=20)] = ()
    beasts: PartForm | None = None
    handlers: PartForm | None = None
    points: Points
    fixed_points: Price = 0.0
    bases: Annotated[tuple[Text, ...], Field(min_length=1, max_length=20)]
    crew_base: Text | None = None
    minimum: Annotated[int, Field(ge=1, le=1000)] = 1
    maximum: Count = 0
    equipment: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    options: dict[str, Price] = {}
    special_rules: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    without: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    save: Save | None = None
    missile_save: Save | None = None
    save_note: Prose = ""
    chassis_save: Save | None = None
    character: bool = False
    mount_only: bool = False
    single_model: bool | None = None
    command: dict[CommandRole, Points] | None = None
    champion_bonus: Literal["A", "BS"] = "A"
    wizard: Annotated[int, Field(ge=0, le=4)] = 0
    source: Prose = ""
    notes: Prose = ""


class TroopTypeForm(Form):
    """A row of ``troop-types.toml``."""

    id: Id
    name: Text
    unit_strength: Annotated[int, Field(ge=0, le=20)] | Literal["starting-wounds", "crew"]
    line_of_sight: Annotated[int, Field(ge=0, le=10)]
    files_for_rank: Annotated[int, Field(ge=0, le=20)]
    support: Count = 0
    rider_support: Count = 0
    mount_support: Count = 0
    special_rules: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    bases: tuple[Text, ...] = ()
    giant_chart: Chart
    beast_giant_chart: Chart
    stompable: bool = False
    single: bool = False


class RuleForm(Form):
    """A word of ``special-rules.toml``."""

    name: Text
    parameter: ParameterForm = "none"
    optional: bool = False
    choices: tuple[Text, ...] = ()
    about: Annotated[Prose, Field(min_length=1)]
    rules: tuple[Text, ...] = ()
    source: Annotated[Prose, Field(min_length=1)]


class ArmourForm(Form):
    """An ``[[armour]]`` table of ``equipment.toml``."""

    name: Text
    slot: Slot
    combat: Annotated[int, Field(ge=0, le=6)]
    missile: Annotated[int, Field(ge=0, le=6)]
    movement: Annotated[int, Field(ge=-3, le=3)] = 0
    front_only: bool = False
    about: Prose = ""


class BonusForm(Form):
    """What a weapon gives, and when."""

    when: When = "always"
    wielder: Literal["any", "foot", "mounted"] = "any"
    with_shield: bool = False
    strength: Annotated[int, Field(ge=-5, le=5)] = 0
    initiative: Annotated[int, Field(ge=-5, le=5)] = 0
    attacks: Annotated[int, Field(ge=-5, le=5)] = 0
    special_rules: Annotated[tuple[Text, ...], Field(max_length=100)] = ()


class WeaponForm(Form):
    """A ``[[weapon]]`` table of ``equipment.toml``."""

    name: Text
    close: bool = False
    two_handed: bool = False
    bonuses: tuple[BonusForm, ...] = ()
    range: Annotated[int, Field(ge=0, le=100)] = 0
    minimum_range: Annotated[int, Field(ge=0, le=100)] = 0
    strength: Annotated[int, Field(ge=0, le=10)] = 0
    own_strength: bool = False
    centre_strength: Annotated[int, Field(ge=0, le=10)] = 0
    machine: Machine = ""
    special_rules: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    about: Prose = ""


class UpgradeForm(Form):
    """An ``[[upgrade]]`` table of ``equipment.toml``."""

    name: Text
    mount: str = ""
    wizard: Annotated[int, Field(ge=0, le=4)] = 0
    special_rules: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    about: Prose = ""


class EquipmentFile(Form):
    """``equipment.toml``."""

    armour: tuple[ArmourForm, ...] = ()
    weapon: tuple[WeaponForm, ...] = ()
    upgrade: tuple[UpgradeForm, ...] = ()

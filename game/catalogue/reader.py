"""Unit types from tables as TOML gives them; every problem is reported, not only the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from game.catalogue.faults import Faults
from game.catalogue.forms import PartForm, ProfileForm, TypeForm
from game.catalogue.handbook import Handbook, read_base, read_bases, read_rules
from game.catalogue.names import did_you_mean, near_names
from game.catalogue.partial import STAND_IN, covers, heads, read_partly
from game.catalogue.special_rules import RuleUse
from game.catalogue.types import Part, Profile, Role, TroopType, UnitType
from game.errors import Problem
from game.table.formation import Base

MOST_TYPES = 300
"""Unit types of one file."""
_FALLING = "Fall Over"
_TELLING = ("Skirmishers", _FALLING)
"""Special rules that say how a unit stands: where one of them is misspelt, that is not known."""
_UNKNOWN = TroopType(
    "unknown", "unknown", 1, 1, 0, 0, 0, 0, (), (), "man-sized", "man-sized", stompable=False, single=False
)
"""In a type that is faulty and is never played."""
_UNKNOWN_BASE = Base.from_millimetres(25, 25)
_RIDDEN = ("cavalry", "monstrous-cavalry")
_COMMANDED = ("infantry", "monstrous-infantry", "cavalry", "monstrous-cavalry")
_COMMAND = (("champion", 10.0), ("musician", 10.0), ("standard", 10.0))


def read_types(
    tables: Sequence[object], file: str, handbook: Handbook, key: str = "type"
) -> tuple[tuple[UnitType, ...], tuple[Problem, ...]]:
    """Unit types from ``[[type]]`` tables, of a catalogue file or of a scenario.

    Args:
        tables: The tables as ``tomllib`` gives them.
        file: The file's name for messages.
        handbook: What the types may refer to.
        key: Key under which the tables stand in the file.

    Returns:
        The types that could be read, and every problem (warnings included) with key paths such as
        ``type[3].profile.S``, counted from 0.
    """
    read = read_some_types(tables, file, handbook, key)
    return read.sound, read.faults.told()


@dataclass(frozen=True, eq=False)
class TypesRead:
    """Unit types of a file as far as they can be read.

    Attributes:
        sound: Those without a fault.
        types: All by id, faulty ones included.
        wrong: Of each faulty type the key paths that are not known, such as ``profile.S``.
        unnamed: The id of some type cannot be read.
        faults: Every problem as it was found.
    """

    sound: tuple[UnitType, ...]
    types: Mapping[str, UnitType]
    wrong: Mapping[str, frozenset[str]]
    unnamed: bool
    faults: Faults


def read_some_types(tables: Sequence[object], file: str, handbook: Handbook, key: str = "type") -> TypesRead:
    """The same, with what can be told of the faulty ones."""
    faults = Faults(file)
    sound: dict[str, UnitType] = {}
    types: dict[str, UnitType] = {}
    wrong: dict[str, frozenset[str]] = {}
    unnamed = len(tables) > MOST_TYPES
    if len(tables) > MOST_TYPES:
        faults.add(f"{key}[{MOST_TYPES}]", f"found {len(tables)} [[{key}]] tables; at most {MOST_TYPES} are allowed")
    for index, table in enumerate(tables[:MOST_TYPES]):
        here = f"{key}[{index}]"
        partial = read_partly(TypeForm, table, here, faults)
        form = partial.form
        if form is None:
            unnamed = True
            continue
        unit_type, lost = _with_faults(form, partial.wrong, handbook, here, faults)
        if covers(lost, "id"):
            unnamed = True
            continue
        if form.id in types:
            faults.add(f"{here}.id", f"the id '{form.id}' is there twice")
            unnamed = True
        types[form.id] = unit_type
        if lost:
            wrong[form.id] = lost
        else:
            wrong.pop(form.id, None)
            sound[form.id] = unit_type
    return TypesRead(tuple(sound.values()), types, wrong, unnamed, faults)


def _with_faults(
    form: TypeForm, wrong: frozenset[str], handbook: Handbook, key: str, faults: Faults
) -> tuple[UnitType, frozenset[str]]:
    """The type of a table, faults that nobody has told yet, and all that is not known of it."""
    inner = Faults(faults.file)
    unit_type = _unit_type(form, handbook, key, inner, heads(wrong))
    lost = [*wrong]
    for one in inner.found:
        path = one.key[len(key) + 1 :]
        if not covers(wrong, path):
            faults.add(one.key, one.text, warning=one.warning)
        if not one.warning:
            lost.append(path)
    faults.more += inner.more
    for index, text in enumerate(form.special_rules):
        if f"special-rules[{index}]" in lost and (text == STAND_IN or near_names(text, _TELLING, 1)):
            lost.append("special-rules")
    return unit_type, frozenset(lost)


def _unit_type(form: TypeForm, handbook: Handbook, key: str, faults: Faults, wrong: frozenset[str]) -> UnitType:
    """The type; where something in it is faulty, as far as that goes.

    Args:
        form: The table, stand-ins in place of what could not be read.
        handbook: What it may refer to.
        key: Where it stands.
        faults: Takes the faults.
        wrong: Keys that could not be read: nothing is said of what hangs on them.
    """
    troop_type = handbook.troop_types.get(form.troop_type)
    if troop_type is None:
        near = did_you_mean(form.troop_type, handbook.troop_types)
        allowed = ", ".join(handbook.troop_types)
        faults.add(f"{key}.troop-type", f"no troop type '{form.troop_type}'{near or '; allowed: ' + allowed}")
    parts = _parts(form, handbook, key, faults)
    bases = read_bases(form.bases, f"{key}.bases", faults)
    crew_base = _crew_base(form.crew_base, f"{key}.crew-base", faults)
    _check_options(form, handbook, key, faults)
    _check_numbers(form, key, faults)
    if troop_type is None or "troop-type" in wrong:
        wrong |= {"troop-type"}
        troop_type = troop_type or _UNKNOWN
    else:
        _check_without(form, troop_type, key, faults)
    if len(bases) == len(form.bases) and not wrong & {"troop-type", "bases"}:
        _warn_about_bases(form, bases, troop_type, key, faults)
    rules = _all_rules(parts, troop_type, form.without)
    single = form.single_model if form.single_model is not None else troop_type.single or form.character
    known = not wrong & {"single-model", "troop-type", "character", "without"}
    if known and not single and any(use.name == _FALLING for use in rules):
        text = f"'{form.id}' has '{_FALLING}': who falls over is a single model; write single-model = true"
        faults.add(f"{key}.single-model", text)
    return UnitType(
        id=form.id,
        name=form.name,
        army=form.army,
        troop_type=troop_type,
        parts=parts,
        points=form.points,
        fixed_points=form.fixed_points,
        bases=bases or (_UNKNOWN_BASE,),
        crew_base=crew_base,
        minimum=form.minimum,
        maximum=1 if single else form.maximum,
        options=tuple(form.options.items()),
        rules=rules,
        without=form.without,
        save=_roll(form.save),
        missile_save=_roll(form.missile_save),
        save_note=form.save_note,
        chassis_save=_roll(form.chassis_save),
        character=form.character,
        mount_only=form.mount_only,
        single_model=single,
        command=_command(form, troop_type, single),
        champion_bonus="attacks" if form.champion_bonus == "A" else "ballistic-skill",
        wizard=form.wizard,
        source=form.source,
        notes=form.notes,
    )


def _crew_base(text: str | None, key: str, faults: Faults) -> Base | None:
    try:
        return read_base(text) if text else None
    except ValueError as error:
        faults.add(key, str(error))
        return None


def _parts(form: TypeForm, handbook: Handbook, key: str, faults: Faults) -> tuple[Part, ...]:
    equipment = _known_equipment(form.equipment, handbook, f"{key}.equipment", faults)
    rules = read_rules(form.special_rules, handbook.rules, f"{key}.special-rules", faults)
    parts = [Part("model", _profile(form.profile, form.name), equipment=equipment, rules=rules)]
    others: list[tuple[Role, str, PartForm | None]] = [
        ("mount", "mount", form.mount),
        *(("crew", f"crew[{index}]", crew) for index, crew in enumerate(form.crew)),
        ("beasts", "beasts", form.beasts),
        ("handlers", "handlers", form.handlers),
    ]
    parts += [_part(role, part, handbook, f"{key}.{name}", faults) for role, name, part in others if part]
    return tuple(parts)


def _part(role: Role, form: PartForm, handbook: Handbook, key: str, faults: Faults) -> Part:
    least = form.count if form.least is None else form.least
    most = form.count if form.most is None else form.most
    if not least <= form.count <= most:
        faults.add(f"{key}.count", f"found count {form.count}, which is not between least {least} and most {most}")
    equipment = _known_equipment(form.equipment, handbook, f"{key}.equipment", faults)
    rules = read_rules(form.special_rules, handbook.rules, f"{key}.special-rules", faults)
    return Part(role, _profile(form, form.name or role), form.count, least, most, form.points, equipment, rules)


def _profile(form: ProfileForm, name: str) -> Profile:
    return Profile(
        name=form.name or name,
        movement=0 if form.M == "-" else form.M,
        weapon_skill=_number(form.WS),
        ballistic_skill=_number(form.BS),
        strength=_number(form.S),
        toughness=_number(form.T),
        wounds=_number(form.W),
        initiative=_number(form.I),
        attacks=0 if form.A == "-" else form.A,
        leadership=_number(form.Ld),
    )


def _number(value: int | Literal["-"]) -> int:
    return 0 if value == "-" else value


def _known_equipment(names: Iterable[str], handbook: Handbook, key: str, faults: Faults) -> tuple[str, ...]:
    found = []
    for index, name in enumerate(names):
        if name not in handbook.equipment:
            near = did_you_mean(name, handbook.equipment)
            faults.add(f"{key}[{index}]", f"no equipment is named '{name}'{near}")
        found.append(name)
    return tuple(found)


def _check_options(form: TypeForm, handbook: Handbook, key: str, faults: Faults) -> None:
    """An option is a piece of equipment or a special rule."""
    for name in form.options:
        if name in handbook.equipment:
            continue
        try:
            handbook.rules.read(name)
        except ValueError:
            near = did_you_mean(name, [*handbook.equipment, *handbook.rules.names])
            faults.add(f"{key}.options.{name}", f"no equipment and no special rule is named '{name}'{near}")


def _check_numbers(form: TypeForm, key: str, faults: Faults) -> None:
    if form.maximum and form.maximum < form.minimum:
        faults.add(f"{key}.maximum", f"found maximum {form.maximum}, which is below the minimum {form.minimum}")
    if form.profile.W in (0, "-"):
        faults.add(f"{key}.profile.W", f"found W {form.profile.W!r}: the model itself has at least 1 Wound")


def _check_without(form: TypeForm, troop_type: TroopType, key: str, faults: Faults) -> None:
    given = [use.name for use in troop_type.rules]
    for index, name in enumerate(form.without):
        if name not in given:
            allowed = ", ".join(given) or "none"
            faults.add(f"{key}.without[{index}]", f"'{name}' does not come with {troop_type.name}; allowed: {allowed}")


def _warn_about_bases(form: TypeForm, bases: tuple[Base, ...], troop_type: TroopType, key: str, faults: Faults) -> None:
    for index, (base, text) in enumerate(zip(bases, form.bases, strict=True)):
        place = f"{key}.bases[{index}]"
        if troop_type.id in _RIDDEN and base.width > base.depth:
            faults.add(place, f"{troop_type.name} on a base wider than deep ('{text}'): is it turned?", warning=True)
        fits = [small.width <= base.width and small.depth <= base.depth for small in troop_type.bases]
        if fits and not any(fits):
            faults.add(place, f"'{text}' is smaller than every base approved for {troop_type.name}", warning=True)


def _all_rules(parts: tuple[Part, ...], troop_type: TroopType, without: tuple[str, ...]) -> tuple[RuleUse, ...]:
    """The rules of the model and its mount, and those of the troop type that nothing names or takes away."""
    rules = [use for part in parts if part.role in ("model", "mount") for use in part.rules]
    named = [*(use.name for use in rules), *without]
    rules += [use for use in troop_type.rules if use.name not in named]
    return tuple(dict.fromkeys(rules))


def _command(form: TypeForm, troop_type: TroopType, single: bool) -> tuple[tuple[str, float], ...]:
    if form.command is not None:
        return tuple(form.command.items())
    return _COMMAND if troop_type.id in _COMMANDED and not single and not form.mount_only else ()


def _roll(text: str | None) -> int | None:
    return int(text[0]) if text else None

"""A unit type back as the ``[[type]]`` table from which it could be read."""

from __future__ import annotations

from typing import Any

from game.catalogue import Part, Profile, UnitType
from game.table.formation import Base
from game.table.pose import MILLIMETRES_PER_INCH


def type_table(unit_type: UnitType) -> dict[str, Any]:
    """The keys of a ``[[type]]`` table."""
    model = unit_type.parts[0]
    table: dict[str, Any] = {
        "id": unit_type.id,
        "name": unit_type.name,
        "army": unit_type.army,
        "troop-type": unit_type.troop_type.id,
        "profile": _profile(model.profile),
        "points": unit_type.points,
        "bases": [_base(base) for base in unit_type.bases],
        "single-model": unit_type.single_model,
        "minimum": unit_type.minimum,
        "command": dict(unit_type.command),
    }
    for part in unit_type.parts[1:]:
        if part.role == "crew":
            table.setdefault("crew", []).append(_part(part))
        else:
            table[part.role] = _part(part)
    rest = {
        "fixed-points": unit_type.fixed_points,
        "crew-base": _base(unit_type.crew_base) if unit_type.crew_base else "",
        "maximum": 0 if unit_type.single_model else unit_type.maximum,
        "equipment": list(model.equipment),
        "options": dict(unit_type.options),
        "special-rules": [str(use) for use in model.rules],
        "without": list(unit_type.without),
        "save": _save(unit_type.save),
        "missile-save": _save(unit_type.missile_save),
        "save-note": unit_type.save_note,
        "chassis-save": _save(unit_type.chassis_save),
        "character": unit_type.character,
        "mount-only": unit_type.mount_only,
        "champion-bonus": "" if unit_type.champion_bonus == "attacks" else "BS",
        "wizard": unit_type.wizard,
        "source": unit_type.source,
        "notes": unit_type.notes,
    }
    return {**table, **{key: value for key, value in rest.items() if value}}


def _profile(profile: Profile) -> dict[str, Any]:
    return {
        "name": profile.name,
        "M": profile.movement,
        "WS": profile.weapon_skill,
        "BS": profile.ballistic_skill,
        "S": profile.strength,
        "T": profile.toughness,
        "W": profile.wounds,
        "I": profile.initiative,
        "A": profile.attacks,
        "Ld": profile.leadership,
    }


def _part(part: Part) -> dict[str, Any]:
    rest = {"points": part.points, "equipment": list(part.equipment), "special-rules": [str(use) for use in part.rules]}
    counts = {"count": part.count, "least": part.least, "most": part.most}
    return {**_profile(part.profile), **counts, **{key: value for key, value in rest.items() if value}}


def _base(base: Base) -> str:
    width, depth = (f"{round(size * MILLIMETRES_PER_INCH, 6):g}" for size in (base.width, base.depth))
    return f"round {width}" if base.round else f"{width}x{depth}"


def _save(roll: int | None) -> str:
    return f"{roll}+" if roll else ""

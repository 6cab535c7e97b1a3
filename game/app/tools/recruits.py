"""Units of the catalogue as they are put down on a table of one's own."""

from __future__ import annotations

from dataclasses import replace

from game.app.view import Item
from game.battle.state import State
from game.battle.unit import Muster, Unit
from game.catalogue import UnitType, bundled_catalogue
from game.scenario.formations import is_loose, is_machine, usual_formation
from game.table.bases import centre
from game.table.formation import Base, Single
from game.table.pose import MILLIMETRES_PER_INCH, Pose

MOST = 100
"""Models of a unit that is put down."""


def palette() -> tuple[Item, ...]:
    """Every unit type that can stand on a table by itself, by army."""
    kinds = [kind for kind in bundled_catalogue().values() if not kind.mount_only]
    items = (
        Item(kind.id, kind.name, f"{kind.troop_type.name} · {millimetres(kind.base)}", kind.army) for kind in kinds
    )
    return tuple(sorted(items, key=lambda item: (item.group, item.label)))


def millimetres(base: Base) -> str:
    """``25 × 50 mm``, or ``60 mm round``."""
    width, depth = (f"{inches * MILLIMETRES_PER_INCH:.4g}" for inches in (base.width, base.depth))
    return f"{width} mm round" if base.round else f"{width} × {depth} mm"


def recruited(state: State, kind: UnitType, side: str, middle: tuple[float, float], facing: float) -> Unit:
    """A new unit of this type, as small as the army list allows, its middle at a table point.

    One that fights in ranks comes with its whole command group, as most are played.
    """
    models = 1 if kind.single_model or is_machine(kind) else max(kind.minimum, 1)
    muster = Muster(
        id=_free(kind.id, [unit.id for unit in state.units], "-"),
        side=side,
        name=_free(kind.name, [unit.name for unit in state.units], " "),
        type=kind,
        models=models,
        equipment=kind.equipment,
        command=() if is_loose(kind, kind.equipment) else command_roles(kind),
    )
    unit = Unit(muster, Pose(*middle, facing), Single(kind.base))
    return moved_to(resized(unit, models), middle)


def _free(wanted: str, taken: list[str], between: str) -> str:
    """The name, with a number if it is taken."""
    number = 1
    name = wanted
    while name in taken:
        number += 1
        name = f"{wanted}{between}{number}"
    return name


def resized(unit: Unit, models: int) -> Unit:
    """A new unit with so many models in its usual formation; a type of single models stays one."""
    kind = unit.type
    if kind.single_model or is_machine(kind):
        models = 1
    models = min(max(models, 1), MOST)
    loose = is_loose(kind, unit.muster.equipment)
    formation = usual_formation(kind, models, None, None, loose=loose, crew=None)
    muster = replace(unit.muster, models=models)
    return moved_to(replace(unit, muster=muster, formation=formation), centre(unit.pose, unit.formation))


def command_roles(kind: UnitType) -> tuple[str, ...]:
    """The command models that a unit of this type may have; none if it is always a single model."""
    return () if kind.single_model or is_machine(kind) else tuple(role for role, _ in kind.command)


def with_next_command(unit: Unit) -> Unit:
    """The unit with one command model more; after the whole command group with none."""
    roles = command_roles(unit.type)
    count = (len(unit.muster.command) + 1) % (len(roles) + 1)
    return replace(unit, muster=replace(unit.muster, command=roles[:count]))


def moved_to(unit: Unit, middle: tuple[float, float]) -> Unit:
    """The unit with the middle of its bounding rectangle at a table point."""
    x, y = centre(unit.pose, unit.formation)
    pose = Pose(unit.pose.x + middle[0] - x, unit.pose.y + middle[1] - y, unit.pose.facing)
    return replace(unit, pose=pose.rounded())


def turned_to(unit: Unit, facing: float) -> Unit:
    """The unit turned about its middle to a facing in degrees."""
    pose = unit.pose.turned_about(*centre(unit.pose, unit.formation), facing - unit.pose.facing)
    return replace(unit, pose=pose.rounded())

"""What of an answer can be seen on the table before it is given: whom it concerns, where it leads."""

from __future__ import annotations

import math

from game.app.play.options import concerned
from game.battle.decision import Choice, Decision
from game.battle.ground import base_of
from game.battle.state import State
from game.battle.unit import Unit
from game.render.overlays import ChargeArrow, Ghost, Hover, Overlay
from game.table.bases import centre
from game.table.formation import Formation
from game.table.manoeuvre import Manoeuvre, Reform
from game.table.manoeuvre_text import parse
from game.table.pose import Pose, normal_angle


def shown_of(state: State, decision: Decision, choice: Choice) -> tuple[Overlay, ...]:
    """An answer as overlays, by its fields: an arrow to its target, the unit turned to its facing or in new ranks."""
    on_table = {unit.id for unit in state.units if unit.on_table}
    whom = [unit for unit in concerned(state, choice) if unit in on_table]
    found: list[Overlay] = [Hover(unit) for unit in whom]
    who = getattr(choice, "unit", "") or decision.unit
    target = getattr(choice, "target", "")
    if who in on_table and target in on_table:
        found.append(arrow(state, who, target))
    if who in on_table and (ghost := _ghost(state.unit(who), choice)) is not None:
        found.append(ghost)
    return tuple(found)


def _ghost(unit: Unit, choice: Choice) -> Ghost | None:
    """Where the unit would stand: a choice says so by a pose, by a formation, or by a facing about its centre."""
    pose, formation, facing = (getattr(choice, name, None) for name in ("pose", "formation", "facing"))
    pose = pose if isinstance(pose, Pose) else unit.pose
    shape: Formation = unit.formation if formation is None or isinstance(formation, str | int) else formation
    files = getattr(choice, "files", 0)
    if isinstance(facing, int | float):
        pose = turned(unit, float(facing))
    if files:
        pose, shape = Reform(files, pose.facing).after(unit.pose, unit.formation)
    for manoeuvre in _manoeuvres(choice):
        pose, shape = manoeuvre.after(pose, shape)
    return Ghost(pose, shape, unit.side) if (pose, shape) != (unit.pose, unit.formation) else None


def _manoeuvres(choice: Choice) -> tuple[Manoeuvre, ...]:
    """The path of a choice, if it has one."""
    path = getattr(choice, "path", ())
    return tuple(one for piece in path if isinstance(piece, str) for one in parse(piece))


def turned(unit: Unit, facing: float) -> Pose:
    """The pose of a unit after it has turned about its centre to a facing, degrees."""
    return unit.pose.turned_about(*centre(unit.pose, unit.formation), facing - unit.pose.facing)


def facing_to(unit: Unit, point: tuple[float, float]) -> float:
    """The facing, in whole degrees, that a unit has towards a table point from its centre."""
    x, y = centre(unit.pose, unit.formation)
    return normal_angle(float(round(math.degrees(math.atan2(point[1] - y, point[0] - x)))))


def arrow(state: State, unit: str, target: str, label: str = "") -> ChargeArrow:
    """An arrow from the front of a unit to the middle of another."""
    who, whom = state.unit(unit), state.unit(target)
    bases = base_of(state, whom).centre
    return ChargeArrow((who.pose.x, who.pose.y), (float(bases[:, 0].mean()), float(bases[:, 1].mean())), label)


def declared_charges(state: State) -> tuple[Overlay, ...]:
    """An arrow for each charge that is declared and has not been moved yet."""
    on_table = {unit.id for unit in state.units if unit.on_table}
    found: list[Overlay] = []
    for unit in state.standing():
        mark = unit.mark("charge", "declared")
        done = any(unit.mark("charge", name) for name in ("charged", "failed")) or unit.fleeing
        if mark is not None and not done and mark.value in on_table:
            found.append(arrow(state, unit.id, str(mark.value)))
    return tuple(found)

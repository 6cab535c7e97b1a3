"""A unit in the hand: how it would stand after a drag or a key, before it is put down."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from game.app.tool import Key
from game.app.tools.dragging import dragged, files_of
from game.app.tools.recruits import command_roles, moved_to, resized, turned_to, with_next_command
from game.app.tools.words import counted, listed
from game.battle.unit import Unit
from game.errors import InputError
from game.table.bases import centre
from game.table.formation import has_files
from game.table.manoeuvre import Reform

_NUDGES = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
WIDER = ("wider-left", "wider-right")
"""The handles that change the number of files; the one ahead turns the unit."""


@dataclass(slots=True)
class Hand:
    """A unit in the hand: as it would stand, what is done with it, and where it was taken.

    Attributes:
        unit: The unit as it would stand.
        before: As it was taken.
        new: It is not on the table yet, and follows the mouse.
        handle: The handle that is dragged; "": the unit itself.
        taken: Table point at which it was taken.
    """

    unit: Unit
    before: Unit
    new: bool
    handle: str = ""
    taken: tuple[float, float] = (0.0, 0.0)

    def follow(self, at: tuple[float, float], *, coarse: bool = False) -> None:
        """The unit, or its handle, follows the mouse to a table point; turns in whole degrees, coarse ones by 15."""
        before = self.before
        x, y = centre(before.pose, before.formation)
        if self.handle in WIDER:
            wider = dragged(self.handle, (before.pose, before.formation), self.taken, at)
            self.unit = reranked(before, wider.files) if isinstance(wider, Reform) else before
        elif self.handle:
            step = 15 if coarse else 1
            angle = math.degrees(math.atan2(at[1] - y, at[0] - x))
            self.unit = turned_to(before, round(angle / step) * step)
        elif self.new:
            self.unit = moved_to(self.unit, at)
        else:
            self.unit = moved_to(before, (x + at[0] - self.taken[0], y + at[1] - self.taken[1]))


def by_key(unit: Unit, key: Key, *, new: bool) -> Unit | None:
    """The unit as a key changes it; None for a key that changes nothing. Only a new unit gets other models."""
    if key.name in _NUDGES:
        x, y = centre(unit.pose, unit.formation)
        dx, dy = _NUDGES[key.name]
        inches = 0.1 if key.shift else 0.5
        return moved_to(unit, (x + dx * inches, y + dy * inches))
    if key.name in (",", "."):
        return turned_to(unit, unit.pose.facing + (1 if key.name == "," else -1) * (1 if key.shift else 5))
    if key.name in ("[", "]"):
        return reranked(unit, files_of(unit.formation) + (1 if key.name == "]" else -1))
    if new and key.name in ("j", "k"):
        return resized(unit, unit.muster.models + (1 if key.name == "k" else -1))
    if new and key.name == "g":
        return with_next_command(unit)
    return None


def reranked(unit: Unit, files: int) -> Unit:
    """The unit in so many files, as far as it has models; its middle stays."""
    if not reformable(unit):
        return unit
    try:
        pose, formation = Reform(min(max(files, 1), unit.formation.models)).after(unit.pose, unit.formation)
    except InputError:
        return unit
    return replace(unit, pose=pose.rounded(), formation=formation)


def reformable(unit: Unit) -> bool:
    """Whether it stands in files that can be changed."""
    return has_files(unit.formation) and unit.formation.models > 1


def described(unit: Unit, *, new: bool) -> str:
    """The unit in a line: models, files and how it stands; of a new one also the keys that change it."""
    kind, pose, parts = unit.type, unit.pose, [counted(unit.formation.models, "model")]
    if new and not kind.single_model:
        parts[0] += " (J K)"
    if reformable(unit):
        parts.append(f"{files_of(unit.formation)} wide ([ ])" if new else f"{files_of(unit.formation)} wide")
    if not new:
        return f"{', '.join(parts)}, at {pose.x:.1f}, {pose.y:.1f}, facing {pose.facing:.0f}°."
    if roles := command_roles(kind):
        command = unit.muster.command
        parts.append(f"{'full command' if command == roles else listed(list(command)) or 'no command'} (G)")
    return f"{', '.join(parts)}, facing {pose.facing:.0f}° (, .)."


def changes_of(unit: Unit) -> tuple[tuple[str, str], ...]:
    """What can be changed of a new unit, in words, each with its key."""
    models = (("More models", "k"), ("Fewer", "j")) if not unit.type.single_model else ()
    files = (("Wider", "]"), ("Narrower", "[")) if reformable(unit) else ()
    return (*models, *files, *((("Command", "g"),) if command_roles(unit.type) else ()))

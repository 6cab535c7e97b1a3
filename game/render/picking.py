"""What lies under the mouse: the same transform as drawing, backwards."""

from __future__ import annotations

import numpy as np

from game.battle.ground import ModelOwner, bases_of, owners
from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.table.pose import direction


def model_at(state: State, camera: Camera, px: float, py: float) -> tuple[Unit, int] | None:
    """The unit that stands under a screen point and the place in it; the last drawn lies on top. None: bare table."""
    x, y = camera.to_table(px, py)
    for unit in reversed(tuple(state.standing())):
        base = bases_of(unit)
        fx, fy = direction(base.facing)
        dx, dy = x - base.centre[:, 0], y - base.centre[:, 1]
        along, across = np.abs(dx * fx + dy * fy), np.abs(dy * fx - dx * fy)
        inside = (along <= base.half[:, 0]) & (across <= base.half[:, 1])
        under = np.where(base.round, np.hypot(dx, dy) <= base.half[:, 0], inside)
        if under.any():
            return unit, int(np.argmax(under))
    return None


def owner_at(state: State, camera: Camera, px: float, py: float) -> ModelOwner | None:
    """Whose model stands under a screen point: the unit's own, or a character's who joined it."""
    found = model_at(state, camera, px, py)
    return owners(state, found[0])[found[1]] if found else None

"""The move tool's handles: where they are around a unit, how they look, which one lies under the mouse."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.overlays import Handles
from game.render.theme import Colour, Theme, mixed
from game.table.formation import extent

RADIUS = 12.0
"""Of a handle, pixels at 100 %."""
AWAY = 20.0
"""From the unit's edge to a handle's middle, pixels at 100 %."""


def handle_points(handles: Handles, camera: Camera, theme: Theme) -> dict[str, tuple[float, float]]:
    """Screen point of each offered handle: wheels at the front corners, advance ahead, back behind, pivot inside."""
    rear, front, right, left = extent(handles.formation)
    away = theme.px(AWAY) / camera.ppi
    middle = (left + right) / 2
    apart = max(left - middle, theme.px(RADIUS + 2) / camera.ppi * 1.3)
    places = {
        "wheel-left": (front + away, middle + apart),
        "advance": (front + away, middle),
        "wheel-right": (front + away, middle - apart),
        "pivot": ((rear + front) / 2, middle),
        "back": (rear - away, middle),
        "left": ((rear + front) / 2, left + away),
        "right": ((rear + front) / 2, right - away),
    }
    if apart < 2.2 * theme.px(RADIUS) / camera.ppi:
        places["advance"] = (front + 2.1 * away, middle)
    return {name: camera.at(*handles.pose.point(*places[name])) for name in handles.offered if name in places}


def handle_at(handles: Handles, camera: Camera, theme: Theme, px: float, py: float) -> str:
    """The handle under a screen point, the nearest if they crowd; "" if there is none."""
    found = [(math.hypot(px - x, py - y), name) for name, (x, y) in handle_points(handles, camera, theme).items()]
    distance, name = min(found, default=(math.inf, ""))
    return name if distance <= theme.px(RADIUS + 3) else ""


def draw_handles(canvas: Canvas, camera: Camera, theme: Theme, handles: Handles) -> None:
    """Draw each handle as a round button with an arrow that shows the way it moves the unit."""
    reach = theme.px(RADIUS) + 2
    for name, (x, y) in handle_points(handles, camera, theme).items():
        button = _Button(name, name == handles.active, round(handles.pose.facing, 2), theme)
        canvas.stamp(button, (-reach, -reach, 2 * reach, 2 * reach), x, y, button.paint)


@dataclass(frozen=True, slots=True)
class _Button:
    """A handle's look: its own key in a store of pictures."""

    name: str
    lit: bool
    facing: float
    theme: Theme

    def paint(self, canvas: Canvas) -> None:
        """Paint it."""
        theme, radius = self.theme, self.theme.px(RADIUS)
        ground = theme.table.accent if self.lit else theme.table.plate
        ink = theme.table.ink if self.lit else theme.table.accent
        canvas.circle(0, 0, radius, mixed(ground, (0, 0, 0), 0.35))
        canvas.circle(0, 0, radius - theme.px(1.2), ground)
        _arrow(canvas, self.name, self.facing, radius * 0.66, ink, theme.px(2))


def _arrow(canvas: Canvas, name: str, facing: float, r: float, ink: Colour, width: float) -> None:
    straight = {"advance": 0.0, "back": 180.0, "left": 90.0, "right": -90.0}
    if name in straight:
        angle = facing + straight[name]
        tip, tail = _at(angle, r), _at(angle + 180, r * 0.8)
        canvas.polyline([tail, _at(angle, r * 0.4)], ink, width)
        _head(canvas, tip, angle, r * 0.75, ink)
    elif name == "pivot":
        for start in (0.0, 180.0):
            end = facing + start + 130
            canvas.arc(0, 0, r * 0.78, facing + start, end, ink, width)
            x, y = _at(end, r * 0.78)
            tip = _at(end + 92, r * 0.5)
            _head(canvas, (x + tip[0], y + tip[1]), end + 98, r * 0.62, ink)
    else:
        side = 1.0 if name == "wheel-left" else -1.0
        # A quarter turn about a point on the wheel's own side.
        hub = _at(facing + 90 * side, r * 0.75)
        start, sweep = facing - 90 * side, 78 * side
        turn = _at(facing + 180, r * 0.55)
        centre = (hub[0] + turn[0], hub[1] + turn[1])
        canvas.arc(*centre, r * 1.35, start, start + sweep * 0.8, ink, width)
        along = _at(start + sweep, r * 1.35)
        ahead = _at(start + sweep + 90 * side, r * 0.28)
        tip = (centre[0] + along[0] + ahead[0], centre[1] + along[1] + ahead[1])
        _head(canvas, tip, start + sweep + 90 * side, r * 0.75, ink)


def _at(angle: float, reach: float) -> tuple[float, float]:
    radians = math.radians(angle)
    return reach * math.cos(radians), -reach * math.sin(radians)


def _head(canvas: Canvas, tip: tuple[float, float], angle: float, size: float, ink: Colour) -> None:
    left, right = _at(angle + 150, size), _at(angle - 150, size)
    canvas.polygon([tip, (tip[0] + left[0], tip[1] + left[1]), (tip[0] + right[0], tip[1] + right[1])], ink)

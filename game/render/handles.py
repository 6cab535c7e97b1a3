"""The move tool's handles: where they are around a unit, how they look, which one lies under the mouse."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.overlays import Handles
from game.render.theme import Colour, Theme, mixed
from game.table.bases import footprint
from game.table.formation import extent

RADIUS = 12.0
"""Of a handle, pixels at 100 %."""
DOT = 4.0
"""Of the dot on the corner that a wheel's handle holds, pixels at 100 %."""
AWAY = 20.0
"""From the unit's edge to a handle's middle, pixels at 100 %."""
AHEAD, BESIDE = 18.0, 10.0
"""From a front corner to the middle of its handle, ahead and to the side: it touches no base."""
CORNERS = {"wheel-left": 3, "wheel-right": 0}
"""Which corner of the footprint the handle of a wheel holds: the one that goes forward."""


def handle_points(handles: Handles, camera: Camera, theme: Theme) -> dict[str, tuple[float, float]]:
    """Screen point of each offered handle.

    A wheel is taken at the corner that goes forward: left about the left corner by the right one. Advance is ahead,
    back behind, pivot inside; what makes a unit wider is off its rear corners, what turns it in the hand ahead.
    """
    rear, front, right, left = extent(handles.formation)
    pixel = theme.px(1) / camera.ppi
    away, middle = AWAY * pixel, (left + right) / 2
    apart = left - middle + BESIDE * pixel
    crowded = apart < 2.2 * RADIUS * pixel  # the handles of both corners leave no room between them
    ahead = front + (2.2 * away if crowded else away)
    places = {
        "wheel-right": (front + AHEAD * pixel, middle + apart),
        "wheel-left": (front + AHEAD * pixel, middle - apart),
        "advance": (ahead, middle),
        "turn": (front + away, middle),
        "pivot": ((rear + front) / 2, middle),
        "back": (rear - away, middle),
        "left": ((rear + front) / 2, left + away),
        "right": ((rear + front) / 2, right - away),
        "wider-left": (rear - away, left + away),
        "wider-right": (rear - away, right - away),
    }
    return {name: camera.at(*handles.pose.point(*places[name])) for name in handles.offered if name in places}


def handle_at(handles: Handles, camera: Camera, theme: Theme, px: float, py: float) -> str:
    """The handle under a screen point, the nearest if they crowd; "" if there is none.

    A wheel is taken at its button or at the dot on the corner that the button is tied to.
    """
    points = handle_points(handles, camera, theme)
    found = [(math.hypot(px - x, py - y) - theme.px(RADIUS + 3), name) for name, (x, y) in points.items()]
    dots = [(name, held_corner(handles, camera, name)) for name in points if name in CORNERS]
    found += [(math.hypot(px - x, py - y) - theme.px(DOT + 3), name) for name, (x, y) in dots]
    beyond, name = min(found, default=(math.inf, ""))
    return name if beyond <= 0 else ""


def held_corner(handles: Handles, camera: Camera, name: str) -> tuple[float, float]:
    """Screen point of the unit's corner that the handle of a wheel holds."""
    return camera.at(*footprint(handles.pose, handles.formation)[CORNERS[name]].tolist())


def draw_handles(canvas: Canvas, camera: Camera, theme: Theme, handles: Handles) -> None:
    """Draw each handle as a round button with an arrow that shows the way it moves the unit; forbidden ones grey."""
    reach = theme.px(RADIUS) + 2
    for name, (x, y) in handle_points(handles, camera, theme).items():
        if name in CORNERS:
            held = held_corner(handles, camera, name)
            canvas.polyline([held, (x, y)], theme.table.plate, theme.px(3))
            canvas.circle(*held, theme.px(DOT), theme.table.accent, theme.table.plate, theme.px(1.5))
        allowed = name not in handles.forbidden
        button = _Button(name, allowed and name == handles.active, round(handles.pose.facing, 2), theme, allowed)
        canvas.stamp(button, (-reach, -reach, 2 * reach, 2 * reach), x, y, button.paint)


@dataclass(frozen=True, slots=True)
class _Button:
    """A handle's look: its own key in a store of pictures."""

    name: str
    lit: bool
    facing: float
    theme: Theme
    allowed: bool = True

    def paint(self, canvas: Canvas) -> None:
        """Paint it."""
        theme, radius = self.theme, self.theme.px(RADIUS)
        ground = theme.table.accent if self.lit else theme.table.plate
        ink = theme.table.ink if self.lit else theme.table.accent
        if not self.allowed:
            ground, ink = mixed(ground, theme.table.cloth, 0.55), mixed(ground, theme.table.cloth, 0.85)
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
    elif name.startswith("wider"):
        outwards = facing + (90 if name == "wider-left" else -90)
        for off in (-0.85, -0.4):  # two files, and the way a third one would go
            (mx, my), (dx, dy) = _at(outwards, r * off), _at(outwards + 90, r * 0.75)
            canvas.polyline([(mx - dx, my - dy), (mx + dx, my + dy)], ink, width)
        canvas.polyline([_at(outwards, 0), _at(outwards, r * 0.5)], ink, width)
        _head(canvas, _at(outwards, r * 1.1), outwards, r * 0.75, ink)
    elif name in ("pivot", "turn"):
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

"""The scene: table, terrain, units, overlays and plates, in the order in which they lie on each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.laid import draw_above, draw_below
from game.render.overlays import Faded, Overlay
from game.render.plates import draw_plate, plan_plates
from game.render.tabletop import draw_tabletop
from game.render.terrain import draw_terrain
from game.render.theme import Theme, side_styles
from game.render.units import draw_unit, look_of


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a picture shows: a state (units perhaps on their way), what is laid over it, units left out."""

    state: State
    overlays: tuple[Overlay, ...] = ()
    hidden: tuple[str, ...] = ()


def draw_scene(
    canvas: Canvas, camera: Camera, theme: Theme, state: State, overlays: Sequence[Overlay] = (), plates: bool = True
) -> None:
    """Draw everything: a pure function of its arguments, apart from the canvas."""
    draw_moment(canvas, camera, theme, Moment(state, tuple(overlays)), plates)


def draw_moment(canvas: Canvas, camera: Camera, theme: Theme, moment: Moment, plates: bool = True) -> None:
    """Draw a moment, such as one in the middle of a move."""
    draw_ground(canvas, camera, theme, moment.state)
    shown = [unit for unit in moment.state.standing() if unit.id not in moment.hidden]
    draw_pieces(canvas, camera, theme, moment.state, shown, moment.overlays, plates)


def draw_ground(canvas: Canvas, camera: Camera, theme: Theme, state: State) -> None:
    """The table and its terrain."""
    draw_tabletop(canvas, camera, theme, state.width, state.depth)
    for piece in state.terrain:
        draw_terrain(canvas, camera, theme, piece)


def draw_pieces(
    canvas: Canvas,
    camera: Camera,
    theme: Theme,
    state: State,
    shown: Iterable[Unit],
    overlays: Sequence[Overlay] = (),
    plates: bool = True,
) -> None:
    """What lies on the ground: overlays below, these units, overlays above, plates.

    Args:
        canvas: To draw on.
        camera: What is seen.
        theme: The look.
        state: The battle.
        shown: The units to draw, some of ``state.standing()``; plates dodge those that are not drawn too.
        overlays: Values laid over the scene.
        plates: Whether names are shown.
    """
    units = tuple(shown)
    strengths = {
        unit: strength for overlay in overlays if isinstance(overlay, Faded) for unit, strength in overlay.units
    }
    styles = side_styles(state.sides)
    for overlay in overlays:
        draw_below(canvas, camera, theme, overlay)
    for unit in units:
        draw_unit(
            canvas, camera, theme, unit.pose, look_of(state, unit, styles[unit.side]), strengths.get(unit.id, 1.0)
        )
    if plates:
        wanted = {unit.id for unit in units}
        for plate in plan_plates(state, camera.ppi, theme.scale):
            if plate.unit in wanted:
                draw_plate(canvas, camera, theme, plate, strengths.get(plate.unit, 1.0))
    for overlay in overlays:
        draw_above(canvas, camera, theme, state, overlay)

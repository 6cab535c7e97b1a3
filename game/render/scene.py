"""The scene: table, terrain, units, overlays and plates, in the order in which they lie on each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.canvas import Canvas
from game.render.handles import RADIUS, handle_points
from game.render.laid import draw_above, draw_below, draw_between
from game.render.nameplate import Plate, Rectangle, draw_plate
from game.render.overlays import Faded, Handles, Overlay
from game.render.plates import plates_in_view
from game.render.reasons import draw_reasons
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
    names: tuple[Plate, ...] = ()
    if plates:
        clear = kept_clear(camera, theme, moment.overlays)
        names = tuple(
            plate
            for plate in plates_in_view(moment.state, camera, theme.scale, clear)
            if plate.unit not in {*moment.hidden, *nameless(moment.overlays)}
        )
    draw_pieces(canvas, camera, theme, moment.state, shown, moment.overlays, names)


def draw_ground(canvas: Canvas, camera: Camera, theme: Theme, state: State) -> None:
    """The table and its terrain; a building that is held has the name of who holds it in place of its own."""
    draw_tabletop(canvas, camera, theme, state.width, state.depth)
    for piece in state.terrain:
        held = any(unit.garrison == piece.id and unit.on_table for unit in state.units)
        draw_terrain(canvas, camera, theme, piece, named=not held)


def draw_pieces(
    canvas: Canvas,
    camera: Camera,
    theme: Theme,
    state: State,
    shown: Iterable[Unit],
    overlays: Sequence[Overlay] = (),
    plates: Sequence[Plate] = (),
    others: Sequence[Plate] = (),
) -> None:
    """What lies on the ground: overlays below, these units, overlays under the plates, plates, overlays above.

    Args:
        canvas: To draw on.
        camera: What is seen.
        theme: The look.
        state: The battle.
        shown: The units to draw, some of ``state.standing()``.
        overlays: Values laid over the scene.
        plates: Name plates.
        others: Plates that are on the picture already.
    """
    strengths = {unit: strength for it in overlays if isinstance(it, Faded) for unit, strength in it.units}
    styles = side_styles(state.sides)
    for overlay in overlays:
        draw_below(canvas, camera, theme, overlay)
    for unit in shown:
        look = look_of(state, unit, styles[unit.side])
        draw_unit(canvas, camera, theme, unit.pose, look, strengths.get(unit.id, 1.0))
    for overlay in overlays:
        draw_between(canvas, camera, theme, overlay)
    for plate in plates:
        draw_plate(canvas, camera, theme, plate, strengths.get(plate.unit, 1.0))
    for overlay in overlays:
        draw_above(canvas, camera, theme, state, overlay)
    draw_reasons(canvas, camera, theme, state, overlays, (*plates, *others))


def nameless(overlays: Sequence[Overlay]) -> tuple[str, ...]:
    """Units whose plates make room for their handles."""
    return tuple(it.unit for it in overlays if isinstance(it, Handles) and it.unit)


def kept_clear(camera: Camera, theme: Theme, overlays: Sequence[Overlay]) -> tuple[Rectangle, ...]:
    """Where handles are: plates leave them free."""
    reach = theme.px(RADIUS) / camera.ppi
    points = [p for it in overlays if isinstance(it, Handles) for p in handle_points(it, camera, theme).values()]
    places = [camera.to_table(*point) for point in points]
    return tuple(
        (round(x - reach, 3), round(y - reach, 3), round(x + reach, 3), round(y + reach, 3)) for x, y in places
    )

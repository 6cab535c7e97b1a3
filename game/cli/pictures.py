"""Pictures of what the commands tell: PNG, and GIF where something moves. No display is needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import ceil, floor, sqrt
from pathlib import Path

import shapely

from game.battle.event import Event
from game.battle.events import UnitMoved
from game.battle.ground import base_of, bases_of
from game.battle.state import State
from game.cli.opening import open_battle
from game.cli.outputs import WIDTHS, check_output
from game.cli.telling import tell
from game.engine.session import Session
from game.errors import InputError
from game.rules.fall_map import Covered, hit_chances, under_template, weight_of
from game.rules.moving import CheckedMove
from game.table.bases import ground
from game.table.sweep import swept_path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # pictures need no display, and must not open one
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.render.gif import MOST_FRAMES, GifWritten, save_gif
from game.render.overlays import Ghost, HeatMap, Obstruction, Outline, Overlay, Selection, Swept, Template
from game.render.picture import MOST_PIXELS, fall_frames, move_frames, picture, save_png, still_camera

WIDTH = 1600
"""Pixels across of a picture of the whole table, unless another width is asked for."""
CLOSE_UP = 7.0
"""Inches around what matters that a picture of it shows."""
LEAST_SIDE = 80
"""Pixels along each side of a picture of the whole table: it has rulers around."""
MOST_MOVING = 4_000_000
"""Pixels of a frame of a moving picture, which is drawn hundreds of times."""
Box = tuple[float, float, float, float]


def draw_file(file: Path, output: Path, width: int | None) -> None:
    """Draw a scenario or a saved battle as it stands; without a width as wide as is usual and fits.

    Raises:
        InputError: The file can't be opened, or the picture can't be written, or not be so wide.
    """
    check_output(output, still=True)
    state = open_battle(file).state
    save_png(picture(state, size=fitting(state, width, WIDTH)), output)


def fitting(state: State, width: int | None, usual: int) -> tuple[int, int]:
    """The size of a picture of the whole table.

    Args:
        state: The battle.
        width: Pixels across, as asked for; None: as near to the usual as the table allows.
        usual: Pixels across of such a picture.

    Raises:
        InputError: It would have too many pixels, or none for the table within its rulers.
    """
    shape = state.depth / state.width
    least = max(WIDTHS[0], ceil(LEAST_SIDE / min(shape, 1.0)))
    most = min(WIDTHS[1], floor(sqrt(MOST_PIXELS / shape)))
    while most * round(most * shape) > MOST_PIXELS:
        most -= 1
    if width is None:
        width = max(least, min(usual, most))
    if not least <= width <= most:
        table = f"{state.width:g} x {state.depth:g} inches"
        raise InputError.of(f"a table of {table} is drawn {least} to {most} pixels wide, not {width}", key="--width")
    return width, round(width * shape)


def _ppi(box: Box, wanted: float, most: int = MOST_PIXELS) -> float:
    """Pixels an inch: as wanted, or as many as a picture of this ground may have."""
    return min(wanted, 0.999 * sqrt(most / ((box[2] - box[0]) * (box[3] - box[1]))))


def _around(state: State, unit: str) -> Box:
    """Left, bottom, right, top of the ground around a unit, kept on the table."""
    x, y = base_of(state, state.unit(unit)).centre.mean(axis=0).tolist()
    return _on_table(state, (x - CLOSE_UP - 3, y - CLOSE_UP, x + CLOSE_UP + 3, y + CLOSE_UP))


def _on_table(state: State, box: Box) -> Box:
    return max(box[0], -1.0), max(box[1], -1.0), min(box[2], state.width + 1.0), min(box[3], state.depth + 1.0)


def _places(state: State, covered: Covered) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The same models by their places in formations: a joined character's is that in his host's ranks."""
    return tuple(
        (unit.host, (unit.place,)) if unit.host else (unit.id, who)
        for unit, who in ((state.unit(name), who) for name, who in covered)
    )


def heat_of(state: State, giant: str) -> HeatMap:
    """The exact chances of a fall as an overlay."""
    legend = "hit if the Giant falls now"
    rows = ((state.unit(who.unit), who.model, hit) for who, _, hit in hit_chances(state, giant))
    return HeatMap(tuple((u.host, u.place, hit) if u.host else (u.id, model, hit) for u, model, hit in rows), legend)


def draw_fall_map(state: State, giant: str, output: Path) -> None:
    """Draw each model's chance to be hit."""
    overlays = (heat_of(state, giant), Selection(giant))
    save_png(picture(state, ppi=56, overlays=overlays, crop=_around(state, giant)), output)


def draw_template(state: State, giant: str, angle: float, output: Path) -> None:
    """Draw the template in one direction and mark whom it covers."""
    (x, y), covered = under_template(state, giant, angle)
    origin = tuple(base_of(state, state.unit(giant)).centre[0].tolist())
    count = sum(len(who) for _, who in covered)
    label = f"{angle:.1f}° · {count} model{'' if count == 1 else 's'}"
    places = tuple((unit, place, 1.0) for unit, who in _places(state, covered) for place in who)
    beneath = (HeatMap(places, "under the template", 1.0),) if places else ()
    template = Template(x, y, weight_of(state.unit(giant)).radius, label, (origin[0], origin[1]))
    save_png(
        picture(state, ppi=56, overlays=(*beneath, Selection(giant), template), crop=_around(state, giant)), output
    )


def draw_topple(before: Session, after: Session, output: Path) -> None:
    """Draw a Giant's fall with its dice and casualties as a moving picture."""
    events = [entry.event for entry in after.log[len(before.log) :]]
    giant = events[0].units()[0]
    camera = still_camera(before.state, 40, _around(before.state, giant))
    told_of_gif(save_gif(fall_frames(before.state, events, camera), output), output)


def told_of_gif(written: GifWritten, output: Path) -> None:
    """Say on stderr where a moving picture was cut."""
    if written.cut:
        tell(f"{output}: cut after {MOST_FRAMES} frames", err=True)


def _swept(move: CheckedMove) -> tuple[Outline, ...]:
    outlines: list[Outline] = []
    for step in move.steps:
        if step.motions:
            area = swept_path(ground(step.pose, step.formation), step.motions)
            outlines += [
                tuple((float(x), float(y)) for x, y in shapely.get_coordinates(shapely.get_exterior_ring(part)))
                for part in shapely.get_parts(area)
            ]
    return tuple(outlines)


def move_overlays(state: State, move: CheckedMove) -> tuple[Overlay, ...]:
    """The swept path, the ghost of the end, and every place at which something is in the way."""
    ok = not move.faults
    seen: dict[tuple[float, float], str] = {}
    for fault in move.faults:
        if fault.at is not None:
            seen.setdefault(fault.at, f"{fault.text} ({fault.rule})")
    obstructions = tuple(Obstruction(x, y, text) for (x, y), text in list(seen.items())[:2])
    ghost = Ghost(move.pose, move.formation, state.unit(move.unit).side, ok)
    return (Swept(_swept(move), ok), Selection(move.unit), ghost, *obstructions)


def _around_move(state: State, move: CheckedMove) -> Box:
    points = [bases_of(state.unit(move.unit)).centre, ground(move.pose, move.formation).centre]
    low = [min(float(p[:, i].min()) for p in points) for i in (0, 1)]
    high = [max(float(p[:, i].max()) for p in points) for i in (0, 1)]
    return _on_table(state, (low[0] - CLOSE_UP, low[1] - CLOSE_UP, high[0] + CLOSE_UP, high[1] + CLOSE_UP))


def draw_move(state: State, move: CheckedMove, output: Path) -> None:
    """Draw a move: where it ends, what it sweeps over, what is in its way."""
    box = _around_move(state, move)
    save_png(picture(state, ppi=_ppi(box, 44), overlays=move_overlays(state, move), crop=box), output)


def _steps(move: CheckedMove) -> Iterator[Event]:
    """One event for each manoeuvre, so that every wheel is seen as the wheel it is."""
    places = [(step.pose, step.formation) for step in move.steps] + [(move.pose, move.formation)]
    for step, (pose, formation) in zip(move.steps, places[1:], strict=True):
        yield UnitMoved(
            unit=move.unit,
            path=(str(step.manoeuvre),),
            cost=step.cost,
            before=step.pose,
            pose=pose,
            formation=formation,
        )


def draw_moving(state: State, move: CheckedMove, output: Path) -> None:
    """Draw the unit on its way as a moving picture."""
    box = _around_move(state, move)
    camera = still_camera(state, _ppi(box, 36, MOST_MOVING), box)
    told_of_gif(save_gif(move_frames(state, list(_steps(move)), camera), output), output)

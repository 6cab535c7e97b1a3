"""Name plates: behind their unit, never over a base, never over each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
import shapely

from game.battle.state import State
from game.battle.unit import Unit
from game.render.camera import Camera
from game.render.dodging import GAP, boxes_over, line_over, quads, spots_around, spots_on
from game.render.nameplate import WIDEST, WIDEST_FREE, WIDEST_TIGHT, Plate, Rectangle, plate_size, plate_words
from game.render.theme import side_styles
from game.table.bases import centre, corners, ground
from game.table.formation import Flags, Floats, Formation, extent
from game.table.pose import Pose, direction


@lru_cache(maxsize=64)
def plan_plates(state: State, ppi: float, scale: float, keep_clear: tuple[Rectangle, ...] = ()) -> tuple[Plate, ...]:
    """A plate for each unit that has room for one, in the order of the units; the same wherever the camera stands.

    Who holds a building has it on the building, or beside it if others stand there.

    Args:
        state: The battle; every unit on the table is dodged.
        ppi: Pixels an inch.
        scale: Of the desktop.
        keep_clear: Left, bottom, right, top of table rectangles (inches) to be dodged too, such as handles.
    """
    field = _Field(state, ppi, scale, keep_clear)
    return field.place_all((*_garrisons(state), *field.units), (0.0, 0.0, state.width, state.depth))


def plates_in_view(
    state: State, camera: Camera, scale: float, keep_clear: tuple[Rectangle, ...] = ()
) -> tuple[Plate, ...]:
    """The plates of :func:`plan_plates`; those of units in sight that the view's edge would cut stand elsewhere."""
    plates = plan_plates(state, camera.ppi, scale, keep_clear)
    view = camera.visible()
    inside = [plate for plate in plates if _contains(view, plate.ground(camera.ppi))]
    elsewhere = {plate.unit for plate in plates} - {plate.unit for plate in inside}
    cut = tuple(unit for unit in (*_garrisons(state), *state.standing()) if unit.id in elsewhere)
    return (*inside, *plates_among(state, camera, scale, cut, inside, keep_clear))


def plates_among(
    state: State,
    camera: Camera,
    scale: float,
    units: Iterable[Unit],
    others: Iterable[Plate],
    keep_clear: tuple[Rectangle, ...] = (),
) -> tuple[Plate, ...]:
    """Plates within the view for these units, as far as they are in sight, that dodge the plates of ``others``."""
    view = camera.visible()
    seen = [unit for unit in units if _in_sight(view, state, unit)]
    if not seen:
        return ()
    field = _Field(state, camera.ppi, scale, keep_clear, tuple(plate.ground(camera.ppi) for plate in others))
    room = (max(view[0], 0.0), max(view[1], 0.0), min(view[2], state.width), min(view[3], state.depth))
    return field.place_all(seen, room)


def _contains(outer: Rectangle, inner: Rectangle) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _garrisons(state: State) -> tuple[Unit, ...]:
    """Units that hold a building."""
    held = {piece.id for piece in state.terrain}
    return tuple(unit for unit in state.units if unit.on_table and not unit.host and unit.garrison in held)


def _building(state: State, unit: Unit) -> Floats:
    """(n, 2) outline of the building that the unit holds."""
    return np.array(next(piece.outline for piece in state.terrain if piece.id == unit.garrison), dtype=np.float64)


def _in_sight(view: Rectangle, state: State, unit: Unit) -> bool:
    """The middle of the unit, or of the building it holds, is in the view."""
    if unit.garrison:
        middle = _building(state, unit).mean(axis=0)
        x, y = float(middle[0]), float(middle[1])
    else:
        x, y = centre(unit.pose, unit.formation)
    return view[0] < x < view[2] and view[1] < y < view[3]


@lru_cache(maxsize=4096)
def _corners(pose: Pose, formation: Formation) -> Floats:
    """(k, 4, 2) corners of the ground that a unit covers, inches."""
    return corners(ground(pose, formation))


class _Field:
    """What plates have to dodge, in pixels from the table's origin, y up; grows with each plate that is placed."""

    def __init__(
        self,
        state: State,
        ppi: float,
        scale: float,
        keep_clear: tuple[Rectangle, ...],
        placed: tuple[Rectangle, ...] = (),
    ) -> None:
        self.state, self.ppi, self.scale = state, ppi, scale
        self.units = tuple(state.standing())
        shapes = [_corners(unit.pose, unit.formation) for unit in self.units]
        self._obstacles = (np.concatenate(shapes) if shapes else np.empty((0, 4, 2))) * ppi
        self._owners = np.repeat(np.arange(len(shapes)), [len(shape) for shape in shapes])
        self._boxes = {f"{number}": np.array(box) * ppi for number, box in enumerate((*keep_clear, *placed))}
        self._styles = side_styles(state.sides)

    def place_all(self, units: Iterable[Unit], room: Rectangle) -> tuple[Plate, ...]:
        """Plates within ``room`` (left, bottom, right, top in inches) for those units that have room for one.

        First come those that find a place close by, then those that find one with a shorter name, then those that have
        to go far; at last each name that was cut is written out where it takes room from nobody.
        """
        wanted = tuple(units)
        close: dict[str, Plate] = {}
        for widest in (WIDEST, WIDEST_TIGHT):
            for unit in wanted:
                if unit.id not in close and (plate := self.place(unit, room, widest, far=False)):
                    close[unit.id] = plate
        found = [(unit, close.get(unit.id) or self.place(unit, room)) for unit in wanted]
        return tuple(self._written_out(unit, plate, room) for unit, plate in found if plate)

    def _written_out(self, unit: Unit, plate: Plate, room: Rectangle) -> Plate:
        words = plate_words(self.state, unit, self.scale, WIDEST_FREE)
        if words == plate.words:
            return plate
        box = self._boxes.pop(f"plate {unit.id}")
        longer = self.place(unit, room, WIDEST_FREE, far=plate.anchor is not None)
        if longer is not None and self._crossings(unit, longer) <= self._crossings(unit, plate):
            return longer
        self._boxes[f"plate {unit.id}"] = box
        return plate

    def _crossings(self, unit: Unit, plate: Plate) -> int:
        """0: it stands close by; 1: its line crosses nobody; 2: it crosses somebody."""
        if plate.anchor is None:
            return 0
        return 1 if self._line_is_free(unit, np.array([plate.x, plate.y]) * self.ppi) else 2

    def place(self, unit: Unit, room: Rectangle, widest: float = WIDEST, *, far: bool = True) -> Plate | None:
        """The unit's plate at the best free place within ``room``, if any; close by unless it may be ``far``."""
        words = plate_words(self.state, unit, self.scale, widest)
        size = np.array(plate_size(words, self.scale))
        gap = GAP * self.scale
        if unit.garrison:
            spots, near = spots_on(_building(self.state, unit) * self.ppi, size, self.scale)
        else:
            spots, near = spots_around(unit, self.ppi, size, gap, self.scale)
        low, high_ = np.array(room[:2]) * self.ppi + size / 2, np.array(room[2:]) * self.ppi - size / 2
        inside = ((spots >= low) & (spots <= high_)).all(axis=1) & (near | far)
        spots, near = spots[inside], near[inside]
        best = self._best(unit, spots, near, size / 2 + gap / 2)
        if best < 0:
            return None
        self._boxes[f"plate {unit.id}"] = np.concatenate([spots[best] - size / 2, spots[best] + size / 2])
        anchor = None if near[best] else self._anchor(unit, spots[best])
        x, y = (spots[best] / self.ppi).tolist()
        return Plate(unit.id, words, x, y, float(size[0]), float(size[1]), anchor, self._styles[unit.side])

    def _best(self, unit: Unit, spots: Floats, near: Flags, half: Floats) -> int:
        """Number of the first free spot that is near, or whose line crosses nobody; else the first, or -1."""
        first = -1
        for number in self._free(spots, half):
            if near[number] or self._line_is_free(unit, spots[number]):
                return number
            first = number if first < 0 else first
        return first

    def _free(self, spots: Floats, half: Floats) -> Iterator[int]:
        """Numbers of the spots at which a box of this half size is free: most find one among the first."""
        for start, end in ((0, 6), (6, len(spots))):
            some = spots[start:end]
            if not len(some):
                break
            taken = boxes_over(some, half, self._obstacles)
            if self._boxes:
                boxes = np.array(list(self._boxes.values()))
                low, high = some[:, None] - half, some[:, None] + half
                meet = np.all((high > boxes[:, :2]) & (low < boxes[:, 2:]), axis=2)
                taken |= np.any(meet, axis=1)
            yield from (start + np.flatnonzero(~taken)).tolist()

    def _anchor(self, unit: Unit, spot: Floats) -> tuple[float, float]:
        """The table point of a unit, or of the building it holds, that is nearest to a spot in pixels."""
        x, y = (spot / self.ppi).tolist()
        if unit.garrison:
            left, low, right, top = shapely.Polygon(_building(self.state, unit)).bounds
            return min(max(x, left), right), min(max(y, low), top)
        rear, front, right, left = extent(unit.formation)
        forward, across = (np.array([x, y]) - (unit.pose.x, unit.pose.y)) @ np.array(
            [direction(unit.pose.facing), direction(unit.pose.facing + 90.0)]
        ).T
        return unit.pose.point(min(max(float(forward), rear), front), min(max(float(across), right), left))

    def _line_is_free(self, unit: Unit, spot: Floats) -> bool:
        """Whether the line from the unit to its plate crosses no other unit and no other plate."""
        line = np.array([np.array(self._anchor(unit, spot)) * self.ppi, spot])
        own = next((number for number, one in enumerate(self.units) if one.id == unit.id), -1)
        boxes = np.array([box for key, box in self._boxes.items() if key != f"plate {unit.id}"]).reshape(-1, 4)
        return not line_over(line, np.concatenate([self._obstacles[self._owners != own], quads(boxes)]))

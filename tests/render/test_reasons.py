"""Reasons stand beside what they are about, whole, and cover neither handles nor bases where there is room."""

import numpy as np
import pytest
import shapely

from game.battle.ground import bases_of
from game.battle.state import State
from game.render.camera import Camera
from game.render.canvas import TextCanvas
from game.render.fonts import ELLIPSIS
from game.render.handles import RADIUS, handle_points
from game.render.outline import shape_polygons
from game.render.overlays import Ghost, Handles, Obstruction
from game.render.reasons import draw_reasons, reason_lines
from game.render.theme import Theme
from game.table.formation import Ranked
from game.table.pose import Pose
from tests.render.conftest import SIDES, SMALL, unit

BLOCK = Ranked(SMALL, 20, 5)
WORDS = "a march (7.40 inches, more than M 4) goes forward and wheels, nothing else, and the way is barred by the mill"


def table(*places):
    units = [
        unit(f"u{i}", "reik", f"Unit {i}", "empire-spearmen", BLOCK, Pose(x, y, 90)) for i, (x, y) in enumerate(places)
    ]
    return State(48.0, 36.0, SIDES, tuple(units))


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("facing", [90.0, 20.0, 250.0])
def test_a_reason_covers_no_handle_no_ghost_and_no_base(scale, facing):
    state, theme = table((24, 18), (24, 24), (17, 18)), Theme(scale=scale)
    camera = Camera(22.0 * scale, 24.0, 18.0, (0, 0, round(1000 * scale), round(750 * scale)))
    pose = Pose(25.0, 20.0, facing)
    overlays = (
        Ghost(pose, BLOCK, "reik", ok=False, fault="runs into Unit 1 after 1.20 inches"),
        Obstruction(24.0, 21.0, "comes within 1 inch of Unit 1 after 0.40 inches"),
        Handles(pose, BLOCK, unit="u0"),
    )
    canvas = Boxes()
    draw_reasons(canvas, camera, theme, state, overlays)
    first, second = canvas.found
    assert not first.intersects(second)
    handles = [shapely.Point(at).buffer(theme.px(RADIUS)) for at in handle_points(overlays[2], camera, theme).values()]
    bases = [shapely.transform(shape_polygons(bases_of(one)), camera.to_screen) for one in state.standing()]
    for box in (first, second):
        assert not any(box.intersects(shape) for shape in (*handles, *bases))
        assert shapely.box(0, 0, 1000 * scale, 750 * scale).contains(box)


def test_a_long_reason_is_told_whole_in_two_lines():
    lines = reason_lines(Theme(), WORDS, 1000)
    assert len(lines) == 2
    assert " ".join(lines) == WORDS
    assert len(reason_lines(Theme(), "runs into Third Company", 1000)) == 1
    narrow = reason_lines(Theme(), WORDS, 360)
    assert len(narrow) <= 3
    assert ELLIPSIS not in "".join(reason_lines(Theme(), WORDS, 500))
    assert reason_lines(Theme(), "x" * 5000, 500)[-1].endswith(ELLIPSIS)


def test_where_no_place_is_free_the_reason_is_still_told_within_the_view():
    camera = Camera(22.0, 24.0, 18.0, (0, 0, 240, 90))
    canvas = Boxes()
    draw_reasons(canvas, camera, Theme(), table((24, 20)), (Obstruction(24, 18, "no room here at all"),))
    (box,) = canvas.found
    assert shapely.box(0, 0, 240, 90).contains(box)
    assert canvas.words() == ("no room here at all",)


def test_without_reasons_nothing_is_drawn():
    canvas = TextCanvas()
    draw_reasons(canvas, Camera(22.0, 24.0, 18.0, (0, 0, 900, 700)), Theme(), table(), (Obstruction(1, 1, ""),))
    assert canvas.drawn == []


class Boxes(TextCanvas):
    """Keeps the boxes that are drawn."""

    def __init__(self):
        super().__init__()
        self.found = []

    def box(self, box, *args, **options):
        left, top, width, height = (float(v) for v in np.asarray(box, dtype=float))
        self.found.append(shapely.box(left, top, left + width, top + height))
        super().box(box, *args, **options)

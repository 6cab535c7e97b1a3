"""Drawing written down as text: what is drawn, where, in which order."""

import pytest

from game.battle.state import State
from game.battle.terrain import Kind, Terrain
from game.render.blocks import UnitLook, paint_block
from game.render.camera import Camera
from game.render.canvas import TextCanvas, hatch_lines
from game.render.overlays import (
    ArcLines,
    Casualties,
    ChargeArrow,
    DiceShown,
    Faded,
    FallPath,
    Ghost,
    Handles,
    HeatMap,
    Hover,
    Obstruction,
    Ruler,
    Selection,
    Shadow,
    SightLine,
    Struck,
    Swept,
    Template,
)
from game.render.patterns import PATTERNS
from game.render.scene import Moment, draw_moment, draw_scene
from game.render.symbols import draw_die
from game.render.tabletop import draw_tabletop
from game.render.terrain import draw_terrain
from game.render.theme import FIRST, PARCHMENT, SECOND, Theme, colour
from game.table.formation import Base, Ranked, Single
from game.table.pose import Pose
from tests.render.conftest import SIDES, SMALL

CAMERA = Camera(24.0, 36.0, 24.0, (0, 0, 1800, 1200))
PLAIN = Theme()


def drawn(state: State, *overlays, **options) -> TextCanvas:
    canvas = TextCanvas()
    draw_scene(canvas, CAMERA, PLAIN, state, overlays, **options)
    return canvas


def extra(state: State, *overlays) -> list[str]:
    """Lines that overlays add to the bare scene."""
    bare = drawn(state).drawn
    rest = list(drawn(state, *overlays).drawn)
    for line in bare:
        if line in rest:
            rest.remove(line)
    return rest


def test_one_base_as_text():
    canvas = TextCanvas()
    paint_block(canvas, 20.0, PLAIN, 90.0, UnitLook(Single(Base(1.0, 1.0)), SECOND))
    assert canvas.drawn == [
        "polygon #0072b2 - 1.0 -10.0,0.0 -10.0,20.0 10.0,20.0 10.0,0.0",
        "line #004267 1.2 0.0 -10.0,0.0 -10.0,20.0",
        "line #004267 1.2 0.0 -10.0,20.0 10.0,20.0",
        "line #004267 1.2 0.0 10.0,20.0 10.0,0.0",
        "line #004267 1.2 0.0 10.0,0.0 -10.0,0.0",
        "line #004267 3.2 0.0 -10.0,1.6 10.0,1.6",
        "polygon #004267 - 1.0 0.0,3.2 3.0,11.6 -3.0,11.6",
    ]


def test_two_bases_share_a_light_gap():
    canvas = TextCanvas()
    paint_block(canvas, 20.0, PLAIN, 90.0, UnitLook(Ranked(Base(1.0, 1.0), 2, 2), SECOND))
    gap = f"#{bytes(SECOND.gap).hex()}"
    found = [line for line in canvas.drawn if gap in line]
    assert len(found) == 1
    assert set(found[0].split()[-2:]) == {"0.0,0.0", "0.0,20.0"}


def test_the_first_side_is_hatched_and_the_second_is_not(battle):
    hatched, plain = TextCanvas(), TextCanvas()
    paint_block(hatched, 20.0, PLAIN, 0.0, UnitLook(Ranked(SMALL, 10, 5), FIRST))
    paint_block(plain, 20.0, PLAIN, 0.0, UnitLook(Ranked(SMALL, 10, 5), SECOND))
    assert any(line.startswith("hatch") for line in hatched.drawn)
    assert not any(line.startswith("hatch") for line in plain.drawn)


def test_hatch_lines_stay_inside_a_ring_with_a_notch():
    notched = [(0, 0), (30, 0), (30, 30), (15, 10), (0, 30)]
    import shapely

    shape = shapely.Polygon(notched).buffer(1e-6)
    pieces = hatch_lines(notched, 30.0, 4.0)
    assert len(pieces) > 5
    assert all(shape.covers(shapely.LineString(piece)) for piece in pieces)


def test_round_bases_are_circles(battle):
    skinks = drawn(battle).drawn
    assert sum(line.startswith("circle #1b7f4d") for line in skinks) == 8


def test_the_table_has_inches_and_feet():
    canvas = TextCanvas()
    draw_tabletop(canvas, CAMERA, PLAIN, 72.0, 48.0)
    assert canvas.words() == tuple(f"{i}″" for i in range(0, 73, 6)) + tuple(f"{i}″" for i in range(0, 49, 6))
    six = f"box #{bytes(PARCHMENT.six).hex()}"
    assert sum(line.startswith(six) for line in canvas.drawn) == 13 + 9


def test_a_far_camera_draws_fewer_lines_and_numbers():
    canvas = TextCanvas()
    draw_tabletop(canvas, Camera(4.0, 36.0, 24.0, (0, 0, 600, 400)), PLAIN, 72.0, 48.0)
    assert canvas.words()[:3] == ("0″", "12″", "24″")
    assert not any(f"#{bytes(PARCHMENT.inch).hex()}" in line for line in canvas.drawn)


def test_a_camera_beside_the_table_draws_no_table():
    canvas = TextCanvas()
    draw_tabletop(canvas, Camera(24.0, 500.0, 24.0, (0, 0, 600, 400)), PLAIN, 72.0, 48.0)
    assert len(canvas.drawn) == 1


def test_names_are_drawn_once_and_can_be_left_out(battle):
    assert drawn(battle).words().count("Spearmen 24") == 1
    assert "Spearmen 24" not in drawn(battle, plates=False).words()
    canvas = TextCanvas()
    draw_moment(canvas, CAMERA, PLAIN, Moment(battle, hidden=("spears",)))
    assert "Spearmen 24" not in canvas.words()


def test_one_who_lies_is_pale_and_drawn_lying(battle):
    standing, lying = TextCanvas(), TextCanvas()
    look = UnitLook(Single(Base(2.0, 3.0)), FIRST)
    paint_block(standing, 20.0, PLAIN, 0.0, look)
    paint_block(lying, 20.0, PLAIN, 0.0, UnitLook(look.formation, FIRST, down=True))
    full = f"polygon #{bytes(FIRST.fill).hex()}"
    assert any(line.startswith(full) for line in standing.drawn)
    assert not any(line.startswith(full) for line in lying.drawn)
    assert sum(line.startswith("circle") for line in lying.drawn) > 10


def test_one_who_flees_has_hollow_notches():
    canvas = TextCanvas()
    paint_block(canvas, 20.0, PLAIN, 0.0, UnitLook(Ranked(SMALL, 5, 5), FIRST, fleeing=True))
    assert sum(line.startswith(f"polygon - #{bytes(FIRST.edge).hex()}") for line in canvas.drawn) == 5


def test_the_wounded_model_shows_its_wounds(battle):
    assert "♥1" in drawn(battle).words()


@pytest.mark.parametrize("kind", sorted(PATTERNS))
def test_every_kind_of_terrain_has_its_own_pattern(kind):
    outline = ((20.0, 20.0), (27.0, 20.0), (28.0, 25.0), (20.0, 26.0))
    mine, others = TextCanvas(), []
    draw_terrain(mine, CAMERA, PLAIN, Terrain("t", kind, outline, 0))
    for other in PATTERNS:
        if other != kind:
            canvas = TextCanvas()
            draw_terrain(canvas, CAMERA, PLAIN, Terrain("t", other, outline, 0))
            others.append([line for line in canvas.drawn if not line.startswith("text")])
    assert [line for line in mine.drawn if not line.startswith("text")] not in others


def test_all_kinds_are_known():
    from typing import get_args

    assert set(PATTERNS) == set(get_args(Kind))


@pytest.mark.parametrize(
    "outline",
    [
        ((10.0, 10.0), (10.001, 10.0), (10.0, 10.001)),
        ((10.0, 10.0), (14.0, 14.0), (14.0, 10.0), (10.0, 14.0)),
        ((10.0, 10.0), (60.0, 10.0), (60.0, 10.01), (10.0, 10.01)),
    ],
)
@pytest.mark.parametrize("kind", sorted(PATTERNS))
def test_crooked_and_tiny_terrain_can_be_drawn(kind, outline):
    canvas = TextCanvas()
    draw_terrain(canvas, CAMERA, PLAIN, Terrain("t", kind, outline, 0, "A name"))
    assert canvas.drawn


def test_a_name_without_room_is_left_out():
    canvas = TextCanvas()
    draw_terrain(
        canvas, CAMERA, PLAIN, Terrain("t", "hill", ((1, 1), (2, 1), (2, 2), (1, 2)), 3, "The hill of many names")
    )
    assert not canvas.words()


def test_a_held_building_names_who_holds_it(battle):
    from dataclasses import replace

    held = battle.with_unit(replace(battle.unit("spears"), garrison="mill"))
    words = drawn(held).words()
    assert "⌂ Spearmen 24" in words
    assert "Mill" not in words


def test_heat_has_numbers_and_one_legend(battle):
    heat = HeatMap(
        (("spears", 0, 0.271), ("spears", 5, 0.004), ("spears", 6, 0.0), ("cut", 1, 0.999)),
        "hit if the Giant falls now",
    )
    words = drawn(battle, heat).words()
    assert {"27", "<1", "99"} <= set(words)
    assert words.count("hit if the Giant falls now, %") == 1


def test_a_template_has_its_label_off_the_bases(battle):
    lines = extra(battle, Template(34.0, 27.0, 1.5, "148.0° · 2 models", (36.0, 25.0)))
    assert any("148.0° · 2 models" in line for line in lines)
    assert any(line.startswith("circle #b3001b42 #b3001bff") and line.endswith("852.0,528.0 36.0") for line in lines)


def test_a_forbidden_place_says_why(battle):
    lines = extra(battle, Obstruction(48.0, 27.5, "Would cross the wall"))
    assert any(line.endswith("| Would cross the wall") for line in lines)
    red = f"#{bytes(PARCHMENT.harm).hex()}"
    assert any(line.startswith(f"circle {red}") for line in lines)
    assert any(
        "Lands on Trolls" in line
        for line in extra(
            battle, Ghost(Pose(50, 40, 0), Ranked(SMALL, 10, 5), "hashut", ok=False, fault="Lands on Trolls")
        )
    )


def test_a_ruler_says_the_distance(battle):
    assert any(line.endswith("| 7.3″") for line in extra(battle, Ruler((10, 30), (17.3, 30), 7.3)))


@pytest.mark.parametrize(
    "overlay",
    [
        FallPath((((30.0, 20.0), (35.0, 20.0), (33.0, 25.0)),)),
        Swept((((30.0, 20.0), (35.0, 20.0), (33.0, 25.0)),), ok=False),
        Casualties((("spears", (0, 1, 99)), ("nobody", (0,)))),
        Struck((("skinks", (0, 1)),)),
        Selection("spears"),
        Hover("skinks", 3),
        Hover("spears", 2),
        ArcLines(Pose(30, 20, 40), Ranked(SMALL, 10, 5), ("front", "left", "right", "rear")),
        SightLine((10, 10), (20, 20), clear=True),
        SightLine((10, 10), (20, 20), clear=False, stopped=(15, 15)),
        Handles(Pose(30, 20, 40), Ranked(SMALL, 10, 5), "pivot"),
        ChargeArrow((10, 10), (20, 20), "8.6″"),
        Shadow(30, 20, 40, 5, 2),
        DiceShown(30, 20, (1, 6), label="to hit 4+", good=False),
        DiceShown(30, 20, angle=148.0, label="scatter"),
    ],
)
def test_every_overlay_adds_to_the_picture(battle, overlay):
    assert extra(battle, overlay)


@pytest.mark.parametrize("overlay", [Selection("nobody"), Hover("nobody"), ChargeArrow((1, 1), (1, 1)), Casualties(())])
def test_overlays_of_nothing_add_nothing(battle, overlay):
    assert not extra(battle, overlay)


def test_a_faded_unit_is_drawn_weakly(battle):
    assert extra(battle, Faded((("spears", 0.25),))).count("strength 0.25") == 2


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_its_face(face):
    canvas = TextCanvas()
    draw_die(canvas, 0, 0, 24, face, (255, 255, 255), (0, 0, 0))
    assert sum(line.startswith("circle") for line in canvas.drawn) == face


def test_a_die_of_another_kind_has_a_number():
    canvas = TextCanvas()
    draw_die(canvas, 0, 0, 24, 10, (255, 255, 255), (0, 0, 0))
    assert canvas.words() == ("10",)


def test_drawing_is_the_same_each_time(battle):
    assert drawn(battle).drawn == drawn(battle).drawn
    assert colour("#010203") == (1, 2, 3)
    assert SIDES[0].id == "hashut"

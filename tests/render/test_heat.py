"""The legend of a heat map: labels that do not touch, in the corner that hides the fewest units."""

import itertools
from dataclasses import replace

import pytest

from game.battle.state import State
from game.render.camera import Camera
from game.render.fonts import text_size
from game.render.heat import legend_box, legend_labels
from game.render.theme import HEAT, SMALL_TEXT, Theme
from game.table.formation import Ranked
from game.table.pose import Pose
from tests.render.conftest import SIDES, SMALL, unit

CAMERA = Camera(20.0, 24.0, 18.0, (40, 30, 960, 720))
LEFT, RIGHT, LOW, HIGH = 52, 1000 - 12 - 210, 750 - 66 - 12, 42


@pytest.mark.parametrize("top", [0.06, 0.12, 0.3, 0.54, 0.9, 0.96, 1.0])
@pytest.mark.parametrize("each", [31.0, 24.0, 12.0])
def test_labels_of_the_scale_do_not_touch(top, each):
    theme = Theme()
    labels = legend_labels(top, each, theme)
    assert labels[0] == (0, "0")
    assert labels[-1] == (len(HEAT), f"{top * 100:.0f}")
    for (i, one), (j, other) in itertools.pairwise(labels):
        halves = (text_size(one, SMALL_TEXT)[0] + text_size(other, SMALL_TEXT)[0]) / 2
        assert (j - i) * each - halves >= 4
    if each > 30:
        assert len(labels) == len(HEAT) + 1  # there is room for all


def battle(*corners):
    places = {(RIGHT, LOW): (43, 4), (LEFT, LOW): (5, 4), (RIGHT, HIGH): (43, 34), (LEFT, HIGH): (5, 34)}
    units = (
        unit(f"u{i}", "reik", f"U{i}", "empire-spearmen", Ranked(SMALL, 20, 5), Pose(*places[corner], 90))
        for i, corner in enumerate(corners)
    )
    return State(48.0, 36.0, SIDES, tuple(units))


CORNERS = [(RIGHT, LOW), (LEFT, LOW), (RIGHT, HIGH), (LEFT, HIGH)]


@pytest.mark.parametrize("taken", range(4))
def test_the_legend_stands_in_the_first_corner_without_units(taken):
    assert legend_box(CAMERA, Theme(), "hit, %", battle(*CORNERS[:taken]))[:2] == CORNERS[taken]


def test_a_corner_with_one_unit_is_better_than_one_with_two():
    state = battle(*CORNERS)
    crowd = [replace(one, muster=replace(one.muster, id=f"{one.id}b")) for one in (*state.units[:2], state.units[3])]
    again = legend_box(CAMERA, Theme(), "hit, %", replace(state, units=(*state.units, *crowd)))
    assert again[:2] == (RIGHT, HIGH)

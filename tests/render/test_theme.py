"""Colours that can be read, and told apart."""

import itertools

import pytest

from game.battle.state import Side
from game.render.theme import (
    DARK,
    FIRST,
    HEAT,
    LIGHT,
    PARCHMENT,
    SECOND,
    colour,
    contrast,
    ink_on,
    luminance,
    side_styles,
)

PANELS = [(name, palette) for name, palette in (("dark", DARK), ("light", LIGHT))]


def test_contrast_is_that_of_the_standard():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("name", "palette"), PANELS)
@pytest.mark.parametrize("text", ["text", "dim", "link", "harm", "good", "accent_text"])
@pytest.mark.parametrize("ground", ["ground", "raised", "sunken"])
def test_words_on_panels_can_be_read(name, palette, text, ground):
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5, (name, text, ground)


@pytest.mark.parametrize(("name", "palette"), PANELS)
def test_words_on_buttons_can_be_read(name, palette):
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert contrast(palette.text, palette.button) >= 4.5
    assert contrast(palette.accent_text, palette.accent_ground) >= 4.5


def test_words_on_the_table_can_be_read():
    for ground in (PARCHMENT.cloth, PARCHMENT.outside):
        assert contrast(PARCHMENT.ruler, ground) >= 4.5
    assert contrast(PARCHMENT.plate_text, PARCHMENT.plate) >= 4.5
    assert contrast(PARCHMENT.accent, PARCHMENT.plate) >= 4.5
    assert contrast(PARCHMENT.harm, PARCHMENT.cloth) >= 4.5
    assert contrast(PARCHMENT.clear, PARCHMENT.cloth) >= 4.5


@pytest.mark.parametrize("step", HEAT)
def test_numbers_on_the_heat_scale_can_be_read(step):
    assert contrast(ink_on(step), step) >= 4.5


def test_the_heat_scale_darkens_all_the_way():
    assert all(luminance(a) > luminance(b) for a, b in itertools.pairwise(HEAT))


def test_sides_differ_in_hatch_as_well_as_in_colour():
    assert FIRST.hatch is not None
    assert SECOND.hatch is None
    sides = [Side(str(i), str(i), "#7a4fa3") for i in range(5)]
    styles = side_styles(sides)
    assert len({(style.fill, style.hatch) for style in styles.values()}) == 5
    assert styles["2"].fill == colour("#7a4fa3")
    assert styles["0"] is FIRST


def test_a_third_side_whose_colour_is_none_is_grey():
    assert side_styles([Side("a", "a", ""), Side("b", "b", ""), Side("c", "c", "red")])["c"].fill == colour("#6b6b6b")


def test_edges_are_darker_than_their_side():
    for style in (FIRST, SECOND):
        assert luminance(style.edge) < luminance(style.fill) / 2
        assert contrast(style.on_panel, DARK.ground) >= 4.5


@pytest.mark.parametrize("text", ["", "#fff", "#12345", "#gggggg"])
def test_what_is_no_colour_is_refused(text):
    with pytest.raises(ValueError):
        colour(text)

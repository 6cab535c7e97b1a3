"""The bundled font, and names as people write them (C128, C130)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.render.fonts import UNNAMED, clean, fit_text, font, start_drawing, text_width
from game.resources import folder

NEEDED = "Åsa the Grïm Queen’s Guard 50×100 ⚀⚁⚂⚃⚄⚅ ♥ ⚐ ▽ ⌂ ← ↑ → ↓ ↶ ↷ ✓ ▸ … ″ ° · Ωμέγα Живе ½ − ≥ ★ ⚔ ☠"


MISSING = "\u2913"
"""An arrow that DejaVu Sans lacks: it is drawn as the font's box."""


def picture_of(character, bold):
    import pygame

    return pygame.image.tobytes(font(24, bold).render(character, True, (0, 0, 0)), "RGBA")


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("character", sorted(set(NEEDED) - {" "}))
def test_the_font_has_a_glyph(character, bold):
    assert picture_of(character, bold) != picture_of(MISSING, bold)


def test_glyphs_that_are_missing_look_alike():
    assert picture_of("\u2913", False) == picture_of("\u2914", False)


def test_the_font_comes_with_its_licence():
    text = (folder("assets") / "fonts" / "LICENSE.txt").read_text(encoding="utf-8")
    assert "Bitstream Vera" in text
    assert {p.name for p in (folder("assets") / "fonts").glob("*.ttf")} == {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"}


def test_no_sound_device_is_opened():
    import pygame

    start_drawing()
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("", UNNAMED),
        ("   ", UNNAMED),
        ("\x00\x01", UNNAMED),
        ("Old\x00 Gorak", "Old Gorak"),
        ("Old\nGorak\tthe  Big", "Old Gorak the Big"),
        ("\u202eevil", "evil"),
        ("Queen’s Guard", "Queen’s Guard"),
    ],
)
def test_odd_names_are_made_fit(name, shown):
    assert clean(name) == shown


def test_a_name_of_five_thousand_letters_fits():
    line = fit_text("x" * 5000, 14, 120)
    assert line.endswith("…")
    assert text_width(line, 14) <= 120


@given(st.text(max_size=60), st.floats(8, 40), st.floats(40, 400))
def test_any_text_fits_and_can_be_drawn(text, size, width):
    line = fit_text(text, size, width)
    assert text_width(line, size) <= max(width, text_width("…", size))
    assert font(size).render(line, True, (0, 0, 0)).get_width() == text_width(line, size)


def test_what_fits_is_left_alone():
    assert fit_text("Spearmen", 14, 500) == "Spearmen"

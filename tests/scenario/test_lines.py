"""The finder of lines."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.scenario.lines import DEEPEST, find_line, outline

TEXT = '''\
# [[unit]] in a comment
title = "[[unit]] # no comment" # id = 3
"quoted key".inner = [1, [2, 3], # ] }
  { deep = "}" }]
prose = """
[[unit]]
id = "not this"
"""
start = { turn = 3, side = "a" }

[[unit]]
id = "one"
[unit.extra]
why = 'a "literal" ] '
[[unit.crew]]
n = 1

  [[unit]]
id = "two"
at = [
  1.0,   # x
  2.0,
]
engaged = ["a", { unit = "b" }]
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("title", 2),
        ("quoted key.inner[1][0]", 3),
        ("quoted key.inner[2].deep", 4),
        ("prose", 5),
        ("start.side", 9),
        ("unit", 11),
        ("unit[0]", 11),
        ("unit[0].id", 12),
        ("unit[0].extra.why", 14),
        ("unit[0].crew[0].n", 16),
        ("unit[1]", 18),
        ("unit[1].id", 19),
        ("unit[1].at", 20),
        ("unit[1].at[0]", 21),
        ("unit[1].at[1]", 22),
        ("unit[1].engaged[1].unit", 24),
        # what is not there: the table in which it is missing
        ("unit[1].files", 18),
        ("unit[0].extra.unknown[3].x", 13),
        ("start.phase", 9),
        ("nowhere.at.all", 1),
    ],
)
def test_each_key_path_has_its_line(key, line):
    assert tomllib.loads(TEXT)
    assert find_line(TEXT, key) == line


def test_windows_line_ends():
    assert find_line(TEXT.replace("\n", "\r\n"), "unit[1].at[1]") == 22


@given(st.text(alphabet="[]{}\"'#=.,\n ab1\\", max_size=120))
def test_no_text_makes_it_fail(text):
    shape = outline(text)
    for spot in shape.spots.values():
        assert 0 <= spot.start <= spot.end <= len(text)
        assert 1 <= spot.line <= text.count("\n") + 1


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,6}", fullmatch=True),
        st.recursive(st.integers(-5, 5) | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3), max_leaves=8),
        min_size=1,
        max_size=6,
    )
)
def test_spots_hold_the_values_that_tomllib_reads(values):
    import tomlkit

    text = tomlkit.dumps(values)
    spots = outline(text).spots
    for key, value in values.items():
        spot = spots[key]
        assert tomllib.loads(f"x = {text[spot.start : spot.end]}")["x"] == value
        assert text.split("\n")[spot.line - 1].startswith(key)


@pytest.mark.parametrize("text", ["a = " + "[" * 400 + "]" * 400, "a = " + "{b = " * 400, "a" + ".a" * 400 + " = 1"])
def test_deep_nesting_is_noticed_on_its_line(text):
    assert outline("x = 1\n\n" + text).too_deep == 3


def test_nesting_up_to_the_limit_is_fine():
    text = "a = " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    assert outline(text).too_deep == 0

"""How messages show what was found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.wording import printable, shortened, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"), (True, "true"), (2.0, "2"), (1.5, "1.5"), (1e308, "1e+308"), ("orc", "'orc'"),
        ("a\nb\x1b\u202e", "'a\\x0ab\\x1b\\u202e'"), ([1.0, [2.5, None]], "[1, [2.5, null]]"), ({"a": 3.0}, '{"a": 3}'),
        ("x" * 99, f"'{'x' * 59}…'"), (float("nan"), "NaN"), ({1, 2}, "a set"), ("می\u200cخواهم", "'می\u200cخواهم'"),
    ],
)  # fmt: skip
def test_values(value, text):
    assert shown(value) == text


@given(st.text(), st.integers(4, 80))
def test_nothing_that_a_terminal_obeys_gets_through(text, most):
    for out in (printable(text), shortened(text, most)):
        assert all(letter.isprintable() or letter in " \u200c\u200d" or letter.isspace() for letter in out)
        assert not set("\n\r\t\x1b\x85\u2028\u202e") & set(out)
    assert len(shortened(text, most)) <= most

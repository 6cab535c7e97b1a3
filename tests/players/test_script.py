"""Choices as rule examples write them."""

from __future__ import annotations

import pytest

from game.players.player import view_of
from game.players.script import ScriptError, is_meant, quiet_answer, written_choice
from game.players.words import agrees, differences
from tests.players.made_up import Rest, Step, made_up

VIEW = view_of(made_up())


@pytest.mark.parametrize(
    ("written", "choice"),
    [
        ({"unit": "men"}, Step(unit="men", inches=1)),
        ({"unit": "orcs", "inches": 2}, Step(unit="orcs", inches=2)),
        ({"unit": "orcs", "inches": 2.0000004}, Step(unit="orcs", inches=2)),
        ({"unit": "orcs", "option": 2}, Step(unit="orcs", inches=2)),
        ({"choice": "rest"}, Rest()),
        ({"choice": "step", "unit": "men", "inches": 99}, Step(unit="men", inches=99)),  # no option: made of its fields
    ],
)
def test_a_choice_is_one_of_the_options_or_made_of_its_fields(written, choice):
    assert is_meant(VIEW, {"decision": "who-steps", **written})
    assert written_choice(VIEW, {"decision": "who-steps", **written}) == choice


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({"unit": "orcs"}, r"could be step \{ unit = 'orcs', inches = 1 \} or step .*inches = 2.*: say more"),
        ({"unit": "orcs", "option": 3}, "there is no option 3 of 2 that fit"),
        ({"unit": "orcs", "option": "best"}, "there is no option best of 2"),
        ({"inches": 7}, r"offers nothing with inches = 7; it offers step"),
        ({"choice": "leap"}, "unknown choice 'leap'"),
        ({"choice": "step", "unit": "men", "inches": "far"}, "a whole number belongs here"),
        ({"choice": "step", "inches": 99}, "the key 'unit' is missing"),
    ],
)
def test_what_is_no_choice_is_told(written, says):
    with pytest.raises(ScriptError, match=says):
        written_choice(VIEW, written)


def test_keys_that_no_answer_has_say_which_decision_is_meant():
    assert is_meant(VIEW, {"decision": "who-steps", "side": "red", "unit": "men"})
    assert not is_meant(VIEW, {"decision": "who-steps", "side": "blue", "unit": "men"})
    assert not is_meant(VIEW, {"decision": "other"})
    assert is_meant(VIEW, {"choice": "rest", "unit": "orcs"})  # a rest has no unit: that of the decision is meant
    assert not is_meant(VIEW, {"choice": "rest", "unit": "men"})


def test_the_quiet_answer():
    assert quiet_answer(VIEW) == Rest()


@pytest.mark.parametrize(
    ("found", "written", "same"),
    [
        (1, 1.0000009, True),
        (1, 1.0000021, False),
        (True, 1, False),
        (1, True, False),
        ([1, 2], [1.0, 2.0], True),
        ([1, 2], [1], False),
        ({"a": 1, "b": [2, {"c": 3}]}, {"b": [2.0, {}]}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ("orcs", "orcs", True),
        ("1", 1, False),
        (None, "", False),
    ],
)
def test_numbers_agree_within_a_millionth_and_tables_by_the_written_keys(found, written, same):
    assert agrees(found, written) is same


def test_differences_are_told():
    assert (
        differences({"reach": 8, "unit": "a"}, {"reach": 9, "unit": "a", "far": 1})
        == "reach is 8, not 9, there is no 'far'"
    )

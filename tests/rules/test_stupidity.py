"""Stupidity in a mixed unit: it goes with the models that are stupid (STUP-04, STUP-07)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.special.stupidity import WitsTried, is_stupid
from tests.builders import battle, joined, unit

BLOCK, VETERAN = joined(
    unit("block", "saurus-warriors", (36, 24), models=20), unit("veteran", "scar-veteran-on-cold-one", (1, 1)), 2
)
FAILED = WitsTried(unit="block", stupid=True, rule="STUP-04").apply(battle(BLOCK, VETERAN))


def test_a_unit_is_stupid_until_it_passes_a_test():
    assert is_stupid(FAILED, FAILED.unit("block")) and is_stupid(FAILED, FAILED.unit("veteran"))
    passed = WitsTried(unit="block", stupid=False, rule="STUP-03").apply(FAILED)
    assert not is_stupid(passed, passed.unit("block"))


@pytest.mark.parametrize("another_joins", [False, True])
def test_it_is_stupid_no_more_when_who_was_stupid_is_gone(another_joins):
    """Nor does it become so again because another one on a Cold One joins it, who has failed no test."""
    state = FAILED.with_unit(replace(FAILED.unit("veteran"), fate="destroyed"))
    if another_joins:
        other = replace(VETERAN, muster=replace(VETERAN.muster, id="other"))
        state = replace(state, units=(*state.units, other))
    assert not is_stupid(state, state.unit("block"))

"""The armour save from what is worn (DMG-03, NARM-01)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.catalogue import Armour, RuleUse, armour_pieces, armour_points, armour_save, bundled_catalogue

CATALOGUE = bundled_catalogue()
KNOWN = CATALOGUE.handbook.equipment


def points(unit_id, *equipment, **how):
    unit_type = CATALOGUE[unit_id]
    return armour_points(unit_type, equipment or unit_type.equipment, KNOWN, **how)


@pytest.mark.parametrize(
    ("unit_id", "equipment", "how", "expected"),
    [
        ("empire-swordsmen", ("hand weapon", "shield", "light armour"), {}, 2),
        ("empire-swordsmen", ("hand weapon", "shield"), {"against": "missiles"}, 2),
        ("empire-swordsmen", ("hand weapon", "shield"), {"against": "missiles", "arc": "left"}, 1),
        ("empire-swordsmen", ("hand weapon", "shield"), {"against": "missiles", "arc": "rear"}, 0),
        ("greatswords", ("great weapon", "heavy armour", "shield"), {}, 3),
        ("greatswords", ("great weapon", "heavy armour", "shield"), {"against": "missiles"}, 5),
        ("greatswords", ("light armour", "heavy armour"), {}, 3),
        ("minotaurs", ("hand weapon", "shield"), {"against": "missiles"}, 1),
        ("black-orcs", ("hand weapon", "great weapon", "heavy armour", "shield"), {}, 4),
        ("black-orcs", ("hand weapon", "great weapon", "heavy armour", "shield"), {"weapon": "great weapon"}, 3),
        ("empire-captain", ("hand weapon", "buckler"), {}, 1),
        ("empire-captain", ("hand weapon", "buckler"), {"against": "missiles"}, 0),
        ("empire-captain", ("crossbow", "pavise"), {"against": "missiles"}, 3),
        ("empire-captain", ("crossbow", "pavise"), {"against": "missiles", "arc": "right"}, 0),
        ("iron-daemon", (), {}, 3),
        ("siege-giant", (), {"against": "missiles"}, 3),
        ("temple-guard", (), {}, 3),
        ("temple-guard", (), {"against": "missiles"}, 5),
        ("chaos-warhounds", (), {"rules": [RuleUse("Natural Armour", "6+")]}, 1),
    ],
)
def test_armour_points(unit_id, equipment, how, expected):
    assert points(unit_id, *equipment, **how) == expected


def test_natural_armour_of_rider_and_mount_adds():
    veteran = CATALOGUE["scar-veteran-on-cold-one"]
    assert armour_pieces(veteran, veteran.equipment, KNOWN) == (
        ("shield", 1),
        ("light armour", 1),
        ("Natural Armour (5+)", 2),
        ("Natural Armour (6+)", 1),
    )


@pytest.mark.parametrize(
    ("sum_of_points", "save"), [(0, None), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 1), (9, 1)]
)
def test_points_to_save(sum_of_points, save):
    assert armour_save(sum_of_points) == save


def test_a_reading_may_cap_the_save():
    assert armour_save(6, best=2) == 2
    assert armour_save(3, best=2) == 4


ARMOUR = [name for name, thing in KNOWN.items() if isinstance(thing, Armour)]


@given(st.sampled_from(list(CATALOGUE)), st.lists(st.sampled_from(ARMOUR)), st.sampled_from(ARMOUR))
def test_more_armour_is_never_worse_and_order_does_not_matter(unit_id, worn, more):
    unit_type = CATALOGUE[unit_id]
    for how in ({"against": "combat"}, {"against": "missiles"}, {"against": "missiles", "arc": "rear"}):
        before = armour_points(unit_type, worn, KNOWN, **how)
        after = armour_points(unit_type, [*worn, more], KNOWN, **how)
        assert after >= before
        assert armour_points(unit_type, [more, *reversed(worn)], KNOWN, **how) == after

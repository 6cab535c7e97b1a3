"""Special rules of hits, and of those whom they hit: armour, wards, wounds, by hand-worked numbers."""

from __future__ import annotations

import pytest

from game.battle.unit import Unit
from game.dice import D3, D6
from game.rules.bundled import BOOK
from game.rules.hits import Hits, ruled
from game.rules.saves import armour_needed, ward_save
from game.rules.wounding import suffer, wounding
from tests.builders import battle
from tests.rules.carriers import FIRST, LAST, foes, men, uses
from tests.rules.driving import play

NO_SAVE = 7


def hits(*rules: str, strength: int = 3, count: int = 1, **more) -> Hits:
    return Hits(count, strength, "a blow", "CC-13", rules=uses(*rules), **more)


def on(victim: Unit, some: Hits) -> Hits:
    return ruled(BOOK, battle(victim), victim, some)


def armour(victim: Unit, some: Hits) -> int:
    return armour_needed(BOOK, battle(victim), victim, on(victim, some))[0]


def ward(victim: Unit, some: Hits) -> int:
    return ward_save(BOOK, battle(victim), victim, on(victim, some))[0]


def to_wound(victim: Unit, some: Hits) -> int:
    return wounding(on(victim, some), victim)[0]


def test_armour_piercing_adds_up():
    """DMG-04: shield and a hide of 6+ are 5+; S4 and two sources of 1 and 2 make it 9."""
    saurus = men("saurus-warriors")
    assert armour(saurus, hits()) == 5
    assert armour(saurus, hits("Armour Piercing (1)")) == 6
    assert on(saurus, hits("Armour Piercing (1)", "Armour Piercing (2)", piercing=1)).piercing == 4
    assert armour(saurus, hits("Armour Piercing (1)", strength=4)) == NO_SAVE


def test_what_ignores_armour_and_what_only_a_hide_stops():
    """DMG-06, SR-LI: of shield and hide the hide alone is 6+."""
    saurus = men("saurus-warriors", "Ward Save (5+)")
    assert armour(saurus, hits("Ignores Armour Saves")) == NO_SAVE
    assert ward(saurus, hits("Ignores Armour Saves")) == 5
    assert armour(saurus, hits("Lightning Attacks")) == 6
    assert armour(men("saurus-warriors", "Immunity (Lightning Attacks)"), hits("Lightning Attacks")) == 5


def test_flames_stop_regeneration():
    """DMG-15, DMG-10, IMMUN-02."""
    troll = men("orc-boyz", "Regeneration (4+)")
    assert ward(troll, hits()) == 4
    assert ward(troll, hits("Flaming Attacks")) == NO_SAVE
    assert ward(men("orc-boyz", "Regeneration (4+)", "Immunity (Flaming Attacks)"), hits("Flaming Attacks")) == 4


def test_what_is_flammable_is_rolled_to_wound_again():
    """DMG-15: two hits of S3 on T4 need 5+: one wounds, the other is rolled again and wounds too; no armour saves."""
    dry = foes("orc-boyz", "Flammable")
    assert on(foes(), hits("Flaming Attacks")).wound_again == ()
    assert on(dry, hits()).wound_again == ()
    dice = {"to wound": [5, 4, 5], "armour save": [1, 1]}
    assert play(battle(dry), suffer, "foes", hits("Flaming Attacks", count=2), dice=dice).result == 2


def test_poison_wounds_more_easily():
    """DMG-12: S3 against T4 5+, poisoned 4+, twice poisoned no better; a natural 1 still fails."""
    assert to_wound(foes(), hits()) == 5
    assert to_wound(foes(), hits("Poisoned Attacks")) == 4
    assert to_wound(foes(), hits("Poisoned Attacks", "Poisoned Attacks")) == 4
    assert to_wound(foes(), hits("Poisoned Attacks", strength=6)) == 2
    assert to_wound(foes("orc-boyz", "Immunity (Poisoned Attacks)"), hits("Poisoned Attacks")) == 5


def test_a_construct_does_not_mind_poison():
    """CONSTR-01: S5 against T6 needs 5+ on a Kollossus and, poisoned, 4+ on a Giant."""
    some = hits("Poisoned Attacks", strength=5)
    assert to_wound(foes("kollossus", models=1), some) == 5
    assert to_wound(foes("albion-giant", models=1), some) == 4


def struck(victim: Unit, some: Hits, **dice) -> int:
    """Wounds that come of it."""
    script = {name.replace("_", " "): faces for name, faces in dice.items()}
    return play(battle(victim), suffer, victim.id, some, dice=script).result


def test_a_killing_blow_passes_armour_and_regeneration():
    """DMG-13: of a 6 and a 5 the 5 may be saved by a shield on 6+, the 6 by nothing."""
    orcs = foes("orc-boyz", "Regeneration (4+)")
    some = hits("Killing Blow", count=2)
    assert struck(orcs, some, to_wound=[6, 5], armour_save=[6]) == 1
    assert struck(orcs, some, to_wound=[6, 5], armour_save=[1], ward_save=[3]) == 2
    assert struck(foes("orc-boyz", "Immunity (Killing Blow)"), some, to_wound=[6, 5], armour_save=[6, 6]) == 0


@pytest.mark.parametrize(
    ("type", "rules", "wounds"),
    [
        ("empire-captain", ("Killing Blow",), 2),
        ("albion-giant", ("Killing Blow",), 1),
        ("albion-giant", ("Heroic Killing Blow",), 6),
        ("albion-giant", ("Heroic Killing Blow", "Killing Blow"), 6),
        ("snotlings", ("Heroic Killing Blow",), 1),
    ],
)
def test_whom_a_killing_blow_slays(type, rules, wounds):
    """DMG-13: a captain of 2 Wounds, a Giant of 6, a swarm base of 6."""
    assert struck(foes(type, models=1), hits(*rules), to_wound=[6]) == wounds


def test_multiple_wounds():
    """DMG-11: by the face of a die; of two sources that with the highest possible value."""
    giant = foes("albion-giant", models=1)
    assert on(giant, hits("Multiple Wounds (D3)")).multiple == D3
    assert on(giant, hits("Multiple Wounds (D3+1)")).multiple == (2, 2, 3, 3, 4, 4)
    assert on(giant, hits("Multiple Wounds (2)")).multiple == (2,) * 6
    for both in (("D3", "D6"), ("D6", "D3"), ("5", "D6"), ("D6", "5")):
        assert on(giant, hits(*(f"Multiple Wounds ({one})" for one in both))).multiple == D6
    assert on(giant, hits("Multiple Wounds (2D6)")).multiple == ()
    assert on(foes("orc-boyz", "Immunity (Multiple Wounds)"), hits("Multiple Wounds (2)")).multiple == ()
    assert (
        struck(giant, hits("Multiple Wounds (D3)", strength=6, count=2), to_wound=[4, 4], multiple_wounds=[5, 3]) == 5
    )


BLOW = {"parried": True, "attacks": 1}


@pytest.mark.parametrize(
    ("some", "save"),
    [
        (hits(strength=5, **BLOW), 6),
        (hits(strength=6, **BLOW), NO_SAVE),
        (hits(arc="left", **BLOW), NO_SAVE),
        (hits(arc="rear", **BLOW), NO_SAVE),
        (hits(), NO_SAVE),
    ],
)
def test_parry(some, save):
    """DMG-08: swordsmen of S3 with shields."""
    assert ward(men("empire-swordsmen"), some) == save


def test_who_parries():
    """DMG-08: with two hand weapons too, not with a great weapon, nor on horseback."""
    some = hits(**BLOW)
    assert ward(men(equipment=("two hand weapons",)), some) == 6
    assert ward(men(equipment=("great weapon", "shield")), some) == NO_SAVE
    assert ward(men("empire-knights", "Parry (6+)", equipment=("hand weapon", "shield")), some) == NO_SAVE


@pytest.mark.parametrize(
    ("rules", "some", "save"),
    [
        ((), hits(**BLOW), 5),
        ((), hits(strength=6), 5),
        ((), hits(arc="right", **BLOW), NO_SAVE),
        ((), hits(FIRST, **BLOW), NO_SAVE),
        ((LAST,), hits(**BLOW), NO_SAVE),
        ((), hits("Magical Attacks", **BLOW), 5),
        ((), hits("Magical Attacks", against="missiles", attacks=1), 5),
        ((), hits("Magical Attacks"), NO_SAVE),
    ],
)
def test_dodge(rules, some, save):
    """DMG-09: Stomps and Impact Hits are dodged, whatever their Strength."""
    assert ward(men("empire-spearmen", "Dodge (5+)", *rules), some) == save
    assert ward(men("empire-knights", "Dodge (5+)", *rules), some) == NO_SAVE

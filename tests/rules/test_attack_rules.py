"""Special rules of attacks: what each does to blows, and the blows that it gives, by hand-worked numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.battle.unit import Unit
from game.dice import D3
from game.rules.amounts import Amount
from game.rules.bundled import BOOK
from game.rules.combat.blows import Blow, blows_at, extra_ranks
from game.rules.combat.circumstances import HAS_FOUGHT
from game.rules.combat.hitting import hitting
from tests.builders import battle, joined, unit
from tests.rules.carriers import FIRST, LAST, charged, foes, having, men


def blows(ours: Unit, theirs: Unit) -> dict[str, Blow]:
    """Our blows by the name of who strikes, without the unit's own."""
    found = blows_at(BOOK, battle(ours, theirs), ours.id, theirs.id)
    return {blow.name.removesuffix(ours.name).removesuffix(" of "): blow for blow in found}


def own(ours: Unit, theirs: Unit) -> Blow:
    return blows(ours, theirs)[""]


def to_hit(ours: Unit, theirs: Unit) -> tuple[int, bool, bool]:
    needs = hitting(BOOK, battle(ours, theirs), own(ours, theirs))
    return needs.needed, needs.again, needs.doubted


@pytest.mark.parametrize(
    ("rules", "time", "again"),
    [
        ((), "initiative", False),
        ((FIRST,), "first", True),
        ((LAST,), "last", False),
        ((FIRST, LAST), "initiative", False),
    ],
)
def test_the_quick_with_always_strikes_first_strike_misses_again(rules, time, again):
    """CC-11: spearmen of I3 against orcs of I2; WS 3 against WS 3 hits on 4+."""
    ours, orcs = men("empire-spearmen", *rules), foes()
    assert own(ours, orcs).time == time
    assert to_hit(ours, orcs) == (4, again, False)


@pytest.mark.parametrize(("rules", "time", "doubted"), [((FIRST,), "first", False), ((LAST,), "last", True)])
def test_the_slow_with_always_strikes_last_strike_hits_again(rules, time, doubted):
    """CC-11: orcs of I2 against spearmen of I3."""
    orcs = foes("orc-boyz", *rules)
    assert own(orcs, men()).time == time
    assert to_hit(orcs, men()) == (4, False, doubted)


def test_what_a_rider_has_his_mount_does_not():
    """CC-12: each strikes at its own time."""
    found = blows(men("empire-knights", FIRST), foes())
    assert [blow.time for blow in found.values()] == ["first", "initiative"]


def test_ice_makes_enemies_strike_last():
    """SR-ICE: orcs of I2 against a Frost Giant of I3; spearmen of I3 strike last, but no hit again."""
    giant = foes("frost-giant", models=1)
    orcs = men("orc-boyz")
    assert own(orcs, giant).time == "last" and to_hit(orcs, giant) == (4, False, True)
    assert own(men(), giant).time == "last" and to_hit(men(), giant) == (4, False, False)
    assert own(men("orc-boyz", "Immunity (Ice Attacks)"), giant).time == "initiative"
    assert own(giant, orcs).time == "initiative"
    assert own(men("orc-boyz", FIRST), giant).time == "initiative"


def test_strength_bonus_holds_for_the_first_round():
    """SR-SB, SR-WP: a great weapon on S3 is 5 in the first round of each combat and 4 after it; sources add."""
    great = men(equipment=("great weapon",))
    assert own(great, foes()).strength == 5
    assert own(great.marked(HAS_FOUGHT), foes()).strength == 4
    assert own(having(great, "Mighty Blow (2)", "Strength Bonus (1)"), foes()).strength == 8
    assert own(having(great, "Mighty Blow (9)"), foes()).strength == 10
    guest = unit("hero", "empire-captain", (0, 0), equipment=("great weapon",))
    host, guest = joined(great.marked(HAS_FOUGHT), guest, 2)
    (blow,) = blows_at(BOOK, battle(host, guest, foes()), "hero", "foes")
    assert blow.strength == 5  # S4, and a great weapon; his unit has fought


def test_strength_bonus_of_the_model_and_not_of_its_weapon_strengthens_its_bulk():
    """SR-SB, IMPACT-03: lances do not count."""
    knights = blows(charged(men("empire-knights")), foes())
    assert (knights[""].strength, knights["impact hits"].strength) == (5, 3)
    boar = charged(men("razorgor", "Strength Bonus (2)", models=1))
    assert blows(boar, foes())["impact hits"].strength == 8  # S5, 2, and Thunderous Charge
    assert blows(boar.marked(HAS_FOUGHT), foes())["impact hits"].strength == 6
    giant = blows(men("albion-giant", "Mighty Blow (1)", "Poisoned Attacks", models=1), foes())
    assert giant["stomp"].strength == 7 and [use.name for use in giant["stomp"].rules] == ["Mighty Blow"]


def test_one_attack_more_on_the_charge():
    """SR-DC: of a knight the rider alone."""
    knights = men("empire-knights", "Devastating Charge")
    assert [blow.attacks for blow in blows(knights, foes()).values()] == [Amount(1), Amount(1)]
    found = blows(charged(knights), foes())
    assert found[""].attacks == Amount(2) and found["impact hits"].attacks == Amount(1)
    assert next(blow for name, blow in found.items() if name not in ("", "impact hits")).attacks == Amount(1)
    mount = having(men("empire-knights"), "Devastating Charge", part=1)
    assert {blow.attacks for blow in blows(charged(mount), foes()).values()} == {Amount(1)}
    assert own(charged(men("orc-boyz", "Devastating Charge")), foes()).attacks == Amount(2)
    bought = men(equipment=("hand weapon", "Devastating Charge"))
    assert own(charged(bought), foes()).attacks == Amount(2)


def test_frenzy_strikes_once_more():
    """PSY-13: each of a crew; never a Stomp."""
    assert own(men("flagellants"), foes()).attacks == Amount(2)
    giant = blows(men("frost-giant", "Frenzy", models=1), foes())
    assert (giant[""].attacks, giant["stomp"].attacks) == (Amount(6), Amount(0, 1))
    wagon = having(unit("men", "empire-war-wagon", (20, 20)), "Frenzy", part=1)
    assert [blow.attacks for blow in blows(wagon, foes()).values()] == [Amount(12), Amount(2)]


def test_random_attacks():
    """SR-RA, RATT-01: in place of the A that is printed, be it a star or the same dice."""
    spawn = Amount(1, 1)
    assert own(men("chaos-spawn", models=1), foes()).attacks == spawn
    assert own(men("t9a-briar-beast", models=1), foes()).attacks == spawn
    assert own(men("orc-boyz", "Random Attacks (D3)"), foes()).attacks == Amount(0, 1, D3)
    assert own(men("chaos-spawn", "Frenzy", models=1), foes()).attacks == Amount(2, 1)
    two = men("orc-boyz", "Random Attacks (D3)", equipment=("two hand weapons",))
    assert own(two, foes()).attacks == Amount(1, 1, D3)
    shrine = blows(unit("men", "chaos-warshrine", (20, 20)), foes())
    assert Amount(2, 1) in [blow.attacks for blow in shrine.values()]


@pytest.mark.parametrize(
    ("hatred", "hates"),
    [
        ("Hatred", True),
        ("Hatred (Orcs and Goblins)", True),
        ("Hatred (orc boyz)", True),
        ("Hatred (High Elves, Infantry)", True),
        ("Hatred (High Elves)", False),
    ],
)
def test_hatred(hatred, hates):
    """PSY-14: misses again, in the first round, against the hated foe."""
    ours = men("empire-spearmen", hatred)
    assert to_hit(ours, foes()) == (4, hates, False)
    assert to_hit(ours.marked(HAS_FOUGHT), foes()) == (4, False, False)


@pytest.mark.parametrize(
    ("type", "attacks", "strength"),
    [
        ("empire-knights", Amount(1), 3),
        ("cold-one-riders", Amount(1), 4),
        ("tuskgor-chariot", Amount(0, 1), 5),
        ("minotaurs", Amount(1), 5),
        ("razorgor", Amount(0, 1, D3), 6),
        ("stegadon", Amount(1, 1), 5),
    ],
)
def test_impact_hits(type, attacks, strength):
    """IMPACT-01 to IMPACT-03: of the mount, of the chassis, or of the model itself, which may charge thunderously."""
    ours = unit("men", type, (20, 20))
    blow = blows(charged(ours), foes())["impact hits"]
    assert (blow.attacks, blow.strength, blow.support) == (attacks, strength, 0)
    assert (blow.time, blow.automatic) == ("impact", True)
    assert hitting(BOOK, battle(charged(ours), foes()), blow).needed == 1
    assert "impact hits" not in blows(ours, foes())


def test_who_takes_impact_hits():
    """IMPACT-01, IMPACT-02, IMPACT-05."""
    knights = charged(men("empire-knights"))
    assert "impact hits" not in blows(charged(knights, "others"), foes())
    assert "impact hits" not in blows(knights, foes(garrison="tower"))
    host, guest = joined(foes(), unit("boss", "orc-warboss", (0, 0), side="blue"), 2)
    found = blows_at(BOOK, battle(knights, host, guest), "men", "boss")
    assert "impact" in [blow.moment for blow in found]
    three = blows_at(BOOK, battle(having(knights, "Impact Hits (D6)", "Impact Hits (3)"), foes()), "men", "foes")
    assert [blow.attacks for blow in three if blow.moment == "impact"] == [Amount(0, 1)]


@pytest.mark.parametrize(
    ("victim", "hit"),
    [
        (foes(), Amount(0, 1)),
        (foes(models=1), Amount(0, 1, D3)),
        (foes("empire-captain", models=1), Amount(0, 1, D3)),
        (foes("skink-skirmishers"), Amount(0, 1, D3)),
        (foes("giant-wolf", models=1), Amount(0, 1)),
        (foes("snotlings", models=1), Amount(0, 1)),
        (foes("snotlings", models=3), Amount(0, 1, D3)),
        (foes("empire-knights"), None),
        (foes("albion-giant", models=1), None),
    ],
    ids=lambda value: f"{value.type.id}-{value.formation.models}" if isinstance(value, Unit) else str(value),
)
def test_stomp(victim, hit):
    """STOMP-01, STOMP-02, STOMP-04: D6, or D3 on a lone model of Infantry and on skirmishers."""
    giant = men("albion-giant", models=1)
    found = blows(giant, victim)
    assert ("stomp" in found) == (hit is not None)
    if hit:
        blow = found["stomp"]
        assert (blow.attacks, blow.strength, blow.time, blow.automatic) == (hit, 6, "stomp", True)


def test_a_character_in_the_ranks_is_not_alone():
    """STOMP-02: the last of a block and the hero beside him are two."""
    host, guest = joined(foes(models=1, files=1), unit("boss", "orc-warboss", (0, 0), side="blue"), 1)
    state = battle(men("albion-giant", models=1), host, guest)
    assert [blow.attacks for blow in blows_at(BOOK, state, "men", "foes")] == [Amount(0, 1)]


def test_stomps_of_their_own():
    """STOMP-05, CC-10: a Giant who is down makes none; one who has charged is quicker; a printed number holds."""
    giant = men("albion-giant", models=1)
    assert blows(replace(giant, down=True), foes()) == {}
    assert blows(giant, foes())["stomp"].initiative == 3
    assert blows(charged(giant), foes())["stomp"].initiative == 4
    assert blows(men("orc-boyz", "Stomp (D3)"), foes())["stomp"].attacks == Amount(0, 1, D3)


def test_further_ranks_of_weapons_and_models_add_up():
    """CC-07."""
    spears, more = men(), men("empire-spearmen", "Fight in Extra Ranks (2)")
    assert [extra_ranks(battle(one), one) for one in (men("orc-boyz"), spears, more)] == [0, 1, 3]

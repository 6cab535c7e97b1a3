"""The bundled catalogue: complete, legal, and the numbers of the books."""

import pickle

import pytest

from game.catalogue import Catalogue, Upgrade, armour_points, armour_save, bundled_catalogue, read_catalogue
from game.catalogue.reader import read_types
from game.resources import folder
from game.table.formation import Base

ALL_IDS = """
chaos-dwarf-warriors chaos-dwarf-devastators infernal-guard immortals bull-centaurs bull-centaur-renders
kdaai-fireborn siege-giant kollossus iron-daemon hobgoblin-spear-chukka magma-cannon chaos-dwarf-overlord
chaos-dwarf-despot sorcerer-prophet daemonsmith bull-centaur-taurruk great-taurus hobgoblin-cutthroats
hobgoblin-archers hobgoblin-wolf-raiders hobgoblin-sneaky-gits hobhounds hobgoblin-wolf-chariot hobgoblin-giant
hobgoblin-khan hobgoblin-orlok
saurus-warriors temple-guard skink-cohort skink-skirmishers jungle-swarm cold-one-riders cold-one kroxigors
salamander-pack terradon-riders stegadon bastiladon carnosaur saurus-oldblood saurus-scar-veteran
scar-veteran-on-cold-one skink-chief skink-priest
gor-herd ungor-herd ungor-raiders bestigors chaos-warhounds minotaurs centigors harpies razorgor chaos-trolls
chaos-spawn tuskgor-chariot chaos-giant beast-giant beastlord wargor bray-shaman doombull
empire-halberdiers empire-spearmen empire-swordsmen empire-handgunners empire-archers greatswords flagellants
empire-knights pistoliers demigryph-knights great-cannon helblaster empire-war-wagon empire-general empire-captain
battle-wizard warrior-priest
orc-boyz orc-big-uns orc-arrer-boyz black-orcs goblins goblin-wolf-riders orc-boar-boyz gore-gruntas trolls snotlings
squig-herd mangler-squigs arachnarok orc-giant orc-boar-chariot goblin-wolf-chariot goblin-spear-chukka
goblin-rock-lobber orc-warboss orc-big-boss orc-shaman
cauldron-of-blood chaos-warshrine cold-one-knights dark-elf-dreadspears slavegiant bonegrinder-giant albion-giant
frost-giant half-giant
t9a-wildhorn-herd t9a-mongrel-herd t9a-mongrel-raiders t9a-longhorn-herd t9a-minotaurs t9a-centaurs t9a-feral-hounds
t9a-gargoyles t9a-razortusk-herd t9a-briar-beast t9a-raiding-chariots t9a-razortusk-chariot t9a-cyclops t9a-gortach
t9a-jabberwock t9a-beast-giant t9a-beast-lord t9a-beast-chieftain t9a-soothsayer t9a-minotaur-warlord
giant-wolf warhorse
"""
IDS = ALL_IDS.split()

# id: profiles (M WS BS S T W I A Ld; rider, then mount; chassis, crew, beasts), points, default base in mm, save
SPOT = {
    "chaos-dwarf-warriors": (["3 4 3 3 4 1 2 1 9"], 8, (20, 20), 5),
    "immortals": (["3 5 3 4 4 1 2 1 9"], 15, (20, 20), 2),
    "bull-centaurs": (["7 4 2 4 4 1 3 2 8"], 20, (25, 50), 4),
    "siege-giant": (["6 3 3 6 6 6 3 * 10"], 190, (50, 75), 5),
    "kollossus": (["6 4 3 6 6 6 1 5 10"], 230, (100, 100), None),
    "iron-daemon": (["6 0 0 6 6 6 0 0 0", "0 4 3 3 0 0 2 1 9"], 225, (50, 100), 4),
    "hobgoblin-cutthroats": (["4 3 3 3 3 1 2 1 6"], 3, (20, 20), 6),
    "hobgoblin-wolf-raiders": (["4 3 3 3 3 1 2 1 6", "9 3 0 3 3 1 3 1 3"], 9, (25, 50), None),
    "hobgoblin-spear-chukka": (["0 0 0 0 7 3 0 0 0", "4 3 3 3 3 1 2 1 6"], 24, (50, 50), None),
    "saurus-warriors": (["4 3 0 4 4 1 1 2 8"], 11, (25, 25), 5),
    "temple-guard": (["4 4 0 4 4 1 2 2 8"], 17, (25, 25), 4),
    "cold-one-riders": (["4 4 0 4 4 1 2 2 8", "7 3 0 4 4 1 2 2 3"], 24, (25, 50), 4),
    "scar-veteran-on-cold-one": (["4 5 0 5 5 2 3 4 8", "7 3 0 4 4 1 2 2 3"], 124, (25, 50), 2),
    "stegadon": (["6 3 0 5 6 5 2 4 6", "0 2 3 3 0 0 4 1 5"], 215, (50, 100), 4),
    "gor-herd": (["5 4 3 3 4 1 3 1 7"], 8, (25, 25), 6),
    "chaos-spawn": (["2D6 3 0 4 5 3 2 * 10"], 40, (40, 40), None),
    "tuskgor-chariot": (
        ["6 0 0 5 5 4 0 0 0", "0 4 3 4 0 0 3 1 7", "0 4 3 3 0 0 3 1 7", "7 3 0 4 0 0 2 1 0"],
        80,
        (50, 100),
        6,
    ),
    "beast-giant": (["6 3 0 6 5 6 3 * 10"], 175, (50, 75), None),
    "empire-spearmen": (["4 3 3 3 3 1 3 1 7"], 4, (20, 20), None),
    "empire-knights": (["4 4 3 3 3 1 3 1 8", "8 3 0 3 3 1 3 1 5"], 22, (25, 50), 1),
    "demigryph-knights": (["4 4 3 4 3 1 3 1 8", "8 4 0 5 4 3 4 3 7"], 60, (40, 60), 1),
    "helblaster": (["0 0 0 0 7 3 0 0 0", "4 3 3 3 3 1 3 1 7"], 91, (50, 75), None),
    "orc-boyz": (["4 3 3 3 4 1 2 1 7"], 5, (25, 25), 6),
    "goblins": (["4 2 3 3 3 1 2 1 6"], 2.5, (20, 20), 6),
    "trolls": (["6 3 1 5 4 3 1 3 6"], 37, (40, 40), None),
    "arachnarok": (["7 4 0 5 6 8 4 8 3", "4 2 3 3 0 0 2 1 6"], 260, (100, 150), 4),
    "cauldron-of-blood": (["5 0 0 5 6 5 0 0 0", "0 4 4 3 0 0 6 2 8", "0 4 4 3 0 0 6 1 8"], 165, (60, 100), 6),
    "bonegrinder-giant": (["10 3 3 8 8 8 1 * 10"], 375, (50, 100), None),
    "slavegiant": (["6 3 3 6 6 6 3 * 10"], 150, (50, 50), None),
    "t9a-longhorn-herd": (["5 4 3 4 4 1 3 1 8"], 24, (25, 25), None),
    "t9a-briar-beast": (["3D6 3 0 4 5 3 2 D6+1 0"], 120, (40, 40), None),
    "t9a-minotaur-warlord": (["6 6 4 6 5 6 6 6 8"], 440, (40, 40), None),
}


GROUP = ("champion", "musician", "standard")
# What the ready armies of about 1,000 points pay: type, models, options, command, points.
PRICES = [
    ("chaos-dwarf-despot", 1, ("blackshard armour", "great weapon"), (), 76),
    ("chaos-dwarf-warriors", 20, ("shield",), GROUP, 210),
    ("hobgoblin-cutthroats", 20, ("light armour",), GROUP, 100),
    ("hobgoblin-wolf-raiders", 5, ("shortbow",), (), 55),
    ("siege-giant", 1, ("scaling spikes",), (), 200),
    ("hobgoblin-spear-chukka", 1, (), (), 33),
    ("saurus-warriors", 16, (), GROUP, 206),
    ("cold-one-riders", 5, (), GROUP, 150),
    ("wargor", 1, ("medium armour", "shield"), (), 89),
    ("minotaurs", 3, ("shield",), (), 117),
    ("empire-spearmen", 25, ("shield",), GROUP, 155),
    ("empire-handgunners", 10, (), ("champion",), 90),
    ("great-cannon", 1, (), (), 100),
    ("goblins", 30, (), GROUP, 105),
    ("goblin-wolf-chariot", 1, (), (), 50),
    ("hobgoblin-wolf-chariot", 1, (), (), 45),
    ("t9a-longhorn-herd", 20, (), (), 410),
    ("t9a-beast-giant", 1, ("Ambushers",), (), 350),
]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return bundled_catalogue()


def letters(profile):
    values = (profile.movement, profile.weapon_skill, profile.ballistic_skill, profile.strength, profile.toughness)
    return " ".join(map(str, (*values, profile.wounds, profile.initiative, profile.attacks, profile.leadership)))


def test_every_unit_is_there_and_no_other(catalogue):
    assert sorted(catalogue) == sorted(IDS)


@pytest.mark.parametrize("unit_id", SPOT)
def test_numbers_of_the_books(catalogue, unit_id):
    profiles, points, base, save = SPOT[unit_id]
    unit_type = catalogue[unit_id]
    assert [letters(profile) for profile in unit_type.profiles] == profiles
    assert unit_type.points == points
    assert unit_type.base == Base(base[0] / 25.4, base[1] / 25.4)
    assert unit_type.save == save


@pytest.mark.parametrize(("unit_id", "models", "options", "command", "points"), PRICES)
def test_prices_of_the_ready_armies(catalogue, unit_id, models, options, command, points):
    assert catalogue[unit_id].cost(models, options, command) == points


def test_listed_saves_are_the_computed_ones(catalogue):
    known = catalogue.handbook.equipment
    for one in catalogue.values():
        save = armour_save(armour_points(one, one.equipment, known))
        assert (save == one.save) != bool(one.save_note), f"{one.id}: listed {one.save}, computed {save}"
        if one.missile_save is not None:
            assert armour_save(armour_points(one, one.equipment, known, against="missiles")) == one.missile_save
    assert [one.id for one in catalogue.values() if one.save_note] == ["bestigors"]


def test_every_type_makes_sense(catalogue):
    for one in catalogue.values():
        assert one.profile.wounds >= 1, one.id
        assert one.points > 0, one.id
        assert one.source, one.id
        assert all(price >= 0 for _, price in one.options), one.id
        assert one.cost(1 if one.single_model else 10) > 0, one.id
        approved = one.troop_type.bases
        for base in one.bases:
            assert not approved or any(a.width <= base.width and a.depth <= base.depth for a in approved), one.id
        if one.troop_type.id in {"cavalry", "monstrous-cavalry"}:
            assert all(base.width <= base.depth for base in one.bases), one.id
        for use in one.troop_type.rules:
            assert one.has(use.name) != (use.name in one.without), f"{one.id}: {use}"
        for role in ("crew", "beasts"):
            assert all(part.profile.weapon_skill > 0 for part in one.parts if part.role == role), one.id
        assert one.single_model == (one.maximum == 1), one.id


def test_the_bundled_files_warn_of_nothing(catalogue):
    import tomllib

    for path in (folder("assets") / "catalogue").glob("*.toml"):
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("type", [])
        assert read_types(tables, path.name, catalogue.handbook)[1] == ()


def test_every_troop_type_has_an_entry(catalogue):
    assert {one.troop_type.id for one in catalogue.values()} == set(catalogue.handbook.troop_types)


def test_troop_types_decide(catalogue):
    table = {
        one.id: (one.unit_strength, one.line_of_sight, one.files_for_rank)
        for one in catalogue.handbook.troop_types.values()
    }
    assert table == {
        "infantry": (1, 1, 5),
        "monstrous-infantry": (3, 2, 3),
        "cavalry": (2, 2, 5),
        "monstrous-cavalry": (4, 3, 3),
        "war-beasts": (1, 1, 5),
        "monstrous-beasts": (3, 2, 3),
        "swarms": (3, 0, 0),
        "monster": ("starting-wounds", 5, 0),
        "chariot": ("starting-wounds", 2, 3),
        "shrine": ("starting-wounds", 1, 0),
        "war-machine": ("crew", 1, 0),
    }


def test_rules_of_type_rider_and_mount_come_together(catalogue):
    iron_daemon = catalogue["iron-daemon"]
    assert [str(use) for use in iron_daemon.uses("Impact Hits")] == ["Impact Hits (D6+2)"]
    assert not iron_daemon.has("Swiftstride")
    veteran = catalogue["scar-veteran-on-cold-one"]
    assert [use.parameter for use in veteran.uses("Natural Armour")] == ["5+", "6+"]
    assert veteran.has("Stupidity")
    assert not catalogue["saurus-scar-veteran"].has("Stupidity")
    assert catalogue["beast-giant"].has("Terror")
    assert not catalogue["beast-giant"].has("Fall Over")
    assert not catalogue["slavegiant"].has("Stubborn")
    assert [str(use) for use in catalogue["siege-giant"].uses("Giant Special Attacks")] == [
        "Giant Special Attacks (siege)"
    ]


def test_parts_of_chariots_and_machines(catalogue):
    chariot = catalogue["goblin-wolf-chariot"]
    assert (chariot.crew, chariot.crew_parts[0].most, chariot.beasts.count, chariot.beasts.most) == (3, 4, 2, 3)
    chukka = catalogue["hobgoblin-spear-chukka"]
    assert chukka.crew_base == Base(20 / 25.4, 20 / 25.4)
    assert catalogue["salamander-pack"].handlers.count == 3
    assert [part.profile.name for part in catalogue["tuskgor-chariot"].crew_parts] == ["Bestigor", "Gor"]


def test_mounts_of_upgrades_exist(catalogue):
    mounts = [
        thing.mount for thing in catalogue.handbook.equipment.values() if isinstance(thing, Upgrade) and thing.mount
    ]
    assert mounts
    assert all(catalogue[mount].mount_only for mount in mounts)


def test_it_travels_to_a_worker_and_may_be_a_key(catalogue):
    again = pickle.loads(pickle.dumps(catalogue))
    assert list(again) == list(catalogue)
    assert again["siege-giant"] == catalogue["siege-giant"]
    assert {again["siege-giant"]: 1}[catalogue["siege-giant"]] == 1


def test_it_is_read_once():
    assert bundled_catalogue() is bundled_catalogue()


@pytest.mark.benchmark(group="catalogue")
def test_reading_it_is_quick(benchmark):
    assert len(benchmark(read_catalogue, folder("assets") / "catalogue")) == len(IDS)

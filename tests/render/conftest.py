"""A small battle to draw: a Giant before spearmen, a block with a character, skirmishers, one that lies, one that flees."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest

from game.battle.state import Side, State
from game.battle.terrain import Terrain
from game.battle.unit import Muster, Unit
from game.catalogue import bundled_catalogue
from game.table.formation import Base, Formation, Ranked, Single, skirmish
from game.table.pose import Pose

SIDES = (
    Side("hashut", "Chaos Dwarfs", "#b5402d"),
    Side("reik", "Empire", "#224488"),
    Side("wild", "Beasts", "#1b7f4d"),
)
SMALL = Base.from_millimetres(25, 25)
WALL = Terrain("wall", "wall", ((44.0, 27.0), (52.0, 27.0), (52.0, 28.0), (44.0, 28.0)), 0, "Long wall")


def unit(id: str, side: str, name: str, type_id: str, formation: Formation, pose: Pose, **now) -> Unit:
    once = {key: now.pop(key) for key in ("command", "general", "battle_standard") if key in now}
    return Unit(Muster(id, side, name, bundled_catalogue()[type_id], formation.models, **once), pose, formation, **now)


def small_battle() -> State:
    command = ("champion", "musician", "standard")
    giant = Single(Base.from_millimetres(50, 75))
    return State(
        72.0,
        48.0,
        SIDES,
        (
            unit("gorak", "hashut", "Old Gorak", "siege-giant", giant, Pose(37.0, 26.2, 62.0), wounds=2),
            unit(
                "spears",
                "reik",
                "Spearmen",
                "empire-spearmen",
                Ranked(SMALL, 24, 6),
                Pose(37.0, 26.2, 242.0),
                command=command,
            ),
            unit(
                "cut",
                "hashut",
                "Cutthroats",
                "hobgoblin-cutthroats",
                Ranked(SMALL, 18, 5),
                Pose(33.2, 22.0, 20.0),
                command=command,
            ),
            unit(
                "boss",
                "hashut",
                "Zhatan",
                "chaos-dwarf-despot",
                Single(SMALL),
                Pose(0, 0, 0),
                host="cut",
                place=1,
                general=True,
            ),
            unit(
                "skinks",
                "wild",
                "Skinks",
                "skink-skirmishers",
                skirmish(Base.from_millimetres(25), 8, 4),
                Pose(52, 33, 180),
            ),
            unit("lying", "hashut", "Slavegiant", "slavegiant", giant, Pose(52.0, 24.0, 150.0), down=True, wounds=3),
            unit(
                "trolls",
                "wild",
                "Trolls",
                "chaos-trolls",
                Ranked(Base.from_millimetres(40, 40), 5, 3),
                Pose(55, 18, 170),
                wounds=1,
            ),
            unit(
                "demis",
                "reik",
                "Demigryphs",
                "demigryph-knights",
                Ranked(Base.from_millimetres(50, 60), 6, 3),
                Pose(24, 33, 300),
                fleeing=True,
            ),
        ),
        (WALL, Terrain("mill", "building", ((10, 10), (16, 10), (16, 14), (10, 14)), 4, "Mill")),
    )


@pytest.fixture(scope="session")
def battle() -> State:
    return small_battle()

"""Small battles laid out at random: legal tables of all sorts of units and terrain."""

from __future__ import annotations

import random
from dataclasses import replace

from game.battle.readings import Readings
from game.battle.state import Clock, State
from game.battle.terrain import Terrain, usual_sight
from game.rules.setting_down import ground_faults
from game.table.formation import Ranked, skirmish
from tests.builders import BLUE, RED, unit

TYPES = (
    ("empire-spearmen", 20, 5, ("champion", "musician", "standard")),
    ("empire-spearmen", 10, 5, ()),
    ("hobgoblin-cutthroats", 15, 5, ("musician",)),
    ("cold-one-riders", 5, 5, ("musician",)),
    ("trolls", 3, 3, ()),
    ("siege-giant", 1, 1, ()),
    ("slavegiant", 1, 1, ()),
    ("hobgoblin-wolf-raiders", 5, 5, ("musician",)),
    ("empire-halberdiers", 12, 6, ("champion",)),
    ("minotaurs", 3, 3, ()),
    ("empire-knights", 6, 3, ("standard",)),
    ("mangler-squigs", 1, 1, ()),
    ("skink-skirmishers", 10, 5, ()),
    ("harpies", 5, 5, ()),
    ("chaos-spawn", 1, 1, ()),
    ("hobgoblin-wolf-chariot", 1, 1, ()),
    ("flagellants", 10, 5, ()),
    ("t9a-gortach", 1, 1, ()),
    ("hobgoblin-archers", 10, 5, ("musician",)),
)
KINDS = ("wood", "wall", "hill", "impassable", "marsh", "river", "building")


def random_battle(seed: int, most: int = 4, turns: int = 3, **readings) -> State:
    """A legal table of up to ``most`` units a side, near enough to each other to matter."""
    dice = random.Random(seed)
    width, depth = dice.choice([(36, 36), (48, 36), (72, 48)])
    state = State(width, depth, (RED, BLUE), (), readings=Readings(**readings), turns=turns)
    pieces = []
    for number in range(dice.randint(0, 3)):
        kind = dice.choice(KINDS)
        x, y = dice.uniform(6, width - 12), dice.uniform(6, depth - 12)
        w, d = (dice.uniform(3, 6), 0.5) if kind == "wall" else (dice.uniform(2, 6), dice.uniform(2, 6))
        outline = ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
        pieces.append(Terrain(f"t{number}", kind, outline, usual_sight(kind)))
    state = replace(state, terrain=tuple(pieces))
    for side, facing in (("red", 90.0), ("blue", 270.0)):
        for number in range(dice.randint(1, most)):
            row = dice.choice(TYPES)
            for _ in range(40):
                type_, models, files, command = row
                at = (round(dice.uniform(3, width - 3), 2), round(dice.uniform(3, depth - 3), 2))
                one = unit(
                    f"{side}-{number}",
                    type_,
                    at,
                    (facing + dice.uniform(-60, 60)) % 360,
                    models,
                    files,
                    side,
                    command=command,
                )
                if one.carries("Skirmishers") and isinstance(one.formation, Ranked):
                    one = replace(one, formation=skirmish(one.formation.base, models, files))
                one = replace(one, pose=one.pose.rounded())
                if next(ground_faults(state, one), None) is None:
                    state = replace(state, units=(*state.units, one))
                    break
    return replace(state, clock=Clock(1, "red", "movement", ""))

"""Random tables for charges: a charger, its target, and a crowd around them."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from game.battle.state import Engagement
from game.battle.terrain import Terrain
from game.table.arcs import ARCS, charged_arc
from game.table.bases import ground
from game.table.contact import overlapping
from game.table.distance import distance, on_table
from tests.builders import battle, unit

TYPES = ["empire-spearmen", "orc-boyz", "siege-giant"]


def block(rng, name, at, facing, side):
    """A unit of ranks, or now and then a lone monster."""
    kind = rng.choice(TYPES)
    models = 1 if kind == "siege-giant" else rng.randint(3, 30)
    return unit(name, kind, at, facing, models, rng.randint(2, 8), side=side)


def outline(rng, x, y):
    """A small polygon of three to five corners."""
    corners = sorted(rng.uniform(0, 360) for _ in range(rng.randint(3, 5)))
    return tuple(
        (x + rng.uniform(0.5, 1.6) * math.cos(math.radians(a)), y + rng.uniform(0.5, 1.6) * math.sin(math.radians(a)))
        for a in corners
    )


def table(seed):
    """A battle, who charges whom on which side, and who else is declared or will be gone."""
    rng = random.Random(seed)
    x, y = (
        (rng.uniform(20, 50), rng.uniform(15, 33)) if rng.random() < 0.75 else (rng.uniform(3, 12), rng.uniform(3, 12))
    )
    facing = rng.choice([90.0, 0.0, rng.uniform(0, 360), rng.uniform(0, 360)])
    charger = block(rng, "charger", (x, y), facing, "red")
    while True:
        way, far = facing + rng.uniform(-40, 40), rng.uniform(2, 11)
        at = x + far * math.cos(math.radians(way)), y + far * math.sin(math.radians(way))
        toward = facing + 180 + rng.choice([0.0, rng.gauss(0, 25), rng.uniform(-180, 180)])
        target = block(rng, "target", at, toward, "blue")
        grounds = [ground(one.pose, one.formation) for one in (charger, target)]
        if 0.5 < distance(*grounds) < 11 and all(on_table(one, 72, 48) for one in grounds):
            break
        if rng.random() < 0.1:
            x, y = rng.uniform(20, 50), rng.uniform(15, 33)
            charger = block(rng, "charger", (x, y), facing, "red")
    units, shapes = [charger, target], grounds
    for number in range(rng.choice([0, 1, 2, 3, 4, 6])):
        for _ in range(8):
            share = rng.uniform(-0.2, 1.3)
            spot = x + share * (at[0] - x) + rng.uniform(-6, 6), y + share * (at[1] - y) + rng.uniform(-6, 6)
            toward = rng.choice([target.pose.facing, facing, rng.uniform(0, 360)])
            one = block(rng, f"other{number}", spot, toward, rng.choice(["red", "blue"]))
            shape = ground(one.pose, one.formation)
            if on_table(shape, 72, 48) and not any(overlapping(shape, old) for old in shapes):
                units.append(one)
                shapes.append(shape)
                break
    terrain = []
    for number in range(rng.choice([0, 0, 1, 2])):
        share = rng.uniform(0.1, 1.2)
        spot = x + share * (at[0] - x) + rng.uniform(-6, 6), y + share * (at[1] - y) + rng.uniform(-6, 6)
        if math.dist(spot, (x, y)) > 4 and math.dist(spot, at) > 4:
            kind = rng.choice(["impassable", "impassable", "wood"])
            terrain.append(Terrain(f"rock{number}", kind, outline(rng, *spot), 5))
    state = battle(*units, terrain=tuple(terrain), wheel_sweep=rng.choice(["front-edge"] * 3 + ["whole-unit"]))
    if rng.random() < 0.1 and len(units) > 2:
        state = replace(state, engagements=(Engagement("target", units[2].id, "front", "front"),))
    vote = charged_arc(target.pose, target.formation, charger.pose, charger.formation)
    side = (vote.winner or vote.tied[0]) if rng.random() < 0.85 else rng.choice(ARCS)
    others = [one for one in units[2:] if rng.random() < 0.15]
    flags = {
        "also": tuple(one.id for one in others if one.side == "blue"),
        "gone": tuple(one.id for one in others if one.side == "red"),
    }
    return state, {"unit": "charger", "target": "target", "side": side}, flags

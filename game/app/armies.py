"""What a bundled army is in a few words: whose it is, its name, what it costs."""

from __future__ import annotations

from functools import lru_cache

from game.app.panels.card import points_of
from game.app.tools.new_table import MOST, Army, NewTable, new_table
from game.errors import GiantfallError


@lru_cache(maxsize=64)
def army_label(army: Army) -> str:
    """``Orcs and Goblins: The Big Noise · 971 points``; the name alone where the army cannot be laid out."""
    try:
        units = new_table(NewTable(MOST, MOST, (army.file, ""))).state.units
    except GiantfallError:
        return army.name
    costs: dict[str, float] = {}
    for unit in units:  # a few units may be of another list: the army is whose most of it is
        costs[unit.type.army] = costs.get(unit.type.army, 0.0) + points_of(unit)
    if not costs:
        return army.name
    kind = max(costs, key=lambda name: costs[name])
    points = sum(costs.values())
    name = army.name if kind in army.name or not kind else f"{kind}: {army.name}"
    return f"{name} · {points:g} points" if points else name

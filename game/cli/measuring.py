"""What ``giantfall measure`` answers: distances, arcs and sight of every ordered pair of units."""

from __future__ import annotations

from typing import TypedDict

import click
from rich.table import Table

from game.battle.ground import ground_of
from game.battle.state import State
from game.cli.telling import cell, tell_table
from game.errors import InputError
from game.rules.sight import views
from game.table.arcs import ARCS, Arc, arc_table
from game.table.distance import unit_distances

Pair = TypedDict("Pair", {"from": str, "to": str, "distance": float, "arc": Arc, "sees": bool, "blocked-by": list[str]})


def pairs(state: State, unit: str | None) -> list[Pair]:
    """Every ordered pair of units that stand on the table, or only those from one unit.

    Raises:
        InputError: That unit takes no ground of its own: it has joined another, or holds a building.
    """
    units = tuple(state.standing())
    if unit is not None and unit not in (one.id for one in units):
        who = state.unit(unit)
        where = f"has joined '{who.host}': measure from there" if who.host else f"is in the building '{who.garrison}'"
        raise InputError.of(f"{who.name} {where}", key="--unit")
    if len(units) < 2:
        return []
    distances = unit_distances([ground_of(one) for one in units])
    arcs = arc_table([(one.pose, one.formation) for one in units])
    sights = views(state, unit)
    found: list[Pair] = []
    for i, one in enumerate(units):
        for j, other in enumerate(units):
            if i == j or (unit is not None and one.id != unit):
                continue
            sight = sights[one.id, other.id]
            found.append(
                {
                    "from": one.id,
                    "to": other.id,
                    "distance": float(distances[i, j]),
                    "arc": ARCS[arcs[i, j]],
                    "sees": sight.clear,
                    "blocked-by": list(sight.blocked_by),
                }
            )
    return found


def tell(state: State, found: list[Pair]) -> None:
    """Print the pairs as a table."""
    if not found:
        click.echo("there are no two units to measure between")
        return
    table = Table()
    for heading in ("from", "to", "inches", "in its arc", "sees it"):
        table.add_column(heading, justify="right" if heading == "inches" else "left")
    for pair in found:
        sees = "yes" if pair["sees"] else "no" + (f": {', '.join(pair['blocked-by'])}" if pair["blocked-by"] else "")
        names = (f"{state.unit(id_).name} ({id_})" for id_ in (pair["from"], pair["to"]))
        table.add_row(*map(cell, names), f"{pair['distance']:.2f}", pair["arc"], cell(sees))
    tell_table(table)

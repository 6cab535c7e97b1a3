"""What ``giantfall fall`` answers: a whole map of chances, or one direction."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from game.battle.events import models
from game.battle.state import State
from game.engine.session import Session
from game.errors import InputError
from game.rules.fall_map import hit_chances, under_template, weight_of
from game.rules.special.fall_over import FallOver, LetFall, giant_faults


def giant_of(state: State, unit: str | None) -> str:
    """The Giant that is asked about: the one named, or the only one there is.

    Raises:
        InputError: The unit does not fall over, or it is not clear who is meant.
    """
    if unit is not None:
        faults = giant_faults(state, unit)
        if faults:
            raise InputError.of(faults[0].text, key="--unit")
        return unit
    giants = [one.id for one in state.units if one.on_table and one.carries(FallOver.name)]
    if len(giants) != 1:
        found = f"there are {', '.join(giants)}" if giants else "no unit here falls over"
        raise InputError.of(f"name the Giant: {found}", key="--unit")
    return giants[0]


def tell_map(state: State, giant: str, *, as_json: bool) -> None:
    """Print each model's chance to lie under the template, and to be hit."""
    chances = hit_chances(state, giant)
    if as_json:
        rows = [{"unit": who.unit, "model": who.model, "chance": chance, "hit": hit} for who, chance, hit in chances]
        click.echo(json.dumps({"unit": giant, "models": rows}, ensure_ascii=False))
        return
    table = Table(title=f"{state.unit(giant).name} falls: who is beneath, over all directions")
    for heading in ("unit", "models in reach", "covered on average", "hit on average", "most endangered"):
        table.add_column(heading, justify="left" if heading == "unit" else "right")
    for unit in dict.fromkeys(who.unit for who, _, _ in chances):
        rows_here = [(who.model, chance, hit) for who, chance, hit in chances if who.unit == unit and chance > 0]
        if not rows_here:
            continue
        model, most, _ = max(rows_here, key=lambda row: row[1])
        covered, hit = (sum(row[i] for row in rows_here) for i in (1, 2))
        name = f"{state.unit(unit).name} ({unit})"
        table.add_row(name, str(len(rows_here)), f"{covered:.3f}", f"{hit:.3f}", f"model {model}: {most:.1%}")
    if not table.row_count:
        click.echo(f"{state.unit(giant).name} falls on nobody, whatever the direction")
        return
    Console(highlight=False).print(table)


def tell_fall(state: State, giant: str, angle: float, *, as_json: bool) -> None:
    """Print where the template comes down in this direction, and on whom."""
    centre, covered = under_template(state, giant, angle)
    radius = weight_of(state.unit(giant)).radius
    if as_json:
        rows = [{"unit": unit, "model": model} for unit, who in covered for model in who]
        result = {"unit": giant, "angle": angle, "centre": list(centre), "radius": radius, "models": rows}
        click.echo(json.dumps(result, ensure_ascii=False))
        return
    name = state.unit(giant).name
    click.echo(
        f"{name} falls at {angle:.1f} degrees: template of {2 * radius:g} inches at {centre[0]:.3f}, {centre[1]:.3f}"
    )
    for unit, who in covered:
        click.echo(f"  {models(len(who))} of {state.unit(unit).name}: {', '.join(map(str, who))}")
    if not covered:
        click.echo("  nobody beneath")


def draw(session: Session, giant: str, angle: float | None, output: Path) -> None:
    """Draw the map, the template in one direction, or, as GIF, the topple itself with the dice of the seed."""
    from game.cli.pictures import draw_fall_map, draw_template, draw_topple, kind_of  # noqa: PLC0415

    if kind_of(output) == ".gif":
        topple = session.branch()
        topple.choose(LetFall(unit=giant, angle=angle))
        draw_topple(session, topple, output)
    elif angle is None:
        draw_fall_map(session.state, giant, output)
    else:
        draw_template(session.state, giant, angle, output)

"""What ``giantfall fall`` answers: a whole map of chances, or one direction."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from game.battle.events import models
from game.battle.state import State
from game.cli.outputs import kind_of
from game.cli.telling import cell, tell, tell_json, tell_table
from game.engine.session import Session
from game.errors import InputError
from game.rules.fall_map import hit_chances, under_template, weight_of
from game.rules.special.fall_over import FallOver, LetFall, giant_faults


def giant_of(state: State, unit: str | None) -> str:
    """The Giant that is asked about: the one named, or the only one there is.

    Raises:
        InputError: The unit does not fall over, or it is not clear who is meant.
    """
    if unit is None:
        giants = [one.id for one in state.units if one.on_table and one.carries(FallOver.name)]
        if len(giants) != 1:
            found = f"there are {', '.join(giants)}" if giants else "no unit here falls over"
            raise InputError.of(f"name the Giant: {found}", key="--unit")
        unit = giants[0]
    faults = giant_faults(state, unit)
    if faults:
        raise InputError.of(faults[0].text, key="--unit")
    return unit


def check_fall(state: State, giant: str, angle: float | None, output: Path | None) -> None:
    """Whether this Giant can fall as it is asked: one on the ground falls no more, but its map may be asked for.

    Raises:
        InputError: It lies on the ground already, and the fall itself was asked for.
    """
    if not state.unit(giant).down:
        return
    text = LetFall(unit=giant, angle=angle).faults(state)[0].text
    if angle is not None or (output is not None and kind_of(output) == ".gif"):
        raise InputError.of(text, key="--unit")
    tell(f"{text}: the map is that of a fall from where it lies", err=True)


def tell_map(state: State, giant: str, *, as_json: bool) -> None:
    """Print each model's chance to lie under the template, and to be hit."""
    chances = hit_chances(state, giant)
    if as_json:
        rows = [{"unit": who.unit, "model": who.model, "chance": chance, "hit": hit} for who, chance, hit in chances]
        tell_json({"unit": giant, "models": rows})
        return
    table = Table(title=cell(f"{state.unit(giant).name} falls: who is beneath, over all directions"))
    for heading in ("unit", "models in reach", "covered on average", "hit on average", "most endangered"):
        table.add_column(heading, justify="left" if heading == "unit" else "right")
    for unit in dict.fromkeys(who.unit for who, _, _ in chances):
        rows_here = [(who.model, chance, hit) for who, chance, hit in chances if who.unit == unit and chance > 0]
        if not rows_here:
            continue
        model, most, _ = max(rows_here, key=lambda row: row[1])
        covered, hit = (sum(row[i] for row in rows_here) for i in (1, 2))
        name = cell(f"{state.unit(unit).name} ({unit})")
        table.add_row(name, str(len(rows_here)), f"{covered:.3f}", f"{hit:.3f}", f"model {model}: {most:.1%}")
    if not table.row_count:
        tell(f"{state.unit(giant).name} falls on nobody, whatever the direction")
        return
    tell_table(table)


def tell_fall(state: State, giant: str, angle: float, *, as_json: bool) -> None:
    """Print where the template comes down in this direction, and on whom."""
    centre, covered = under_template(state, giant, angle)
    radius = weight_of(state.unit(giant)).radius
    if as_json:
        rows = [{"unit": unit, "model": model} for unit, who in covered for model in who]
        tell_json({"unit": giant, "angle": angle, "centre": list(centre), "radius": radius, "models": rows})
        return
    name = state.unit(giant).name
    tell(f"{name} falls at {angle:.1f} degrees: template of {2 * radius:g} inches at {centre[0]:.3f}, {centre[1]:.3f}")
    for unit, who in covered:
        tell(f"  {models(len(who))} of {state.unit(unit).name}: {', '.join(map(str, who))}")
    if not covered:
        click.echo("  nobody beneath")


def draw(session: Session, giant: str, angle: float | None, output: Path) -> None:
    """Draw the map, the template in one direction, or, as GIF, the topple itself with the dice of the seed."""
    from game.cli.pictures import draw_fall_map, draw_template, draw_topple  # noqa: PLC0415

    if kind_of(output) == ".gif":
        topple = session.branch()
        topple.choose(LetFall(unit=giant, angle=angle))
        draw_topple(session, topple, output)
    elif angle is None:
        draw_fall_map(session.state, giant, output)
    else:
        draw_template(session.state, giant, angle, output)

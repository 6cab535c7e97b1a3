"""What ``giantfall fall`` answers: a whole map of chances, or one direction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich.table import Table

from game.battle.events import models
from game.battle.ground import ModelOwner
from game.battle.state import State
from game.battle.unit import Unit
from game.cli.outputs import kind_of, told_of
from game.cli.telling import cell, tell, tell_json, tell_table
from game.engine.session import Session
from game.errors import InputError
from game.odds.fall import expected_toll
from game.rules.bundled import BOOK
from game.rules.fall_map import hit_chances, under_template, weight_of
from game.rules.special.fall_over import FallOver, LetFall, giant_faults
from game.table.formation import Ranked


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
    text = LetFall(unit=giant, angle=angle).faults(state, BOOK)[0].text
    if angle is not None or (output is not None and kind_of(output) == ".gif"):
        raise InputError.of(text, key="--unit")
    tell(f"{text}: the map is that of a fall from where it lies", err=True)


def tell_map(state: State, giant: str, *, whole: bool, as_json: bool) -> None:
    """Print who may be hit over all directions: a line a unit, or, ``whole``, the chance of each model."""
    chances = hit_chances(state, giant)
    if as_json:
        rows = [{"unit": who.unit, "model": who.model, "chance": chance, "hit": hit} for who, chance, hit in chances]
        tell_json({"unit": giant, "models": rows})
        return
    endangered = [unit for unit in state.units if any(who.unit == unit.id and chance for who, chance, _ in chances)]
    if not endangered:
        tell(f"{state.unit(giant).name} falls on nobody, whatever the direction")
    elif whole:
        tell(f"{state.unit(giant).name} falls: each model's chance to be hit, over all directions, in percent")
        for unit in endangered:
            hits = {who.model: hit for who, _, hit in chances if who.unit == unit.id}
            tell(f"{unit.name} ({unit.id}), {sum(hits.values()):.2f} on average")
            for line in _ranks_of(unit, hits):
                tell(line)
    else:
        _tell_units(state, giant, endangered, chances)


def _ranks_of(unit: Unit, hits: Mapping[int, float]) -> Iterator[str]:
    """The chances of a unit's models rank by rank, each rank from its own left; a place of somebody else as ``--``."""
    formation = unit.formation
    files = formation.files if isinstance(formation, Ranked) and not unit.host else len(hits)
    places = range(formation.models) if not unit.host else sorted(hits)
    for rank, first in enumerate(range(0, len(places), files), 1):
        row = (f"{100 * hits[place]:5.1f}" if place in hits else "   --" for place in places[first : first + files])
        yield f"  rank {rank}: {' '.join(row)}"


def _tell_units(
    state: State, giant: str, units: Sequence[Unit], chances: Sequence[tuple[ModelOwner, float, float]]
) -> None:
    table = Table(title=cell(f"{state.unit(giant).name} falls: who is beneath, over all directions"))
    for heading in ("unit", "models in reach", "covered on average", "hit on average", "highest chance to be covered"):
        table.add_column(heading, justify="left" if heading == "unit" else "right")
    for unit in units:
        here = [(chance, hit) for who, chance, hit in chances if who.unit == unit.id and chance > 0]
        covered, hit = (sum(row[i] for row in here) for i in (0, 1))
        name = cell(f"{unit.name} ({unit.id})")
        table.add_row(name, str(len(here)), f"{covered:.3f}", f"{hit:.3f}", f"{max(here)[0]:.1%}")
    tell_table(table)
    tell("--map tells each model's chance")


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
        tell("  nobody beneath")
        return
    tell("  (models count from 0, the front rank first, each rank from its own left)")
    for toll in expected_toll(state, giant, angle):
        if toll.unit != giant:
            tell(f"  to be expected: {toll.hits:.1f} hits, {toll.slain:.1f} slain of {state.unit(toll.unit).name}")


def draw(session: Session, giant: str, angle: float | None, output: Path, *, as_json: bool) -> None:
    """Draw the map, the template in one direction, or, as GIF, the topple itself with the dice of the seed."""
    from game.cli.pictures import draw_fall_map, draw_template, draw_topple  # noqa: PLC0415

    if kind_of(output) == ".gif":
        topple = session.branch()
        topple.choose(LetFall(unit=giant, angle=angle))
        draw_topple(session, topple, output)
        if not as_json:
            before = session.state
            for entry in topple.log[len(session.log) :]:
                tell(f"{entry.event.sentence(before)} ({entry.event.rule})")
                before = entry.state
    elif angle is None:
        draw_fall_map(session.state, giant, output)
    else:
        draw_template(session.state, giant, angle, output)
    told_of(output)

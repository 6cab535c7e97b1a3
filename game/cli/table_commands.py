"""``giantfall fall``, ``move`` and ``measure``: the table asked without a window."""

from __future__ import annotations

from pathlib import Path

import click

from game.cli.parameters import Degrees

SCENARIO = click.argument("scenario", type=click.Path(path_type=Path))
JSON = click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")
OUT = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT.png|.gif", help="Draw it too: a picture, or moving."
)


@click.command()
@SCENARIO
@click.option("--unit", metavar="ID", help="The Giant; may be left out if the scenario has only one.")
@click.option("--angle", type=Degrees(), help="Direction of the fall, counter-clockwise from the right of the table.")
@click.option("--map", "whole", is_flag=True, help="Each model's exact chance over all directions.")
@JSON
@OUT
def fall(
    scenario: Path, unit: str | None, angle: float | None, whole: bool, as_json: bool, output: Path | None
) -> None:
    """Where a Giant lands and whom it hits (FALL-04 to FALL-08)."""
    from game.cli import falling  # noqa: PLC0415
    from game.cli.opening import find_unit, open_battle  # noqa: PLC0415
    from game.cli.outputs import check_output  # noqa: PLC0415

    if whole and angle is not None:
        raise click.UsageError("--angle asks for one direction, --map for all of them: give one")
    if output is not None:
        check_output(output)
    session = open_battle(scenario)
    giant = falling.giant_of(session.state, None if unit is None else find_unit(session.state, unit))
    falling.check_fall(session.state, giant, angle, output)
    if angle is None:
        falling.tell_map(session.state, giant, whole=whole, as_json=as_json)
    else:
        falling.tell_fall(session.state, giant, angle, as_json=as_json)
    if output is not None:
        falling.draw(session, giant, angle, output, as_json=as_json)


@click.command()
@SCENARIO
@click.option("--unit", required=True, metavar="ID", help="The unit.")
@click.argument("path", metavar='"MANOEUVRE, ..."')
@JSON
@OUT
def move(scenario: Path, unit: str, path: str, as_json: bool, output: Path | None) -> None:
    """What a manoeuvre costs, where it ends and what it runs into.

    Manoeuvres, with commas between them: advance N, back N, left N, right N, wheel left|right DEG,
    pivot left|right DEG, about, turn left|right, reform FILES.
    """
    from game.cli import moving  # noqa: PLC0415
    from game.cli.opening import find_unit, open_battle  # noqa: PLC0415
    from game.cli.outputs import check_output, told_of  # noqa: PLC0415

    if output is not None:
        check_output(output)
    session = open_battle(scenario)
    who = find_unit(session.state, unit)
    moving.tell_move(session.state, who, path, as_json=as_json)
    if output is not None:
        moving.draw(session.state, who, path, output)
        told_of(output)


@click.command()
@SCENARIO
@click.option("--unit", metavar="ID", help="Only from this unit.")
@JSON
def measure(scenario: Path, unit: str | None, as_json: bool) -> None:
    """Distances, arcs and line of sight between units: each ordered pair."""
    from game.cli.measuring import pairs, tell  # noqa: PLC0415
    from game.cli.opening import find_unit, open_battle  # noqa: PLC0415
    from game.cli.telling import tell_json  # noqa: PLC0415

    state = open_battle(scenario).state
    found = pairs(state, None if unit is None else find_unit(state, unit))
    if as_json:
        tell_json({"pairs": found})
    else:
        tell(state, found)

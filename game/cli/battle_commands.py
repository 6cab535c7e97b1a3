"""``giantfall run`` and ``verify``: battles and rule examples played without a window."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from game.cli.parameters import SidePlayer
from game.cli.table_commands import JSON, SCENARIO


@click.command()
@SCENARIO
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="N", help="Other dice than those of the scenario.")
@click.option(
    "--player", "players", multiple=True, type=SidePlayer(), metavar="SIDE=bot:NAME", help="Who plays a side."
)
@JSON
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="REPORT.txt", help="Keep the log in a file, too."
)
def run(
    scenario: Path, seed: int | None, players: tuple[tuple[str, str], ...], as_json: bool, output: Path | None
) -> None:
    """Play a scenario or a saved battle to its end and print the log; with --json one event a line.

    A person's side is played by bot:simple, unless --player says otherwise; there is also bot:random.
    """
    from game.cli.running import run_battle  # noqa: PLC0415

    run_battle(scenario, seed, dict(players), output, as_json=as_json)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def verify(files: tuple[Path, ...]) -> None:
    """Play rule examples: the dice and choices they write must lead to what they expect.

    FILES are examples or folders of them; the ones that come with Giantfall if none is named.
    """
    from game.cli.verifying import verify_all  # noqa: PLC0415

    if verify_all(files):
        sys.exit(1)

"""``giantfall odds``: exact chances."""

from __future__ import annotations

from typing import Any

import click

from game.cli.parameters import Inches


def answer(result: dict[str, Any], text: str, *, as_json: bool) -> None:
    """Print a result as text, or as one line of JSON."""
    if not as_json:
        click.echo(text)
        return
    from game.cli.telling import tell_json  # noqa: PLC0415

    tell_json(result)


@click.group()
def odds() -> None:
    """Exact chances."""


@odds.command()
@click.option("--move", required=True, type=Inches(100), help="M in inches: ground or flying.")
@click.option("--distance", required=True, type=Inches(1000), help="Inches, base to base.")
@click.option("--swiftstride", is_flag=True, help="Every model of the unit has Swiftstride.")
@click.option(
    "--charge-roll",
    type=click.Choice(["highest", "sum-2d6"]),
    default="highest",
    show_default=True,
    help="The ordinary charge roll without Swiftstride.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")
def charge(move: float, distance: float, swiftstride: bool, charge_roll: str, as_json: bool) -> None:
    """The chance that a charge reaches its target (CHG-07, CHG-08, SWIFT-01)."""
    from game.battle.readings import Readings  # noqa: PLC0415
    from game.odds.chances import charge_chance  # noqa: PLC0415

    readings = Readings(charge_roll="sum-2d6" if charge_roll == "sum-2d6" else "highest")
    chance = charge_chance(move, distance, swiftstride=swiftstride, readings=readings)
    swift = " with Swiftstride" if swiftstride else ""
    answer({"chance": chance}, f"M {move:g}{swift} at {distance:g} inches: {chance:.2%}", as_json=as_json)


@odds.command()
@click.option("--leadership", type=click.IntRange(0, 10), help="Ld of a Leadership test.")
@click.option("--characteristic", type=click.IntRange(0, 10), help="Value of a characteristic test on one die.")
@click.option("--penalty", type=click.IntRange(0, 20), default=0, help="Subtracted from the Leadership.")
@click.option("--cold-blooded", is_flag=True, help="One die more, the highest is dropped.")
@click.option("--reroll", is_flag=True, help="A failed test may be taken once more.")
@click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")
def test(
    leadership: int | None, characteristic: int | None, penalty: int, cold_blooded: bool, reroll: bool, as_json: bool
) -> None:
    """The chance to pass a Leadership or a characteristic test (TEST-01, TEST-02, TEST-09)."""
    from game.odds.chances import characteristic_chance, leadership_chance  # noqa: PLC0415

    if (leadership is None) == (characteristic is None):
        raise click.UsageError("give one of --leadership and --characteristic")
    if leadership is not None:
        chance = leadership_chance(leadership, penalty=penalty, cold_blooded=cold_blooded, reroll=reroll)
        what = f"Leadership {leadership}" + (f" - {penalty}" if penalty else "")
    else:
        if penalty or cold_blooded:
            raise click.UsageError("--penalty and --cold-blooded belong to --leadership")
        chance = characteristic_chance(characteristic or 0, reroll=reroll)
        what = f"characteristic {characteristic}"
    answer({"chance": chance}, f"{what}: {chance:.2%}", as_json=as_json)

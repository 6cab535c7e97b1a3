"""The command ``giantfall`` itself: it opens the window, or hands over to one of its commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import IO, Any

import click

from game.cli.battle_commands import run, verify
from game.cli.odds_commands import odds
from game.cli.outputs import WIDTHS
from game.cli.parameters import Turns, WindowSize
from game.cli.table_commands import fall, measure, move
from game.errors import GiantfallError
from game.resources import folder


class _Told(click.UsageError):
    """An error of the command line; what a person typed is written out in its message, not obeyed by a terminal."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(error.format_message(), error.ctx)
        self._error = error

    def show(self, file: IO[Any] | None = None) -> None:
        """Tell it, line by line."""
        from game.cli.telling import line_of  # noqa: PLC0415 - only where there is something to tell

        told = StringIO()
        self._error.show(told)
        for line in told.getvalue().splitlines():
            click.echo(line_of(line), file=file, err=file is None)


class Giantfall(click.Group):
    """A group whose first word may also be a file: then the window opens on it.

    Whatever is wrong with the input ends in a few lines on stderr and exit code 1, never in a traceback.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert ``open`` where the first word is no command."""
        first = args[0] if args else ""
        if first not in ("-h", "--help", "--version", *self.commands) and (
            not first or first.startswith("-") or self._is_scenario(first)
        ):
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's own; a word that is neither command nor scenario is told with those that are near."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from game.catalogue.names import did_you_mean  # noqa: PLC0415

            scenarios = [path.stem for path in folder("scenarios").glob("*.toml")]
            near = did_you_mean(args[0], [*self.commands, *scenarios])
            raise click.UsageError(f"{args[0]!r} is neither a command nor a scenario{near}", ctx) from None

    @staticmethod
    def _is_scenario(word: str) -> bool:
        if any(mark in word for mark in "./\\"):
            return True
        try:
            return Path(word).exists() or (folder("scenarios") / f"{word}.toml").is_file()
        except (OSError, ValueError):  # no name that a file could have
            return False

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """As click's own; what is wrong is told as :class:`_Told`."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            raise _Told(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; errors of Giantfall's own are told and end with exit code 1."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _Told(error) from None
        except GiantfallError as error:
            from game.cli.telling import lines_of  # noqa: PLC0415

            click.echo(lines_of(error), err=True)
            ctx.exit(1)


def _tell_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from game.engine.versions import version_of  # noqa: PLC0415

        click.echo(f"giantfall, version {version_of('giantfall')}")
        ctx.exit()


@click.group(cls=Giantfall, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_tell_version,
    help="Say which version this is.",
)
def giantfall() -> None:
    """Giantfall, a battlefield simulator for rank-and-flank fantasy battles with miniatures.

    `giantfall` opens the window, `giantfall SCENARIO` opens it on a scenario file or a saved battle.
    """


@giantfall.command("open")
@click.argument("scenario", required=False, type=click.Path(path_type=Path))
@click.option("--size", type=WindowSize(), metavar="WxH", help="Size of the window in pixels.")
@click.option("--battle", is_flag=True, help="Begin the battle of a scenario, turn by turn; otherwise in free play.")
def open_window(scenario: Path | None, size: tuple[int, int] | None, battle: bool) -> None:
    """Open the window: the start screen, or a scenario."""
    from game.app.main import run_window  # noqa: PLC0415 - pygame is loaded for the window only

    if battle and scenario is None:
        raise click.UsageError("--battle needs a scenario to begin")
    sys.exit(run_window(scenario, size=size, battle=battle))


@giantfall.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Validate scenarios, saves, examples and catalogues: every fault with file, line and key."""
    from game.cli.checking import check_any  # noqa: PLC0415
    from game.cli.telling import tell  # noqa: PLC0415

    errors = 0
    for file in files:
        problems = check_any(file)
        wrong = sum(not problem.warning for problem in problems)
        errors += wrong
        for problem in problems:
            tell(str(problem), err=not problem.warning)
        if not wrong:
            warnings = len(problems)
            tell(f"{file}: good" + (f", {warnings} warning{'' if warnings == 1 else 's'}" if warnings else ""))
    if errors:
        sys.exit(1)


@giantfall.command()
@click.argument("rule", required=False, metavar="[ID]")
@click.option("--missing", is_flag=True, help="What is not played, or not wholly, and who carries it.")
@click.option("--readings", is_flag=True, help="Where the rulebook is read in two ways: the reading taken, those left.")
@click.option(
    "--vocabulary", is_flag=True, help="Names of all rolls, decisions, choices and events, for rule examples."
)
@click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")
def rules(rule: str | None, missing: bool, readings: bool, vocabulary: bool, as_json: bool) -> None:
    """The rules, each with its sources, modules and examples; with an ID (FALL-05) what that one says."""
    from game.cli import rules_report, rules_words  # noqa: PLC0415

    if sum((rule is not None, missing, readings, vocabulary)) > 1:
        raise click.UsageError("give one of ID, --missing, --readings and --vocabulary")
    if rule is not None:
        rules_report.tell_rule(rule, as_json=as_json)
    elif missing:
        rules_report.tell_missing(as_json=as_json)
    elif readings:
        rules_report.tell_readings(as_json=as_json)
    elif vocabulary:
        rules_words.tell_vocabulary(as_json=as_json)
    else:
        rules_report.tell_rules(as_json=as_json)


@giantfall.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), metavar="OUT.png|.gif",
    help="The picture; a .gif shows what happened in a saved battle.",
)  # fmt: skip
@click.option("--width", type=click.IntRange(*WIDTHS), help="Pixels across; 1600, of a moving picture 900.")
@click.option("--turns", type=Turns(), metavar="A-B", help="Of a moving picture: only these game turns.")
@click.option("--fps", default=20, show_default=True, type=click.IntRange(1, 50), help="Its frames a second.")
def render(file: Path, output: Path, width: int | None, turns: tuple[int, int] | None, fps: int) -> None:
    """Draw a scenario or a saved battle as it stands, or a moving picture of what happened in a saved one."""
    from game.cli.outputs import kind_of  # noqa: PLC0415

    if kind_of(output) == ".gif":
        from game.cli.replaying import draw_replay  # noqa: PLC0415

        draw_replay(file, output, width, turns, fps)
        return
    if turns is not None:
        raise click.UsageError("--turns is of moving pictures: write to a .gif")
    from game.cli.pictures import draw_file  # noqa: PLC0415

    draw_file(file, output, width)


COMMANDS: tuple[Callable[..., Any], ...] = (fall, move, measure, odds, run, verify)
for command in COMMANDS:
    giantfall.add_command(command)  # type: ignore[arg-type]

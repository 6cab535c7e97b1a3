"""What ``giantfall verify`` answers: which rule examples are good, and what is wrong with the others."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.cli.telling import lines_of, tell
from game.errors import InputError
from game.players.example import verify_example
from game.resources import folder


def bundled_examples() -> Path:
    """The folder of the rule examples that come with Giantfall."""
    return folder("scenarios") / "examples"


def verify_all(named: Sequence[Path]) -> int:
    """Play all examples of these files and folders, tell what came of each, and say how many failed.

    Raises:
        InputError: There is no example among them.
    """
    paths = list(dict.fromkeys(path for one in named or (bundled_examples(),) for path in examples_of(one)))
    if not paths:
        raise InputError.of("holds no rule example (a scenario with [[expect]] tables)", str(named[0]) if named else "")
    failed = sum(not _verified(path) for path in paths)
    count = f"{len(paths)} example{'' if len(paths) == 1 else 's'}"
    tell(f"{count}: {f'{failed} failed' if failed else 'all good'}")
    return failed


def examples_of(named: Path) -> Iterator[Path]:
    """The examples in a folder; the file itself; or the bundled example of this name."""
    if named.is_dir():
        yield from (path for path in sorted(named.rglob("*.toml")) if _is_example(path))
        return
    name = named.name.removesuffix(".toml")
    bundled = [path for path in sorted(bundled_examples().rglob("*.toml")) if path.stem == name]
    yield named if named.exists() or len(named.parts) > 1 or not bundled else bundled[0]


def _is_example(path: Path) -> bool:
    """Whether a file of a folder expects anything; one that can't be read is told as what it is."""
    try:
        return "expect" in tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return True


def _verified(path: Path) -> bool:
    try:
        verdict = verify_example(path)
    except InputError as error:
        for line in lines_of(error).splitlines():
            tell(line, err=True)
        return False
    for fault in verdict.faults:
        tell(f"{path}: {fault}", err=True)
    if verdict.good:
        tell(f"{path.name}: good, {verdict.rule}: {verdict.about}".rstrip(": "))
    return verdict.good

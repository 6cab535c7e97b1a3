"""Saves for tests: written, changed, sealed again."""

from __future__ import annotations

import json
from pathlib import Path

from game.engine.save import save
from game.engine.save_lines import Digest
from game.engine.session import Session
from game.rules.special.fall_over import LetFall
from game.rules.table_tools import MakeMove, PlaceUnit
from tests.builders import battle, played, unit

GIANT = unit("gorak", "siege-giant", (36, 24), facing=0)
MEN = unit("men", "orc-boyz", (36, 24), 180, 20, 5, side="blue")
FRIENDS = unit("friends", "orc-boyz", (30, 20), 90, 20, 5)
LATE = unit("late", "orc-boyz", (10, 10), 90, 10, 5)
START = battle(GIANT, MEN, FRIENDS)


def battle_of_three(seed: int = 5) -> Session:
    """A fall onto the men, a move and a unit put down."""
    session = played(START, seed=seed)
    session.choose(LetFall(unit="gorak"))
    session.choose(MakeMove(unit="friends", path=("advance 1",)))
    session.choose(PlaceUnit(placed=LATE))
    return session


def saved(folder: Path) -> tuple[Session, Path]:
    session, path = battle_of_three(), folder / "a.battle"
    save(session, path, "free-play")
    return session, path


def rows_of(path: Path) -> list[dict]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        del row["digest"]
    return rows


def seal(path: Path, rows: list[dict]) -> None:
    """Write these lines as an honest program would: every digest fits."""
    digest = Digest()
    path.write_text("".join(digest.sealed(row) for row in rows), encoding="utf-8")


def line_with(rows: list[dict], key: str, value: object = None) -> dict:
    return next(row for row in rows if key in row and value in (None, row[key]))

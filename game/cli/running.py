"""What ``giantfall run`` answers: a whole battle without a window, as a log to read or as JSON, one event a line.

With ``--json`` an event is ``{event, turn, side, phase, step, rule, dice, ...}``: its kind, whose turn it is and where
in it, the id of its rule, the dice that fell for it, and its own fields; one of these that is called like one of the
former and means something else stands as ``own-side``. The last is ``battle-ended`` with ``winner``: a side or null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from game.battle.event import Event, Throw
from game.battle.phases import title
from game.battle.progress import BattleEnded, PhaseBegan, PlayerTurnBegan, StepBegan
from game.cli.opening import open_file
from game.cli.outputs import told_of
from game.cli.telling import line_of, tell_json
from game.engine.codec import write_event
from game.engine.opening import battle_session
from game.engine.save import BATTLE
from game.engine.session import Logged, Session
from game.errors import InputError
from game.files import writable, write_whole
from game.players.player import Player, answer_one
from game.players.roster import players_of

_HEADINGS: tuple[tuple[type[Event], int], ...] = ((PlayerTurnBegan, 0), (PhaseBegan, 1), (StepBegan, 2))
"""Events under which others stand, and how deep."""
_EVENTS = 3
"""How deep events stand that are no headings."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log.

    Attributes:
        depth: How far it stands in.
        text: What happened, with dice and reasons.
        rule: Id of the rule, or "".
        heading: Others stand under it.
    """

    depth: int
    text: str
    rule: str = ""
    heading: bool = False


class BattleLog:
    """The log of a battle as it grows: turns, phases and steps as headings, those with nothing under them left out."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._told = 0
        self._headings: list[LogLine] = []
        self._unplayed: dict[str, None] = {}

    def rows(self) -> Iterator[Logged]:
        """The events that have happened since the last call, for a program."""
        new, self._told = self._session.log[self._told :], len(self._session.log)
        yield from new

    def lines(self) -> Iterator[LogLine]:
        """The lines of what has happened since the last call."""
        before = self._session.log[self._told - 1].state if self._told else self._session.start
        for logged in self.rows():
            yield from self._lines_of(logged.event, logged.event.sentence(before))
            before = logged.state

    def _lines_of(self, event: Event, sentence: str) -> Iterator[LogLine]:
        depth = next((depth for kind, depth in _HEADINGS if isinstance(event, kind)), _EVENTS)
        if depth < _EVENTS:
            if depth == 0:
                yield from self._quiet_turn()
            self._headings = [line for line in self._headings if line.depth < depth]
            self._headings.append(LogLine(depth, sentence, heading=True))
            if isinstance(event, PhaseBegan) and not event.played:
                self._unplayed[title(event.phase)] = None
            return
        if isinstance(event, BattleEnded):
            yield from self._quiet_turn()
            self._headings.clear()
            if self._unplayed:
                yield LogLine(0, f"Not played yet, so they passed: {', '.join(self._unplayed)}")
            yield LogLine(0, sentence, event.rule, heading=True)
            return
        yield from self._headings
        self._headings.clear()
        yield LogLine(_EVENTS, " ".join((sentence, *map(told_throw, event.dice))), event.rule)

    def _quiet_turn(self) -> Iterator[LogLine]:
        """The turn that ends, if nothing has happened in it."""
        if self._headings and self._headings[0].depth == 0:
            yield replace(self._headings[0], text=f"{self._headings[0].text}: nothing happens")


def told_throw(throw: Throw) -> str:
    """Dice in brackets: ``[charge: 2 5, needs 5.0 or more; M 4 (CHG-07)]``."""
    faces = " ".join(f"{face:.1f}" if isinstance(face, float) else str(face) for face in throw.faces)
    needed = f", needs {throw.needed}" if throw.needed else ""
    return f"[{'; '.join((f'{throw.name}: {faces}{needed}', *throw.why))}]"


def event_row(logged: Logged) -> dict[str, Any]:
    """An event for a program, with its place in the battle."""
    clock, own = logged.state.clock, write_event(logged.event)
    row: dict[str, Any] = {
        "event": own.pop("event"),
        "turn": clock.turn,
        "side": clock.side,
        "phase": clock.phase,
        "step": clock.step,
        "rule": own.pop("rule"),
    }
    for throw in own.get("dice", ()):
        throw["faces"] = [int(face) if face == int(face) else face for face in throw["faces"]]
    return row | {key if row.get(key, value) == value else f"own-{key}": value for key, value in own.items()}


def check_report(report: Path) -> None:
    """Whether a log can be written there.

    Raises:
        InputError: Its name does not end in .txt, or the file cannot be written.
    """
    if report.suffix.lower() != ".txt":
        raise InputError.of(f"a log ends in .txt, not in '{report.suffix}'", str(report))
    writable(report)


def battle_of(path: Path, seed: int | None) -> Session:
    """The battle of a scenario or a save: a saved battle goes on, anything else begins as the table stands.

    Raises:
        InputError: It can't be opened, or a seed is given to a battle whose dice have begun to fall.
    """
    opened = open_file(path)
    if opened.flow != BATTLE:
        return battle_session(opened.session.state, opened.session.seed if seed is None else seed)
    if seed is not None:
        raise InputError.of("a battle that was begun keeps the seed of its dice", key="--seed")
    return opened.session


def run_battle(path: Path, seed: int | None, others: Mapping[str, str], report: Path | None, *, as_json: bool) -> None:
    """Play a battle to its end and tell it while it goes on.

    Raises:
        InputError: The file, a player or the report is wrong.
    """
    if report is not None:
        check_report(report)
    session = battle_of(path, seed)
    players = players_of(session.state, others, session.seed)
    kept: list[str] = []
    for line in _head(session, players):
        _put(line, kept, told=not as_json)
    log, texts = BattleLog(session), BattleLog(session)
    more = True
    while more:
        more = answer_one(session, players)
        for line in texts.lines():
            _put(line, kept, told=not as_json)
        if as_json:
            for logged in log.rows():
                tell_json(event_row(logged))
    if report is not None:
        write_whole(report, "\n".join(kept) + "\n")
        told_of(report)


def _head(session: Session, players: Mapping[str, Player]) -> Iterator[LogLine]:
    state = session.start
    yield LogLine(0, state.name or "A battle", heading=True)
    yield LogLine(0, f"{state.width:g} by {state.depth:g} inches, {state.turns} turns, seed {session.seed}")
    for side in state.sides:
        yield LogLine(0, f"{side.name}: played by {players[side.id].name}")


def _put(line: LogLine, kept: list[str], *, told: bool) -> None:
    """Keep a line, and print it: headings bold, rule ids dim; an empty line before each turn and before the end."""
    gap = line.heading and line.depth == 0 and bool(kept)
    text = "  " * line.depth + line_of(line.text)
    kept += [""] * gap + [f"{text}  {line.rule}".rstrip()]
    if told:
        style: Callable[[str], str] = (lambda plain: click.style(plain, bold=True)) if line.heading else str
        click.echo("\n" * gap + style(text) + (click.style(f"  {line.rule}", dim=True) if line.rule else ""))

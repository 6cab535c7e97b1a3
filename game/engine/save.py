"""Saves: a battle as JSON lines, each with a running digest of the lines before it.

The header holds the resolved scenario (the first state) and the seed; then the tape and the events come as they
happened. Loading plays the tape again and compares event by event: a save that goes another way says where, and its
old events can still be watched.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from game.battle.procedure import Flow
from game.battle.state import State
from game.engine.codec import Codec, read_state, write_choice, write_event, write_state
from game.engine.session import Logged, ReplayError, Session
from game.engine.tape import Chosen, Entry, NewDice, Rolled
from game.errors import ChoiceRefusedError, InputError
from game.files import write_whole
from game.rules.book import Rulebook
from game.rules.free_play import free_play

FORMAT = 1
"""Number of the save format that this program writes."""
LARGEST = 64 * 1024 * 1024
"""Larger files are not read."""
Flows = dict[str, Flow[Rulebook]]
FLOWS: Flows = {"free-play": free_play}
"""Flows by the name under which a save knows them."""


def is_save(path: Path) -> bool:
    """Whether a file looks like a save: its first line is JSON. A file that can't be read is none."""
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a save that is played again goes another way.

    Attributes:
        number: The event, counted from 1.
        saved: The event in the file; None if the file has no more.
        played: The event that happened now; None if nothing more did.
        reason: The message, where the replay stopped with an error.
    """

    number: int
    saved: dict[str, Any] | None
    played: dict[str, Any] | None
    reason: str = ""

    def __str__(self) -> str:
        if self.reason:
            return f"event {self.number}: {self.reason}"
        if self.saved is None or self.played is None:
            missing = "the file ends" if self.saved is None else "nothing more happens now"
            return f"event {self.number}: {missing}"
        differing = [key for key in {**self.saved, **self.played} if self.saved.get(key) != self.played.get(key)]
        what = "; ".join(f"{key} was {self.saved.get(key)!r}, is {self.played.get(key)!r}" for key in differing)
        return f"event {self.number} ({self.saved['event']}): {what}"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded battle.

    Attributes:
        session: The battle, ready to go on; where it diverged, up to the point at which it still agreed.
        events: The events of the file, as they were saved.
        divergence: Where the replay went another way; None if it did not.
        torn: The last line was broken off and is left out.
    """

    session: Session
    events: tuple[Logged, ...]
    divergence: Divergence | None
    torn: bool


def _versions() -> dict[str, str]:
    found = {}
    for name in ("giantfall", "numpy", "shapely"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "source tree"
    return found


def lines(session: Session, flow: str) -> Iterator[dict[str, Any]]:
    """The lines of a save, without their digests.

    Args:
        session: The battle.
        flow: Name of its flow.
    """
    yield {
        "giantfall-save": FORMAT,
        "versions": _versions(),
        "seed": session.seed,
        "flow": flow,
        "scenario": write_state(session.start),
    }
    done = 0
    for logged in session.log:
        yield from map(_write_entry, session.tape[done : logged.tape])
        done = logged.tape
        yield write_event(logged.event)
    yield from map(_write_entry, session.tape[done:])


def _write_entry(entry: Entry) -> dict[str, Any]:
    if isinstance(entry, Rolled):
        reason = {"reason": entry.reason} if entry.reason else {}
        return {"rolled": entry.name, "unit": entry.unit, "faces": list(entry.faces), **reason}
    if isinstance(entry, Chosen):
        return {"chosen": entry.decision, "unit": entry.unit, "by": entry.by, "answer": write_choice(entry.choice)}
    return {"new-dice": entry.salt}


def _read_entry(data: dict[str, Any], codec: Codec) -> Entry:
    if "rolled" in data:
        return Rolled(str(data["rolled"]), str(data["unit"]), tuple(data["faces"]), str(data.get("reason", "")))
    if "chosen" in data:
        return Chosen(str(data["chosen"]), str(data["unit"]), codec.read_choice(data["answer"]), str(data["by"]))
    return NewDice(int(data["new-dice"]))


class _Digest:
    def __init__(self) -> None:
        self._hash = blake2b(digest_size=8)

    def sealed(self, line: dict[str, Any]) -> str:
        """The line as text with the digest of itself and all before it."""
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        self._hash.update(text.encode())
        return json.dumps({**line, "digest": self._hash.hexdigest()}, ensure_ascii=False, separators=(",", ":"))


def save(session: Session, path: Path, flow: str) -> None:
    """Write a battle to a file: beside it first, then renamed, so that nothing is ever half written.

    Raises:
        InputError: The file cannot be written.
    """
    digest = _Digest()
    text = "".join(digest.sealed(line) + "\n" for line in lines(session, flow))
    write_whole(path, text)


def load(path: Path, book: Rulebook, flows: Flows) -> Loaded:
    """Read a save, play its tape again and compare.

    Raises:
        InputError: The file cannot be read, is no save, is damaged, or is of a newer format. Nothing is loaded then.
    """
    rows, torn = _read_rows(path)
    header = rows[0]
    flow = flows.get(header.get("flow", ""))
    if flow is None:
        allowed = ", ".join(flows)
        raise InputError.of(f"unknown flow {header.get('flow')!r}; allowed: {allowed}", str(path), 1, "flow")
    codec = Codec(book)
    tape: list[Entry] = []
    events: list[Logged] = []
    try:
        start = state = read_state(header.get("scenario"))
        for row in rows[1:]:
            if "event" in row:
                event = codec.read_event(row)
                state = event.apply(state)
                events.append(Logged(event, state, len(tape)))
            else:
                tape.append(_read_entry(row, codec))
    except InputError as error:
        problem = error.problems[0]
        raise InputError.of(problem.text, str(path), key=problem.key) from None
    except (KeyError, TypeError, ValueError) as error:
        raise InputError.of(f"a line of the save lacks or garbles something: {error}", str(path)) from None
    session, divergence = _replay(start, book, flow, int(header.get("seed", 0)), (tape, events))
    return Loaded(session, tuple(events), divergence, torn)


def _replay(
    start: State, book: Rulebook, flow: Flow[Rulebook], seed: int, recorded: tuple[list[Entry], list[Logged]]
) -> tuple[Session, Divergence | None]:
    tape, events = recorded
    reason = ""
    keep = len(tape)
    while True:
        try:
            session = Session(start, book, flow, seed, tape=tape[:keep])
            break
        except (ReplayError, ChoiceRefusedError, ValueError, KeyError) as error:
            # Keep as much of the tape as still plays: up to before the choice that no longer fits.
            reason = reason or str(error)
            keep = max((i for i, entry in enumerate(tape[:keep]) if isinstance(entry, Chosen)), default=0)
    for number, (old, new) in enumerate(zip(events, session.log, strict=False), 1):
        saved, played = write_event(old.event), write_event(new.event)
        if saved != played:
            return session, Divergence(number, saved, played)
    if reason:
        return session, Divergence(min(len(events), len(session.log)) + 1, None, None, reason)
    if len(events) > len(session.log):
        return session, Divergence(len(session.log) + 1, write_event(events[len(session.log)].event), None)
    return session, None


def _read_rows(path: Path) -> tuple[list[dict[str, Any]], bool]:
    """The lines of a save after their digests were checked, and whether the last one was torn off."""

    def wrong(text: str, line: int = 0) -> InputError:
        return InputError.of(text, str(path), line)

    try:
        if path.stat().st_size > LARGEST:
            raise wrong(f"is larger than {LARGEST // 1024 // 1024} MB: no save of Giantfall")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise wrong("is no text in UTF-8: no save of Giantfall") from None
    rows: list[dict[str, Any]] = []
    torn = False
    digest = _Digest()
    texts = text.split("\n")
    for number, line in enumerate(texts, 1):
        if not line:
            continue
        try:
            row = json.loads(line)
            sealed = row.pop("digest")
        except (ValueError, AttributeError, KeyError, RecursionError):
            if number == len(texts) and len(rows) > 0:
                torn = True  # a crash while the last line was appended
                break
            raise wrong("is no line of a save (JSON with a digest)", number) from None
        if number == 1:
            _check_header(row, wrong)
        if json.loads(digest.sealed(row))["digest"] != sealed:
            raise wrong("does not fit its digest: the save was changed or damaged here", number)
        rows.append(row)
    if not rows:
        raise wrong("is empty: no save of Giantfall")
    return rows, torn


def _check_header(row: dict[str, Any], wrong: Callable[[str, int], InputError]) -> None:
    number = row.get("giantfall-save")
    if not isinstance(number, int):
        raise wrong("is no save of Giantfall: its first line names no format", 1)
    if number > FORMAT:
        by = row.get("versions", {}).get("giantfall", "unknown")
        raise wrong(f"has save format {number}, written by Giantfall {by}; this program reads up to {FORMAT}", 1)

"""Saves: a battle as JSON lines; see :mod:`game.engine.save_lines` for what stands in them.

Loading plays the tape again and compares event by event: a save that goes another way says where, and its old events
can still be watched. Nothing that a file holds is trusted: whatever is wrong with it is told with the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from game.battle.procedure import Flow
from game.battle.state import State
from game.engine.codec import Codec, read_state
from game.engine.migrations import migrated
from game.engine.replay import Divergence, Record, replay
from game.engine.save_lines import Digest, Header, Line, body, end, header, read_entry, read_header
from game.engine.save_reader import Lines, located, read_lines
from game.engine.saved_values import check_choice, check_event
from game.engine.session import Logged, Session
from game.engine.tape import Chosen, Entry, Rolled
from game.engine.wording import reason_of, shortened, shown
from game.errors import InputError, Problem
from game.files import is_regular, write_whole
from game.rules.book import Rulebook
from game.rules.free_play import free_play
from game.rules.turn import battle_flow
from game.scenario.state_check import state_problems

Flows = dict[str, Flow[Rulebook]]
FREE_PLAY, BATTLE = "free-play", "battle"
FLOWS: Flows = {FREE_PLAY: free_play, BATTLE: battle_flow}
"""Flows by the name under which a save knows them."""


def check_sides(state: State, flow: str) -> None:
    """Whether a state has the sides that its flow needs.

    Raises:
        InputError: A battle by turns without its two sides.
    """
    if flow == BATTLE and len(state.sides) != 2:
        raise InputError.of(f"a battle is fought by two sides, found {len(state.sides)}", key="side")


def is_save(path: Path) -> bool:
    """Whether a file looks like a save: its first line is JSON. What is no ordinary file or can't be read is none."""
    try:
        if not is_regular(path):
            return False
        with path.open("rb") as file:
            return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded battle.

    Attributes:
        session: The battle, ready to go on; where it diverged, up to the point at which it still agreed.
        flow: Name of its flow.
        events: The events of the file, as they were saved.
        divergence: Where the replay went another way; None if it did not.
        torn: The last line was broken off and is left out.
        unfinished: The line that ends a whole save is not there: an autosave, or a file that was cut short.
        beyond: So many events happened beyond those of an unfinished file: it ended in the middle of an order.
        doubts: All of this as warnings with the file, the divergence apart.
    """

    session: Session
    flow: str
    events: tuple[Logged, ...]
    divergence: Divergence | None
    torn: bool = False
    unfinished: bool = False
    beyond: int = 0
    doubts: tuple[Problem, ...] = ()


def lines(session: Session, flow: str) -> Iterator[Line]:
    """The lines of a whole save, without their digests.

    Args:
        session: The battle.
        flow: Name of its flow.
    """
    count = 1
    yield header(session, flow)
    for count, line in enumerate(body(session), 2):  # noqa: B007 - how many there were is what the end says
        yield line
    yield end(count)


def save(session: Session, path: Path, flow: str) -> None:
    """Write a battle to a file: beside it first, then renamed, so that nothing is ever half written.

    Raises:
        InputError: The file cannot be written.
    """
    digest = Digest()
    write_whole(path, "".join(digest.sealed(line) for line in lines(session, flow)))


def load(path: Path, book: Rulebook, flows: Flows) -> Loaded:
    """Read a save, play its tape again and compare.

    Raises:
        InputError: The file cannot be read, is no save, is damaged, or is of a newer format. Nothing is loaded then.
    """
    found = migrated(read_lines(path))
    start, flow, seed = _begun(found, path, flows)
    tape, events, numbers, places = _read_body(found, path, Codec(book), start)
    record = Record(start, seed, tape, events, numbers, found.ended)
    try:
        session, divergence = replay(record, book, flows[flow])
    except InputError as error:
        raise located(error, path, found.rows[0][0]) from None
    loaded = Loaded(session, flow, tuple(events), divergence, found.torn, not found.ended)
    if divergence is None and not found.ended:
        loaded = replace(loaded, beyond=max(len(session.log) - len(events), 0))
    return replace(loaded, doubts=tuple(_doubts(loaded, path, places)))


def _begun(found: Lines, path: Path, flows: Flows) -> tuple[State, str, int]:
    number, row = found.rows[0]
    try:
        first: Header = read_header(row)
        if first.flow not in flows:
            raise InputError.of(f"unknown flow {shown(first.flow)}; allowed: {', '.join(flows)}", key="flow")
        start = read_state(first.scenario)
        check_sides(start, first.flow)
    except InputError as error:
        raise located(error, path, number) from None
    problems = state_problems(start)
    if problems:
        raise InputError(tuple(replace(problem, file=str(path), line=number) for problem in problems))
    return start, first.flow, first.seed


def _read_body(
    found: Lines, path: Path, codec: Codec, state: State
) -> tuple[list[Entry], list[Logged], list[int], list[int]]:
    """The tape, the events, the lines of the events and the lines of the tape's entries."""
    tape: list[Entry] = []
    events: list[Logged] = []
    numbers: list[int] = []
    places: list[int] = []
    for number, row in found.rows[1:]:
        try:
            if "event" in row:
                event = codec.read_event(row)
                after = event.apply(state)
                check_event(event, state, after)
                state = after
                events.append(Logged(event, state, len(tape)))
                numbers.append(number)
            else:
                entry = read_entry(row, codec)
                if isinstance(entry, Chosen):
                    check_choice(entry.choice, state)
                tape.append(entry)
                places.append(number)
        except InputError as error:
            raise located(error, path, number) from None
        except Exception as error:  # noqa: BLE001 - an event of a file may do anything; a bug of ours shows in a test
            raise InputError.of(f"cannot have happened: {_cause(error)}", str(path), number) from None
    return tape, events, numbers, places


def _cause(error: Exception) -> str:
    if isinstance(error, KeyError) and error.args:
        return f"there is no {shown(error.args[0])}"
    return "it names something that is not there" if isinstance(error, StopIteration) else reason_of(error)


def _doubts(loaded: Loaded, path: Path, places: list[int]) -> Iterator[Problem]:
    def doubt(text: str, line: int = 0) -> Problem:
        return Problem(text, str(path), line, warning=True)

    if loaded.torn:
        yield doubt("its last line is broken off and was left out")
    elif loaded.unfinished:
        yield doubt("is unfinished: its last line is not the end of a save")
    if loaded.beyond:
        events = f"{loaded.beyond} more event{'' if loaded.beyond == 1 else 's'}"
        yield doubt(f"ends in the middle of an order: {events} happened now, with dice of the seed")
    others = loaded.session.other_dice
    if others:
        entry = loaded.session.tape[others[0]]
        name = f"'{shortened(entry.name)}'" if isinstance(entry, Rolled) else ""
        count = "" if len(others) == 1 else f", and so have {len(others) - 1} more"
        yield doubt(f"the roll {name} has other dice than the seed gives, and no reason{count}", places[others[0]])

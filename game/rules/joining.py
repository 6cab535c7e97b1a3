"""Characters who join units and leave them in Remaining Moves (CHAR-01 to CHAR-03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.battle.decision import Choice, Fault
from game.battle.ground import ground_of
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.errors import InputError
from game.rules.acting import Act, brave, hazards, read_faults
from game.rules.character_places import own_place, place_for, stepped_out, with_character
from game.rules.closing import closing
from game.rules.free_play import unit_faults
from game.rules.joining_events import CharacterJoined, CharacterLeft
from game.rules.moving import CheckedMove, reckon_move
from game.rules.special_rule import Play
from game.rules.standing_orders import bound_faults
from game.rules.way import others_of, unit_gaps
from game.table.distance import on_table
from game.table.formation import Loose, Ranked
from game.table.pose import SLACK, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook


def leaving_faults(book: Rulebook, state: State, unit: Unit) -> Iterator[Fault]:
    """Why a character may not leave the unit that he has joined (CHAR-03)."""
    host = state.unit(unit.host)
    if host.garrison:
        yield Fault("GAR-03", f"{host.name} holds a building")
    if unit.mark("character", "joined"):
        yield Fault("CHAR-03", f"{unit.name} has joined {host.name} in this turn")
    yield from bound_faults(book, state, host)
    yield from bound_faults(book, state, unit)


def _walked(
    book: Rulebook, state: State, unit: str, path: tuple[str, ...], *, march: bool, to: str = ""
) -> CheckedMove:
    """The move of a character, from the ranks if he stands in some, up to the unit ``to``.

    Raises:
        InputError: The path can't be read.
    """
    left = state.unit(unit).host
    if left:
        state = stepped_out(state, unit)
    if to:
        target = ground_of(state.unit(to))
        legs = closing(state, unit, path, target)
        return reckon_move(book, state, unit, legs, march=march, through=left, touching=to)
    return reckon_move(book, state, unit, path, march=march, through=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveUnit(Act):
    """A character leaves his unit and moves away.

    Attributes:
        path: His manoeuvres from his place in the ranks on.
        march: He marches.
    """

    path: tuple[str, ...]
    march: bool = False

    @property
    def declares_march(self) -> bool:
        """As he says."""
        return self.march

    def label(self, state: State) -> str:
        """Whom he leaves."""
        him = state.unit(self.unit)
        return f"{him.name} leaves {state.unit(him.host).name}" if him.host else f"{him.name} leaves"

    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """Why he may not go, and what is wrong with his way."""
        if faults := unit_faults(state, self.unit):
            return faults
        him = state.unit(self.unit)
        if not him.host:
            return (Fault("CHAR-03", f"{him.name} has joined no unit"),)
        try:
            move = _walked(book, state, self.unit, self.path, march=self.march)
        except InputError as error:
            return read_faults(error)
        return (*leaving_faults(book, state, him), *move.faults)

    def carry_out(self, battle: Play) -> Procedure[None]:
        """He goes."""
        move = _walked(battle.book, battle.state, self.unit, self.path, march=self.march)
        yield from _leave(battle, self.unit, move)


def _leave(battle: Play, unit: str, move: CheckedMove) -> Procedure[None]:
    """He steps out of the ranks and goes; if he marches, through whatever is dangerous (TER-03)."""
    him = battle.state.unit(unit)
    battle.record(
        CharacterLeft(
            unit=unit, host=him.host, path=tuple(str(step.manoeuvre) for step in move.steps), cost=rounded(move.cost),
            before=own_place(battle.state.unit(him.host), him), pose=move.pose, marched=move.marches, rule="CHAR-03",
        )
    )  # fmt: skip
    yield from brave(battle, hazards(battle, move))


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinUnit(Act):
    """A character moves up to a unit and joins it; out of another unit, if he stands in one.

    Attributes:
        host: Id of the unit.
        path: His manoeuvres on the way; the last inches straight into contact need not be told.
        march: He marches.
    """

    host: str
    path: tuple[str, ...] = ()
    march: bool = False

    @property
    def declares_march(self) -> bool:
        """As he says."""
        return self.march

    def label(self, state: State) -> str:
        """Whom he joins."""
        return f"{state.unit(self.unit).name} joins {state.unit(self.host).name}"

    def faults(self, book: Rulebook, state: State) -> tuple[Fault, ...]:
        """Why he may not join, and what is wrong with his way."""
        if faults := unit_faults(state, self.unit) or unit_faults(state, self.host):
            return faults
        him, host = state.unit(self.unit), state.unit(self.host)
        if faults := tuple(joining_faults(him, host)):
            return faults
        try:
            move = _walked(book, state, self.unit, self.path, march=self.march, to=self.host)
        except InputError as error:
            return read_faults(error)
        goes = leaving_faults(book, state, him) if him.host else bound_faults(book, state, him)
        return (*goes, *_host_faults(state, him, host), *move.faults)

    def carry_out(self, battle: Play) -> Procedure[None]:
        """He joins."""
        state = battle.state
        him, host = state.unit(self.unit), state.unit(self.host)
        move = _walked(battle.book, state, self.unit, self.path, march=self.march, to=self.host)
        before = own_place(state.unit(him.host), him) if him.host else him.pose
        if him.host:
            yield from _leave(battle, self.unit, move)
        else:
            yield from brave(battle, hazards(battle, move))
        if not battle.state.unit(self.unit).on_table:
            return
        place = place_for(battle.state, host)
        assert place is not None, "a choice without faults has a place"
        battle.record(
            CharacterJoined(
                unit=self.unit, host=self.host, path=tuple(str(step.manoeuvre) for step in move.steps),
                cost=rounded(move.cost), before=before, place=place,
                formation=with_character(battle.state.unit(self.host), him, place),
                marched=move.marches, rule="CHAR-01",
            )
        )  # fmt: skip


def joining_faults(him: Unit, host: Unit) -> Iterator[Fault]:
    """Why these two can never be together (CHAR-01, CHAR-02)."""
    if not him.type.character or him.type.troop_type.id == "monster":
        who = "a character on a monster" if him.type.character else "no character"
        yield Fault("CHAR-02", f"{him.name} is {who} and joins nobody")
    if host.id in (him.host, him.id) or him.side != host.side:
        yield Fault("CHAR-01", f"{him.name} cannot join {host.name}")
    if host.host or not isinstance(host.formation, Ranked | Loose) or host.type.troop_type.id == "war-machine":
        yield Fault("CHAR-02", f"{host.name} has no ranks to join")
    if him.type.troop_type.id == "shrine" and isinstance(host.formation, Loose):
        yield Fault("CHAR-02", f"{him.name} joins no skirmishers")


def _host_faults(state: State, him: Unit, host: Unit) -> Iterator[Fault]:
    """Why nobody joins this unit now: it fights, flees or holds a building, or has no room for him."""
    if foes := state.enemies_in_combat(host.id):
        yield Fault("CHAR-01", f"{host.name} is in combat with {state.unit(foes[0]).name}")
    if host.fleeing:
        yield Fault("CHAR-01", f"{host.name} flees")
    if host.garrison:
        yield Fault("CHAR-01", f"{host.name} holds a building")
    place = place_for(state, host)
    if place is None:
        yield Fault("CHAR-02", f"the front rank of {host.name} is full of characters: it must reform wider first")
        return
    grown = replace(host, formation=with_character(host, him, place))
    if not on_table(ground_of(grown), state.width, state.depth):
        yield Fault("MOV-09", f"{host.name} would not stand wholly on the table with {him.name} in it")
    others = [other for other in others_of(state, host) if other.id != him.id]
    for other, before, after in zip(
        others, unit_gaps(ground_of(host), others), unit_gaps(ground_of(grown), others), strict=True
    ):
        if after < min(before, 0.0) - SLACK:
            yield Fault("FORM-10", f"{host.name} would stand on {other.name} with {him.name} in it")


CHOICES: tuple[type[Choice], ...] = (LeaveUnit, JoinUnit)

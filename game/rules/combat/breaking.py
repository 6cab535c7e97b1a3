"""Break tests, and the panic of friends who see a unit break or perish (BRK-01 to BRK-06, PSY-03, PSY-04)."""

from __future__ import annotations

from dataclasses import dataclass

from game.battle.event import Event
from game.battle.marks import Mark
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.words import says
from game.rules.combat.circumstances import COMBAT
from game.rules.combat.combats import fighting
from game.rules.combat.deciding import LOST
from game.rules.combat.ranks import is_steadfast
from game.rules.flight_events import BROKEN, without
from game.rules.leadership import leadership, leadership_test, own_leadership
from game.rules.ordering import next_of
from game.rules.panic import friend_breaks, friend_perished
from game.rules.special_rule import Play


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitHeld(Event):
    """A beaten unit has stood its ground (BRK-02).

    Attributes:
        unit: Its id.
        why: Why it needed no test, or "".
    """

    unit: str
    why: str = ""

    def apply(self, state: State) -> State:
        """It fights on."""
        return state.with_unit(without(state.unit(self.unit), Mark(COMBAT, LOST)))

    def sentence(self, state: State) -> str:
        """Say so."""
        holds = says(state.unit(self.unit), "hold their ground", "holds its ground")
        return f"{holds}: {self.why}" if self.why else holds


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitBroke(Event):
    """A beaten unit has failed its Break test; its flight follows (BRK-02, PUR-00)."""

    unit: str

    def apply(self, state: State) -> State:
        """It is broken."""
        return state.with_unit(without(state.unit(self.unit), Mark(COMBAT, LOST)).marked(BROKEN))

    def sentence(self, state: State) -> str:
        """Say so."""
        return says(state.unit(self.unit), "break", "breaks")


def must_test(state: State) -> tuple[str, ...]:
    """Ids of the beaten units that have not tested yet."""
    return tuple(unit.id for unit in state.standing() if unit.mark(COMBAT, LOST))


def one_break_test(battle: Play) -> Procedure[bool]:
    """The Break test of one beaten unit, in the order its owner likes (BRK-01); after the last one friends panic."""
    waiting = must_test(battle.state)
    if not waiting:
        yield from _friends_see(battle)
        return False
    side = battle.state.unit(waiting[0]).side
    unit, _ = yield from next_of(side, [(one, "takes its Break test") for one in waiting])
    yield from _break_test(battle, unit)
    return True


def _break_test(battle: Play, unit: str) -> Procedure[None]:
    state = battle.state
    who = state.unit(unit)
    mark = who.mark(COMBAT, LOST)
    penalty = int(mark.value) if mark else 0
    if any(rule.unbreakable(state, who) for rule in battle.book.rules_of(state, unit)):
        battle.record(UnitHeld(unit=unit, why="unbreakable", rule="PSY-17"))
        return
    own, lent = own_leadership(state, who), leadership(state, who)[0]
    stands = is_steadfast(battle.book, state, who) and own >= lent - penalty
    passed = yield from leadership_test(
        battle,
        unit,
        "break test",
        modifiers=(("beaten by as much (BRK-02)", -penalty),) if not stands else (),
        own="steadfast (BRK-05)" if stands else "",
        least=2 if state.readings.insane_courage else 0,
    )
    battle.record(UnitHeld(unit=unit, rule="BRK-02") if passed else UnitBroke(unit=unit, rule="BRK-02"))


def _friends_see(battle: Play) -> Procedure[None]:
    """Friends of those who broke or perished in this round may panic, before anybody runs (PSY-03, PSY-04)."""
    for unit in fighting(battle.state):
        who = battle.state.unit(unit)
        if who.mark(BROKEN.rule, BROKEN.name):
            yield from friend_breaks(battle, unit)
        elif not who.on_table:
            yield from friend_perished(battle, unit)


EVENTS: tuple[type[Event], ...] = (UnitHeld, UnitBroke)

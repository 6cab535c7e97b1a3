"""Who has won a round, by how much, and who must test for it (CR-15, CR-17, BRK-06, BRK-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.battle.event import Event
from game.battle.marks import Mark
from game.battle.procedure import Procedure
from game.battle.state import State
from game.rules.combat.circumstances import COMBAT, FOUGHT, HAS_FOUGHT
from game.rules.combat.combats import fighting
from game.rules.combat.result import ScoreLine, has_musician, score, total
from game.rules.combat.stranded import close_up
from game.rules.flight_events import without
from game.rules.pursuit_events import STRUCK, WIPED_OUT
from game.rules.special_rule import Play

if TYPE_CHECKING:
    from game.rules.book import Rulebook

LOST = "lost"
"""Name of the mark of a unit that must take a Break test; its value is the penalty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatResolved(Event):
    """A round has been decided (CR-01, CR-17).

    Attributes:
        winner: Id of the side that has won, or None: a draw.
        margin: By how much.
        why: What decided it beyond the scores, or "".
        scores: ``(side, score, its lines)`` of both sides.
        members: Ids of the units that fought.
        tests: ``(unit, penalty)`` of those who must take a Break test.
    """

    winner: str | None
    margin: int
    why: str = ""
    scores: tuple[tuple[str, int, tuple[ScoreLine, ...]], ...]
    members: tuple[str, ...]
    tests: tuple[tuple[str, int], ...]

    def apply(self, state: State) -> State:
        """They have fought; who lost remembers it, and who has no enemy left may overrun (PUR-09)."""
        for one in self.members:
            unit = without(state.unit(one), Mark("pursuit", STRUCK)).marked(FOUGHT).marked(HAS_FOUGHT)
            if unit.on_table and not state.enemies_in_combat(one):
                unit = unit.marked(WIPED_OUT)
            state = state.with_unit(unit)
        for one, penalty in self.tests:
            state = state.with_unit(state.unit(one).marked(Mark(COMBAT, LOST, penalty, "round")))
        return state

    def sentence(self, state: State) -> str:
        """Say who won, and what counted."""
        told = "; ".join(
            f"{state.side(side).name} {number} ({', '.join(_told(state, line) for line in lines) or 'nothing'})"
            for side, number, lines in self.scores
        )
        if self.winner is None:
            return f"A draw: {told}"
        by = f" by {self.margin}" if self.margin else ""
        why = f", {self.why}" if self.why else ""
        return f"{state.side(self.winner).name} win{by}{why}: {told}"

    def units(self) -> tuple[str, ...]:
        """All who fought."""
        return self.members


def _told(state: State, line: ScoreLine) -> str:
    who = f"{state.unit(line.unit).name} " if line.unit else ""
    return f"{line.points:+d} {who}{line.what}"


def decided(book: Rulebook, state: State) -> CombatResolved:
    """The result of the round that has been fought."""
    members = fighting(state)
    sides = [side.id for side in state.sides]
    of = {side: tuple(one for one in members if state.unit(one).side == side) for side in sides}
    lines = {side: score(book, state, of[side], of[foe]) for side, foe in zip(sides, reversed(sides), strict=True)}
    points = {side: total(lines[side]) for side in sides}
    standing = {side: [one for one in of[side] if state.unit(one).on_table] for side in sides}
    a, b = sides
    winner, why = (a if points[a] > points[b] else b if points[b] > points[a] else None), ""
    margin = abs(points[a] - points[b])
    gone = [side for side in sides if not standing[side]]
    if len(gone) == 1:
        winner, why = (b if gone[0] == a else a), "the enemy is wiped out"
        margin = max(0, points[winner] - points[gone[0]])  # they may have lost with the higher score
    elif len(gone) == 2:
        winner, margin, why = None, 0, "nobody is left"
    elif winner is None:
        music = [side for side in sides if has_musician(state, standing[side])]
        if len(music) == 1:
            winner, margin, why = music[0], 1, "a musician (CR-15)"
    tests: tuple[tuple[str, int], ...] = ()
    if winner is not None and not gone:
        tests = _tests(book, state, of[a if winner == b else b], margin)
    return CombatResolved(
        winner=winner,
        margin=margin,
        why=why,
        scores=tuple((side, points[side], lines[side]) for side in sides),
        members=members,
        tests=tests,
        rule="CR-17",
    )


def _tests(book: Rulebook, state: State, losers: Sequence[str], margin: int) -> tuple[tuple[str, int], ...]:
    """Who of the losing side must test, and at what penalty: each compared with those it touches (BRK-06)."""
    tests = []
    for unit in losers:
        foes = state.enemies_in_combat(unit)
        if not state.unit(unit).on_table or not foes:
            continue
        if len(losers) == 1 and len(foes) == len(_enemies(state, unit)):
            tests.append((unit, margin))
            continue
        behind = sum(total(score(book, state, (foe,), (unit,))) for foe in foes) - total(
            score(book, state, (unit,), foes)
        )
        if behind > 0:
            tests.append((unit, min(margin, behind)))
    return tuple(tests)


def _enemies(state: State, unit: str) -> list[str]:
    """Ids of all enemies of the round that are left."""
    side = state.unit(unit).side
    return [one for one in fighting(state) if state.unit(one).side != side and state.unit(one).on_table]


def resolve(battle: Play) -> Procedure[bool]:
    """The result of the round; then the rules of those who were beaten act, before any Break test (CC-03)."""
    result = decided(battle.book, battle.state)
    battle.record(result)
    losers = [one for one in result.members if result.winner and battle.state.unit(one).side != result.winner]
    for unit in losers:
        for rule in tuple(battle.book.rules_of(battle.state, unit)):
            if battle.state.unit(unit).on_table:
                yield from rule.combat_lost(battle, unit)
    close_up(battle, result.members, result.winner)
    return False


EVENTS: tuple[type[Event], ...] = (CombatResolved,)

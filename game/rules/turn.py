"""The battle: game turns, player turns, phases and sub-phases, and when it is over (SEQ-01, SEQ-02, decision 3).

The table :data:`SUB_PHASES` names for each step of ``battle.phases`` the procedure that gives one order in it. It says
whether there is more to do; when there is not, the next step begins. It owns every loop: procedures never go on to the
next unit by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.battle.phases import PHASE_IDS, next_place
from game.battle.procedure import Order, Procedure
from game.battle.progress import BattleEnded, PhaseBegan, PlayerTurnBegan, StepBegan
from game.battle.state import State
from game.rules.book import Rulebook
from game.rules.charge_moves import move_one_charge
from game.rules.chargers import any_charge_declared
from game.rules.combat.breaking import one_break_test
from game.rules.combat.close_combat import any_charger_fights, impact_hits, last_strikes, strikes
from game.rules.combat.combats import any_combat_waits, choose_one_combat, end_round, round_goes_on
from game.rules.combat.deciding import resolve
from game.rules.compulsory import one_compulsory_move
from game.rules.declarations import declare_one_charge
from game.rules.points import points_standing
from game.rules.pursuit import any_broken, pursue_one_combat
from game.rules.remaining import one_remaining_move
from game.rules.special_rule import Play
from game.rules.start_of_phase import one_start_of_phase


@dataclass(frozen=True, slots=True)
class SubPhase:
    """A row of the turn's table.

    Attributes:
        order: Gives one order and says whether more may follow.
        guard: Whether there can be anything to do in it; if not, it is passed over.
        again: When the steps after it are done it begins anew, as long as its guard holds.
    """

    order: Callable[[Play], Procedure[bool]]
    guard: Callable[[State], bool] = lambda state: True  # noqa: ARG005
    again: bool = False


SUB_PHASES: Mapping[tuple[str, str], SubPhase] = {
    ("movement", "start-of-phase"): SubPhase(one_start_of_phase),
    ("movement", "charge"): SubPhase(declare_one_charge),
    ("movement", "charge-moves"): SubPhase(move_one_charge, any_charge_declared),
    ("movement", "compulsory-moves"): SubPhase(one_compulsory_move),
    ("movement", "remaining-moves"): SubPhase(one_remaining_move),
    ("close-combat", "choose-combat"): SubPhase(choose_one_combat, any_combat_waits, again=True),
    ("close-combat", "impact-hits"): SubPhase(impact_hits, any_charger_fights),
    ("close-combat", "strikes"): SubPhase(strikes, round_goes_on),
    ("close-combat", "stomps"): SubPhase(last_strikes, round_goes_on),
    ("close-combat", "combat-result"): SubPhase(resolve, round_goes_on),
    ("close-combat", "break-tests"): SubPhase(one_break_test, round_goes_on),
    ("close-combat", "pursuit"): SubPhase(pursue_one_combat, any_broken),
    ("close-combat", "reforms"): SubPhase(end_round, round_goes_on),
}
"""The turn's table. Steps that are missing here are not played yet: they are passed over."""


def is_played(phase: str) -> bool:
    """Whether the phase is played; of one that is not, nothing pretends that it happened."""
    return phase in ("movement", "close-combat")


def battle_flow(state: State) -> Order[Rulebook] | None:
    """The flow of a battle: what comes next in a state."""
    if state.note("over"):
        return None
    clock = state.clock
    if clock.phase not in PHASE_IDS or (clock.phase, clock.step) == (PHASE_IDS[0], ""):
        return Order("the turn begins", _first_turn)
    return Order(clock.step or clock.phase, _one_order)


def _one_order(battle: Play) -> Procedure[None]:
    """One order of the step; the next step begins if there is nothing more to do in this one."""
    clock = battle.state.clock
    ended = one_side_left(battle.state)
    row = SUB_PHASES.get((clock.phase, clock.step))
    if ended is not None:
        battle.record(ended)
    elif row is None or not (yield from row.order(battle)):
        _next_step(battle)


def _first_turn(battle: Play) -> Procedure[None]:
    clock = battle.state.clock
    _begin_turn(battle, max(clock.turn, 1), clock.side or first_side(battle.state))
    return
    yield


def first_side(state: State) -> str:
    """Id of the side that has the first turn."""
    return str(state.note("first") or state.sides[0].id)


def _next_step(battle: Play) -> None:
    """Begin the next step in which something can be done, or the next phase, or turn."""
    clock = battle.state.clock
    place = next_place(clock.phase, clock.step)
    while place is not None and place[0] == clock.phase:
        row = SUB_PHASES.get(place)
        if row is not None and row.guard(battle.state):
            battle.record(StepBegan(step=place[1], rule="SEQ-02"))
            return
        place = next_place(*place)
    for (phase, step), row in SUB_PHASES.items():
        if phase == clock.phase and row.again and row.guard(battle.state):
            battle.record(StepBegan(step=step, rule="SEQ-02"))
            return
    if place is None:
        _end_turn(battle)
    else:
        battle.record(PhaseBegan(phase=place[0], played=is_played(place[0]), rule="SEQ-01"))


def _end_turn(battle: Play) -> None:
    """The player turn is over: the other side's, the next game turn, or the end."""
    clock = battle.state.clock
    ended = one_side_left(battle.state)
    first = first_side(battle.state)
    if ended is not None:
        battle.record(ended)
    elif clock.side == first:
        _begin_turn(battle, clock.turn, next(side.id for side in battle.state.sides if side.id != first))
    elif clock.turn < battle.state.turns:
        _begin_turn(battle, clock.turn + 1, first)
    else:
        battle.record(_by_points(battle.state))


def _begin_turn(battle: Play, turn: int, side: str) -> None:
    battle.record(PlayerTurnBegan(turn=turn, side=side, rule="SEQ-01"))
    battle.record(PhaseBegan(phase=PHASE_IDS[0], rule="SEQ-01"))
    _next_step(battle)


def one_side_left(state: State) -> BattleEnded | None:
    """The end of a battle in which a side has no unit left on the table, or that will come back to it."""
    left = [side for side in state.sides if any(unit.side == side.id and unit.fate in _STAYS for unit in state.units)]
    if len(left) == len(state.sides):
        return None
    if not left:
        return BattleEnded(winner=None, reason="no unit is left on the table", rule="SEQ-01")
    loser = next(side for side in state.sides if side.id not in [one.id for one in left])
    return BattleEnded(winner=left[0].id, reason=f"no unit of {loser.name} is left on the table", rule="SEQ-01")


_STAYS = ("on-table", "away")
"""Fates of units that a side still has: also those that left in pursuit or have not arrived yet."""


def _by_points(state: State) -> BattleEnded:
    """The end after the last turn: the higher sum of points of units that stand on the table and do not flee."""
    points = {side.id: points_standing(state, side.id) for side in state.sides}
    told = ", ".join(f"{side.name} {points[side.id]:g}" for side in state.sides)
    best = max(points.values())
    winners = [side for side in state.sides if points[side.id] == best]
    winner = winners[0].id if len(winners) == 1 else None
    reason = f"the last turn is over; points on the table and not fleeing: {told}"
    return BattleEnded(winner=winner, reason=reason, rule="SEQ-01")

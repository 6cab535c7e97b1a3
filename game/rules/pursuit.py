"""The end of a combat in which somebody broke: who pursues, flight, slaughter, pursuit moves (PUR-00 to PUR-10)."""

from __future__ import annotations

from collections.abc import Sequence

from game.battle.decision import Choice
from game.battle.event import Throw
from game.battle.events import GiantStoodUp
from game.battle.procedure import Procedure, ask, roll
from game.battle.state import State
from game.battle.unit import Unit
from game.dice import OneOf
from game.rules.combat.circumstances import has_charged
from game.rules.combat.combats import combat_of
from game.rules.flight import flight
from game.rules.gaps import nearest_enemies
from game.rules.leadership import leadership_test
from game.rules.ordering import next_of
from game.rules.panic import after_flight, friends_perished, heavy_casualties
from game.rules.pursuit_choices import Overrun, OverrunOrReform, Pursue, PursueOrRestrain, Restrain
from game.rules.pursuit_events import PURSUED, WIPED_OUT, FlightRolled, PursuitDeclared, PursuitRestrained
from game.rules.pursuit_moves import overrun, pursue, roll_pursuit
from game.rules.reforming import reform_at_once
from game.rules.running_away import flee_dice, forced_to_flee, run
from game.rules.running_down import run_down
from game.rules.special_rule import Play
from game.rules.strength import unit_strength
from game.table.arcs import Arc
from game.table.pose import normal_angle, rounded

_OUTWARD: dict[Arc, float] = {"front": 0.0, "left": 90.0, "rear": 180.0, "right": 270.0}
"""Degrees from a unit's facing to the outward direction of each of its edges."""


def broken_units(state: State) -> tuple[str, ...]:
    """Ids of the units that have broken and whose flight is still to come."""
    return tuple(unit.id for unit in state.standing() if unit.mark("break", "broken"))


def lone_winners(state: State) -> tuple[str, ...]:
    """Ids of the units that have no enemy left in their combat and have not said what they do (PUR-09)."""
    return tuple(unit.id for unit in state.standing() if unit.mark(WIPED_OUT.rule, WIPED_OUT.name))


def any_broken(state: State) -> bool:
    """Whether a combat is still to be ended by flight, pursuit or overrun."""
    return bool(broken_units(state) or lone_winners(state))


def pursue_one_combat(battle: Play) -> Procedure[bool]:
    """End one combat, in the order of PUR-00, steps 5 to 11; False when none waits."""
    side = battle.state.clock.side
    waiting = [(unit, "has broken") for unit in _one_of_each_combat(battle.state)]
    waiting += [(unit, "has no enemy left") for unit in lone_winners(battle.state)]
    if not waiting:
        return False
    unit, _ = yield from next_of(side, waiting)
    if battle.state.unit(unit).mark("break", "broken"):
        yield from _end_combat(battle, combat_of(battle.state, unit))
    else:
        yield from _after_wipeout(battle, unit)
    yield from heavy_casualties(battle)
    return True


def _one_of_each_combat(state: State) -> list[str]:
    """Ids of broken units, the first of each combat: combats are ended one after another (SEQ-01)."""
    found: list[str] = []
    ended: list[str] = []
    for unit in broken_units(state):
        if unit not in ended:
            found.append(unit)
            ended += combat_of(state, unit)
    return found


def _end_combat(battle: Play, combat: Sequence[str]) -> Procedure[None]:
    """Everything from the declaration of pursuits to the pursuit moves."""
    before = battle.state
    broken = [unit for unit in combat if unit in broken_units(before)]
    winners = [unit for unit in combat if any(foe in broken for foe in before.enemies_in_combat(unit))]
    for unit in broken:
        yield from forced_to_flee(battle, unit)
    yield from friends_perished(battle, before)
    bereft = [unit for unit in winners if not battle.state.enemies_in_combat(unit)]
    chase: dict[str, str] = {}
    for unit in [one for one in winners if one not in broken and one not in bereft]:
        chase[unit] = yield from _declare(battle, unit)
    fleeing = [unit for unit in broken if battle.state.unit(unit).on_table]
    ways: dict[str, tuple[float, str]] = {}
    fled: dict[str, int] = {}
    for unit in fleeing:
        ways[unit] = yield from _direction(battle, unit)
        fled[unit] = yield from _roll_flight(battle, unit)
    run_for = {unit: quarry for unit, quarry in chase.items() if quarry}
    came: dict[str, int] = {}
    for unit, quarry in run_for.items():
        came[unit] = yield from roll_pursuit(battle, unit, quarry, fled[quarry])
    for unit in fleeing:
        catchers = [one for one, quarry in run_for.items() if quarry == unit and came[one] >= fled[unit]]
        if catchers:
            yield from run_down(battle, unit, catchers, rule="PUR-05")
    yield from _flee_moves(battle, fleeing, ways, fled)
    for unit in [one for one, quarry in chase.items() if not quarry]:
        yield from _stay(battle, unit)
    for unit in bereft:
        yield from _after_wipeout(battle, unit)
    yield from _pursuit_moves(battle, run_for, came, ways)


def _declare(battle: Play, unit: str) -> Procedure[str]:
    """Whom a winner pursues; "" if it stays (PUR-01)."""
    state = battle.state
    who = state.unit(unit)
    foes = state.enemies_in_combat(unit)
    broken = broken_units(state)
    if not foes or not who.on_table or any(foe not in broken for foe in foes):
        return ""
    if why := _cannot_pursue(who):
        battle.record(PursuitRestrained(unit=unit, why=why, rule="PUR-01"))
        return ""
    choice = yield from ask(PursueOrRestrain(side=who.side, unit=unit, quarries=foes), Choice)
    forced = isinstance(choice, Restrain)
    if forced:
        if (yield from leadership_test(battle, unit, "restraint test")):
            battle.record(PursuitRestrained(unit=unit, why="the enemy may run", rule="PUR-01"))
            return ""
        again = PursueOrRestrain(side=who.side, unit=unit, quarries=foes, must=True)
        choice = Pursue(quarry=foes[0]) if len(foes) == 1 else (yield from ask(again, Pursue))
    assert isinstance(choice, Pursue)
    battle.record(PursuitDeclared(unit=unit, quarry=choice.quarry, forced=forced, rule="PUR-01"))
    return choice.quarry


def _cannot_pursue(unit: Unit) -> str:
    """Why a winner stays without being asked, or ""."""
    if unit.type.troop_type.id == "war-machine":
        return "war machines never pursue"
    if unit.down:
        return "who lies on the ground pursues nobody"
    if unit.mark(PURSUED.rule, PURSUED.name):
        return "one pursuit in a phase is all"
    return ""


def _roll_flight(battle: Play, unit: str) -> Procedure[int]:
    rolled = yield from roll("flee", unit, flee_dice(battle.book, battle.state, battle.state.unit(unit)))
    throw = Throw("flee", rolled.faces, why=("PUR-03",))
    battle.record(FlightRolled(unit=unit, inches=rolled.value, rule="PUR-03", dice=(throw,)))
    return rolled.value


def _direction(battle: Play, unit: str) -> Procedure[tuple[float, str]]:
    """The facing in which a broken unit flees, and from whom: squarely away from the strongest enemy (PUR-06)."""
    state = battle.state
    pairs = [pair for pair in state.engagements if pair.other(unit)]
    if not pairs:
        near = nearest_enemies(state, state.unit(unit))
        return (near[0][1].pose.facing, near[0][1].id) if near else (state.unit(unit).pose.facing, "")
    strength = {pair.other(unit): unit_strength(state, state.unit(pair.other(unit))) for pair in pairs}
    strongest = [pair for pair in pairs if strength[pair.other(unit)] == max(strength.values())]
    picked = 0
    if len(strongest) > 1:
        picked = (yield from roll("direction of flight", unit, OneOf(len(strongest)))).value
    pair = strongest[picked]
    foe, touched = pair.other(unit), pair.side_of_b if pair.a == unit else pair.side_of_a
    return rounded(normal_angle(state.unit(foe).pose.facing + _OUTWARD[touched])), foe


def _flee_moves(
    battle: Play, fleeing: Sequence[str], ways: dict[str, tuple[float, str]], fled: dict[str, int]
) -> Procedure[None]:
    """The flee moves of those who are left, in the order their owner likes (PUR-06)."""
    left = [unit for unit in fleeing if battle.state.unit(unit).on_table]
    while left:
        unit, _ = yield from next_of(battle.state.unit(left[0]).side, [(one, "flees") for one in left])
        left.remove(unit)
        before = battle.state
        if not before.unit(unit).on_table:  # another flight has cost its last model
            continue
        facing, foe = ways[unit]
        way = flight(before, unit, facing, fled[unit], broken_from=(foe,))
        passed = yield from run(battle, way, rule="PUR-06")
        yield from after_flight(battle, unit, before, passed)


def _stay(battle: Play, unit: str) -> Procedure[None]:
    """A winner that does not pursue: one without enemies overruns or reforms; a Giant gets up (PUR-02, FALL-20)."""
    who = battle.state.unit(unit)
    if not who.on_table or battle.state.enemies_in_combat(unit):
        return
    if who.down:
        battle.record(GiantStoodUp(unit=unit, rule="FALL-20"))
    else:
        yield from reform_at_once(battle, unit, "PUR-02")


def _after_wipeout(battle: Play, unit: str) -> Procedure[None]:
    """A winner without enemies: a charger may overrun, all others hold and reform (PUR-09)."""
    who = battle.state.unit(unit)
    if not who.on_table:
        return
    why = _cannot_pursue(who)
    if has_charged(battle.state, who) and not why:
        choice = yield from ask(OverrunOrReform(side=who.side, unit=unit), Choice)
        if isinstance(choice, Overrun):
            yield from overrun(battle, unit)
            return
    battle.record(PursuitRestrained(unit=unit, why=why or "no enemy is left", rule="PUR-09"))
    yield from _stay(battle, unit)


def _pursuit_moves(
    battle: Play, run_for: dict[str, str], came: dict[str, int], ways: dict[str, tuple[float, str]]
) -> Procedure[None]:
    """The pursuit moves, one after another, in the order their owner likes (PUR-07)."""
    left = [unit for unit in run_for if battle.state.unit(unit).on_table]
    while left:
        unit, _ = yield from next_of(battle.state.unit(left[0]).side, [(one, "pursues") for one in left])
        left.remove(unit)
        if battle.state.unit(unit).on_table:
            yield from pursue(battle, unit, run_for[unit], came[unit], ways[run_for[unit]][0])

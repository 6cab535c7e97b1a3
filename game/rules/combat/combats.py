"""Combats: which units make one, which are still to be fought, who chooses (CC-01, CC-02, BRK-14)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.battle.marks import Mark
from game.battle.procedure import Procedure, ask
from game.battle.state import State
from game.rules.combat.blows import close_weapons
from game.rules.combat.circumstances import COMBAT, FIGHTS, FOUGHT, WEAPON
from game.rules.combat.stranded import close_up
from game.rules.flight_events import names
from game.rules.ordering import next_of
from game.rules.profiles import wounds_left
from game.rules.pursuit_events import PURSUED, STRUCK
from game.rules.special_rule import Play

PRESENT = "wounds present"
"""Name of the mark that tells how many Wounds a unit had as the round began: no more can be scored on it."""


def combat_of(state: State, unit: str) -> tuple[str, ...]:
    """Ids of all units of the combat that a unit is part of, in the order of the list (CC-02)."""
    found = [unit]
    for one in found:
        found += [other for other in state.enemies_in_combat(one) if other not in found]
    return tuple(one.id for one in state.units if one.id in found)


def waiting_combats(state: State) -> tuple[tuple[str, ...], ...]:
    """The combats that are still to be fought in this phase.

    A combat that a pursuit of this phase has begun waits for the next one; a pursuer who runs into one that is still
    to be fought fights in it (BRK-14).
    """
    found: list[tuple[str, ...]] = []
    for pair in state.engagements:
        if any(pair.a in units for units in found) or _begun_by_pursuit(state, pair.a, pair.b):
            continue
        if any(not state.unit(one).mark(FOUGHT.rule, FOUGHT.name) for one in (pair.a, pair.b)):
            found.append(combat_of(state, pair.a))
    return tuple(found)


def _begun_by_pursuit(state: State, a: str, b: str) -> bool:
    """One of the two has run into the other in a pursuit of this phase."""
    for unit, other in ((a, b), (b, a)):
        struck = state.unit(unit).mark("pursuit", STRUCK)
        if struck and struck.value == other and state.unit(unit).mark(PURSUED.rule, PURSUED.name):
            return True
    return False


def fighting(state: State) -> tuple[str, ...]:
    """Ids of the units of the round that is being fought, without the characters in them."""
    marks = ((unit.id, unit.mark(COMBAT, FIGHTS)) for unit in state.units)
    return tuple(unit for unit, mark in marks if mark and mark.value == unit)


def of_round(state: State, unit: str) -> tuple[str, ...]:
    """Ids of a unit of the round and the characters who stood in it as the round began, the fallen too."""
    marks = ((one.id, one.mark(COMBAT, FIGHTS)) for one in state.units)
    return tuple(one for one, mark in marks if mark and mark.value == unit)


def any_combat_waits(state: State) -> bool:
    """Whether a combat is still to be fought."""
    return bool(waiting_combats(state))


def round_goes_on(state: State) -> bool:
    """Whether a round is being fought."""
    return bool(fighting(state))


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatBegan(Event):
    """A round of a combat begins (CC-01, CC-02).

    Attributes:
        members: Ids of the units that fight it, in the order of the list.
        wounds: ``(unit or character, Wounds)`` of all who take part, as they stand.
    """

    members: tuple[str, ...]
    wounds: tuple[tuple[str, int], ...]

    def apply(self, state: State) -> State:
        """They remember that they fight, and in whose ranks."""
        for one, left in self.wounds:
            unit = state.unit(one)
            unit = unit.marked(Mark(COMBAT, FIGHTS, unit.host or one, "round"))
            state = state.with_unit(unit.marked(Mark(COMBAT, PRESENT, left, "round")))
        return state

    def sentence(self, state: State) -> str:
        """Say who fights whom."""
        sides = [tuple(one for one in self.members if state.unit(one).side == side.id) for side in state.sides]
        return f"{names(state, sides[0])} against {names(state, sides[1])}"

    def units(self) -> tuple[str, ...]:
        """All who fight."""
        return self.members


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponChosen(Event):
    """A unit has named the weapon it fights with (CC-08).

    Attributes:
        unit: Its id.
        weapon: Name of the weapon.
    """

    unit: str
    weapon: str

    def apply(self, state: State) -> State:
        """For the whole combat."""
        return state.with_unit(state.unit(self.unit).marked(Mark(COMBAT, WEAPON, self.weapon, "combat")))

    def sentence(self, state: State) -> str:
        """Say which."""
        return f"{state.unit(self.unit).name}: {self.weapon}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wield(Choice):
    """Fight with this weapon."""

    weapon: str

    def label(self, state: State) -> str:  # noqa: ARG002
        """Which."""
        return self.weapon.capitalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseWeapon(Decision):
    """With which of its weapons does a unit fight this combat (CC-08)?

    Attributes:
        weapons: Their names.
    """

    weapons: tuple[str, ...]

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name}: with which weapon, for the whole combat?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """All that it carries."""
        return tuple(Wield(weapon=name) for name in self.weapons)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """A round is over; nobody remembers its blows."""

    def apply(self, state: State) -> State:
        """Forget what lasted until the end of the round."""
        units = tuple(
            replace(unit, marks=tuple(mark for mark in unit.marks if mark.until != "round")) for unit in state.units
        )
        return replace(state, units=units)

    def sentence(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "The round is over"

    def units(self) -> tuple[str, ...]:
        """None in particular."""
        return ()


def choose_one_combat(battle: Play) -> Procedure[bool]:
    """The side whose turn it is picks the combat that is fought next (CC-01)."""
    side = battle.state.clock.side
    combats = {combat[0]: combat for combat in waiting_combats(battle.state)}
    first, _ = yield from next_of(side, [(unit, "its combat is fought") for unit in combats])
    state = battle.state
    members = combats[first]
    everybody = [who for one in members for who in (state.unit(one), *state.guests(one))]
    wounds = tuple((who.id, wounds_left(state, who)) for who in everybody)
    battle.record(CombatBegan(members=members, wounds=wounds, rule="CC-01"))
    for one in [who.id for who in everybody]:
        yield from _choose_weapon(battle, one)
    return False


def _choose_weapon(battle: Play, unit: str) -> Procedure[None]:
    who = battle.state.unit(unit)
    weapons = tuple(one.name for one in close_weapons(who, who.type.parts[0]))
    if len(weapons) < 2 or who.mark(COMBAT, WEAPON):
        return
    choice = yield from ask(ChooseWeapon(side=who.side, unit=unit, weapons=weapons), Wield)
    battle.record(WeaponChosen(unit=unit, weapon=choice.weapon, rule="CC-08"))


def end_round(battle: Play) -> Procedure[bool]:
    """The round is over; who fights on and has lost touch closes up (CC-17)."""
    close_up(battle, fighting(battle.state))
    battle.record(RoundEnded(rule="CC-03"))
    return False
    yield


EVENTS: tuple[type[Event], ...] = (CombatBegan, WeaponChosen, RoundEnded)
DECISIONS: tuple[type[Decision], ...] = (ChooseWeapon,)
CHOICES: tuple[type[Choice], ...] = (Wield,)

"""Stupidity: a Leadership test each turn, or the unit stumbles forward (STUP-01 to STUP-07)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.charge import Reaction
from game.battle.decision import Fault
from game.battle.event import Event
from game.battle.marks import Mark
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.dice import Total
from game.rules.leadership import leadership_test
from game.rules.random_moves import DONE, move_at_random
from game.rules.special_rule import Play, SpecialRule
from game.rules.strength import members, one_or_more

RULE = "Stupidity"
STUPID = Mark(RULE, "failed", 0, "battle")
"""It has failed, and passed no test since (STUP-04, STUP-05); its value names the members whose fault it was."""
TESTED = Mark(RULE, "tested", 0, "player-turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class WitsTried(Event):
    """A unit with stupid models has tried to keep its wits together (STUP-03, STUP-04).

    Attributes:
        unit: Its id.
        stupid: It has failed.
    """

    unit: str
    stupid: bool

    def apply(self, state: State) -> State:
        """It is stupid until it passes a test; who of it made it so is remembered (STUP-07)."""
        unit = state.unit(self.unit)
        rest = tuple(mark for mark in unit.marks if (mark.rule, mark.name) != (RULE, "failed"))
        who = ",".join(one.id for one in members(state, unit) if one.carries(RULE))
        unit = replace(unit, marks=rest).marked(TESTED)
        return state.with_unit(unit.marked(replace(STUPID, value=who)) if self.stupid else unit)

    def sentence(self, state: State) -> str:
        """Say how it went."""
        unit = state.unit(self.unit)
        if self.stupid:
            return says(unit, "lose their wits until they pass a test", "loses its wits until it passes a test")
        return says(unit, "keep their wits together", "keeps its wits together")


def is_stupid(state: State, unit: Unit) -> bool:
    """The unit (of a joined character: his host) has failed its last test, and who is stupid is still in it.

    A failure without names, as scenarios tell it, is that of all stupid models.
    """
    stupid = [one.id for one in members(state, unit) if one.carries(RULE)]
    failed = (state.unit(unit.host) if unit.host else unit).mark(RULE, "failed")
    return failed is not None and any(one in str(failed.value or one).split(",") for one in stupid)


class Stupidity(SpecialRule):
    """One stupid model makes the whole unit test; what is stupid has neither fear nor sense."""

    name = RULE
    rules = tuple(f"STUP-{number:02}" for number in range(1, 8))
    not_yet = "no shooting, casting, channelling and combat reform while stupid (STUP-04, STUP-05)"
    events = (WitsTried,)

    def applies(self, state: State, unit: Unit) -> bool:
        """One or more models are stupid."""
        return one_or_more(state, unit, self.name)

    def tests_at_start(self, state: State, unit: Unit) -> str:
        """Every unit that is not in combat, once in its own turn; also one that flees (``stupid_fleeing``)."""
        free = unit.on_table and not state.enemies_in_combat(unit.id)
        return "tests for stupidity" if free and not unit.mark(RULE, "tested") else ""

    def at_start(self, battle: Play, unit: str) -> Procedure[None]:
        """A Leadership test, no psychology test."""
        passed = yield from leadership_test(battle, unit, "stupidity test")
        battle.record(WitsTried(unit=unit, stupid=not passed, rule="STUP-03" if passed else "STUP-04"))

    def immunities(self, state: State, unit: Unit) -> tuple[str, ...]:
        """While the unit is stupid its stupid models are immune to psychology (STUP-05)."""
        return ("Psychology",) if is_stupid(state, unit) else ()

    def random_movement(self, state: State, unit: Unit) -> Total | None:
        """A stupid unit moves, flees and pursues D6 (STUP-05, ``stupid_flight``)."""
        return Total(1) if is_stupid(state, unit) else None

    def forbids_charge(self, state: State, unit: Unit) -> Fault | None:
        """It declares no charge."""
        return Fault("STUP-04", f"{unit.name} is stupid and declares no charge") if is_stupid(state, unit) else None

    def forbids_move(self, state: State, unit: Unit) -> Fault | None:
        """It does nothing of its own will."""
        return Fault("STUP-04", f"{unit.name} is stupid and only stumbles forward") if is_stupid(state, unit) else None

    def forbids_march(self, state: State, unit: Unit) -> Fault | None:
        """Nor does it march."""
        return self.forbids_move(state, unit)

    def forbids_reaction(self, state: State, unit: Unit, reaction: Reaction) -> Fault | None:
        """It holds (STUP-05); a fleeing one flees all the same (STUP-01)."""
        if reaction != "hold" and not unit.fleeing and is_stupid(state, unit):
            return Fault("STUP-05", f"{unit.name} is stupid and can only hold")
        return None

    def compulsory(self, state: State, unit: Unit) -> str:
        """Until it has stumbled forward; a rallied, fleeing or engaged one does not."""
        busy = state.enemies_in_combat(unit.id) or unit.fleeing or unit.mark(DONE.rule, DONE.name) or unit.garrison
        if busy or unit.mark("rally", "rallied") or not is_stupid(state, unit):
            return ""
        return "stumbles forward"

    def compulsory_move(self, battle: Play, unit: str) -> Procedure[None]:
        """D6 straight forward (STUP-04)."""
        yield from move_at_random(battle, unit, None, Total(1), "STUP-04")

"""A special rule in one file, as a test may bring it: Terror as far as a charge at its bearer needs it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.event import Event, Throw
from game.battle.marks import Mark
from game.battle.procedure import Procedure, roll
from game.battle.state import State
from game.dice import AtMost, Total
from game.rules.special_rule import Play, SpecialRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrified(Event):
    """A unit has tested its nerve against a Terror-causer."""

    unit: str
    passed: bool

    def apply(self, state: State) -> State:
        mark = Mark("Terror", "passed" if self.passed else "failed", until="player-turn")
        return state.with_unit(state.unit(self.unit).marked(mark))

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.unit).name} {'hold their nerve' if self.passed else 'dare not'}"


class ProofTerror(SpecialRule):
    """Whoever wishes to charge a Terror-causer passes a Psychology test first (TERROR-03)."""

    name = "Terror"
    events = (Terrified,)

    def before_charge(self, battle: Play, charger: str, target: str) -> Procedure[bool]:
        unit = battle.state.unit(charger)
        leadership = unit.type.profile.leadership
        rolled = yield from roll("psychology test", charger, AtMost(Total(2), leadership))
        throw = Throw("psychology test", rolled.faces, f"{leadership} or less")
        battle.record(Terrified(unit=charger, passed=rolled.value, rule="TERROR-03", dice=(throw,)))
        return rolled.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Fled(Event):
    """A unit has broken."""

    unit: str

    def apply(self, state: State) -> State:
        gone = tuple(pair for pair in state.engagements if not pair.other(self.unit))
        return replace(state.with_unit(replace(state.unit(self.unit), fleeing=True)), engagements=gone)

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.unit).name} break"

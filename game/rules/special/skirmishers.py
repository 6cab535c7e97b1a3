"""Skirmishers: a loose grid that re-forms as it goes, and closes up in contact (SPC-05)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.procedure import Procedure
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import says
from game.rules.setting_down import ground_faults
from game.rules.special_rule import Play, SpecialRule
from game.table.formation import Formation, Loose, Ranked, closed_ranks, skirmish


@dataclass(frozen=True, slots=True, kw_only=True)
class RanksSpread(Event):
    """Skirmishers have spread out again.

    Attributes:
        unit: Id of the unit.
        formation: How it stands now.
    """

    unit: str
    formation: Formation

    def apply(self, state: State) -> State:
        """Spread them."""
        return state.with_unit(replace(state.unit(self.unit), formation=self.formation))

    def sentence(self, state: State) -> str:
        """Say so."""
        return says(state.unit(self.unit), "spread out again", "spreads out again")


class Skirmishers(SpecialRule):
    """They reform once before they move and once after it, without losing movement."""

    name = "Skirmishers"
    rules = ("SPC-05",)
    events = (RanksSpread,)

    def reforms_freely(self, state: State, unit: Unit) -> bool:  # noqa: ARG002
        """Before and after the move."""
        return True

    def closes_up(self, state: State, unit: Unit) -> Formation | None:  # noqa: ARG002
        """Base to base about the middle of the front; ranks, files and facing stay."""
        return closed_ranks(unit.formation) if isinstance(unit.formation, Loose) else None

    def before_moves(self, battle: Play, unit: str) -> Procedure[None]:
        """Who has closed up spreads again when he no longer fights, as soon as there is room."""
        formation = self._spread(battle.state, battle.state.unit(unit))
        if formation is not None:
            battle.record(RanksSpread(unit=unit, formation=formation, rule="SPC-05"))
        return
        yield

    def _spread(self, state: State, unit: Unit) -> Formation | None:
        ranks = unit.formation
        if not isinstance(ranks, Ranked) or ranks.models == 1 or ranks.others or unit.fleeing:
            return None
        if state.enemies_in_combat(unit.id) or not unit.carries(self.name):
            return None
        loose = skirmish(ranks.base, ranks.models, ranks.files)
        crowded = next(ground_faults(state, replace(unit, formation=loose)), None)
        return loose if crowded is None else None

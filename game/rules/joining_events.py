"""Events of characters who join units and leave them (CHAR-01 to CHAR-03)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.event import Event
from game.battle.events import has_moved
from game.battle.marks import Mark
from game.battle.state import State
from game.battle.words import spoken
from game.rules.character_places import left_by, stepped_out
from game.table.formation import Formation
from game.table.pose import Pose


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterLeft(Event):
    """A character has stepped out of the ranks and moved away (CHAR-03).

    Attributes:
        unit: Id of the character.
        host: Id of the unit that he has left.
        path: His manoeuvres from his place in the ranks on.
        cost: Inches of movement spent.
        before: Where he stood in the ranks.
        pose: Where he stands now.
        marched: It was a march.
    """

    unit: str
    host: str
    path: tuple[str, ...]
    cost: float
    before: Pose
    pose: Pose
    marched: bool = False

    def apply(self, state: State) -> State:
        """He stands alone; the ranks close behind him."""
        state = stepped_out(state, self.unit)
        him = has_moved(state, replace(state.unit(self.unit), pose=self.pose), marched=self.marched)
        host = state.unit(self.host).marked(left_by(self.unit))
        return state.with_unit(him).with_unit(host)

    def sentence(self, state: State) -> str:
        """Say whom he leaves."""
        return f"{state.unit(self.unit).name} leaves {state.unit(self.host).name}: {spoken(self.path)}"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.host)


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterJoined(Event):
    """A character has moved up to a unit and stands in its front rank (CHAR-01, CHAR-02).

    Attributes:
        unit: Id of the character.
        host: Id of the unit.
        path: His manoeuvres on the way.
        cost: Inches of movement spent.
        before: Where he stood.
        place: The place that he takes.
        formation: How the unit stands with him.
        marched: It was a march.
    """

    unit: str
    host: str
    path: tuple[str, ...]
    cost: float
    before: Pose
    place: int
    formation: Formation
    marched: bool = False

    def apply(self, state: State) -> State:
        """Those at his place step back; neither of the two moves any more in this phase."""
        host = replace(state.unit(self.host), formation=self.formation)
        host = host.marked(Mark("move", "done", 0, "player-turn"))
        him = has_moved(state, state.unit(self.unit), marched=self.marched)
        him = him.marked(Mark("character", "joined", self.host, "player-turn"))
        return state.with_unit(host).with_unit(replace(him, host=self.host, place=self.place))

    def sentence(self, state: State) -> str:
        """Say whom he joins."""
        return f"{state.unit(self.unit).name} joins {state.unit(self.host).name}"

    def units(self) -> tuple[str, ...]:
        """Both."""
        return (self.unit, self.host)


EVENTS: tuple[type[Event], ...] = (CharacterLeft, CharacterJoined)

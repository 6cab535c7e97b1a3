"""Whom blows are aimed at when there is a choice, and hits that a unit's owner shares out (CC-06, DMG-17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from game.battle.decision import Choice, Decision, Fault
from game.battle.ground import own_models
from game.battle.procedure import Procedure, ask, roll
from game.battle.state import State
from game.dice import Draw
from game.rules.combat.blows import Blow
from game.rules.combat.volleys import Volley
from game.rules.special_rule import Play

_FEW = 12
"""Blows up to which every way to share them between two enemies has a button of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim(Choice):
    """So many blows at each.

    Attributes:
        at: ``(enemy, blows)``; who gets none is left out.
    """

    at: tuple[tuple[str, int], ...]

    def label(self, state: State) -> str:
        """How many at whom."""
        return ", ".join(f"{number} at {state.unit(enemy).name}" for enemy, number in self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class AimBlows(Decision):
    """At whom are these blows struck (CC-06)?

    Attributes:
        name: Who strikes, in a player's words.
        number: How many blows.
        enemies: Ids of those they may be aimed at.
        whole: All must go at one enemy (STOMP-01).
    """

    name: str
    number: int
    enemies: tuple[str, ...]
    whole: bool = False

    def question(self, state: State) -> str:  # noqa: ARG002
        """Ask."""
        return f"{self.name}: whom do they strike? {self.number} blows"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """All at one of them; between two, few blows in every way."""
        one = tuple(Aim(at=((enemy, self.number),)) for enemy in self.enemies)
        if self.whole or len(self.enemies) != 2 or self.number > _FEW:
            return one
        a, b = self.enemies
        return (*one, *(Aim(at=((a, some), (b, self.number - some))) for some in range(1, self.number)))

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:  # noqa: ARG002
        """Every blow at somebody who can be struck."""
        if not isinstance(choice, Aim):
            return (Fault("", f"{choice.kind} aims no blows"),)
        enemies = [enemy for enemy, _ in choice.at]
        faults = []
        if len(set(enemies)) != len(enemies) or any(enemy not in self.enemies for enemy in enemies):
            faults.append(Fault("CC-06", f"these may be struck, each named once: {', '.join(self.enemies)}"))
        if any(number < 1 for _, number in choice.at) or sum(number for _, number in choice.at) != self.number:
            faults.append(Fault("CC-06", f"all {self.number} blows are struck, at least one at each who is named"))
        if self.whole and len(choice.at) > 1:
            faults.append(Fault("STOMP-01", "they all go at one unit"))
        return tuple(faults)


def aim(battle: Play, volley: Volley, number: int) -> Procedure[tuple[tuple[Blow, int], ...]]:
    """How many blows of a volley go at each of its enemies; before any die to hit is rolled."""
    blows = {blow.target: blow for blow in volley.blows}
    first = volley.blows[0]
    if len(blows) == 1 or not number:
        return ((first, number),)
    if first.moment == "impact":
        return (yield from _evenly(volley, number))
    side = battle.state.unit(volley.unit).side
    question = AimBlows(
        side=side, unit=volley.unit, name=first.name, number=number, enemies=tuple(blows), whole=first.moment == "stomp"
    )
    choice = yield from ask(question, Aim)
    return tuple((blows[enemy], some) for enemy, some in choice.at)


def _evenly(volley: Volley, number: int) -> Procedure[tuple[tuple[Blow, int], ...]]:
    """Impact Hits on several units: as evenly as possible, the remainder at random (IMPACT-04)."""
    each, rest = divmod(number, len(volley.blows))
    more: Sequence[int] = (0,) * len(volley.blows)
    if rest:
        more = (yield from roll("impact hits left over", volley.unit, Draw(rest, (1,) * len(volley.blows)))).value
    return tuple((blow, each + one) for blow, one in zip(volley.blows, more, strict=True) if each + one)


@dataclass(frozen=True, slots=True, kw_only=True)
class Allot(Choice):
    """Hits on each.

    Attributes:
        hits: ``(unit or character, hits)``; who gets none is left out.
    """

    hits: tuple[tuple[str, int], ...]

    def label(self, state: State) -> str:
        """How many on whom."""
        return ", ".join(f"{number} on {state.unit(who).name}" for who, number in self.hits)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllotHits(Decision):
    """A small unit with characters is hit: who takes the hits (DMG-17)?

    Attributes:
        ways: Every way: one hit on each model before any model takes a second one.
    """

    ways: tuple[tuple[tuple[str, int], ...], ...]

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name} and the characters in it are hit: who takes the hits?"

    def options(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """All ways."""
        return tuple(Allot(hits=way) for way in self.ways)


MANY = 5
"""Rank and file from which all hits fall on them (DMG-17)."""


def allotted(battle: Play, unit: str, hits: int) -> Procedure[tuple[tuple[str, int], ...]]:
    """How automatic hits and shots at a unit fall on it and on the characters in it (DMG-17)."""
    state = battle.state
    host = state.unit(unit)
    guests = [guest.id for guest in state.guests(unit)]
    men = own_models(state, host)
    if not guests or men >= MANY or not hits:
        return ((unit, hits),)
    each, rest = divmod(hits, men + len(guests))
    ways = []
    for lucky in range(min(len(guests), rest) + 1):
        if rest - lucky <= men:
            for taking in combinations(guests, lucky):
                row = [(unit, each * men + rest - lucky)] + [(one, each + (one in taking)) for one in guests]
                ways.append(tuple((one, number) for one, number in row if number))
    if len(ways) == 1:
        return ways[0]
    choice = yield from ask(AllotHits(side=host.side, unit=unit, ways=tuple(ways)), Allot)
    return choice.hits


DECISIONS: tuple[type[Decision], ...] = (AimBlows, AllotHits)
CHOICES: tuple[type[Choice], ...] = (Aim, Allot)

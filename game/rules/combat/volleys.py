"""All blows of a round as volleys, each with its moment: what is struck, and what the odds count (CC-03, CC-10).

A volley is the blows of alike models of one unit that fall together and may be aimed at the same enemies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.battle.state import State
from game.rules.amounts import Amount
from game.rules.combat.blows import Blow, Moment, blows_at, extra_ranks
from game.rules.combat.circumstances import host_of
from game.rules.combat.fighters import Reach, reaches

if TYPE_CHECKING:
    from game.rules.book import Rulebook

_PLACE: dict[Moment, int] = {"impact": 0, "first": 1, "initiative": 2, "last": 3, "stomp": 3}
"""The place of a moment in a round; within it the higher Initiative strikes first, Stomps too (CC-03, SR-ST)."""
Step = tuple[int, int]
"""When blows fall: the place of their moment, and minus their Initiative; lower comes first."""
IMPACTS: Step = (0, 0)
"""Impact Hits fall together, whatever the Initiative (SR-IH)."""
LAST: Step = (3, -10)
"""The first step of those who strike after all others (CC-11)."""


@dataclass(frozen=True, slots=True)
class Volley:
    """Blows of alike models that fall together.

    Attributes:
        blows: What they are like, one entry for each enemy that they may be aimed at.
        number: How many they are in all.
        models: How many models strike them, supporters included.
    """

    blows: tuple[Blow, ...]
    number: Amount
    models: int

    @property
    def unit(self) -> str:
        """Id of the unit or character who strikes."""
        return self.blows[0].attacker

    @property
    def step(self) -> Step:
        """When they fall: at the highest Initiative with which they may be struck."""
        place = _PLACE[self.blows[0].time]
        return IMPACTS if place == 0 else (place, -max(blow.initiative for blow in self.blows))


def volleys(book: Rulebook, state: State, units: Sequence[str]) -> tuple[Volley, ...]:
    """Every volley that these units and the characters in them can strike, as the battle stands.

    Args:
        book: The rulebook.
        state: The battle as the step begins.
        units: Ids of units that fight, in the order of the list.
    """
    found: dict[tuple[Blow, ...], Volley] = {}
    for unit in units:
        if not state.unit(unit).on_table:
            continue
        seen: list[str] = []
        for reach in reaches(state, unit, extra_ranks(state, state.unit(unit))):
            for volley in _of_reach(book, state, reach, champion=reach.unit not in seen and not reach.supports):
                old = found.get(volley.blows)
                found[volley.blows] = volley if old is None else _joined(old, volley)
            seen += [reach.unit] if not reach.supports else []
    return tuple(found.values())


def _joined(a: Volley, b: Volley) -> Volley:
    """Both as one."""
    faces = a.number.faces if a.number.dice else b.number.faces
    number = Amount(a.number.plus + b.number.plus, a.number.dice + b.number.dice, faces)
    return Volley(a.blows, number, a.models + b.models)


def _of_reach(book: Rulebook, state: State, reach: Reach, *, champion: bool) -> list[Volley]:
    """The volleys of models that are alike in whom they reach."""
    kinds: dict[tuple[int, Moment, bool], list[Blow]] = {}
    hosts = tuple(dict.fromkeys(host_of(state, target) for target in reach.targets))
    for target in dict.fromkeys((*reach.targets, *hosts)):
        for blow in blows_at(book, state, reach.unit, target):
            at_unit = blow.moment in ("impact", "stomp")
            if target in (hosts if at_unit else reach.targets):
                kinds.setdefault((blow.part, blow.moment, blow.once), []).append(blow)
    found = []
    for (part, moment, once), blows in kinds.items():
        beasts = state.unit(reach.unit).type.parts[part].role == "beasts"
        behind = reach.supports and (once or moment != "initiative")
        if (beasts and not reach.front) or (once and not champion) or behind:
            continue
        number = _number(blows[0], reach, once=once)
        if number.most:
            found.append(Volley(tuple(blows), number, 1 if once else reach.models))
    return found


def _number(blow: Blow, reach: Reach, *, once: bool) -> Amount:
    """How many blows so many models strike (CC-07, CC-08)."""
    if once:
        return blow.attacks
    if not reach.supports:
        return Amount(blow.attacks.plus * reach.models, blow.attacks.dice * reach.models, blow.attacks.faces)
    return Amount(min(blow.support, blow.attacks.most) * reach.models)


def aimed(volley: Volley, blow: Blow, number: int) -> Volley:
    """So many of the blows of a volley at one of its enemies."""
    return replace(volley, blows=(blow,), number=Amount(number))

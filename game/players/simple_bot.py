"""A bot that plays as a sensible beginner would: it charges where that pays, closes in, and flees from giants."""

from __future__ import annotations

import math
from functools import singledispatch

from game.battle.decision import Choice, Decision
from game.battle.state import State
from game.battle.unit import Unit
from game.players.closing_in import closing_in
from game.players.judging import charge_chance, might, prospect
from game.players.player import NoAnswerError, View
from game.players.script import quiet_answer
from game.rules.charge_moves import ChooseChargePath, TakePath
from game.rules.declarations import Declare, DeclareCharge, NoMoreCharges, RedirectCharge
from game.rules.gaps import nearest_enemies, unit_gap
from game.rules.reactions import ChooseReaction, React
from game.rules.reforming import ChooseReform, ReformTo
from game.rules.remaining import MoveAfterFailedMarch, MoveUnit, StayPut, may_still_move
from game.rules.special.random_movement import ChooseDirection
from game.table.arcs import arcs_of_point
from game.table.formation import Ranked

LIKELY = 0.45
"""Less likely charges are not declared."""
WORTH = 0.7
"""Weaker attacks are not made: the strength of the attackers and their support for each of the target's."""
HOPELESS, FAR = 0.35, 8.0
"""So weak against its charger, and so many inches away, a unit flees."""


class SimpleBot:
    """Answers by a few rules of thumb for each kind of decision; whatever it does not know, with the first option."""

    name = "bot:simple"

    def answer(self, view: View) -> Choice:
        """What it thinks best.

        Raises:
            NoAnswerError: There is nothing to choose.
        """
        return answer_to(view.decision, view)


@singledispatch
def answer_to(decision: Decision, view: View) -> Choice:
    """The answer to a decision of this class; of one it knows nothing about the first option."""
    options = decision.options(view.state)
    if not options:
        raise NoAnswerError(f"'{decision.kind}' offers nothing to choose")
    return options[0]


@answer_to.register
def _(decision: DeclareCharge, view: View) -> Choice:
    """The most promising charge, or none."""
    charges = [one for one in decision.options(view.state) if isinstance(one, Declare)]
    return _best_charge(view, charges) or NoMoreCharges()


@answer_to.register
def _(decision: RedirectCharge, view: View) -> Choice:
    """The most promising other target, or to go on."""
    options = decision.options(view.state)
    return _best_charge(view, [one for one in options if isinstance(one, Declare)]) or options[0]


def _best_charge(view: View, charges: list[Declare]) -> Choice | None:
    """The charge with the highest product of chance and advantage, if one is likely enough and no suicide."""
    state = view.state
    best: tuple[float, Declare] | None = None
    for choice in charges:
        unit, target = state.unit(choice.unit), state.unit(choice.target)
        if unit.host:  # characters stay with those whom they lead
            continue
        edge = min(prospect(state, unit, other) for other in (target, *map(state.unit, choice.also)))
        chance = charge_chance(view.book, state, unit, target)
        if edge < WORTH or chance < LIKELY:
            continue
        if best is None or chance * min(edge, 2.5) > best[0]:
            best = (chance * min(edge, 2.5), choice)
    return best[1] if best else None


@answer_to.register
def _(decision: ChooseReaction, view: View) -> Choice:
    """To hold, mostly, with arrows if there are any; to flee from what is far stronger while there is room."""
    state = view.state
    unit, charger = state.unit(decision.unit), state.unit(decision.charger)
    allowed = {one.reaction: one for one in decision.options(state) if isinstance(one, React)}
    hopeless = might(state, unit) < HOPELESS * might(state, charger) and unit_gap(state, unit, charger) >= FAR
    wishes = ("flee", "hold") if hopeless else ("stand-and-shoot", "hold", "flee")
    return next(allowed[one] for one in (*wishes, *allowed) if one in allowed)


@answer_to.register
def _(decision: ChooseChargePath, view: View) -> Choice:
    """The way that brings most models into contact."""
    ways = [one for one in decision.options(view.state) if isinstance(one, TakePath)]
    return max(ways, key=lambda one: one.touching)


@answer_to.register
def _(decision: ChooseReform, view: View) -> Choice:
    """As they are if the nearest enemy stands before them; else as wide as now, and facing him."""
    state = view.state
    unit, options = state.unit(decision.unit), decision.options(view.state)
    width = unit.formation.files if isinstance(unit.formation, Ranked) else 1
    turns = [one for one in options if isinstance(one, ReformTo) and one.files == width]
    return turns[0] if turns and not _faces_nearest(state, unit) else options[0]


def _faces_nearest(state: State, unit: Unit) -> bool:
    near = [(foe.pose.x, foe.pose.y) for _, foe in nearest_enemies(state, unit)[:1]]
    return all("front" in arcs_of_point(unit.pose, unit.formation, x, y) for x, y in near)


@answer_to.register
def _(decision: ChooseDirection, view: View) -> Choice:
    """Towards the nearest enemy that is not too strong, else the nearest of all; straight on if there is none."""
    options, state = decision.options(view.state), view.state
    unit = state.unit(decision.unit)
    foes = [foe for _, foe in nearest_enemies(state, unit)]
    towards = list(zip(options[1:], foes, strict=False))
    worth = [option for option, foe in towards if prospect(state, unit, foe) >= WORTH]
    return next(iter((*worth, *options[1:], *options)))


@answer_to.register
def _(decision: MoveUnit, view: View) -> Choice:
    """The unit that stands nearest to an enemy moves first, so that it is not in the way of the others."""
    movers = may_still_move(view.book, view.state)
    if not movers:
        return quiet_answer(view) or decision.options(view.state)[0]
    unit = min(movers, key=lambda one: _roughly_away(view.state, one))
    return closing_in(view, unit) or StayPut(unit=unit.id)


def _roughly_away(state: State, unit: Unit) -> float:
    """Inches from the middle of a unit's front to that of the nearest enemy: enough to say who is in front."""
    foes = (foe.pose for foe in state.standing() if foe.side != unit.side)
    return min((math.hypot(foe.x - unit.pose.x, foe.y - unit.pose.y) for foe in foes), default=0.0)


@answer_to.register
def _(decision: MoveAfterFailedMarch, view: View) -> Choice:
    """The same way, as far as it goes without marching."""
    return closing_in(view, view.state.unit(decision.unit), march=False) or StayPut(unit=decision.unit)

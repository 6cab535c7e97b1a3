"""Blows are struck: step by step, all of a step on the battle as it stood when the step began (CC-10, decision 2)."""

from __future__ import annotations

from collections.abc import Sequence

from game.battle.event import Throw
from game.battle.procedure import Procedure, part, roll
from game.battle.state import State
from game.dice import Count
from game.rules.amounts import roll_amount
from game.rules.combat.aiming import aim, allotted
from game.rules.combat.blows import Blow
from game.rules.combat.hitting import hitting
from game.rules.combat.stranded import close_up
from game.rules.combat.volleys import Step, Volley, volleys
from game.rules.hits import Hits
from game.rules.profiles import wounds_left
from game.rules.special_rule import Play
from game.rules.steps import finish_step
from game.rules.wounding import suffer


def strike_steps(battle: Play, units: Sequence[str], start: Step, end: Step) -> Procedure[None]:
    """All steps of a round from ``start`` to before ``end``, the highest Initiative first.

    Who steps up into the place of a fallen comrade still strikes if his step has not been (CC-16). So that he can,
    units whose rear ranks have fallen close up at once, although nobody has won yet (CC-17).

    Args:
        battle: The battle.
        units: Ids of the units that fight.
        start: The first step.
        end: The first step that is not struck.
    """
    after: Step = (start[0], start[1] - 1)
    while True:
        waiting = [one for one in volleys(battle.book, battle.state, units) if after < one.step < end]
        if not waiting:
            return
        after = min(one.step for one in waiting)
        yield from _strike_together(battle, [one for one in waiting if one.step == after])
        close_up(battle, units, parts=False)


def _strike_together(battle: Play, together: Sequence[Volley]) -> Procedure[None]:
    """One step: how many blows, at whom, then all of them; the fallen leave at its end."""
    begun = battle.state
    struck: list[tuple[Blow, int, tuple[Throw, ...]]] = []
    for volley in together:
        number, dice = yield from roll_amount(_amount_name(volley), volley.unit, volley.number)
        struck += [(blow, some, dice) for blow, some in (yield from aim(battle, volley, number))]
    for blow, number, dice in struck:
        yield from _strike(battle, begun, blow, number, dice)
    yield from part(battle, finish_step)


def _amount_name(volley: Volley) -> str:
    return {"impact": "impact hits", "stomp": "stomp"}.get(volley.blows[0].moment, "number of attacks")


def _strike(battle: Play, begun: State, blow: Blow, number: int, dice: tuple[Throw, ...]) -> Procedure[None]:
    """So many blows at one enemy, from the roll to hit to the wounds."""
    if not number:
        return
    hits, throws = number, dice
    if not blow.automatic:
        hits, rolled = yield from _to_hit(battle, begun, blow, number)
        throws = (*dice, *rolled)
    shares: tuple[tuple[str, int], ...] = ((blow.target, hits),)
    if blow.automatic:
        shares = yield from allotted(battle, blow.target, hits)
    for victim, some in shares:
        landed = Hits(
            some, blow.strength, blow.name, _RULES.get(blow.moment, "CC-13"), blow.attacker, dice=throws,
            rules=blow.rules, arc=blow.arc, parried=not blow.automatic, scores=True,
            attacks=0 if blow.automatic else number, most=wounds_left(begun, begun.unit(victim)),
        )  # fmt: skip
        yield from part(battle, suffer, victim, landed)


_RULES = {"impact": "IMPACT-01", "stomp": "STOMP-01"}


def _to_hit(battle: Play, begun: State, blow: Blow, number: int) -> Procedure[tuple[int, tuple[Throw, ...]]]:
    """How many of so many blows hit, and the dice (CC-13, GEN-06)."""
    needs = hitting(battle.book, begun, blow)
    why = (*blow.why, *needs.why)
    if needs.needed <= 1:
        return number, (Throw("to hit", (), "", why),)
    rolled = yield from roll("to hit", blow.attacker, Count(number, needs.needed))
    throws = [Throw("to hit", rolled.faces, f"{needs.needed}+", why)]
    hits, again = rolled.value, number - rolled.value if needs.again else rolled.value if needs.doubted else 0
    if again:
        rolled = yield from roll("to hit", blow.attacker, Count(again, needs.needed))
        throws.append(Throw("to hit", rolled.faces, f"{needs.needed}+", ("rolled again (GEN-06)",)))
        hits = rolled.value + (hits if needs.again else 0)
    return hits, tuple(throws)

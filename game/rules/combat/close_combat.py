"""The steps of close combat as orders of the turn (CC-03)."""

from __future__ import annotations

from game.battle.procedure import Procedure
from game.battle.state import State
from game.rules.combat.circumstances import has_charged
from game.rules.combat.combats import fighting
from game.rules.combat.striking import strike_steps
from game.rules.combat.volleys import IMPACTS, LAST
from game.rules.special_rule import Play


def any_charger_fights(state: State) -> bool:
    """Whether somebody in the round counts as having charged."""
    return any(has_charged(state, state.unit(unit)) for unit in fighting(state))


def impact_hits(battle: Play) -> Procedure[bool]:
    """Impact Hits, before everything else (SR-IH)."""
    yield from strike_steps(battle, fighting(battle.state), IMPACTS, (1, -10))
    return False


def strikes(battle: Play) -> Procedure[bool]:
    """Those who always strike first, then step by step of Initiative (CC-10, CC-11)."""
    yield from strike_steps(battle, fighting(battle.state), (1, -10), LAST)
    return False


def last_strikes(battle: Play) -> Procedure[bool]:
    """Those who always strike last, and Stomps (CC-11, SR-ST)."""
    yield from strike_steps(battle, fighting(battle.state), LAST, (4, 0))
    return False

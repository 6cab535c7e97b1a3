"""What of a unit's past matters in a fight: whether it has charged, whether this is its first round, what it wields."""

from __future__ import annotations

from game.battle.marks import Mark
from game.battle.state import Engagement, State
from game.battle.unit import Unit
from game.rules.pursuit_events import STRUCK
from game.table.arcs import Arc

COMBAT = "combat"
"""Rule of the marks by which units remember what concerns their fight."""
FOUGHT = Mark(COMBAT, "fought", 0, "phase")
"""It has fought in this phase (CC-01)."""
HAS_FOUGHT = Mark(COMBAT, "has fought", 0, "combat")
"""It has fought a round since it was last in no combat: the next one is not its first (CC-04)."""
WEAPON = "weapon"
"""Name of the mark that tells what a unit wields, for the whole combat (CC-08)."""
FIGHTS = "fights"
"""Name of the mark of all who take part in a round; its value is the unit in whose ranks they stand."""


def host_of(state: State, unit: str) -> str:
    """Id of the unit in whose ranks somebody stands, or stood as the round began: his own if in none."""
    who = state.unit(unit)
    mark = who.mark(COMBAT, FIGHTS)
    return who.host or (str(mark.value) if mark else "") or unit


def charged_units(state: State, unit: Unit) -> tuple[str, ...]:
    """Ids of the enemies that a unit counts as having charged, this turn or by its last pursuit (BRK-14)."""
    host = state.unit(unit.host) if unit.host else unit
    charged, also, struck = (host.mark("charge", "charged"), host.mark("charge", "also"), host.mark("pursuit", STRUCK))
    found = [str(struck.value)] if struck else []
    if charged:
        found += [str(charged.value), *(one for one in (str(also.value).split(",") if also else ()) if one)]
    return tuple(dict.fromkeys(found))


def has_charged(state: State, unit: Unit) -> bool:
    """It counts as having charged (CR-05, CC-10)."""
    return bool(charged_units(state, unit))


def first_round(state: State, unit: Unit) -> bool:
    """Whether this is the first round that the unit fights since it was last in no combat (CC-04)."""
    host = state.unit(unit.host) if unit.host else unit
    return host.mark(HAS_FOUGHT.rule, HAS_FOUGHT.name) is None


def engagements_of(state: State, unit: str) -> tuple[tuple[Engagement, str], ...]:
    """The engagements of a unit, each with the id of the enemy."""
    return tuple((pair, other) for pair in state.engagements if (other := pair.other(unit)))


def own_side(pair: Engagement, unit: str) -> Arc:
    """The side on which a unit is touched in an engagement."""
    return pair.side_of_a if pair.a == unit else pair.side_of_b


def side_struck(state: State, attacker: str, target: str) -> Arc:
    """The side of the target's unit on which the attacker's unit touches it."""
    ours, theirs = host_of(state, attacker), host_of(state, target)
    return next((own_side(pair, theirs) for pair, other in engagements_of(state, theirs) if other == ours), "front")

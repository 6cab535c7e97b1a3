"""The combat result: each bonus as a line of its own, for whole sides and for units compared (CR, BRK-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import shapely

from game.battle.events import SCORED
from game.battle.ground import own_models
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.combat.circumstances import COMBAT, engagements_of, has_charged, host_of, own_side
from game.rules.combat.combats import PRESENT, of_round
from game.rules.combat.ranks import extra_ranks_scored
from game.rules.strength import unit_strength
from game.table.arcs import Arc
from game.table.bases import centre

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a combat result.

    Attributes:
        unit: Id of the unit that brings it, or "" where the whole side does.
        what: What it is for, in a player's words.
        points: What it counts.
        rule: Id of its rule.
    """

    unit: str
    what: str
    points: int
    rule: str


def total(lines: Sequence[ScoreLine]) -> int:
    """The score that these lines make."""
    return sum(line.points for line in lines)


def score(book: Rulebook, state: State, ours: Sequence[str], theirs: Sequence[str]) -> tuple[ScoreLine, ...]:
    """The score of some units against others of the same round (CR-01).

    Units that touch no enemy any more bring only the wounds that they have dealt (BRK-06).

    Args:
        book: The rulebook.
        state: The battle after the last blow.
        ours: Ids of the units that score.
        theirs: Ids of the units that they are compared with.
    """
    still = [state.unit(unit) for unit in ours if any(foe in theirs for foe in state.enemies_in_combat(unit))]
    facing = [state.unit(foe) for foe in theirs if any(unit in ours for unit in state.enemies_in_combat(foe))]
    lines = [*_wounds(state, ours, theirs), *_ranks(state, still)]
    for unit in still:
        if has_charged(state, unit):
            lines.append(ScoreLine(unit.id, "charged", 1, "CR-05"))
        if "standard" in unit.muster.command and own_models(state, unit):
            lines.append(ScoreLine(unit.id, "standard", 1, "CR-07"))
        if any(one.muster.battle_standard for one in (unit, *state.guests(unit.id))):
            lines.append(ScoreLine(unit.id, "battle standard", 1, "CR-08"))
    if still and sum(unit_strength(state, one) for one in still) > sum(unit_strength(state, one) for one in facing):
        lines.append(ScoreLine("", "outnumber the enemy", 1, "CR-06"))
    lines += _flanks(state, still, facing)
    lines += _high_ground(state, still, facing)
    for rule in book.special:
        lines += rule.scores(book, state, still, facing)
    return tuple(lines)


def _wounds(state: State, ours: Sequence[str], theirs: Sequence[str]) -> Iterator[ScoreLine]:
    """Wounds that enemies have suffered, never more than they had; what one did to his own side counts too (CR-02)."""
    for foe in theirs:
        for victim in of_round(state, foe):
            who = state.unit(victim)
            dealt = [mark for mark in who.marks if mark.rule == SCORED and _counts(state, mark.name, who, ours)]
            present = who.mark(COMBAT, PRESENT)
            wounds = min(sum(int(mark.value) for mark in dealt), int(present.value) if present else 0)
            if wounds:
                by = host_of(state, dealt[0].name) if len(dealt) == 1 else ""
                yield ScoreLine(by if by in ours else "", f"wounds on {who.name}", wounds, "CR-02")


def _counts(state: State, source: str, victim: Unit, ours: Sequence[str]) -> bool:
    return host_of(state, source) in ours or state.unit(source).side == victim.side


def _ranks(state: State, units: Sequence[Unit]) -> Iterator[ScoreLine]:
    """Extra ranks: against one side of an enemy the best unit's only, against different sides each (CR-03)."""
    taken: list[tuple[str, Arc]] = []
    ranks = {unit.id: extra_ranks_scored(state, unit) for unit in units}
    against = {one.id: [(foe, own_side(pair, foe)) for pair, foe in engagements_of(state, one.id)] for one in units}
    for unit in sorted(units, key=lambda one: (-ranks[one.id], len(against[one.id]))):
        fronts = against[unit.id]
        if ranks[unit.id] and not any(front in taken for front in fronts):
            taken += fronts
            yield ScoreLine(unit.id, "extra ranks", ranks[unit.id], "CR-03")


def _flanks(state: State, ours: Sequence[Unit], facing: Sequence[Unit]) -> Iterator[ScoreLine]:
    """Each enemy that is fought in a flank, in both, or in the rear (CR-09, CR-10)."""
    ids = [unit.id for unit in ours]
    for foe in facing:
        sides = [own_side(pair, foe.id) for pair, unit in engagements_of(state, foe.id) if unit in ids]
        flanks = len({side for side in sides if side in ("left", "right")})
        if flanks:
            yield ScoreLine("", f"{'both flanks' if flanks == 2 else 'flank'} of {foe.name}", flanks, "CR-09")
        if "rear" in sides:
            yield ScoreLine("", f"rear of {foe.name}", 2, "CR-10")


def _high_ground(state: State, ours: Sequence[Unit], facing: Sequence[Unit]) -> Iterator[ScoreLine]:
    """The side whose highest fighting unit stands higher (CR-11)."""
    if ours and facing and max(_height(state, one) for one in ours) > max(_height(state, one) for one in facing):
        yield ScoreLine("", "higher ground", 1, "CR-11")


def _height(state: State, unit: Unit) -> int:
    point = shapely.Point(unit.pose.x, unit.pose.y)
    middle = shapely.Point(centre(unit.pose, unit.formation))
    hills = [piece for piece in state.terrain if piece.kind == "hill"]
    inside = [piece.sight for piece in hills if shapely.Polygon(piece.outline).covers(point)]
    inside += [piece.sight for piece in hills if shapely.Polygon(piece.outline).covers(middle)]
    return max(inside, default=0)


def has_musician(state: State, units: Sequence[str]) -> bool:
    """Whether a unit that still fights has a musician (CR-15)."""
    return any("musician" in state.unit(one).muster.command and own_models(state, state.unit(one)) for one in units)

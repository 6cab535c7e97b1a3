"""From hit to casualty (DMG): to wound, armour, ward, Multiple Wounds, and who is taken off the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from game.battle.event import Throw
from game.battle.events import CasualtiesRemoved, WoundsSuffered
from game.battle.ground import bases_of, closed_up, own_models
from game.battle.procedure import Procedure, roll
from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue import armour_pieces, bundled_catalogue
from game.dice import Count, Total
from game.rules.charts import IMPOSSIBLE, save_after, save_of, to_wound
from game.rules.special_rule import Play
from game.table.formation import Formation, Loose, Ranked
from game.table.pose import Pose

if TYPE_CHECKING:
    from game.rules.book import Rulebook

Against = Literal["combat", "missiles"]


@dataclass(frozen=True, slots=True)
class Hits:
    """Hits that are alike.

    Attributes:
        count: How many.
        strength: Their Strength.
        cause: What they come from, in a player's words.
        rule: Id of the rule that deals them.
        source: Id of the unit that causes them, or "".
        multiple: What each unsaved wound is worth by the face of a die (Multiple Wounds, DMG-11); empty: one wound.
        piercing: Armour Piercing.
        armour: Whether an armour save may be taken.
        ward: Whether ward saves and Regeneration may be taken.
        automatic: They wound without a roll.
        where: Models that were hit, where it matters which.
        dice: The dice that said how many hits there are: shown with the event.
    """

    count: int
    strength: int
    cause: str
    rule: str
    source: str = ""
    multiple: tuple[int, ...] = ()
    piercing: int = 0
    armour: bool = True
    ward: bool = True
    automatic: bool = False
    where: tuple[int, ...] = ()
    dice: tuple[Throw, ...] = ()


def wounds_of(unit: Unit) -> int:
    """Wounds of one model; of a war machine those of a crewman (DMG-18: the best of rider and mount)."""
    if unit.type.troop_type.id == "war-machine" and unit.type.crew_parts:
        return unit.type.crew_parts[0].profile.wounds or 1
    return max(profile.wounds for profile in unit.type.profiles)


def toughness_of(unit: Unit) -> int:
    """Toughness against hits (DMG-18: the best of rider and mount); of a war machine that of its crew."""
    if unit.type.troop_type.id == "war-machine" and unit.type.crew_parts:
        return unit.type.crew_parts[0].profile.toughness
    return max(profile.toughness for profile in unit.type.profiles)


def armour_save(book: Rulebook, state: State, unit: Unit, against: Against = "combat") -> tuple[int, tuple[str, ...]]:
    """The unmodified armour save (7: none) and what makes it (DMG-03)."""
    known = bundled_catalogue().handbook.equipment
    worn = armour_pieces(unit.type, unit.muster.equipment, known, against=against, rules=())
    printed = unit.type.chassis_save is not None  # the printed save of a chassis holds all it has
    hide = () if printed else tuple(piece for rule in book.rules_of(state, unit.id) for piece in rule.armour(unit))
    pieces = (*worn, *hide)
    points = sum(points for _, points in pieces)
    why = tuple(f"{name} +{points} (DMG-03)" for name, points in pieces)
    return (save_of(points, state.readings) if points else IMPOSSIBLE), why


def ward_save(book: Rulebook, state: State, unit: Unit) -> int:
    """The ward save needed (7: none): all sources add, but a combination is never better than 4+ (DMG-07)."""
    saves = [save for rule in book.rules_of(state, unit.id) for save in rule.ward_saves(unit)]
    if not saves:
        return IMPOSSIBLE
    together = IMPOSSIBLE - sum(IMPOSSIBLE - save for save in saves)
    return min(max(together, 4), *saves)


def wounds_left(state: State, unit: Unit) -> int:
    """Wounds that the unit's own models still have."""
    return own_models(state, unit) * wounds_of(unit) - unit.wounds


def suffer(battle: Play, victim: str, hits: Hits) -> Procedure[int]:
    """Roll hits on a unit through to wounds and record them; casualties go when the step ends.

    Returns:
        Wounds suffered: never more than the models had (GIANT-09, MULTI-02).
    """
    dice = list(hits.dice)
    left = hits.count
    unit = battle.state.unit(victim)

    def succeed(name: str, needed: int, *why: str) -> Procedure[int]:
        """Roll a die for each that is left; nothing is rolled where nothing can succeed."""
        if needed >= IMPOSSIBLE or not left:
            return 0
        rolled = yield from roll(name, victim, Count(left, needed))
        dice.append(Throw(name, rolled.faces, f"{needed}+", why))
        return rolled.value

    if not hits.automatic:
        toughness = toughness_of(unit)
        needed = to_wound(hits.strength, toughness)
        left = yield from succeed("to wound", needed, f"S{hits.strength} against T{toughness} (DMG-02)")
    if hits.armour:
        save, made_of = armour_save(battle.book, battle.state, unit)
        needed = save_after(save, hits.strength, hits.piercing)
        by_strength = f"S{hits.strength} -{max(0, hits.strength - 3)} (DMG-04)"
        left -= yield from succeed("armour save", needed, *made_of, by_strength)
    if hits.ward:
        left -= yield from succeed("ward save", ward_save(battle.book, battle.state, unit), "DMG-07")
    wounds = left
    if hits.multiple and left:
        worth = tuple(min(value, wounds_of(unit)) for value in hits.multiple)
        if len(set(worth)) == 1:
            wounds = left * worth[0]
        else:
            rolled = yield from roll("multiple wounds", victim, Total(left, faces=worth))
            dice.append(Throw("multiple wounds", rolled.faces, why=("MULTI-01",)))
            wounds = rolled.value
    wounds = min(wounds, max(0, wounds_left(battle.state, battle.state.unit(victim))))
    battle.record(
        WoundsSuffered(
            unit=victim,
            hits=hits.count,
            wounds=wounds,
            cause=hits.cause,
            source=hits.source,
            where=hits.where,
            rule=hits.rule,
            dice=tuple(dice),
        )
    )
    return wounds


def remove_casualties(battle: Play, rule: str = "DMG-16") -> tuple[str, ...]:
    """Take off the table everybody who has lost all Wounds: the one event at the end of a step.

    Returns:
        Ids of the units that were destroyed by it.
    """
    destroyed = []
    for unit in battle.state.units:
        each = wounds_of(unit)
        if not unit.on_table or unit.wounds < each:
            continue
        removed = min(unit.wounds // each, own_models(battle.state, unit))
        battle.record(_removal(battle.state, unit, removed, unit.wounds - removed * each, rule))
        if not battle.state.unit(unit.id).on_table:
            destroyed.append(unit.id)
    return tuple(destroyed)


def _removal(state: State, unit: Unit, removed: int, wounds: int, rule: str) -> CasualtiesRemoved:
    gone = removed >= own_models(state, unit)
    guests = () if unit.host else state.guests(unit.id)
    formation: Formation = unit.formation
    places: tuple[tuple[str, int], ...] = ()
    freed: tuple[tuple[str, Pose], ...] = ()
    ranks: Formation | None = None
    if gone and unit.host:
        ranks, places = closed_up(state, state.unit(unit.host), unit.place)
    elif gone:
        freed = tuple((guest.id, _own_pose(unit, guest)) for guest in guests)
    else:
        formation, places = shrunk(unit, removed, guests)
    return CasualtiesRemoved(
        unit=unit.id,
        removed=removed,
        wounds=0 if gone else wounds,
        formation=formation,
        pose=unit.pose,
        destroyed=gone,
        places=places,
        freed=freed,
        host=unit.host if gone else "",
        host_formation=ranks,
        rule=rule,
    )


def _own_pose(host: Unit, guest: Unit) -> Pose:
    """The pose of a joined character if he stays where he stands and his host is gone."""
    ranks = bases_of(host)
    centre = ranks.centre[guest.place]
    at = Pose(float(centre[0]), float(centre[1]), host.pose.facing)
    return at.shifted(float(ranks.half[guest.place, 0]), 0.0).rounded()


def shrunk(unit: Unit, removed: int, guests: tuple[Unit, ...]) -> tuple[Formation, tuple[tuple[str, int], ...]]:
    """The formation without so many models of its rear, and the new places of joined characters (DMG-16).

    A single rank loses its models evenly from both ends: its front edge stays centred.
    """
    formation = unit.formation
    left = formation.models - removed
    if isinstance(formation, Loose):
        return Loose(formation.bases[:left], formation.offsets[:left]), ()
    if not isinstance(formation, Ranked):
        return formation, ()
    taken = {guest.place for guest in guests if guest.place < left}
    moved: dict[int, int] = {}
    for guest in sorted(guests, key=lambda guest: guest.place):
        if guest.place >= left:
            place = next(place for place in range(left - 1, -1, -1) if place not in taken)
            taken.add(place)
            moved[guest.place] = place
    kept = ((moved.get(model, model), base) for model, base in formation.others)
    others = tuple(sorted(((model, base) for model, base in kept if model < left), key=lambda pair: pair[0]))
    places = tuple((guest.id, moved[guest.place]) for guest in guests if guest.place in moved)
    return replace(formation, models=left, files=min(formation.files, left), others=others), places

"""Charge reactions: which a unit may choose, and the question (CHG-10 to CHG-14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.battle.charge import Reaction
from game.battle.decision import Choice, Decision, Fault
from game.battle.state import State
from game.battle.unit import Unit
from game.battle.words import agreed, says
from game.catalogue import Weapon, bundled_catalogue
from game.rules.charge_targets import charge_movement
from game.rules.gaps import unit_gap
from game.rules.psychology import immune
from game.rules.sight import view
from game.rules.strength import members
from game.table.pose import SLACK

if TYPE_CHECKING:
    from game.rules.book import Rulebook

ORDINARY: tuple[Reaction, ...] = ("hold", "stand-and-shoot", "flee")
"""Reactions that every unit may think of."""


def missile_weapons(unit: Unit) -> tuple[Weapon, ...]:
    """Weapons of a unit that shoot; those of war machines are no reaction."""
    known = bundled_catalogue().handbook.equipment
    parts = (name for part in unit.type.parts for name in part.equipment)
    names = dict.fromkeys((*unit.muster.equipment, *parts))
    weapons = (known.get(name) for name in names)
    return tuple(one for one in weapons if isinstance(one, Weapon) and one.range and not one.machine)


def reaction_faults(book: Rulebook, state: State, unit: Unit, charger: Unit, reaction: Reaction) -> Iterator[Fault]:
    """Every reason why a unit may not react so to this charger."""
    flees = reaction in ("flee", "fire-and-flee")
    if unit.fleeing:
        if reaction != "flee":
            yield Fault("CHG-12", f"{unit.name} flees already and flees again")
        return
    if reaction != "hold":
        yield from _hold_only(state, unit)
    if flees and unit.garrison:
        yield Fault("GAR-04", f"{unit.name} holds a building and never flees from a charge")
    if flees and immune(book, state, unit, "Psychology") and not _feigns(book, state, unit):
        yield Fault("IMMUN-04", f"{unit.name} is immune to psychology and never chooses to flee")
    if reaction in ("stand-and-shoot", "fire-and-flee"):
        yield from _shooting_faults(book, state, unit, charger)
    own = {one for rule in book.rules_of(state, unit.id) for one in rule.reactions(state, unit)}
    if reaction not in ORDINARY and reaction not in own:
        yield Fault("CHG-13", f"{unit.name} has no rule to {reaction.replace('-', ' ')}")
    for rule in book.rules_of(state, unit.id):
        fault = rule.forbids_reaction(state, unit, reaction)
        if fault is not None:
            yield fault


def _hold_only(state: State, unit: Unit) -> Iterator[Fault]:
    if state.enemies_in_combat(unit.id):
        yield Fault("CHG-10", f"{unit.name} is in combat and holds")
    if unit.type.troop_type.id == "war-machine":
        yield Fault("CHAR-04", f"{unit.name} is a war machine and holds")
    if unit.down:
        yield Fault("FALL-17", f"{unit.name} lies on the ground")


def _feigns(book: Rulebook, state: State, unit: Unit) -> bool:
    """Fire & Flee or Feigned Flight: the immune may choose these flights (IMMUN-04)."""
    return any(rule.feigns(state, unit) for rule in book.rules_of(state, unit.id))


def _shooting_faults(book: Rulebook, state: State, unit: Unit, charger: Unit) -> Iterator[Fault]:
    weapons = [weapon for one in members(state, unit) for weapon in missile_weapons(one)]
    if not weapons:
        yield Fault("CHG-11", f"{unit.name} has no missile weapons")
        return
    if unit.mark("charge", "stood and shot"):
        yield Fault("CHG-14", f"{unit.name} has shot at a charger in this sub-phase")
    if all(any(rule.name == "Slow to Fire" for rule in weapon.rules) for weapon in weapons):
        yield Fault("CHG-11", f"the weapons of {unit.name} are slow to fire")
    quick = any(rule.name == "Quick to Fire" for weapon in weapons for rule in weapon.rules)
    distance, movement = unit_gap(state, unit, charger), charge_movement(book, state, charger)
    if not quick and distance <= movement + SLACK:
        starts = says(charger, "start", "starts")
        text = f"{starts} {distance:.1f} inches away, not more than M {movement:g}: no time to shoot"
        yield Fault("CHG-11", text)
    if not unit.garrison and not view(state, unit.id, charger.id).clear:
        yield Fault("CHG-11", f"{says(unit, 'do', 'does')} not see {charger.name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class React(Choice):
    """A reaction to a charge."""

    reaction: Reaction

    def label(self, state: State) -> str:  # noqa: ARG002
        """Its name."""
        return {"hold": "Hold", "flee": "Flee", "stand-and-shoot": "Stand and shoot", "fire-and-flee": "Fire and flee"}[
            self.reaction
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseReaction(Decision):
    """How does the unit react to the charge?

    Attributes:
        charger: Id of the charger.
        book: The rulebook.
    """

    charger: str
    book: Rulebook = field(repr=False, compare=False)

    def question(self, state: State) -> str:
        """Ask."""
        unit = state.unit(self.unit)
        charges, react = says(state.unit(self.charger), "charge", "charges"), agreed(unit, "do they", "does it")
        return f"{charges} {unit.name}: how {react} react?"

    def every(self, state: State) -> tuple[Choice, ...]:
        """All reactions that can be thought of, allowed or not."""
        unit = state.unit(self.unit)
        own = (one for rule in self.book.rules_of(state, self.unit) for one in rule.reactions(state, unit))
        return tuple(React(reaction=one) for one in dict.fromkeys((*ORDINARY, *own)))

    def options(self, state: State) -> tuple[Choice, ...]:
        """Those that are allowed."""
        return tuple(choice for choice in self.every(state) if not self.faults(state, choice))

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """Whatever forbids it."""
        if not isinstance(choice, React):
            return (Fault("", f"{choice.kind} is no reaction to a charge"),)
        unit, charger = state.unit(self.unit), state.unit(self.charger)
        return tuple(reaction_faults(self.book, state, unit, charger, choice.reaction))


DECISIONS: tuple[type[Decision], ...] = (ChooseReaction,)
CHOICES: tuple[type[Choice], ...] = (React,)

"""Reforms outside Remaining Moves: after a rally, a restrained pursuit, a fleeing enemy cut down (RALLY-02, PUR-02)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from game.battle.decision import Choice, Decision, Fault
from game.battle.procedure import Procedure, ask
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.character_places import front_places
from game.rules.flight import away_from
from game.rules.gaps import nearest_enemies
from game.rules.moving import move_along, reckon_move
from game.rules.special_rule import Play
from game.table.formation import Single
from game.table.manoeuvre import Manoeuvre, Pivot, Reform
from game.table.pose import normal_angle, rounded

if TYPE_CHECKING:
    from game.rules.book import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class ReformTo(Choice):
    """Reform about the centre.

    Attributes:
        files: Models in a full rank.
        facing: Degrees.
    """

    files: int
    facing: float

    def label(self, state: State) -> str:  # noqa: ARG002
        """Width and facing."""
        return f"Reform {self.files} wide, facing {self.facing:.0f} degrees"


@dataclass(frozen=True, slots=True, kw_only=True)
class StayAsTheyAre(Choice):
    """No reform."""

    quiet: ClassVar[bool] = True

    def label(self, state: State) -> str:  # noqa: ARG002
        """Say so."""
        return "Stay as they are"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseReform(Decision):
    """A unit may reform at once: how?

    Attributes:
        rule: Id of the rule that lets it reform.
        book: The rulebook.
    """

    rule: str
    book: Rulebook = field(repr=False, compare=False)

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name} may reform: how?"

    def options(self, state: State) -> tuple[Choice, ...]:
        """As they are; facing the nearest enemy; a file more or fewer either way: what of it is allowed."""
        unit = state.unit(self.unit)
        files = len(front_places(unit.formation))
        near = [
            normal_angle(rounded(away_from(state, unit.id, foe.id) + 180)) for _, foe in nearest_enemies(state, unit)
        ]
        facings = (unit.pose.facing, *near[:1])
        wide = (files, files + 1, files - 1, files + 2, files - 2)
        ways = [ReformTo(files=width, facing=facing) for facing in facings for width in wide]
        changes = [way for way in ways if (way.files, way.facing) != (files, unit.pose.facing)]
        return (StayAsTheyAre(), *(way for way in dict.fromkeys(changes) if not self.faults(state, way)))

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:
        """Whatever is wrong with this reform (MOV-04)."""
        if isinstance(choice, StayAsTheyAre):
            return ()
        if not isinstance(choice, ReformTo):
            return (Fault("", f"{choice.kind} is no reform"),)
        unit = state.unit(self.unit)
        if not 1 <= choice.files <= unit.formation.models or not 0 <= choice.facing < 360:
            text = f"{unit.name} can stand 1 to {unit.formation.models} files wide, facing 0 to below 360 degrees"
            return (Fault("FORM-03", text, (unit.pose.x, unit.pose.y)),)
        return reckon_move(self.book, state, self.unit, reform_path(unit, choice)).faults


def reform_path(unit: Unit, choice: ReformTo) -> tuple[Manoeuvre, ...]:
    """The reform as a manoeuvre; a single model only turns."""
    if not isinstance(unit.formation, Single):
        return (Reform(choice.files, choice.facing),)
    degrees = rounded(normal_angle(choice.facing - unit.pose.facing))
    return (Pivot("left", degrees) if degrees <= 180 else Pivot("right", rounded(360 - degrees)),)


def reform_at_once(battle: Play, unit: str, rule: str) -> Procedure[None]:
    """Ask for the reform that a unit may make now, and make it (MOV-04).

    Args:
        battle: The battle.
        unit: Id of the unit.
        rule: Id of the rule that lets it reform.
    """
    who = battle.state.unit(unit)
    if not who.on_table or who.down or battle.state.enemies_in_combat(unit):
        return
    question = ChooseReform(side=who.side, unit=unit, rule=rule, book=battle.book)
    choice = yield from ask(question, Choice)
    if isinstance(choice, ReformTo):
        path = reform_path(battle.state.unit(unit), choice)
        move_along(battle, reckon_move(battle.book, battle.state, unit, path), rule)


DECISIONS: tuple[type[Decision], ...] = (ChooseReform,)
CHOICES: tuple[type[Choice], ...] = (ReformTo, StayAsTheyAre)

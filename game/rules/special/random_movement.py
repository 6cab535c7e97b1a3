"""Random Movement: dice in place of M for every move (SPC-02)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from game.battle.decision import Choice, Decision, Fault
from game.battle.procedure import Procedure, ask
from game.battle.state import State
from game.battle.unit import Unit
from game.dice import D3, Total
from game.rules.gaps import nearest_enemies
from game.rules.random_moves import DONE, move_at_random
from game.rules.special_rule import Play, SpecialRule
from game.rules.strength import members, one_or_more
from game.table.bases import footprint
from game.table.pose import normal_angle, rounded

_DICE = re.compile(r"(\d*)D([36])")


def dice_of(text: str) -> Total:
    """The dice of a text such as ``3D6`` or ``D3``.

    Raises:
        ValueError: Another form.
    """
    match = _DICE.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is no number of dice: write D6, 2D6 or D3")
    number = int(match[1] or 1)
    return Total(number, D3) if match[2] == "3" else Total(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Face(Choice):
    """Turn about the centre to this facing.

    Attributes:
        facing: Degrees.
        towards: Name of who stands there, or "".
    """

    facing: float
    towards: str = ""

    def label(self, state: State) -> str:  # noqa: ARG002
        """Towards whom."""
        return f"Towards {self.towards}" if self.towards else f"Face {self.facing:.0f} degrees"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseDirection(Decision):
    """Where does a unit go that moves by dice?"""

    def question(self, state: State) -> str:
        """Ask."""
        return f"{state.unit(self.unit).name}: in which direction? The dice say how far"

    def options(self, state: State) -> tuple[Choice, ...]:
        """Straight on, or towards an enemy."""
        unit = state.unit(self.unit)
        x, y = (float(value) for value in footprint(unit.pose, unit.formation).mean(axis=0))
        ways = [Face(facing=unit.pose.facing)]
        for _, enemy in nearest_enemies(state, unit):
            ex, ey = (float(value) for value in footprint(enemy.pose, enemy.formation).mean(axis=0))
            facing = normal_angle(rounded(math.degrees(math.atan2(ey - y, ex - x))))
            ways.append(Face(facing=facing, towards=enemy.name))
        return tuple(ways)

    def faults(self, state: State, choice: Choice) -> tuple[Fault, ...]:  # noqa: ARG002
        """Any direction will do."""
        if not isinstance(choice, Face):
            return (Fault("", f"{choice.kind} is no direction"),)
        if not 0 <= choice.facing < 360:
            return (Fault("SPC-02", f"a facing lies between 0 and 360 degrees, not at {choice.facing:g}"),)
        return ()


class RandomMovement(SpecialRule):
    """Moves in Compulsory Moves: turn to any direction, roll, straight ahead; an enemy in front of it is charged."""

    name = "Random Movement"
    rules = ("SPC-02", "SPC-03")
    decisions = (ChooseDirection,)
    choices = (Face,)

    def applies(self, state: State, unit: Unit) -> bool:
        """One or more models move by dice."""
        return one_or_more(state, unit, self.name)

    def random_movement(self, state: State, unit: Unit) -> Total | None:
        """The slowest dice of the unit."""
        uses = [use for one in members(state, unit) for use in one.uses(self.name)]
        return min((dice_of(use.parameter) for use in uses), key=lambda dice: dice.n * sum(dice.faces), default=None)

    def forbids_charge(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """It declares no charges."""
        return Fault("SPC-02", f"{unit.name} moves by dice and declares no charges")

    def forbids_march(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """It never marches."""
        return Fault("SPC-02", f"{unit.name} moves by dice and never marches")

    def forbids_move(self, state: State, unit: Unit) -> Fault | None:  # noqa: ARG002
        """It moves in Compulsory Moves only."""
        return Fault("SPC-02", f"{unit.name} moves by dice, in Compulsory Moves only")

    def compulsory(self, state: State, unit: Unit) -> str:
        """Until it has moved."""
        busy = state.enemies_in_combat(unit.id) or unit.fleeing or unit.mark(DONE.rule, DONE.name) or unit.garrison
        return "" if busy or unit.down or unit.mark("rally", "rallied") else "moves by dice"

    def compulsory_move(self, battle: Play, unit: str) -> Procedure[None]:
        """Choose a direction, roll, go."""
        who = battle.state.unit(unit)
        choice = yield from ask(ChooseDirection(side=who.side, unit=unit), Face)
        dice = self.random_movement(battle.state, battle.state.unit(unit))
        if dice is not None:
            facing = None if choice.facing == who.pose.facing else choice.facing
            yield from move_at_random(battle, unit, facing, dice, "SPC-02")

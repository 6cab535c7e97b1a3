"""Events: the only way in which a battle changes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from game.battle.state import State


def kebab(name: str) -> str:
    """``GiantFell`` as files and the command line write it: ``giant-fell``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that an event shows.

    Attributes:
        name: Name of the roll.
        faces: As they fell, re-rolls after the first.
        needed: What was needed, such as ``4+`` or ``7 or less``; empty where nothing was.
        why: Each modifier with its reason and rule id.
    """

    name: str
    faces: tuple[float, ...]
    needed: str = ""
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(ABC):
    """Something that happened, to whom, with which dice and by which rule.

    Attributes:
        rule: Id of the rule by which it happened.
        dice: The dice that were rolled for it.
    """

    rule: str = ""
    dice: tuple[Throw, ...] = ()
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.kind = kebab(cls.__name__)

    @abstractmethod
    def apply(self, state: State) -> State:
        """The state after it; the only thing that makes a new state."""

    @abstractmethod
    def sentence(self, state: State) -> str:
        """What happened, as a player would say it; ``state`` is the one before the event."""

    def units(self) -> tuple[str, ...]:
        """Ids of the units it happened to: lit up together with its line of the log."""
        unit = getattr(self, "unit", "")
        return (unit,) if unit else ()

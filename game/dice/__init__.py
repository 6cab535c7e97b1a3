"""Kinds of rolls and seeded answers: the only place where random numbers come from."""

from game.dice.directions import Angle, Scatter, Scattered
from game.dice.kinds import (
    ARTILLERY_DIE,
    AnyKind,
    AtMost,
    Count,
    Dice,
    Draw,
    OneOf,
    Tally,
    Total,
)
from game.dice.outcomes import ARTILLERY, D3, D6, Faces, Kind, Outcome, Source
from game.dice.seeded import RollKey, Stream

__all__ = [
    "ARTILLERY",
    "ARTILLERY_DIE",
    "D3",
    "D6",
    "Angle",
    "AnyKind",
    "AtMost",
    "Count",
    "Dice",
    "Draw",
    "Faces",
    "Kind",
    "OneOf",
    "Outcome",
    "RollKey",
    "Scatter",
    "Scattered",
    "Source",
    "Stream",
    "Tally",
    "Total",
]

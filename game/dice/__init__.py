"""Kinds of rolls and seeded answers: the only place where random numbers come from."""

from game.dice.kinds import (
    ARTILLERY,
    D3,
    D6,
    Angle,
    AnyKind,
    AtMost,
    Count,
    Dice,
    Draw,
    Faces,
    Kind,
    OneOf,
    Outcome,
    Source,
    Total,
)
from game.dice.seeded import RollKey, Stream

__all__ = [
    "ARTILLERY",
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
    "Source",
    "Stream",
    "Total",
]

"""Words of sentences about units: of one model people speak in the singular, of more in the plural."""

from __future__ import annotations

from collections.abc import Sequence

from game.battle.unit import Unit


def agreed(unit: Unit, many: str, one: str) -> str:
    """The word that goes with a unit: ``one`` if it was mustered as a single model, ``many`` if not."""
    return one if unit.muster.models == 1 else many


def says(unit: Unit, many: str, one: str) -> str:
    """The name of a unit, and what it does: ``Gorak charges``, ``The Watch charge``."""
    return f"{unit.name} {agreed(unit, many, one)}"


def spoken(path: Sequence[str]) -> str:
    """Manoeuvres for a sentence, the inches and degrees to one place."""
    return ", ".join(_spoken(words) for words in path)


def _spoken(words: str) -> str:
    what, *rest = words.split()
    return " ".join((what, *(f"{float(word):.1f}" if "." in word else word for word in rest)))

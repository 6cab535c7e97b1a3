"""How tools write numbers in their sentences."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """``1 model``, ``3 models``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def tenths(value: float) -> str:
    """A number to one decimal; what is not nothing never reads as 0.0."""
    return "less than 0.1" if 0 < value < 0.05 else f"{value:.1f}"


def inches(value: float) -> str:
    """Inches to 0.1, with their sign."""
    return f"{value + 0.0:.1f}″"


def percent(chance: float) -> str:
    """A chance in whole percent; neither 0 nor 100 unless it is."""
    if 0 < chance < 0.005:
        return "less than 1 %"
    return "more than 99 %" if 0.995 <= chance < 1 else f"{chance * 100:.0f} %"


def listed(words: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""

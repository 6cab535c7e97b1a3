"""Cold-Blooded: Leadership tests with one more die, the highest dropped (TEST-09, MAJ-01)."""

from __future__ import annotations

from game.rules.special_rule import SpecialRule


class ColdBlooded(SpecialRule):
    """Needs the majority of a unit; every Leadership test asks for it (``leadership_dice``)."""

    name = "Cold-Blooded"
    rules = ("TEST-09", "MAJ-01")

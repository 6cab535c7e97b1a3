"""Natural Armour: a hide that counts like worn armour (NARM-01)."""

from __future__ import annotations

from game.battle.unit import Unit
from game.rules.special_rule import SpecialRule


class NaturalArmour(SpecialRule):
    """Adds its points to worn armour, shield, barding and other Natural Armour."""

    name = "Natural Armour"
    rules = ("NARM-01",)

    def armour(self, unit: Unit) -> tuple[tuple[str, int], ...]:
        """Each use with its armour points: 6+ is one point, 5+ two, and so on."""
        return tuple((str(use), 7 - int(use.parameter[0])) for use in unit.uses(self.name))

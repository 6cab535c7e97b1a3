"""Fight in Extra Ranks: so many further ranks support those who fight (CC-07)."""

from __future__ import annotations

from game.rules.special_rule import SpecialRule


class FightInExtraRanks(SpecialRule):
    """Of weapons and models; who reaches whom asks for the number of ranks (``extra_ranks``)."""

    name = "Fight in Extra Ranks"
    rules = ("CC-07",)

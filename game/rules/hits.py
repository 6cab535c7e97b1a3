"""Hits that are alike: what a blow, a shot or a falling Giant does to those whom it hits, before any die for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from game.battle.event import Throw
from game.battle.state import State
from game.battle.unit import Unit
from game.catalogue.special_rules import RuleUse
from game.rules.psychology import immunities_of
from game.table.arcs import Arc

if TYPE_CHECKING:
    from game.rules.book import Rulebook

Against = Literal["combat", "missiles"]
Killing = Literal["", "killing", "heroic"]


@dataclass(frozen=True, slots=True)
class Hits:
    """Hits that are alike.

    Attributes:
        count: How many.
        strength: Their Strength.
        cause: What they come from, in a player's words.
        rule: Id of the rule that deals them.
        source: Id of the unit that causes them, or "".
        multiple: What each unsaved wound is worth by the face of a die (Multiple Wounds, DMG-11); empty: one wound.
        piercing: Armour Piercing.
        armour: Whether an armour save may be taken.
        ward: Whether ward saves and Regeneration may be taken.
        automatic: They wound without a roll.
        where: Models that were hit, where it matters which.
        dice: The dice that said how many hits there are: shown with the event.
        rules: Special rules that the hits have; :func:`ruled` works them in.
        against: Which armour values count (DMG-03).
        arc: Side of the unit from which they come.
        parried: They may be parried: blows that had to roll to hit (DMG-08).
        physical: A body is struck; what is none passes those by who are immune to it (IMMUN-02).
        wound_bonus: ``(reason, number)`` added to the roll to wound.
        wound_again: Why failed rolls to wound are rolled again; empty: they are not.
        killing: A natural 6 to wound slays outright (DMG-13).
        hide_only: Of all armour only a natural hide helps (Lightning Attacks).
        regenerates: Regeneration helps against them (DMG-10).
        scores: Their wounds count for a combat result (CR-02).
        attacks: Blows or shots of which they are what hit, for the log; 0: none were rolled.
        most: Wounds that can come of them at most, as the step begins; None: what is left when they are dealt.
    """

    count: int
    strength: int
    cause: str
    rule: str
    source: str = ""
    multiple: tuple[int, ...] = ()
    piercing: int = 0
    armour: bool = True
    ward: bool = True
    automatic: bool = False
    where: tuple[int, ...] = ()
    dice: tuple[Throw, ...] = ()
    rules: tuple[RuleUse, ...] = ()
    against: Against = "combat"
    arc: Arc = "front"
    parried: bool = False
    physical: bool = True
    wound_bonus: tuple[tuple[str, int], ...] = ()
    wound_again: tuple[str, ...] = ()
    killing: Killing = ""
    hide_only: bool = False
    regenerates: bool = True
    scores: bool = False
    attacks: int = 0
    most: int | None = None

    def has(self, rule: str) -> bool:
        """They have the special rule of this name."""
        return any(use.name == rule for use in self.rules)


def ruled(book: Rulebook, state: State, victim: Unit, hits: Hits) -> Hits:
    """The hits with everything that their special rules do to this victim; who is immune to a rule is spared it."""
    if not hits.rules:
        return hits
    immune = immunities_of(book, state, victim)
    for rule in book.special:
        for use in hits.rules:
            if use.name == rule.name and use.name not in immune:
                hits = rule.hits(state, victim, hits, use)
    return hits

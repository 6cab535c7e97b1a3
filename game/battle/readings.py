"""Readings: how doubtful rules are read. The one typed table of a scenario's ``[rules]``.

Each switch names a place where players read the rulebook in two ways, or where printings differ. The first value is
the default. Only the default of a switch that is not ``built`` is played; a scenario that asks for another is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Switch:
    """A doubtful reading.

    Attributes:
        name: Its key in ``[rules]``.
        values: Every value, the default first.
        rules: Ids of the rules that it touches.
        meaning: What it decides.
        built: Whether the other values are played too.
    """

    name: str
    values: tuple[Value, ...]
    rules: tuple[str, ...]
    meaning: str
    built: bool

    @property
    def allowed(self) -> tuple[Value, ...]:
        """The values that a scenario may ask for."""
        return self.values if self.built else self.values[:1]


@dataclass(frozen=True, slots=True)
class Readings:
    """The reading taken of each switch."""

    redirect_test: Literal["ld", "none"] = "ld"
    charge_roll: Literal["highest", "sum-2d6"] = "highest"
    charge_measure: Literal["closest", "uninterrupted"] = "closest"
    wheel_cost: Literal["arc", "chord"] = "arc"
    wheel_sweep: Literal["front-edge", "whole-unit"] = "front-edge"
    half_rate: Literal["exact", "round-up"] = "exact"
    rank_limit: Literal["complete-ranks", "all-ranks"] = "complete-ranks"
    us_monstrous_infantry: Literal[3, 2] = 3
    flee_through_enemy: Literal["wounds-per-us", "dt-per-model"] = "wounds-per-us"
    caught: Literal["two-wounds-per-us", "one-wound-per-us", "destroyed"] = "two-wounds-per-us"
    flee_distance: Literal["2d6", "m+d6"] = "2d6"
    combat_flee_axis: Literal["facing", "centre"] = "facing"
    fly_flee: Literal["ground", "fly"] = "ground"
    difficult: Literal["none", "tow"] = "none"
    steadfast_mode: Literal["unit-strength", "ranks"] = "unit-strength"
    disruption_mode: Literal["half-us", "us10", "two-ranks"] = "half-us"
    insane_courage: bool = True
    to_hit_chart: Literal["wap311", "eighth"] = "wap311"
    to_wound_floor: Literal["six-always-wounds", "two-stage"] = "six-always-wounds"
    save_cap: Literal[1, 2] = 1
    min_five_fight: bool = False
    charge_rank_cap: Literal[3, 2] = 3
    refused_challenge_bonus: Literal[0, 1] = 0
    auto_break_at_zero_ld: bool = False
    rally_enemy_block: Literal[0, 6] = 0
    monster_us: Literal["wounds", "double-wounds"] = "wounds"
    long_range_penalty: bool = False
    winds_of_magic: Literal["2d6", "d3-table"] = "2d6"
    fall_hits: Literal["capped", "capped-total", "each-model"] = "capped"
    fall_template: Literal["touching", "ray-edge"] = "touching"
    fall_own_wound: Literal["no-armour", "no-saves", "normal-saves"] = "no-armour"
    fall_beaten_margin: Literal["add", "ignore"] = "add"
    fall_slain_counts: bool = False
    fall_when_slain: Literal["end-of-step", "at-once"] = "end-of-step"
    fall_obstacle_fleeing: bool = True
    fallen_fleer: Literal["slain-unless-rallied", "stays-down"] = "slain-unless-rallied"
    giant_timing: Literal["initiative", "round-start"] = "initiative"
    bawl_margin: Literal["at-least", "exactly"] = "at-least"
    bawl_friends: bool = False
    jump_timing: Literal["last", "initiative"] = "last"
    jump_stomps: Literal["two", "two-plus-own"] = "two"
    jump_target: Literal["chart", "stomp-types"] = "chart"
    jump_continues: bool = True
    embedded_double: Literal["d3-results", "d6-faces"] = "d3-results"
    siege_chart: Literal["2.2", "2.3"] = "2.2"
    ripping_fall: Literal["attacks-lost", "attacks-kept"] = "attacks-lost"
    ripping_double_one: bool = True
    beast_jump_dice: Literal[4, 3, 1] = 4
    bellow_stomp: bool = False
    treachery_visible: Literal["any-facing", "front-arc"] = "any-facing"
    treachery_d3: Literal["per-rank", "one-roll"] = "per-rank"
    traitor_target: Literal["any-friend", "unengaged"] = "any-friend"
    traitor_out_of_range: Literal["wasted", "self"] = "wasted"
    stupid_fleeing: Literal["test", "no-test"] = "test"
    stupid_flight: Literal["d6", "normal"] = "d6"
    majority_by: Literal["models", "us"] = "models"


# fmt: off
SWITCHES: tuple[Switch, ...] = (
    Switch("redirect_test", ("ld", "none"), ("CHG-15", "TERROR-03", "SPC-11"), "Leadership test before a charge is redirected, also after a failed Terror test", built=True),
    Switch("charge_roll", ("highest", "sum-2d6"), ("CHG-07", "SPC-01"), "ordinary charge roll without Swiftstride: the higher of 2D6, or both dice added", built=True),
    Switch("charge_measure", ("closest", "uninterrupted"), ("CHG-08",), "charge distance base to base, or along a segment that crosses no unit and no impassable terrain", built=False),
    Switch("wheel_cost", ("arc", "chord"), ("MOV-03",), "path of the outer front corner as arc, or as straight line", built=True),
    Switch("wheel_sweep", ("front-edge", "whole-unit"), ("MOV-03", "FORM-10"), "what of a wheeling unit must find its way free: its front edge, the rear corners only in the end; or all of it", built=True),
    Switch("half_rate", ("exact", "round-up"), ("MOV-06", "MEAS-04"), "backward and sideways: exactly M/2, or M/2 rounded up", built=False),
    Switch("rank_limit", ("complete-ranks", "all-ranks"), ("FORM-03",), "which ranks may not outnumber the files", built=False),
    Switch("us_monstrous_infantry", (3, 2), ("GEN-14", "FORM-08"), "Unit Strength of a Monstrous Infantry model", built=True),
    Switch("flee_through_enemy", ("wounds-per-us", "dt-per-model"), ("FLEE-05", "BRK-11"), "cost of fleeing through a steady enemy: one wound per point of its US, or a Dangerous Terrain test per model", built=False),
    Switch("caught", ("two-wounds-per-us", "one-wound-per-us", "destroyed"), ("BRK-10", "BRK-14", "CHG-19", "PUR-05"), "what happens to a fleeing unit that is caught, by pursuit or by a charge", built=True),
    Switch("flee_distance", ("2d6", "m+d6"), ("BRK-08", "BRK-09", "FLEE-01"), "dice of flight and pursuit without Swiftstride", built=False),
    Switch("combat_flee_axis", ("facing", "centre"), ("PUR-06", "BRK-11"), "flight from combat: square to the edge that was in contact, or from centre to centre", built=False),
    Switch("fly_flee", ("ground", "fly"), ("SPC-04",), "flyers flee and pursue with ground M or fly value (Swiftstride band)", built=False),
    Switch("difficult", ("none", "tow"), ("TER-08",), "no slowing ground at all, or -1 M and the lower charge die", built=False),
    Switch("steadfast_mode", ("unit-strength", "ranks"), ("BRK-04",), "Steadfast by higher US (at least 10, one rank), or by more complete ranks", built=True),
    Switch("disruption_mode", ("half-us", "us10", "two-ranks"), ("CR-04",), "enemies in flank or rear that disrupt: half US together, US 10 together, or one unit with two ranks of five (which leaves Steadfast alone)", built=True),
    Switch("insane_courage", (True, False), ("BRK-03",), "a natural double 1 passes every Break test", built=True),
    Switch("to_hit_chart", ("wap311", "eighth"), ("CC-13",), "close combat to-hit chart", built=True),
    Switch("to_wound_floor", ("six-always-wounds", "two-stage"), ("DMG-02",), "how very tough targets are wounded", built=False),
    Switch("save_cap", (1, 2), ("DMG-05", "NARM-01"), "best possible armour save before modifiers: 1+ or 2+", built=False),
    Switch("min_five_fight", (False, True), ("CC-05",), "at least five (three) front-rank models always fight", built=False),
    Switch("charge_rank_cap", (3, 2), ("CR-03",), "most extra ranks that count for a unit that charged this turn", built=False),
    Switch("refused_challenge_bonus", (0, 1), ("CR-12", "CH-03"), "combat result for a refused challenge", built=False),
    Switch("auto_break_at_zero_ld", (False, True), ("BRK-02",), "a Break test on Ld 0 or less is lost without dice", built=False),
    Switch("rally_enemy_block", (0, 6), ("PSY-08",), "inches within which a steady enemy forbids rallying; 0 = never", built=False),
    Switch("monster_us", ("wounds", "double-wounds"), ("GEN-14", "GIANT-01", "FALL-22"), "US of a Monster: its starting Wounds, or twice that", built=False),
    Switch("long_range_penalty", (False, True), ("SHOOT-06",), "-1 to hit beyond half range", built=False),
    Switch("winds_of_magic", ("2d6", "d3-table"), ("MAG-03",), "size of the power and dispel pools", built=False),
    Switch("fall_hits", ("capped", "capped-total", "each-model"), ("FALL-07",), "2D6 hits for each covered unit, 2D6 for the whole fall, or one hit on every covered model", built=True),
    Switch("fall_template", ("touching", "ray-edge"), ("FALL-05",), "template tangent to the base, or its edge put at the ray's exit point", built=False),
    Switch("fall_own_wound", ("no-armour", "no-saves", "normal-saves"), ("FALL-09",), "saves against the wound a falling Giant does to itself", built=True),
    Switch("fall_beaten_margin", ("add", "ignore"), ("FALL-12",), "the own wound of a beaten Giant that falls raises the margin of the Break tests, or not", built=True),
    Switch("fall_slain_counts", (False, True), ("FALL-10",), "wounds of a slain Giant's fall count for the combat result", built=True),
    Switch("fall_when_slain", ("end-of-step", "at-once"), ("FALL-13",), "when a Giant slain in combat comes down", built=False),
    Switch("fall_obstacle_fleeing", (True, False), ("FALL-15",), "a fleeing Giant tests at obstacles", built=True),
    Switch("fallen_fleer", ("slain-unless-rallied", "stays-down"), ("FALL-16",), "a fleeing Giant that falls at the start of the phase: rally or be slain, or lie there", built=True),
    Switch("giant_timing", ("initiative", "round-start"), ("GIANT-04",), "when the chart die is rolled", built=True),
    Switch("bawl_margin", ("at-least", "exactly"), ("GIANT-11",), "Yell and Bawl wins by 2 or more, or by 2", built=False),
    Switch("bawl_friends", (False, True), ("GIANT-11",), "friends in contact are silenced too", built=False),
    Switch("jump_timing", ("last", "initiative"), ("GIANT-12",), "jump with the Stomps, or in the Giant's own step", built=False),
    Switch("jump_stomps", ("two", "two-plus-own"), ("GIANT-12",), "the ordinary Stomp is one of the two, or a third", built=True),
    Switch("jump_target", ("chart", "stomp-types"), ("GIANT-12", "GIANT-05"), "a jump may hit any man-sized type, or what a Stomp may hit", built=False),
    Switch("jump_continues", (True, False), ("GIANT-12",), "having jumped, it must go on jumping at that unit", built=True),
    Switch("embedded_double", ("d3-results", "d6-faces"), ("GIANT-16", "SIEGE-03"), "what a double on 2D3 is", built=True),
    Switch("siege_chart", ("2.2", "2.3"), ("SIEGE-02",), "man-sized chart of the Siege Giant (strings)", built=True),
    Switch("ripping_fall", ("attacks-lost", "attacks-kept"), ("SIEGE-05",), "attacks of Ripping Blades after a fall", built=False),
    Switch("ripping_double_one", (True, False), ("SIEGE-05",), "special result of a double 1", built=False),
    Switch("beast_jump_dice", (4, 3, 1), ("BEAST-05", "T9A-01", "TER-10"), "dice of the Beast Giant's Dangerous Terrain (1) test", built=True),
    Switch("bellow_stomp", (False, True), ("BEAST-04", "BEAST-03"), "the Beast Giant may Stomp after a Bellow", built=False),
    Switch("treachery_visible", ("any-facing", "front-arc"), ("TREACH-09", "SPC-10"), "which enemies are visible before the pivot of result 6", built=True),
    Switch("treachery_d3", ("per-rank", "one-roll"), ("TREACH-05",), "a D3 for each complete rank, or one D3 times the ranks", built=True),
    Switch("traitor_target", ("any-friend", "unengaged"), ("TREACH-04",), "friends a traitor may shoot at", built=True),
    Switch("traitor_out_of_range", ("wasted", "self"), ("TREACH-04",), "nearest friend out of range: shots wasted, or hits on itself", built=False),
    Switch("stupid_fleeing", ("test", "no-test"), ("STUP-01",), "fleeing units take Stupidity tests", built=False),
    Switch("stupid_flight", ("d6", "normal"), ("STUP-06",), "flight and pursuit of a stupid unit", built=False),
    Switch("majority_by", ("models", "us"), ("MAJ-01",), "majority counted in models or in US", built=True),
)
# fmt: on
"""Every switch: movement and charges, combat and psychology, Giants and Treachery."""


def switch(name: str) -> Switch:
    """The switch of this name.

    Raises:
        KeyError: There is none.
    """
    for entry in SWITCHES:
        if entry.name == name:
            return entry
    raise KeyError(name)


def taken(readings: Readings) -> tuple[tuple[Switch, Value], ...]:
    """Every switch with the reading taken."""
    values = {field.name: getattr(readings, field.name) for field in fields(readings)}
    return tuple((entry, values[entry.name]) for entry in SWITCHES)

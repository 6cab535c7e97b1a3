"""Rule examples: steps used up in order, dice that fall as written, facts that must come of it."""

from __future__ import annotations

import pytest

from game.errors import InputError
from game.players.example import verify_example

TABLE = """
format = 1
rule = "{rule}"
about = "M 4 and the higher of two dice"
table = {{ width = 48, depth = 36 }}
first = "spears"
unscripted = "{unscripted}"
start = {{ turn = 1, side = "spears", phase = "movement", step = "charge" }}

[[side]]
id = "spears"

[[side]]
id = "orcs"

[[unit]]
id = "spearmen"
side = "spears"
type = "empire-spearmen"
models = 20
files = 5
at = [24, 12]
facing = 90

[[unit]]
id = "boyz"
side = "orcs"
type = "orc-boyz"
models = 20
files = 5
at = [24, 21]
facing = 270
"""
DECLARE = """
[[step]]
choose = { decision = "declare-charge", unit = "spearmen", target = "boyz" }
"""
HOLD = """
[[step]]
choose = { decision = "choose-reaction", unit = "boyz", reaction = "hold" }
"""
REACHES = """
[[expect]]
event = "charge-rolled"
reach = 9
reaches = true
"""


def dice(text):
    return f"\n[[step]]\ndice = {{ {text} }}\n"


def verdict(tmp_path, body, rule="CHG-08", unscripted="fail"):
    path = tmp_path / "example.toml"
    path.write_text(TABLE.format(rule=rule, unscripted=unscripted) + body, encoding="utf-8")
    return verify_example(path)


def faults(tmp_path, body, **more):
    return "\n".join(verdict(tmp_path, body, **more).faults)


def test_a_good_one(tmp_path):
    good = verdict(tmp_path, DECLARE + HOLD + dice('"charge" = [2, 5]') + REACHES)
    assert good.good and good.rule == "CHG-08" and good.about == "M 4 and the higher of two dice"
    assert [event.kind for event in good.events][:3] == ["charge-declared", "reaction-declared", "step-began"]
    assert good.events[-1].kind == "units-engaged"  # nothing more is played than the order of the last step
    assert verdict(tmp_path, DECLARE + HOLD + dice('"charge @spearmen" = [2, 5]') + REACHES).good
    assert verdict(tmp_path, DECLARE + HOLD.rstrip() + "\ndice = { charge = [2, 5] }\n" + REACHES).good


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (DECLARE + HOLD + REACHES, "no scripted dice for the roll 'charge' @spearmen"),
        (DECLARE + HOLD + dice("charge = [2]") + REACHES, "the scripted roll 'charge': 2 dice with faces 1 to 6 are needed"),
        (DECLARE + HOLD + dice("charge = [2, 7]") + REACHES, "faces 1 to 6 are needed"),
        (DECLARE + HOLD + dice("charge = [2, 5, 4]") + REACHES, "step 3: the dice 'charge' = .4.* were never rolled"),
        (DECLARE + HOLD + dice("charge = [2, 5], flee = [1, 1]") + REACHES, "step 3: the dice 'flee' = .1, 1. were never"),
        (DECLARE + HOLD + dice('"charge @boyz" = [2, 5]') + REACHES, "no scripted dice for the roll 'charge' @spearmen; step 3"),
        (DECLARE + dice("charge = [2, 5]") + REACHES, "'choose-reaction' @boyz .side orcs. waits .* it offers react"),
        (DECLARE + HOLD.replace("boyz", "spearmen") + REACHES, "'choose-reaction' @boyz .* waits"),
        (DECLARE + HOLD.replace("hold", "laugh"), "offers nothing with reaction = 'laugh'"),
        (DECLARE + HOLD.replace("hold", "stand-and-shoot").replace("reaction =", 'choice = "react", reaction ='), "step 2 is refused: .*CHG-11"),
        (HOLD + DECLARE + dice("charge = [2, 5]") + REACHES, "step 1: the choice .*choose-reaction.* was never asked for"),
        (DECLARE + HOLD + dice("charge = [2, 4]") + REACHES, "expectation 1: 'charge-rolled' came, but reach is 8, not 9"),
        (DECLARE + HOLD + dice("charge = [2, 5]"), "expects nothing"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(tmp_path, body, says):
    import re

    assert re.search(says, faults(tmp_path, body))


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ('event = "charge-rolled"\nspeed = 3', "there is no 'speed'"),
        ('event = "unit-rallied"', "'unit-rallied' never came; there came charge-declared"),
        ('event = "unit-ralied"', "there is no event 'unit-ralied'"),
        ('event = "units-engaged"\n\n[[expect]]\nevent = "charge-rolled"', "expectation 2: 'charge-rolled' came before"),
        ('never = "charge-rolled"\nreaches = true', "'charge-rolled' with reaches = true came"),
        ('unit = "spearmen"\nat = [24, 20]', "spearmen: at is .24, 21., not .24, 20."),
        ('unit = "boyz"\nfleeing = true', "boyz: fleeing is false, not true"),
        ('unit = "boys"\nfleeing = true', "there is no unit 'boys'"),
        ('unit = "spearmen"\nmovement = 5\nstrength = 21\nsight = 2', "movement is 4.*, strength is 20, .* sight is 1,"),
        ('unit = "spearmen"\ntowards = "boyz"\ndistance = 9\nsees = false', "distance is .*, not 9, sees is true, not false"),
        ('unit = "spearmen"\ntowards = "boys"\ndistance = 9', "there is no unit 'boys'"),
        ('unit = "spearmen"\ndistance = 0', "there is no 'distance'"),
        ('unit = "spearmen"\nmarks = [{ rule = "charge", name = "failed" }]', "has no mark"),
        ('decision = "move-unit"', "'move-unit' was never asked"),
        ('decision = "move-units"', "there is no decision 'move-units'"),
        ('decision = "declare-charge"\noptions = ["no-more-charges"]', "offers more than that: declare"),
        ('decision = "declare-charge"\noptions = ["no-more-charges", { unit = "boyz" }]', "does not offer"),
        ('decision = "declare-charge"\nforbids = "CHG-02"\nunit = "spearmen"\ntarget = "boyz"', "CHG-02 does not forbid .* and nothing else"),
        ('fault = "CHG-02"', "nothing was refused by CHG-02, but by nothing"),
    ],
)  # fmt: skip
def test_what_does_not_come_is_told(tmp_path, expect, says):
    import re

    body = DECLARE + HOLD + dice("charge = [2, 5]") + f"\n[[expect]]\n{expect}\n"
    told = faults(tmp_path, body)
    assert re.search(says, told), told


@pytest.mark.parametrize(
    "expect",
    [
        'never = "charge-rolled"\nreaches = false',
        'unit = "spearmen"\nat = [24, 21.0000009]\nmodels = 20\nfiles = 5\nfacing = 90\nengaged = ["boyz"]\nfate = "on-table"',
        'unit = "spearmen"\nmarks = [{ rule = "charge", name = "charged", value = "boyz" }]',
        'unit = "spearmen"\nmovement = 4\nstrength = 20\nsight = 1',
        'unit = "spearmen"\ntowards = "boyz"\ndistance = 0\nsees = true\narcs = ["front", "left", "right"]',
        'event = "charge-rolled"\ndice = [{ name = "charge", faces = [2, 5] }]',
        'event = "charge-declared"\n\n[[expect]]\nevent = "units-engaged"',
        'decision = "declare-charge"\nside = "spears"\noptions = [{ target = "boyz" }, "no-more-charges"]',
        'decision = "choose-reaction"\nunit = "boyz"\noptions = [{ reaction = "flee" }, { reaction = "hold" }]',
        'decision = "choose-reaction"\nforbids = "CHG-11"\nchoice = "react"\nreaction = "stand-and-shoot"',
        'decision = "declare-charge"\nforbids = "SEQ-04"\nchoice = "declare"\nunit = "boyz"\ntarget = "spearmen"',
    ],
)
def test_what_comes_is_good(tmp_path, expect):
    body = DECLARE + HOLD + dice("charge = [2, 5]") + f"\n[[expect]]\n{expect}\n"
    assert verdict(tmp_path, body).faults == ()


def test_a_choice_that_is_to_be_refused(tmp_path):
    refused = '\n[[step]]\nchoose = { decision = "declare-charge", choice = "declare", unit = "boyz", target = "spearmen" }\nrefused = true\n'
    assert verdict(tmp_path, refused + '\n[[expect]]\nfault = "SEQ-04"\n', rule="SEQ-04").good
    assert "but by SEQ-04" in faults(tmp_path, refused + '\n[[expect]]\nfault = "CHG-02"\n')
    twice = 2 * '\n[[expect]]\nfault = "SEQ-04"\n'
    assert "nothing was refused by SEQ-04, but by nothing" in faults(tmp_path, refused + twice, rule="SEQ-04")
    assert verdict(tmp_path, 2 * refused + twice, rule="SEQ-04").good
    allowed = DECLARE.rstrip() + "\nrefused = true\n"
    assert "step 1 was to be refused, but it is allowed" in faults(tmp_path, allowed + REACHES)
    both = verdict(tmp_path, refused + DECLARE + HOLD + dice("charge = [2, 5]") + REACHES)
    assert both.good  # the question waits on


def test_rolls_without_a_script_may_take_the_seed(tmp_path):
    good = verdict(tmp_path, DECLARE + HOLD + '\n[[expect]]\nevent = "charge-rolled"\n', unscripted="seed")
    again = verdict(tmp_path, DECLARE + HOLD + '\n[[expect]]\nevent = "charge-rolled"\n', unscripted="seed")
    assert good.good and good.events == again.events


def test_nothing_is_played_beyond_the_player_turn(tmp_path):
    told = verdict(tmp_path, '\n[[expect]]\nevent = "player-turn-began"\nside = "spears"\n')
    assert "'player-turn-began' came, but side is 'orcs', not 'spears'" in told.faults[0]
    assert told.events[-1].kind in ("player-turn-began", "phase-began", "step-began")


@pytest.mark.parametrize(("rule", "says"), [("", "names no rule"), ("MADE-99", "there is no rule 'MADE-99'")])
def test_the_rule_must_be_one(tmp_path, rule, says):
    assert says in faults(tmp_path, DECLARE + HOLD + dice("charge = [2, 5]") + REACHES, rule=rule)


def test_what_is_no_scenario_is_told_as_such(tmp_path):
    with pytest.raises(InputError, match="'step' has|has 'choose', 'dice' or both"):
        verdict(tmp_path, "\n[[step]]\nrefused = true\n")

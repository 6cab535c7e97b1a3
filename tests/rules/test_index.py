"""The index of rules: every id once, every citation known, and who is found to play what."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.battle.event import Event
from game.battle.readings import SWITCHES
from game.errors import InputError
from game.resources import folder
from game.rules import citations as citing
from game.rules import vocabulary
from game.rules.index import MARKS, RULE_ID, SOURCES, find_rule, index, switches_of

ROOT = Path(__file__).resolve().parents[2]
FILES = {path.name: tomllib.loads(path.read_text("utf-8")) for path in (folder("assets") / "rules").glob("*.toml")}


def test_every_id_is_there_once():
    ids = [name for tables in FILES.values() for name in tables]
    assert sorted(ids) == sorted(index())
    assert [name for name in ids if not RULE_ID.fullmatch(name)] == []


def test_every_entry_is_short_and_known_words_only():
    for tables in FILES.values():
        for name, table in tables.items():
            assert set(table) <= {"title", "says", "sources", "marks", "see"}, name
    for name, entry in index().items():
        assert 0 < len(entry.title) <= 40 and 0 < len(entry.says) <= 300, name
        assert entry.sources and set(entry.sources) <= set(SOURCES), name
        assert set(entry.marks) <= set(MARKS), name
        assert ("OURS" in entry.marks) >= (entry.sources == ("OURS",)), name


def test_a_rule_is_led_by_rules_that_lead_themselves():
    led = {name: entry.see for name, entry in index().items() if entry.see}
    assert led["SPC-10"][0] == "TREACH-01" and led["SR-ST"][0] == "STOMP-01" and led["SPC-08"] == ("PSY-13",)
    assert {leader for leaders in led.values() for leader in leaders} <= set(index()) - set(led)


def test_every_switch_touches_known_rules():
    assert [(entry.name, rule) for entry in SWITCHES for rule in entry.rules if rule not in index()] == []
    assert [entry.name for entry in switches_of("BRK-04")] == ["steadfast_mode"]
    assert switches_of("SEQ-01") == ()


def test_every_id_that_is_cited_is_known():
    families = {name.partition("-")[0] for name in index()}
    files = [path for place in ("game", "tests", "scenarios", "assets") for path in (ROOT / place).rglob("*.*")]
    unknown = {
        (str(path.relative_to(ROOT)), name)
        for path in files
        if path.suffix in (".py", ".toml")
        for name in RULE_ID.findall(path.read_text("utf-8"))
        if name.partition("-")[0] in families and name not in index()
    }
    assert unknown == set()


def test_a_rule_is_found_however_it_is_typed():
    assert find_rule("fall-05") is find_rule(" FALL\N{EN DASH}05 ") is index()["FALL-05"]
    with pytest.raises(InputError, match=r"no rule 'chg-8'; did you mean .*'CHG-08'"):
        find_rule("chg-8")
    with pytest.raises(InputError, match=r"no rule 'pudding'$"):
        find_rule("pudding")


def cited_by(monkeypatch, **texts):
    named = {f"game.{name.replace('_', '.')}": text for name, text in texts.items()}
    monkeypatch.setattr(citing, "module_texts", lambda: named)
    return citing.citations.__wrapped__()


def test_who_names_a_rule_in_an_event_a_fault_or_a_docstring_plays_it(monkeypatch):
    rules = (
        '"""Falls (FALL-01)."""\nfell = Fell(rule="FALL-05")\nfault = Fault("FALL-17", "lies")\nwhy = f"{n} (FALL-07)"'
    )
    found = cited_by(monkeypatch, rules_x=rules, app_y='"""Draws FALL-05."""')
    assert found["FALL-05"].modules == ("game.rules.x", "game.app.y")
    for name in ("FALL-01", "FALL-05", "FALL-07", "FALL-17"):
        assert found[name].players == ("game.rules.x",)
    assert found["FALL-06"].modules == found["FALL-06"].players == ()


def test_who_only_lists_a_rule_or_says_that_it_is_wanting_does_not_play_it(monkeypatch):
    rules = (
        'class A(SpecialRule):\n    rules = ("FALL-04",)\n    not_yet = "FALL-16"\n    not_yet: str = "FALL-15"\n'
        'row = Switch("fall_template", ("touching",), ("FALL-05",), "where")  # FALL-06'
    )
    found = cited_by(monkeypatch, rules_x=rules)
    for name in ("FALL-05", "FALL-06", "FALL-15", "FALL-16"):
        assert found[name].modules == ("game.rules.x",) and found[name].players == ()
    assert found["FALL-04"].players == ("game.rules.x",)


def test_the_program_reads_its_own_modules():
    cited = citing.citations()
    assert "game.rules.falling" in cited["FALL-05"].players
    assert "game.battle.readings" in cited["BRK-04"].modules
    assert "game.battle.readings" not in {player for found in cited.values() for player in found.players}


def test_examples_show_the_rules_that_they_name(monkeypatch, tmp_path):
    monkeypatch.setattr(citing, "folder", lambda name: {"scenarios": tmp_path}[name])
    assert citing.examples() == {}
    deep = tmp_path / "examples" / "falls"
    deep.mkdir(parents=True)
    (deep / "b.toml").write_text('rule = "FALL-05"\n[table]\n', "utf-8")
    (deep / "a.toml").write_text('rule = "FALL-05, FALL-07"', "utf-8")
    (deep / "c.toml").write_text('name = "none"', "utf-8")
    assert citing.examples() == {
        "FALL-05": ["examples/falls/a.toml", "examples/falls/b.toml"],
        "FALL-07": ["examples/falls/a.toml"],
    }


RULEBOOK = {
    "game.rules.far": '''"""Far things,
told in two lines (FALL-01).
"""
NAME = "stand up"
def far(battle, unit):
    yield from leap(battle, unit, "long leap")
    yield from part(battle, leap, unit, "short leap")
    yield from leap(battle, unit, test="high leap")
    yield from roll(NAME, unit, OneOf(2))
    yield from roll("left" if unit else "right", unit, dice)
''',
    "game.rules.near": '''"""Near things."""
def leap(battle, unit, test):
    def inner(name, needed):
        rolled = yield from roll(name, unit, AtMost(Total(2), needed))
    yield from inner(test, 7)
    yield from roll(f"{unit} hits", unit, Total(1))
    turned = np.roll("never", 1)
    yield from roll(names[unit], unit, Total(1))
''',
    "game.battle.procedure": "def roll(name, unit, kind):\n    yield",
}


def test_rolls_are_found_wherever_their_names_are_given(monkeypatch):
    monkeypatch.setattr(vocabulary, "module_texts", lambda: RULEBOOK)
    found = {word.name: word for word in vocabulary.roll_words()}
    leaps = {"long leap", "short leap", "high leap"}
    assert set(found) == leaps | {"stand up", "left", "right", "... hits", "..."}
    assert {found[name].kind for name in leaps} == {"AtMost(Total(2), needed)"}
    assert {found[name].module for name in leaps} == {"game.rules.far"}
    assert found["stand up"].kind == "OneOf(2)" and found["left"].kind == ""
    assert found["long leap"].about == "Far things, told in two lines (FALL-01)."


def test_the_rolls_of_the_rulebook_are_named():
    names = {word.name for word in vocabulary.roll_words()}
    assert {"fall test", "scatter", "fall hits", "to wound", "armour save"} <= names
    asked = re.findall(r'yield from roll\("([^"]+)"', "".join(citing.module_texts().values()))
    assert set(asked) <= names


def test_words_are_told_with_their_fields():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class HornBlown(Event):
        """A horn was blown,
        see :class:`Horn`.

        Attributes:
            unit: Who
                blew ``it``.
        """

        unit: str
        loud: bool = True

    (word,) = vocabulary.words_of([HornBlown, HornBlown])
    assert (word.kind, word.about) == ("horn-blown", "A horn was blown, see Horn.")
    fields = {field.name: (field.type, field.about, field.needed) for field in word.fields}
    assert fields["unit"] == ("str", "Who blew it.", True)
    assert fields["loud"] == ("bool", "", False)
    assert fields["rule"] == ("str", "Id of the rule by which it happened.", False)

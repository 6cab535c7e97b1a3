"""Files that look like saves: whatever stands in them, they load, or say in one line what is wrong and where."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.opening import open_session
from game.engine.save import FLOWS, is_save, load
from game.engine.save_reader import read_lines
from game.errors import InputError
from game.rules.bundled import BOOK
from tests.engine.saves import LATE, line_with, rows_of, saved, seal


def refused(path) -> str:
    with pytest.raises(InputError) as wrong:
        load(path, BOOK, FLOWS)
    text = str(wrong.value)
    assert str(path) in text and all(word not in text for word in ("Error", "Input should", "pydantic"))
    return text


def head(key, value):
    def change(rows):
        rows[0][key] = value

    return change


def dropped(key):
    def change(rows):
        del rows[0][key]

    return change


def entry(kind, key, value):
    def change(rows):
        line_with(rows, kind)[key] = value

    return change


def inserted(line):
    def change(rows):
        rows.insert(1, line)
        rows[-1]["lines"] += 1

    return change


def placed(**formation):
    def change(rows):
        chosen = next(row for row in rows if row.get("answer", {}).get("choice") == "place-unit")
        chosen["answer"]["placed"]["formation"].update(formation)

    return change


def event(kind, key, value):
    def change(rows):
        found, *steps = line_with(rows, "event", kind), *key.split(".")
        for step in steps[:-1]:
            found = found[step]
        found[steps[-1]] = value

    return change


def unit_of(number, key, value):
    def change(rows):
        found, *steps = rows[0]["scenario"]["units"][number], *key.split(".")
        for step in steps[:-1]:
            found = found[step]
        found[steps[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        (head("giantfall-save", True), 1, "no format true"),
        (head("giantfall-save", False), 1, "no format false"),
        (head("giantfall-save", 0), 1, "no format 0"),
        (head("giantfall-save", -1), 1, "no format -1"),
        (head("giantfall-save", "1"), 1, "no format '1'"),
        (lambda rows: rows[0].update({"giantfall-save": 9, "versions": [1]}), 1, "by a newer Giantfall"),
        (head("versions", {"giantfall": 3}), 1, "versions.giantfall: a text belongs here, found 3"),
        (dropped("seed"), 1, "the key 'seed' is missing"),
        *((head("seed", value), 1, "seed: ") for value in (None, "x", -1, 1.5, True, 10**30, [])),
        (head("flow", []), 1, "flow: a text belongs here, found []"),
        (head("flow", "chess"), 1, "unknown flow 'chess'"),
        (head("scenario", 5), 1, "scenario: a table of keys belongs here, found 5"),
        (head("extra", 1), 1, "unknown key 'extra'"),
        (unit_of(1, "wounds", "2"), 1, "state.units[1].wounds: a whole number belongs here, found '2'"),
        (unit_of(1, "wounds", True), 1, "state.units[1].wounds: a whole number belongs here, found true"),
        (unit_of(1, "fate", "eaten"), 1, "state.units[1].fate: allowed: 'on-table'"),
        (unit_of(1, "hat", 1), 1, "state.units[1].hat: unknown key 'hat'"),
        (unit_of(1, "formation.models", "many"), 1, "state.units[1].formation.models: a whole number belongs here"),
        (unit_of(1, "formation.models", 0), 1, "state.units[1].formation.models: "),
        (unit_of(1, "formation.models", 10**8), 1, "models"),
        (unit_of(1, "formation.files", 0), 1, "state.units[1].formation.files: "),
        (unit_of(0, "muster.type.parts", []), 1, "state.units[0].muster.type"),
        (unit_of(1, "host", "nobody"), 1, "'nobody'"),
        (entry("chosen", "answer", "let-fall"), 2, "answer: a table of keys belongs here, found 'let-fall'"),
        (entry("chosen", "answer", [1]), 2, "answer: a table of keys belongs here, found [1]"),
        (entry("chosen", "answer", {"choice": "fly"}), 2, "answer.choice: unknown choice 'fly'"),
        (entry("chosen", "answer", {"choice": "let-fall", "unit": "gorak", "angle": "north"}), 2, "answer.angle: "),
        (entry("chosen", "by", 5), 2, "by: a text belongs here, found 5"),
        (entry("chosen", "colour", "red"), 2, "unknown key 'colour'"),
        (entry("rolled", "faces", [{"a": 1}]), 3, "faces[0]: "),
        (entry("rolled", "faces", [True]), 3, "faces[0]: "),
        (entry("rolled", "faces", 6), 3, "faces: a list belongs here, found 6"),
        (entry("rolled", "unit", ["gorak"]), 3, "unit: a text belongs here"),
        (inserted({"new-dice": True}), 2, "new-dice: a whole number belongs here, found true"),
        (inserted({"new-dice": -1}), 2, "new-dice: at least 0 belongs here, found -1"),
        (inserted({"noise": 1}), 2, "none of the keys"),
        (event("giant-fell", "unit", "nobody"), 0, "there is no 'nobody'"),
        (event("giant-fell", "covered", [["nobody", [1]]]), 0, "there is no unit 'nobody'"),
        (event("giant-fell", "mood", "bad"), 0, "unknown key 'mood'"),
        (event("casualties-removed", "formation.models", 10**8), 0, "cannot be"),
        (event("casualties-removed", "formation.files", -1), 0, "formation.files"),
        (event("casualties-removed", "freed", [["nobody", {"x": 1, "y": 1, "facing": 0}]]), 0, "there is no 'nobody'"),
        (event("wounds-suffered", "wounds", "many"), 0, "wounds: wounds-suffered: a whole number belongs here"),
        (event("unit-moved", "formation.models", 10**8), 0, "cannot be"),
        (event("unit-moved", "formation.files", 0), 0, "formation.files"),
        (event("unit-placed", "placed.formation.models", 10**8), 0, "cannot be"),
        (event("unit-placed", "placed.muster.side", "nobody"), 0, "no side 'nobody'"),
        (placed(models=10**8), 0, "cannot be"),
        (placed(models=-3), 0, "cannot be"),
        (placed(others=[[99, {"width": 1.0, "depth": 1.0, "round": False}]]), 0, "others"),
        (lambda rows: rows[-1].update(lines=2), 0, "is the end of 2 lines"),
        (lambda rows: rows[-1].update(end=False), 0, "is the end of"),
        (lambda rows: rows.append({"new-dice": 1}), 0, "stands after the end"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_is_named(tmp_path, change, line, says):
    _, path = saved(tmp_path)
    rows = rows_of(path)
    change(rows)
    seal(path, rows)
    text = refused(path)
    assert says in text and f"{path}:{line or ''}" in text
    assert not line or all(one.startswith(f"{path}:{line}: ") for one in text.splitlines())


@pytest.mark.parametrize("line", ["[1]", "5", '"x"', "null", "{}", '{"digest":1}', '{"a":NaN,"digest":"x"}', '{"a":1e999,"digest":"x"}', '{"a":"\\ud800","digest":"x"}', "[" * 100_000, "9" * 5000])  # fmt: skip
@pytest.mark.parametrize("number", [1, 2])
def test_a_line_that_is_none_is_named(tmp_path, line, number):
    _, path = saved(tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines.insert(number - 1, line + "\n")
    path.write_text("".join(lines), encoding="utf-8")
    assert f"{path}:{number}: " in refused(path)


@given(position=st.integers(0, 10**9), bit=st.integers(0, 7))
def test_a_flipped_bit_is_noticed_or_means_the_same(position, bit, tmp_path_factory):
    session, path = saved(tmp_path_factory.mktemp("save"))
    data = bytearray(path.read_bytes())
    data[position % len(data)] ^= 1 << bit
    path.write_bytes(bytes(data))
    try:
        loaded = load(path, BOOK, FLOWS)
    except InputError:
        return
    assert loaded.session.state == session.state  # 1e-05 and 1E-05 are one; the line break at the end may be torn off


VALUES = [None, True, -1, 0, 3, 200, 10**9, 10**30, 1e308, -0.5, "", "x", "gorak", [], {}, [[]], [1, 2], {"a": 1}]


@given(data=st.data(), value=st.sampled_from(VALUES))
def test_whatever_an_honest_digest_seals_loads_or_is_told(data, value, tmp_path_factory):
    """Any value in the place of any other: an error with file and line, or a battle that can be asked."""
    _, path = saved(tmp_path_factory.mktemp("save"))
    rows = rows_of(path)
    place = data.draw(st.sampled_from([row for row in rows for _ in (0, 1)]))
    while True:
        step = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[step], dict | list) or not place[step] or data.draw(st.booleans()):
            break
        place = place[step]
    place[step] = value
    seal(path, rows)
    try:
        loaded = load(path, BOOK, FLOWS)
    except InputError as wrong:
        assert f"{path}:" in str(wrong)
        return
    str(loaded.divergence)
    for before, entry in zip([loaded.session.start, *(e.state for e in loaded.events)], loaded.events, strict=False):
        assert entry.event.sentence(before)


def test_dice_that_the_seed_does_not_give_are_reported(tmp_path):
    session, path = saved(tmp_path)
    assert not load(path, BOOK, FLOWS).doubts
    rows = rows_of(path)
    rows[0]["seed"] = session.seed + 1
    seal(path, rows)
    loaded = load(path, BOOK, FLOWS)
    assert loaded.divergence is None  # the tape's dice rule
    assert "'scatter'" in str(loaded.doubts[0]) and f"{path}:3" in str(loaded.doubts[0])
    for row in rows:
        if "rolled" in row:
            row["reason"] = "hand"
    seal(path, rows)
    assert not load(path, BOOK, FLOWS).doubts


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("radius", 2.0, "event 1 (giant-fell): radius was 2, is 1.5"),
        ("rule", "", "rule was '', is 'FALL-05'"),
        ("rule", "x" * 400, "xxx…', is 'FALL-05'"),
        ("cause", "beaten", "cause was 'beaten', is 'chosen'"),
    ],
)
def test_a_divergence_is_worded_shortly_and_without_python(tmp_path, field, value, says):
    _, path = saved(tmp_path)
    rows = rows_of(path)
    line_with(rows, "event", "giant-fell")[field] = value
    seal(path, rows)
    opened = open_session(path)
    assert says in str(opened.divergence) and len(str(opened.divergence)) < 250
    assert opened.divergence.line == 1 + next(i for i, row in enumerate(rows) if row.get("event") == "giant-fell")


def test_every_fault_of_a_tape_keeps_what_came_before_it(tmp_path):
    _, path = saved(tmp_path)
    for faces in ([1.0, 2.0], [99999], [-1], [0.5] * 3):
        rows = rows_of(path)
        line_with(rows, "rolled")["faces"] = faces
        seal(path, rows)
        loaded = load(path, BOOK, FLOWS)
        assert loaded.divergence is not None and loaded.session.log == [] and loaded.session.pending is not None
    _, path = saved(tmp_path)
    rows = rows_of(path)
    next(row for row in rows if row.get("answer", {}).get("unit") == "friends")["answer"]["path"] = ["advance 99"]
    seal(path, rows)
    loaded = load(path, BOOK, FLOWS)
    assert "MOV-07" in str(loaded.divergence) and loaded.session.log[-1].event.kind == "casualties-removed"


def test_a_whole_save_that_holds_less_than_happens_goes_another_way(tmp_path):
    _, path = saved(tmp_path)
    rows = [row for row in rows_of(path) if row.get("event") != "unit-placed"]
    rows[-1]["lines"] = len(rows) - 1
    seal(path, rows)
    assert "(unit-placed): the file ends" in str(load(path, BOOK, FLOWS).divergence)


def test_a_file_cut_at_any_line_is_reported(tmp_path):
    session, path = saved(tmp_path)
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for kept in range(1, len(whole)):
        path.write_text("".join(whole[:kept]), encoding="utf-8")
        opened = open_session(path)
        events = sum('"event":' in line.split(",")[0] for line in whole[:kept])
        assert opened.unfinished and not opened.torn and opened.divergence is None
        texts = [doubt.text for doubt in opened.warnings]
        assert texts[0].startswith("is unfinished")
        more = len(opened.session.log) - events
        assert [f"{more} more event" in text for text in texts[1:]] == [True] * (more > 0)
        assert [entry.event for entry in opened.session.log] == [e.event for e in session.log][: events + more]
    path.write_text("".join(whole), encoding="utf-8")
    assert not open_session(path).warnings and not open_session(path).unfinished


def test_a_line_torn_inside_a_letter_is_forgiven(tmp_path):
    _, path = saved(tmp_path)
    rows = rows_of(path)[:-1]
    line_with(rows, "event", "unit-placed")["placed"]["muster"]["name"] = "Späte"
    seal(path, rows)
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex("ä".encode()) + 1])
    assert load(path, BOOK, FLOWS).torn


def test_marks_of_editors_are_no_damage(tmp_path):
    session, path = saved(tmp_path)
    data = path.read_bytes()
    for changed in (b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\n\n"), b"\n" + data):
        path.write_bytes(changed)
        assert is_save(path) and load(path, BOOK, FLOWS).session.state == session.state


def test_only_ordinary_files_are_opened(tmp_path):
    pipe = tmp_path / "pipe.battle"
    os.mkfifo(pipe)  # nobody writes: whoever opens it waits for ever
    assert not is_save(pipe)
    assert "pipe" in refused(pipe)
    assert not is_save(tmp_path) and "folder" in refused(tmp_path)
    with pytest.raises(InputError):
        open_session(pipe)
    long = tmp_path / ("x" * 5000)
    assert not is_save(long)
    with pytest.raises(InputError):
        open_session(long)


def test_what_reading_makes_of_a_save_is_what_was_written(tmp_path):
    _, path = saved(tmp_path)
    found = read_lines(path)
    assert found.ended and not found.torn
    assert [row for _, row in found.rows] == rows_of(path)[:-1]
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[-1])["lines"] == len(found.rows)
    assert LATE.id in path.read_text(encoding="utf-8")

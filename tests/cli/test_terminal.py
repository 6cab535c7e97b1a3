"""The command line against odd terminals, odd names, odd files: answers or a line on stderr, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.cli.commands import giantfall
from game.engine.opening import open_session
from game.engine.save import save
from game.resources import folder
from game.rules.special.fall_over import LetFall
from tests.engine.saves import line_with, rows_of, seal

ROOT = folder("scenarios").parent
GIANT = folder("scenarios") / "giant_vs_spearmen.toml"


def run(*words, code=0):
    result = CliRunner(env={"COLUMNS": "200"}).invoke(giantfall, [str(word) for word in words])
    assert result.exit_code == code, result.output + result.stderr
    return result


def program(*words, **options):
    """The program as a process of its own."""
    script = "from game.cli import main; main()"
    env = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    command = [sys.executable, "-c", script, *map(str, words)]
    return subprocess.run(command, env=env, **({"capture_output": True} | options))


def saved(folder):
    session = open_session(GIANT).session
    session.choose(LetFall(unit="old-gorak"))
    path = folder / "a.battle"
    save(session, path, "free-play")
    return path


def renamed(tmp_path, name, old="River Spears"):
    path = tmp_path / "named.toml"
    text = GIANT.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, name), encoding="utf-8")
    return path


def commands(path):
    return [("measure", path), ("fall", path, "--angle", "90"), ("move", path, "--unit", "old-gorak", "advance 1"), ("render", path, "-o", "OUT")]  # fmt: skip


@pytest.mark.parametrize("command", range(4))
def test_a_save_that_is_doubtful_is_used_with_a_word(tmp_path, command):
    path = saved(tmp_path)
    rows = rows_of(path)
    session = open_session(GIANT).session
    save(session, path, "free-play")
    begun = rows_of(path)[:-1]
    words = [tmp_path / "o.png" if word == "OUT" else word for word in commands(path)[command]]
    said = {}
    for name, change in (
        ("divergence", lambda: [*begun, *rows[1:]]),
        ("unfinished", lambda: begun),
        ("torn", lambda: begun),
    ):
        lines = change()
        if name == "divergence":
            placed = {"event": "unit-taken-off", "rule": "", "dice": [], "unit": "cutthroats"}
            lines = [*begun, placed, {"end": True, "lines": 2}]
        seal(path, lines)
        if name == "torn":
            path.write_bytes(path.read_bytes() + b'{"chosen":"free-pl')
        said[name] = run(*words).stderr
    assert said["divergence"] == (
        f"{path}:2: no longer plays as it was saved, event 1 (unit-taken-off): no longer happens\n"
    )
    assert said["unfinished"] == f"{path}: warning: is unfinished: its last line is not the end of a save\n"
    assert said["torn"] == f"{path}: warning: its last line is broken off and was left out\n"


def test_check_tells_how_a_save_differs(tmp_path):
    path = saved(tmp_path)
    rows = rows_of(path)
    line_with(rows, "event", "giant-fell")["radius"] = 2
    seal(path, rows)
    assert "event 1 (giant-fell): radius was 2, is 1.5" in run("check", path, code=1).stderr
    seal(path, rows_of(path)[:3])
    result = run("check", path)
    assert (
        "unfinished" in result.stdout and "more events happened now" in result.stdout and "2 warnings" in result.stdout
    )


@pytest.mark.parametrize("name", ["x [/]", "[bold]", ":smile:", "[red]River[/red]", "a\\\\[b]", "[link=x]"])
def test_names_are_no_markup(tmp_path, name):
    path = renamed(tmp_path, name)
    shown = name.replace("\\\\", "\\")
    for words in (("measure", path), ("fall", path, "--map"), ("fall", path, "--angle", "90")):
        assert shown in run(*words).stdout
    path = renamed(tmp_path, name, "Old Gorak")
    assert shown in run("fall", path, "--map").stdout.splitlines()[0]


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_an_output_that_lacks_letters_gets_them_written_out(tmp_path, encoding):
    path = renamed(tmp_path, "槍兵 🐘 Ünter")
    for words in (("measure", path), ("fall", path, "--map"), ("fall", path, "--angle", "90"), ("check", path)):
        done = program(*words, env={"PYTHONIOENCODING": encoding, "COLUMNS": "160"})
        assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr
    ids = renamed(tmp_path, '"槍"', '"spearmen"')
    done = program("measure", ids, "--json", env={"PYTHONIOENCODING": encoding})
    assert "槍" in {pair["to"] for pair in json.loads(done.stdout.decode(encoding))["pairs"]}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", [("measure", GIANT), ("measure", GIANT, "--json"), ("check", GIANT), ("--help",)])
def test_a_full_disk_is_told_in_a_line(words):
    with Path("/dev/full").open("w") as full:
        done = program(*words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1 and b"No space" in done.stderr


def test_a_reader_that_went_away_and_no_output_at_all():
    read, write = os.pipe()
    os.close(read)
    done = program("measure", GIANT, capture_output=False, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert done.returncode == 1 and done.stderr == b""
    shell = f'exec "{sys.executable}" -c "from game.cli import main; main()" measure "{GIANT}" >&-'
    done = subprocess.run(shell, shell=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert b"Traceback" not in done.stderr and done.returncode == 0


def test_a_program_that_is_ended_leaves_nothing_behind(tmp_path):
    script = "from game.cli import main; main()"
    command = [sys.executable, "-c", script, "fall", str(GIANT), "-o", str(tmp_path / "out.gif")]
    running = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL)
    began = time.monotonic()
    while not any(tmp_path.iterdir()) and time.monotonic() - began < 60:
        time.sleep(0.01)
    assert [entry.name.startswith(".giantfall-") for entry in tmp_path.iterdir()] == [True]
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 128 + signal.SIGTERM
    assert not any(tmp_path.iterdir())


def test_an_error_that_a_library_makes_of_the_end_is_the_end(monkeypatch):
    from game import cli
    from game.cli.commands import giantfall

    def busy():
        try:
            cli._leave(signal.SIGTERM, None)
        except SystemExit:
            raise TypeError("not a file object") from None

    monkeypatch.setattr(cli, "_ended_by", [])
    monkeypatch.setattr(giantfall, "main", busy)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 128 + signal.SIGTERM
    monkeypatch.setattr(cli, "_ended_by", [])
    monkeypatch.setattr(giantfall, "main", lambda: int("no number"))
    with pytest.raises(ValueError, match="no number"):
        cli.main()


def test_the_version_of_a_source_tree():
    assert "giantfall, version 0" in program("--version", env={"PYTHONPATH": str(ROOT)}).stdout.decode()
    assert "giantfall, version " in run("--version").stdout


def test_a_version_needs_no_installation(monkeypatch):
    from game.engine import versions

    def missing(name):
        raise versions.PackageNotFoundError(name)

    monkeypatch.setattr(versions, "version", missing)
    assert versions.version_of("giantfall").endswith("(source tree)") and versions.version_of("numpy") == "unknown"
    assert "source tree" in run("--version").stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        *((["odds", "charge", "--move", bad, "--distance", "5"], 2, "no number of inches from 0 to 100") for bad in ("nan", "inf", "-1", "101", "1_0", "²", "seven", "١")),
        (["odds", "charge", "--move", "5", "--distance", "nan"], 2, "0 to 1000"),
        *((["open", "--size", bad], 2, "1600x900") for bad in ("²x900", "900", "x", "1600x", "16000000x900", "639x480", "1600x900x1", "-1600x900", "١٦٠٠x٩٠٠")),
        *((["fall", GIANT, "--angle", bad], 2, "degrees") for bad in ("²", "inf", "1_0", "", "1e300", "٩")),
        (["fall", GIANT, "--unit", "", "--map"], 1, "no unit ''"),
        (["measure", GIANT, "--unit", ""], 1, "no unit ''"),
        (["move", GIANT, "--unit", "", "advance 1"], 1, "no unit ''"),
        (["measure", GIANT, "--unit", "a\x1b[31m\nb"], 1, "a\\x1b[31m\\x0ab"),
        (["measure", GIANT, "--unit", "\u202egnp"], 1, "\\u202egnp"),
        (["measure", GIANT, "--unit", "x" * 100_000], 1, "xxx…"),
        (["measure", "a\x1b[31m\nb.toml"], 1, "a\\x1b[31m\\"),
        (["check", "x" * 100_000], 1, "xxx…xxx"),
        (["fall", GIANT, "--angle", "\x1b[31m"], 2, "\\x1b[31m"),
        (["fall", GIANT, "--angle", "9" * 100_000], 2, "999…999"),
        (["\x1b[31m"], 2, "\\x1b[31m"),
        (["x" * 100_000], 2, "xxx…xxx"),
        (["measure", GIANT, "--\x1b[31m"], 2, "\\x1b[31m"),
        (["odds", "\x1b"], 2, "\\x1b"),
    ],
)  # fmt: skip
def test_what_was_typed_is_refused_and_written_out(words, code, says):
    result = run(*words, code=code)
    assert says in result.stderr and not result.stdout
    assert len(result.stderr) < 1200 and result.stderr.count("\n") <= 5
    assert all(letter.isprintable() or letter == "\n" for letter in result.stderr)


@pytest.mark.parametrize("command", [("fall", GIANT, "--map"), ("fall", GIANT, "--angle", "10"), ("move", GIANT, "--unit", "spearmen", "advance 1")])  # fmt: skip
def test_the_picture_is_judged_before_the_answer(tmp_path, command):
    pipe, links = tmp_path / "pipe.png", tmp_path / "link.png"
    os.mkfifo(pipe)
    (tmp_path / "folder.png").mkdir()
    links.symlink_to("/dev/full")
    for out in ("x.jpg", "x", tmp_path / "none" / "x.png", pipe, tmp_path / "folder.png", links):
        result = run(*command, "-o", out, code=1)
        assert str(out) in result.stderr and not result.stdout and result.stderr.count("\n") == 1
    assert not list(tmp_path.glob(".giantfall*"))


def test_a_picture_of_any_width_in_the_range_that_is_told(tmp_path):
    from PIL import Image

    out = tmp_path / "out.png"
    said = run("render", GIANT, "-o", out, "--width", "8000", code=1).stderr
    least, most = (int(word) for word in said.split("drawn ")[1].split(" pixels")[0].split(" to "))
    assert (least, most) == (200, 7745) and not out.exists()
    run("render", GIANT, "-o", out, "--width", least)
    assert out.exists()
    tall = tmp_path / "wide.toml"
    tall.write_text('format = 1\ntable = { width = 240, depth = 6 }\n[[side]]\nid = "a"\nname = "A"\ncolour = "#d55e00"\n[[side]]\nid = "b"\nname = "B"\ncolour = "#0072b2"\n')  # fmt: skip
    assert "drawn 3200 to 8000 pixels" in run("render", tall, "-o", out, "--width", 1600, code=1).stderr
    run("render", tall, "-o", out, "--width", 3200)
    run("render", tall, "-o", out)  # nobody asked for a width: as wide as it must be
    with Image.open(out) as image:
        assert image.size == (3200, 80)


def test_a_long_move_on_a_large_table_is_drawn_in_what_a_picture_may_have(tmp_path):
    from PIL import Image

    path = tmp_path / "large.toml"
    text = GIANT.read_text(encoding="utf-8")
    assert "width = 72, depth = 48" in text
    path.write_text(text.replace("width = 72, depth = 48", "width = 240, depth = 240"), encoding="utf-8")
    out = tmp_path / "out.png"
    run("move", path, "--unit", "cutthroats", "wheel right 45, advance 220", "-o", out)
    with Image.open(out) as image:
        assert 20_000_000 < image.width * image.height <= 40_000_000


def test_a_giant_on_the_ground_falls_no_more(tmp_path):
    path = saved(tmp_path)
    result = run("fall", path, "--map", "--json")
    assert json.loads(result.stdout)["models"] and "lies on the ground already" in result.stderr
    for words in (["--angle", "90"], ["--angle", "90", "--json"], ["-o", tmp_path / "x.gif"]):
        result = run("fall", path, *words, code=1)
        assert "lies on the ground already" in result.stderr and not result.stdout
    run("fall", path, "-o", tmp_path / "map.png")


def test_a_giant_in_a_building_does_not_fall(tmp_path):
    path = tmp_path / "in.toml"
    text = GIANT.read_text(encoding="utf-8")
    text = text.replace('id = "old-gorak"\n', 'id = "old-gorak"\ngarrison = "keep"\n')
    text += '\n[[terrain]]\nid = "keep"\nkind = "building"\noutline = [[60, 40], [66, 40], [66, 46], [60, 46]]\n'
    path.write_text(text, encoding="utf-8")
    for words in (["--unit", "old-gorak", "--map"], ["--map"], ["--angle", "9"], ["-o", tmp_path / "x.gif"]):
        result = run("fall", path, *words, code=1)
        assert "building" in result.stderr and not result.stdout
    assert "building" in run("measure", path, "--unit", "old-gorak", code=1).stderr


def test_a_giant_of_several_models_is_told(tmp_path):
    from dataclasses import replace

    from game.engine.session import Session
    from game.rules.bundled import BOOK
    from game.rules.free_play import free_play
    from game.table.formation import Ranked

    state = open_session(GIANT).session.state
    giant = state.unit("old-gorak")
    twins = replace(giant, formation=Ranked(giant.formation.base, 2, 2), muster=replace(giant.muster, models=2))
    path = tmp_path / "twins.battle"
    save(Session(state.with_unit(twins), BOOK, free_play, 1), path, "free-play")
    for words in (["--map"], ["--angle", "3"], ["-o", tmp_path / "x.gif"]):
        result = run("fall", path, "--unit", "old-gorak", *words, code=1)
        assert result.stderr and not result.stdout and result.stderr.count("\n") <= 2


def test_a_pipe_as_input_is_refused_at_once(tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for words in (["check", pipe], ["measure", pipe], ["fall", pipe], ["render", pipe, "-o", tmp_path / "x.png"]):
        done = program(*words, timeout=30)
        assert done.returncode == 1 and b"no ordinary file" in done.stderr


def test_json_stands_alone_on_stdout(tmp_path):
    path = saved(tmp_path)
    seal(path, rows_of(path)[:-1])  # doubtful: there is something to say
    for words in (["fall", path, "--map"], ["measure", path], ["move", path, "--unit", "spearmen", "advance 99"], ["rules", "--missing"]):  # fmt: skip
        out = run(*words, "--json").stdout
        assert out.count("\n") == 1 and json.loads(out)
    done = program("fall", GIANT, "--json", "-o", tmp_path / "x.gif")
    assert json.loads(done.stdout) and done.returncode == 0

"""``giantfall render SAVE -o x.gif``: a moving picture of a saved battle, of some of its turns, cut where it is too long."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from PIL import Image

from game.cli import replaying
from game.cli.commands import giantfall
from game.engine.opening import open_session
from game.engine.save import BATTLE, save
from game.players.player import play
from game.players.roster import player_named
from tests.app.driving import SCENARIOS


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    session = open_session(SCENARIOS / "giant_vs_spearmen.toml", battle=True).session
    bots = {side.id: player_named("bot:simple") for side in session.state.sides}
    play(session, bots, until=lambda session: session.state.clock.turn == 3)
    path = tmp_path_factory.mktemp("saves") / "battle.giantfall"
    save(session, path, BATTLE)
    return path


def render(*words):
    return CliRunner().invoke(giantfall, ["render", *(str(word) for word in words)])


def test_a_battle_becomes_a_moving_picture(saved, tmp_path):
    out = tmp_path / "x.gif"
    found = render(saved, "-o", out, "--width", 300, "--fps", 5)
    assert found.exit_code == 0, found.output
    with Image.open(out) as image:
        assert image.size == (300, 200)
        assert image.n_frames > 5
        image.seek(1)
        assert image.info["duration"] % 200 == 0, "a fifth of a second a frame, or several of them"


def test_only_some_turns_are_drawn(saved, tmp_path):
    frames = {}
    for turns in ("1-2", "2"):
        out = tmp_path / f"{turns}.gif"
        assert render(saved, "-o", out, "--width", 300, "--fps", 5, "--turns", turns).exit_code == 0
        with Image.open(out) as image:
            frames[turns] = image.n_frames
    assert 1 < frames["2"] < frames["1-2"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--turns", "7"), "there is no turn 7: it was played to turn 3"),
        (("--turns", "3-2"), "'3-2' is no range of turns"),
        (("--turns", "x"), "'x' is no range of turns"),
    ],
)
def test_turns_that_cannot_be_are_told(saved, tmp_path, words, told):
    found = render(saved, "-o", tmp_path / "x.gif", *words)
    assert found.exit_code != 0
    assert told in found.output


def test_nothing_that_happened_is_nothing_to_be_moved(tmp_path):
    found = render(SCENARIOS / "two_giants.toml", "-o", tmp_path / "x.gif")
    assert found.exit_code == 1
    assert "nothing has happened" in found.output


def test_turns_are_of_moving_pictures(saved, tmp_path):
    found = render(saved, "-o", tmp_path / "x.png", "--turns", "1")
    assert found.exit_code == 2


def test_a_long_battle_is_cut_and_that_is_said(saved, tmp_path, monkeypatch):
    from game.render import gif

    monkeypatch.setattr(gif, "MOST_FRAMES", 4)
    found = render(saved, "-o", tmp_path / "x.gif", "--width", 300, "--fps", 5)
    assert found.exit_code == 0
    assert "cut after" in found.output
    with Image.open(tmp_path / "x.gif") as image:
        assert image.n_frames <= 4


def test_the_usual_width_is_that_of_a_moving_picture(saved, tmp_path):
    assert render(saved, "-o", tmp_path / "x.gif", "--turns", "1", "--fps", 2).exit_code == 0
    with Image.open(tmp_path / "x.gif") as image:
        assert image.size[0] == replaying.WIDTH

"""The window on a real X server, driven with xdotool: open, select, fall, save, undo, resize, close; a picture compared.

``GIANTFALL_RENEW_REFERENCE=1`` writes the reference picture anew: look at it before it is committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.app.pictures import FOLDER_VARIABLE as PICTURES_VARIABLE
from game.app.settings import FOLDER_VARIABLE
from game.engine.opening import open_session
from game.engine.tape import Chosen
from game.errors import GiantfallError
from game.scenario import bundled_scenarios
from tests.app.driving import SCENARIOS, middle_of
from tests.app.xvfb import MISSING, Screen, coarse

SIZE = (1280, 720)
SCENARIO = SCENARIOS / "giant_vs_spearmen.toml"
REFERENCE = Path(__file__).parent / "reference" / "battle.png"
PROGRAM = f"import sys; from game.app.main import run_window; sys.exit(run_window(size={SIZE}))"

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")


@pytest.fixture
def screen(tmp_path):
    found = Screen(tmp_path, SIZE)
    yield found
    found.close()


@pytest.fixture
def program(screen, tmp_path):
    own = {FOLDER_VARIABLE: str(tmp_path / "settings"), PICTURES_VARIABLE: str(tmp_path / "pictures")}
    environment = screen.environment(PYTHONPATH=str(SCENARIOS.parent), **own)
    screen.do("mousemove", 3, 3)
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], env=environment, stderr=subprocess.PIPE, text=True
    ) as started:
        yield started
        started.kill()


def giant_on_screen(open_window) -> tuple[int, int]:
    """Where the Giant's base is in a window of this size: worked out by a window that nobody sees."""
    window = open_window((int(SIZE[0] * 0.92), int(SIZE[1] * 0.92)))
    battle = window.show_battle(open_session(SCENARIO))
    x, y = middle_of(battle, "old-gorak")
    return round(x), round(y)


def saved(path: Path):
    try:
        return open_session(path).session
    except GiantfallError:
        return None


def compare(picture: np.ndarray) -> tuple[float, float]:
    """Mean difference from the reference, 0..255, and the share of blocks that look another way."""
    seen = coarse(picture)
    if os.environ.get("GIANTFALL_RENEW_REFERENCE"):
        Image.fromarray(seen.astype(np.uint8)).save(REFERENCE)
    wanted = np.asarray(Image.open(REFERENCE).convert("RGB"), dtype=float)
    assert wanted.shape == seen.shape
    away = np.abs(seen - wanted).max(axis=2)
    return float(away.mean()), float((away > 40).mean())


def test_a_person_opens_a_scenario_lets_the_giant_fall_undoes_it_resizes_and_leaves(
    screen, program, open_window, tmp_path
):
    window = screen.until(screen.windows, "the window")[0]
    x, y, wide, high = geometry(screen, window)
    assert wide <= SIZE[0] * 0.92
    assert high <= SIZE[1] * 0.92
    screen.do("mousemove", x + 5, y + high - 5)
    start = screen.still()
    for _ in range(bundled_scenarios().index(SCENARIO)):
        screen.do("key", "Right")
    screen.do("key", "Return")
    screen.until(lambda: not np.array_equal(screen.picture(), start), "another screen")

    opened = screen.still()
    mean, other = compare(opened[y : y + high, x : x + wide])
    assert mean < 4.0
    assert other < 0.02
    start_mean, start_other = np.inf, np.inf
    if not os.environ.get("GIANTFALL_RENEW_REFERENCE"):
        start_mean, start_other = compare(start[y : y + high, x : x + wide])
    assert start_mean > 20.0, "another screen is told from this one"
    assert start_other > 0.2

    giant = giant_on_screen(open_window)
    screen.do("mousemove", x + giant[0], y + giant[1], "click", 1)
    screen.do("key", "f")
    screen.do("key", "space")
    screen.still()
    path = tmp_path / "fallen.giantfall"
    screen.do("key", "ctrl+s")
    screen.still()
    screen.do("key", "ctrl+a")
    screen.do("type", "--delay", 15, str(path))
    screen.do("key", "Return")
    session = screen.until(lambda: saved(path), "the saved battle")
    fell = [logged.event for logged in session.log if logged.event.kind == "giant-fell"]
    assert [event.unit for event in fell] == ["old-gorak"]
    assert session.state.unit("old-gorak").down

    screen.do("key", "ctrl+z")
    screen.do("key", "ctrl+s")
    session = screen.until(
        lambda: (found := saved(path)) is not None and not found.log and found, "the battle before the fall"
    )
    assert not session.state.unit("old-gorak").down

    screen.do("windowsize", "--sync", window, 1000, 600)
    screen.until(lambda: geometry(screen, window)[2:] == (1000, 600), "the new size")
    x, y, wide, high = geometry(screen, window)
    resized = screen.still()[y : y + high, x : x + wide]
    panel, table = resized[high - 8, wide - 8], resized[high * 2 // 3, 60]
    assert panel.max() < 70, "the right panel reaches the new right edge"
    assert table.min() > 170, "the table takes the room of the left panel, which gives way"

    screen.do("mousemove", x + 5, y + high - 5)
    screen.do("key", "ctrl+q")
    assert program.wait(20) == 0
    assert program.stderr.read() == ""
    assert (tmp_path / "settings" / "window.json").is_file()


BATTLE = (
    "import sys; from pathlib import Path; from game.app.main import run_window; "
    f"sys.exit(run_window(Path(sys.argv[1]), {SIZE}, battle=True))"
)


def test_a_person_plays_a_whole_small_battle_against_a_bot(screen, open_window, tmp_path):
    scenario = tmp_path / "small.toml"
    scenario.write_text(SCENARIO.read_text("utf-8").replace("turns = 6", "turns = 2"), "utf-8")
    hidden = open_window((int(SIZE[0] * 0.92), int(SIZE[1] * 0.92)))
    seen = hidden.show_battle(open_session(scenario, battle=True))
    charger, target = middle_of(seen, "old-gorak"), middle_of(seen, "spearmen")
    own = {FOLDER_VARIABLE: str(tmp_path / "settings"), PICTURES_VARIABLE: str(tmp_path / "pictures")}
    environment = screen.environment(PYTHONPATH=str(SCENARIOS.parent), GIANTFALL_NO_ANIMATION="1", **own)
    screen.do("mousemove", 3, 3)
    with subprocess.Popen(
        [sys.executable, "-c", BATTLE, str(scenario)], env=environment, stderr=subprocess.PIPE, text=True
    ) as program:
        try:
            play(screen, charger, target, tmp_path / "settings" / "last-battle.giantfall")
            screen.do("key", "ctrl+q")
            assert program.wait(20) == 0
            assert program.stderr.read() == ""
        finally:
            program.kill()
    session = open_session(tmp_path / "settings" / "last-battle.giantfall").session
    kinds = [logged.event.kind for logged in session.log]
    assert kinds[-1] == "battle-ended"
    declared = [logged.event for logged in session.log if logged.event.kind == "charge-declared"]
    assert (declared[0].unit, declared[0].target) == ("old-gorak", "spearmen"), "by two clicks on the table"
    assert {entry.by for entry in session.tape if isinstance(entry, Chosen)} == {"person", "bot:simple"}


def play(screen: Screen, charger, target, kept: Path) -> None:
    """Declare a charge by two clicks, then take the golden button until the battle is over: it is kept as it grows."""
    window = screen.until(screen.windows, "the window")[0]
    x, y, _, high = geometry(screen, window)
    screen.still()
    for place in (charger, target):
        screen.do("mousemove", x + round(place[0]), y + round(place[1]), "click", 1)
    screen.do("mousemove", x + 5, y + high - 5)
    screen.until(kept.is_file, "the first order in the file of the last battle")

    def over() -> bool:
        screen.do("key", "x")  # the bots play faster; without one it does nothing
        screen.do("key", "Return")
        return "battle-ended" in kept.read_text("utf-8")

    screen.until(over, "the end of the battle", 90.0)


def geometry(screen: Screen, window: str) -> tuple[int, int, int, int]:
    told = dict(line.split("=") for line in screen.do("getwindowgeometry", "--shell", window).split())
    return int(told["X"]), int(told["Y"]), int(told["WIDTH"]), int(told["HEIGHT"])

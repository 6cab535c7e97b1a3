"""The start screen with its pictures, files that are opened from it, new tables, the lists laid over it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from game.app import pictures as pictures_module
from game.app.armies import army_label
from game.app.last_battle import last_battle_file
from game.app.pictures import SIZE, Pictures, battlefield, cache_folder, read_entry
from game.app.screens import saving
from game.app.screens.battle import BattleScreen
from game.app.screens.dialogs import PickItem
from game.app.screens.new_table import NewTableForm
from game.app.screens.open_file import folder_items
from game.app.screens.problems import ProblemList
from game.app.screens.saving import MOST, suggested_path, told
from game.app.screens.start import StartScreen
from game.app.tools.new_table import Army, bundled_armies
from game.app.view import Item
from game.render.fonts import font
from game.scenario import bundled_scenarios, load_scenario
from tests.app.driving import SCENARIOS, click, click_spot, press_key, spots, type_text
from tests.app.tables import battle_table


@pytest.fixture
def start(open_window):
    window = open_window()
    window.show(window.start_screen())
    return window, window.screens[0]


def all_pictures(window):
    for _ in range(100):
        if not window.frame(0.01):
            return
    raise AssertionError("pictures never end")


def test_the_first_frame_waits_for_no_picture_and_each_further_one_for_one(start):
    window, screen = start
    counts = []
    while True:
        more = window.frame(0.01)
        counts.append(len(screen.pictures.pictures))
        if not more:
            break
    assert counts[0] == 0
    assert counts == list(range(len(bundled_scenarios()) + 1))


def test_every_bundled_scenario_has_a_card_with_its_name_and_a_picture_of_its_own(start):
    window, screen = start
    all_pictures(window)
    entries = screen.pictures.entries
    assert [entries[path].name for path in screen.pictures.paths] == [
        load_scenario(path).name for path in bundled_scenarios()
    ]
    assert not any(entry.broken for entry in entries.values())
    shown = {pygame.image.tobytes(found, "RGB") for found in screen.pictures.pictures.values()}
    assert len(shown) == len(screen.pictures.paths) >= 8


def test_a_picture_is_kept_and_a_damaged_one_is_made_anew(monkeypatch):
    path = SCENARIOS / "giant_vs_spearmen.toml"
    _, first = read_entry(path)
    kept = list(cache_folder().iterdir())
    assert [file.suffix for file in kept] == [".png"]
    drawn = []
    monkeypatch.setattr(pictures_module, "battlefield", lambda state: drawn.append(state) or battlefield(state))
    _, again = read_entry(path)
    assert drawn == []
    assert pygame.image.tobytes(again, "RGB") == pygame.image.tobytes(first, "RGB")
    kept[0].write_bytes(b"no picture")
    _, anew = read_entry(path)
    assert len(drawn) == 1
    assert pygame.image.tobytes(anew, "RGB") == pygame.image.tobytes(first, "RGB")


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tmp_path):
    (tmp_path / "pictures").write_text("a file where the folder should be")
    entry, found = read_entry(SCENARIOS / "giant_vs_spearmen.toml")
    assert not entry.broken
    assert found.get_size() == SIZE


def test_a_table_without_units_has_a_picture_too():
    from dataclasses import replace

    empty = battlefield(replace(battle_table(), units=()))
    assert empty.get_size() == SIZE


def test_a_scenario_that_cannot_be_read_is_shown_as_such_and_opens_as_a_list_of_its_faults(open_window, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text('format = 1\nname = "B"\ntable = { width = 72, depth = "x" }\nturns = "six"\n')
    window = open_window()
    window.show(StartScreen(window, lambda: None, Pictures((path,))))
    window.frame(0.01)
    window.frame(0.01)
    window.frame(0.01)
    assert window.screens[0].pictures.entries[path].broken
    click_spot(window, "scenario broken")
    top = window.screens[-1]
    assert isinstance(top, ProblemList)
    assert {"table.depth", "turns"} <= {problem.key for problem in top.problems}
    press_key(window, "return")
    assert isinstance(window.screens[-1], StartScreen)


def test_enter_opens_the_lit_card_and_arrows_light_another(start):
    window, screen = start
    all_pictures(window)
    press_key(window, "right")
    press_key(window, "return")
    battle = window.screens[-1]
    assert isinstance(battle, BattleScreen)
    assert battle.view.path == screen.pictures.paths[1]
    press_key(window, "w", ctrl=True)
    assert isinstance(window.screens[-1], StartScreen)


def test_escape_leaves_neither_the_start_screen_nor_the_window(start):
    window, screen = start
    press_key(window, "escape")
    assert window.screens == [screen]
    assert not window.closed
    press_key(window, "q", ctrl=True)
    assert window.closed


def test_arrows_stop_at_the_ends(start):
    window, screen = start
    window.frame(0.01)
    for _ in range(40):
        press_key(window, "down")
    assert screen.at == len(screen.pictures.paths) - 1
    window.frame(0.01)
    box = spots(window)[f"scenario {screen.pictures.paths[-1].stem}"].box
    assert box[1] < window.size[1], "the lit card is in sight"
    for _ in range(40):
        press_key(window, "up")
    assert screen.at < screen._columns


def test_a_new_table_with_two_armies_is_opened_as_asked(start):
    window, _ = start
    press_key(window, "n")
    form = window.screens[-1]
    assert isinstance(form, NewTableForm)
    click_spot(window, "96 × 48")
    for edge in range(2):
        form._ask_army(edge)
        picker = window.screens[-1]
        assert isinstance(picker, PickItem)
        window.frame(0.01)
        press_key(window, "down")
        press_key(window, "return")
    assert window.screens[-1] is form
    press_key(window, "return")
    battle = window.screens[-1]
    assert isinstance(battle, BattleScreen)
    state = battle.view.state
    assert (state.width, state.depth) == (96, 48)
    assert {unit.side for unit in state.units} == {side.id for side in state.sides}
    assert len(state.units) > 2


def test_an_empty_table_of_a_size_of_ones_own(start):
    window, _ = start
    press_key(window, "n")
    form = window.screens[-1]
    form._size(form.wanted.width + 6, 5000)
    press_key(window, "return")
    battle = window.screens[-1]
    assert (battle.view.state.width, battle.view.state.depth) == (78, 240)
    assert battle.view.state.units == ()
    for key in "fmrlps":
        press_key(window, key)
    press_key(window, "tab")


def test_a_table_too_small_for_its_armies_says_so(start):
    window, _ = start
    press_key(window, "n")
    form = window.screens[-1]
    form.wanted = type(form.wanted)(6, 6, (form._armies[0].file, form._armies[1].file))
    form.stale = True
    press_key(window, "return")
    assert window.screens[-1] is form, "it stays and says what would do"
    assert form.fault() == "6 × 6 is too small for these armies; 48 × 48 is enough."
    sizes = spots(window)
    assert sizes["36 × 36"].action is sizes["Begin"].action is None
    click_spot(window, "48 × 48")
    window.frame(0.01)
    assert form.fault() == ""
    assert spots(window)["Begin"].action is not None


def test_an_army_that_cannot_be_read_is_a_list_of_problems(start):
    window, _ = start
    press_key(window, "n")
    form = window.screens[-1]
    form.wanted = type(form.wanted)(72, 48, ("gone.toml", ""))
    press_key(window, "return")
    assert isinstance(window.screens[-1], ProblemList)
    assert len(window.screens[-1].problems) > 0


def test_a_click_beside_a_dialog_closes_it(start):
    window, screen = start
    press_key(window, "n")
    window.frame(0.01)
    click(window, 3, 3)
    assert window.screens == [screen]


def test_opening_a_file_goes_through_folders(start, tmp_path):
    window, _ = start
    (tmp_path / "mine").mkdir()
    shutil.copy(SCENARIOS / "two_giants.toml", tmp_path / "mine" / "zz_mine.toml")
    (tmp_path / "mine" / "notes.txt").write_text("not for us")
    assert [item.label for item in folder_items(tmp_path / "mine")] == ["../", "zz_mine.toml"]
    window.remember(folder=str(tmp_path))
    press_key(window, "o")
    type_text(window, "mine")
    press_key(window, "return")
    type_text(window, "zz")
    press_key(window, "return")
    assert isinstance(window.screens[-1], BattleScreen)
    assert Path(window.settings.folder) == tmp_path / "mine"


def test_letters_typed_before_the_next_frame_are_not_lost(start):
    window, _ = start
    window.frame(0.01)
    events = [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_o, unicode="o", scancode=0, mod=0)]
    for letter in "sc":
        events.append(pygame.event.Event(pygame.KEYDOWN, key=ord(letter), unicode=letter, scancode=0, mod=0))
        events.append(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    for event in events:  # all of them in one turn of the loop
        window.take(event)
    assert window.screens[-1].text == "sc"


def test_a_list_is_narrowed_by_every_word_typed(open_window):
    window = open_window()
    window.show(StartScreen(window, lambda: None, Pictures(())))
    picked = []
    items = (Item("a", "Bonegrinder Giant", "Monster", "Albion"), Item("b", "Giant", "Monster"), Item("c", "Spearmen"))
    window.show(PickItem(window, "Who?", items, picked.append))
    window.frame(0.01)
    type_text(window, "giant alb")
    assert [item.id for item in window.screens[-1].shown()] == ["a"]
    press_key(window, "return")
    assert picked == ["a"]
    window.show(PickItem(window, "Who?", items, picked.append))
    window.frame(0.01)
    type_text(window, "nobody")
    press_key(window, "return")
    assert picked == ["a"]


@pytest.mark.parametrize(
    "name", ["a/b\\c.giantfall", "\0x.giantfall", "x" * 500 + ".giantfall", ".giantfall", "  .toml"]
)
def test_a_proposed_file_has_a_name_that_can_be_written(tmp_path, name):
    path = suggested_path(name, tmp_path / "opened.toml")
    assert path.parent == tmp_path
    path.write_text("it can")
    assert path.suffix == "." + name.rsplit(".", 1)[1]


def test_a_file_is_proposed_beside_the_opened_one_else_in_the_current_folder_else_at_home(tmp_path, monkeypatch):
    home, here, own = (tmp_path / name for name in ("home", "here", "own"))
    for folder in (home, here, own):
        folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.chdir(here)
    assert suggested_path("x.toml", own / "a.toml").parent == own
    assert suggested_path("x.toml", None).parent == here
    for program_s_own in (bundled_scenarios()[0], last_battle_file()):
        assert suggested_path("x.toml", program_s_own).parent == here
    monkeypatch.setattr(saving, "_takes_files", lambda place: place == own)
    assert suggested_path("x.toml", own / "a.toml").parent == own
    assert suggested_path("x.toml", None).parent == home


def test_a_long_path_is_told_with_both_its_ends(tmp_path):
    short = tmp_path / "a.toml"
    assert told(Path("/short/a.toml").absolute()) == str(Path("/short/a.toml").absolute())
    long = short.parent.joinpath(*["a-folder-of-some-length"] * 8, "new-table.toml")
    words = told(long)
    assert len(words) <= MOST
    assert words.endswith("new-table.toml")
    start, _, end = words.partition("…")
    assert str(long).startswith(start)
    assert str(long).endswith(end)
    assert start
    assert len(told(tmp_path / ("x" * 200 + ".toml"))) <= MOST


def test_the_armies_of_a_new_table_say_whose_they_are_and_what_they_cost(start, monkeypatch):
    from tests.app.test_window_battle import words_drawn

    window, _ = start
    labels = {army.file: army_label(army) for army in bundled_armies()}
    assert labels["orcs_and_goblins.toml"] == "Orcs and Goblins: The Big Noise · 971 points"
    assert labels["chaos_dwarfs.toml"].startswith("Chaos Dwarfs: The Ninth Furnace · ")
    assert army_label(Army("no-such.toml", "Nobody", "")) == "Nobody"
    press_key(window, "n")
    form = window.screens[-1]
    form._ask_army(0)
    window.frame(0.01)
    drawn = words_drawn(monkeypatch, window)
    for army in bundled_armies():
        assert labels[army.file] in drawn
        assert army.about in drawn, "the sentence is not cut where there is room for it"
    window.screens[-1]._pick("orcs_and_goblins.toml")
    assert any(labels["orcs_and_goblins.toml"] in words for words in words_drawn(monkeypatch, window))


def test_the_font_has_the_letters_that_names_are_written_with():
    missing = font(20).metrics("\U000e0001")[0]
    for letter in "ÅïΩЯ’×″✓▸♥↶↷‹◐○☀⚄✶⌀←→↑↓▾−":
        assert font(20).metrics(letter)[0] != missing, letter

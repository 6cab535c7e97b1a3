"""The card's rules: three kinds of chips, a legend, and a tip with what a rule does and what of it is not played."""

from __future__ import annotations

from game.app.panels.chips import NOT_AT_ALL, PARTLY, legend, rule_chips
from game.catalogue import bundled_catalogue
from game.rules.bundled import ALL, wanting
from tests.app.driving import battle, mouse_to, spots
from tests.app.tables import battle_table, unit
from tests.app.test_window_battle import words_drawn


def test_a_chip_tells_by_its_mark_how_far_its_rule_is_played():
    marks = set()
    for kind in bundled_catalogue().values():
        lacking = wanting(kind)
        for chip, use in zip(
            sorted(rule_chips(kind), key=lambda chip: chip.words),
            sorted(dict.fromkeys(kind.rules), key=str),
            strict=True,
        ):
            assert chip.words == str(use)
            assert chip.wanting == lacking[use.name]
            mark = chip.label.removesuffix(chip.words).strip()
            assert mark == {"": "", ALL: NOT_AT_ALL}.get(chip.wanting, PARTLY)
            marks.add(mark)
            assert chip.about
            assert chip.about in chip.tip
            assert chip.wanting in ("", ALL) or chip.wanting in chip.tip
            assert ("Not played yet" in chip.tip) == bool(chip.wanting)
    assert marks == {"", PARTLY, NOT_AT_ALL}


def test_the_legend_names_the_marks_that_are_there():
    giant = rule_chips(bundled_catalogue()["siege-giant"])
    assert PARTLY in legend(giant)
    assert NOT_AT_ALL in legend(giant)
    played = [chip for chip in giant if not chip.wanting]
    assert legend(played) == ""
    assert NOT_AT_ALL not in legend([chip for chip in giant if chip.wanting != ALL])


def test_pointing_at_a_chip_brings_its_tip_and_what_has_no_room_is_in_a_tip_too(open_window, monkeypatch):
    window = open_window((1280, 720))
    wizard = unit("shaman", "hashut", "siege-giant", 8, 8, 90)
    screen = battle(window, battle_table(wizard))
    screen.view.select("gorak")
    drawn = words_drawn(monkeypatch, window)
    chips = rule_chips(screen.view.state.unit("gorak").type)
    assert legend(chips) in drawn
    here = spots(window)
    shown = [chip for chip in chips if f"rule {chip.words}" in here]
    rest = here["more rules"].tip.split("\n") if "more rules" in here else []
    assert [chip.label for chip in chips] == [chip.label for chip in shown] + rest
    chip = next(chip for chip in shown if chip.wanting)
    left, top, width, height = here[f"rule {chip.words}"].box
    mouse_to(window, left + width / 2, top + height / 2)
    for _ in range(10):
        window.frame(0.05)
    assert screen.face.floats.shown == ("tip", chip.tip)
    box = screen.face.floats.box
    assert box is not None
    assert window._surface.get_rect().contains(box)
    said = " ".join(words_drawn(monkeypatch, window))
    assert "Not played yet" in said

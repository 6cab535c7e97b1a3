"""What the keys and buttons of a battle do, apart from the tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from game.app.keys import key_label
from game.app.last_battle import flow_of
from game.app.layout import Over, has_room
from game.app.screens.begin_battle import BeginBattle
from game.app.screens.help import HelpPage
from game.app.screens.saving import own_file, told
from game.app.tool import Button, Key
from game.app.tools.save_scenario import suggested_name
from game.engine.save import save

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen

SUFFIX = ".giantfall"
"""Ending of a saved battle."""


class Orders:
    """The actions of a battle's screen.

    Attributes:
        screen: The screen.
    """

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self._saved: Path | None = None

    def actions(self) -> dict[str, Callable[[], object]]:
        """What each action does, by its id."""
        view, grip = self.screen.view, self.screen.grip
        middle = view.camera.middle
        panels = {"left-panel": self._panel("left"), "right-panel": self._panel("right")}
        return {
            **{action: done for action, done in panels.items() if done is not None},
            "go-on": self._go_on,
            "undo": lambda: self._back_and_forth(view.session.undo, "There is nothing to undo"),
            "redo": lambda: self._back_and_forth(view.session.redo, "There is nothing to redo"),
            "new-dice": self._new_dice,
            "save": self._save,
            **({"begin-battle": self._begin_battle} if view.free else {}),
            "hand-dice": self._hand_dice,
            "replay": lambda: self.screen.take(
                self.screen.tools[0] if view.until is not None else self.screen.playing.replay
            ),
            "find": self._find,
            "log-up": lambda: self._turn(self.screen.face.layout.right[3] / 2),
            "log-down": lambda: self._turn(-self.screen.face.layout.right[3] / 2),
            "next-unit": lambda: self._next_unit(1),
            "previous-unit": lambda: self._next_unit(-1),
            "centre": self._centre,
            "whole-table": self._see_all,
            "nearer": lambda: grip.zoom(view, *middle, 2),
            "farther": lambda: grip.zoom(view, *middle, -2),
            "pan-left": lambda: grip.pan(view, -1, 0),
            "pan-right": lambda: grip.pan(view, 1, 0),
            "pan-up": lambda: grip.pan(view, 0, 1),
            "pan-down": lambda: grip.pan(view, 0, -1),
            "help": lambda: self.screen.desk.show(HelpPage(self.screen.desk, self.screen.tools)),
            "back": self._give_up,
        }

    def _begin_battle(self) -> None:
        self.screen.desk.show(BeginBattle(self.screen.desk, self.screen.view.session))

    def _hand_dice(self) -> None:
        view = self.screen.view
        view.by_hand = not view.by_hand
        view.say("You throw the dice from here on" if view.by_hand else "Giantfall throws the dice from here on")

    def golden_by(self, key: Key) -> Button | None:
        """The golden button, if this is Enter or Space and no other button says that the key is its own."""
        if key.name not in ("space", "return"):
            return None
        buttons = self.screen.tool.prompt(self.screen.view).buttons
        others = " · ".join(button.key_label for button in buttons if not button.primary).split(" · ")
        return None if key_label(key) in others else next((button for button in buttons if button.primary), None)

    def _go_on(self) -> None:
        golden = next((button for button in self.screen.tool.prompt(self.screen.view).buttons if button.primary), None)
        if golden is not None:
            self.screen.push(golden)

    def _back_and_forth(self, go: Callable[[], bool], otherwise: str) -> None:
        if self.screen.tool is self.screen.playing.replay:
            self.screen.take(self.screen.tools[0])
        self.screen.view.say("" if go() else otherwise)

    def _new_dice(self) -> None:
        self.screen.view.session.new_dice()
        self.screen.view.say("Other dice from here on; what was rolled stays.")

    def _panel(self, panel: Over) -> Callable[[], None] | None:
        """What a panel's key does where the panel has no room beside the table; None: the window shows or hides it."""
        desk, face = self.screen.desk, self.screen.face
        if has_room(desk.size, desk.theme.scale, desk.settings.left, desk.settings.right, panel):
            return None
        return lambda: self._lay_over("" if face.over == panel else panel)

    def _lay_over(self, panel: Over) -> None:
        self.screen.face.search.entry = None
        self.screen.face.lay_over(panel)
        self.screen.view.stale.everything()

    def _find(self) -> None:
        """Let the log be searched; its panel is brought up first."""
        if self.screen.face.layout.right[2] <= 0:
            self.screen.desk.perform("right-panel")
        self.screen.face.search.wanted = True
        self.screen.view.stale.panels = True
        self.screen.desk.present()  # where the field is to be is known once the panel is there
        self.screen.face.search.open(self.screen.desk.size, self.screen.desk.theme, self.screen.face.log.search)
        self.screen.view.stale.panels = True

    def _turn(self, pixels: float) -> None:
        self.screen.face.log.turned(pixels)
        self.screen.view.stale.panels = True

    def _next_unit(self, step: int) -> None:
        units = [unit.id for unit in self.screen.view.state.units if unit.on_table]
        if units:
            at = units.index(self.screen.view.selected) if self.screen.view.selected in units else -1 if step > 0 else 0
            self.screen.view.select(units[(at + step) % len(units)])

    def _see_all(self) -> None:
        """The whole table; once more: the units."""
        if self.screen.grip.fitted == "table":
            self.screen.grip.battlefield(self.screen.view)
        else:
            self.screen.grip.whole_table(self.screen.view)

    def _centre(self) -> None:
        unit = self.screen.view.chosen
        if unit is not None and unit.on_table:
            pose = self.screen.view.state.unit(unit.host).pose if unit.host else unit.pose
            self.screen.grip.see(self.screen.view, replace(self.screen.view.camera, x=pose.x, y=pose.y))

    def _give_up(self) -> None:
        self.screen.grip.let_go(self.screen.view, self.screen.tool)
        if self.screen.face.search.entry is not None or self.screen.face.log.search:
            self.screen.face.search.entry, self.screen.face.log.search = None, ""
            self.screen.view.stale.panels = True
        elif self.screen.face.over:
            self._lay_over("")
        else:
            self.screen.take(self.screen.tools[0])

    def _save(self) -> None:
        def write(path: Path) -> None:
            save(self.screen.view.session, path, flow_of(self.screen.view.session))
            self.screen.work.saved()
            self._saved = path
            self.screen.view.say(f"Saved as {told(path)}")

        if self._saved is None:
            own = own_file(self.screen.file)
            stem = own.stem if own is not None else Path(suggested_name(self.screen.view)).stem
            self.screen.ask_path("Save the battle", stem + SUFFIX, write)
        else:
            write(self._saved)

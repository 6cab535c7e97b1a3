"""What tools and panels share: the battle, what of the table is seen, what is selected and pointed at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from game.app.play.throwing import HandDice, NeedsDiceError, Thrown
from game.app.snapping import nearest_points
from game.battle.decision import Choice, Fault
from game.battle.ground import ModelOwner, bases_of
from game.battle.state import State
from game.battle.unit import Unit
from game.engine.session import RefusedError, Session
from game.engine.tape import SeededDice
from game.render.camera import Camera
from game.render.picking import owner_at
from game.render.theme import Theme
from game.rules.book import Rulebook

Point = tuple[float, float]
SNAP = 12.0
"""Pixels at 100 % within which the ruler jumps to a base."""


@dataclass(slots=True)
class Stale:
    """What has to be drawn anew; set by whoever changes something, cleared by the window.

    Attributes:
        ground: The table itself: the camera moved, the size or the theme changed.
        scene: Units stand differently.
        overlays: What lies over them changed.
        panels: The panels around the table changed.
    """

    ground: bool = True
    scene: bool = True
    overlays: bool = True
    panels: bool = True

    def everything(self) -> None:
        """Draw all of it."""
        self.ground = self.scene = self.overlays = self.panels = True

    @property
    def any(self) -> bool:
        """Something has to be drawn."""
        return self.ground or self.scene or self.overlays or self.panels


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a list to pick from.

    Attributes:
        id: What the answer says.
        label: Its words.
        detail: Small words beside it.
        group: Heading under which it stands.
    """

    id: str
    label: str
    detail: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Snap:
    """A place on the table to which the mouse jumps.

    Attributes:
        x: Inches.
        y: Inches.
        unit: Id of the unit whose base it is, or "": no base was near.
        model: Number of the place in that unit's formation; -1 without one.
    """

    x: float
    y: float
    unit: str = ""
    model: int = -1


def _no_path(title: str, suggested: str, then: Callable[[Path], None]) -> None:
    """No window, nobody to ask."""


def _no_dice(need: NeedsDiceError, then: Callable[[Thrown | None], None]) -> None:  # noqa: ARG001
    """No window, nobody to throw."""
    then(None)


def _no_item(title: str, items: tuple[Item, ...], then: Callable[[str], None]) -> None:
    """No window, nobody to ask."""


@dataclass(eq=False)
class View:
    """The shared things of one open battle. Tools change it by its methods, which note what must be drawn anew.

    Attributes:
        session: The battle.
        camera: What of the table is seen where; its ``view`` is the table's rectangle in screen pixels.
        theme: Colours and the scale of the desktop.
        free: Free play: units may be put down, moved and taken off at will.
        path: The scenario's file; None for a table of one's own.
        selected: Id of the selected unit, or "".
        hovered: The model under the mouse.
        cursor: So many entries of the session's log have been shown.
        message: One line about what just happened, shown in the prompt.
        alarm: The message says that something is wrong.
        mouse: Where the mouse is, screen pixels.
        shift: Shift is held, as of the last event of mouse or key; the window keeps it.
        stale: What has to be drawn anew.
        ask_path: Asks for a file to write: title, suggested name, what to do with it. The window sets it.
        ask_item: Asks to pick from a list: title, items, what to do with the id. The window sets it.
        until: So many entries of the log are to be seen, in a replay; None: all there are, the battle goes on.
        by_hand: A person throws the dice.
        ask_dice: Asks for a throw: what needs it, what to do with it (None: nobody throws). The window sets it.
        tried: Called when a choice was tried and waits for more dice. The window sets it.
    """

    session: Session
    camera: Camera
    theme: Theme = field(default_factory=Theme)
    free: bool = True
    path: Path | None = None
    selected: str = ""
    hovered: ModelOwner | None = None
    cursor: int = 0
    message: str = ""
    alarm: bool = False
    mouse: Point = (0.0, 0.0)
    shift: bool = False
    stale: Stale = field(default_factory=Stale)
    ask_path: Callable[[str, str, Callable[[Path], None]], None] = _no_path
    ask_item: Callable[[str, tuple[Item, ...], Callable[[str], None]], None] = _no_item
    until: int | None = None
    by_hand: bool = False
    ask_dice: Callable[[NeedsDiceError, Callable[[Thrown | None], None]], None] = _no_dice
    tried: Callable[[], None] = lambda: None

    @property
    def state(self) -> State:
        """The state that is seen: that of the moment, or of a moment that is replayed."""
        if self.until is None:
            return self.session.state
        return self.session.log[self.cursor - 1].state if self.cursor else self.session.start

    @property
    def end(self) -> int:
        """So many entries of the log are to be seen, whether they have been shown yet or not."""
        return len(self.session.log) if self.until is None else self.until

    def see_until(self, end: int | None, *, shown: bool = False) -> None:
        """See the battle as it was after so many entries of the log; None: as it stands, where it goes on.

        ``shown``: what lies between is shown as it happened.
        """
        self.until = end
        if not shown:
            self.cursor = self.end
        self.stale.everything()

    @property
    def book(self) -> Rulebook:
        """The rulebook that the battle is played by."""
        return self.session.book

    @property
    def chosen(self) -> Unit | None:
        """The selected unit; None if none is, or it is no longer in the battle."""
        return next((unit for unit in self.state.units if unit.id == self.selected), None)

    # What tools do.

    def select(self, unit: str) -> None:
        """Select a unit, or none with ""."""
        if unit != self.selected:
            self.selected = unit
            self.stale.overlays = self.stale.panels = True

    def say(self, text: str, alarm: bool = False) -> None:
        """Show a line in the prompt; ``alarm`` for what went wrong."""
        if (text, alarm) != (self.message, self.alarm):
            self.message, self.alarm = text, alarm
            self.stale.panels = True

    def redraw(self) -> None:
        """What a tool lays over the table, or asks, has changed."""
        self.stale.overlays = self.stale.panels = True

    def faults(self, choice: Choice) -> tuple[Fault, ...]:
        """Every reason why the battle does not allow this now."""
        return self.session.faults(choice)

    def choose(self, choice: Choice, by: str = "person") -> bool:
        """Do it. False, with the reasons as the message, if it is not allowed; nothing has changed then.

        Where a person throws the dice it is done as soon as all dice that it needs are thrown.
        """
        return self._try(choice, by, ())

    def _try(self, choice: Choice, by: str, thrown: tuple[Thrown, ...]) -> bool:
        self.session.dice = HandDice(thrown) if self.by_hand else SeededDice()
        try:
            self.session.choose(choice, by)
        except RefusedError as error:
            self.say(str(error), True)
            return False
        except NeedsDiceError as need:
            self.tried()
            self.ask_dice(need, lambda throw: self._thrown(choice, by, thrown, throw))
            return True
        finally:
            self.session.dice = SeededDice()
        self.say("")
        self.stale.scene = self.stale.overlays = self.stale.panels = True
        return True

    def _thrown(self, choice: Choice, by: str, before: tuple[Thrown, ...], throw: Thrown | None) -> None:
        if throw is None:
            self.say("No dice were thrown: nothing has happened", True)
        else:
            self._try(choice, by, (*before, throw))

    # Where things are.

    def table_at(self, px: float, py: float) -> Point:
        """The table point (inches) under a screen point."""
        return self.camera.to_table(px, py)

    def on_table(self, px: float, py: float) -> bool:
        """Whether a screen point lies in the table's rectangle of the window."""
        left, top, width, height = self.camera.view
        return left <= px < left + width and top <= py < top + height

    def model_at(self, px: float, py: float) -> ModelOwner | None:
        """Whose model stands under a screen point; of what was put down last first."""
        return owner_at(self.state, self.camera, px, py)

    def unit_at(self, px: float, py: float) -> str:
        """Id of the unit under a screen point, or ""; a character in the ranks of another unit is found himself."""
        model = self.model_at(px, py)
        return model.unit if model else ""

    def snap(self, px: float, py: float) -> Snap:
        """The nearest point of a base's edge or corner within reach of the mouse; else the table point itself."""
        x, y = self.table_at(px, py)
        reach = self.theme.px(SNAP) / self.camera.ppi
        best, best_distance = Snap(x, y), reach
        for unit in self.state.standing():
            shapes = bases_of(unit)
            points = nearest_points(shapes, x, y, reach)
            away = np.hypot(points[:, 0] - x, points[:, 1] - y)
            nearest = int(np.argmin(away))
            if away[nearest] <= best_distance:
                best_distance = float(away[nearest])
                best = Snap(float(points[nearest, 0]), float(points[nearest, 1]), unit.id, nearest)
        return best

"""The window: its loop, its screens one over the other, its size. It draws only when something has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pygame

from game.app import display
from game.app.input import REPEATED, Down, Echo, FocusLost, Happening, KeyPressed, Moved, Pressed, read_event
from game.app.keys import action_of
from game.app.net import Net
from game.app.screens.battle import BattleScreen
from game.app.screens.beginning import begin_by_turns, screen_of
from game.app.screens.help import HelpPage
from game.app.screens.opened import note_of
from game.app.screens.problems import ProblemList
from game.app.screens.screen import Screen
from game.app.screens.start import StartScreen
from game.app.settings import Settings, next_scale, save_settings
from game.app.tool import Tool
from game.battle.state import State
from game.engine.opening import Opened, open_session
from game.engine.session import Session
from game.errors import GiantfallError, InputError, Problem
from game.render.sprites import ROOM, Sprites
from game.render.theme import DARK, LIGHT, Theme
from game.rules.bundled import BOOK
from game.rules.free_play import free_play

LONGEST_STEP = 0.1
"""Seconds that pass at most from frame to frame: a window that stood still must not jump to an animation's end."""
FRAMES = 60
"""Frames a second while something moves."""
IDLE = 200
"""Milliseconds after which a still window looks whether its size has changed."""
Tools = Callable[[], tuple[Tool, ...]]


class Window:
    """The window with its screens; what screens know as the desk.

    Attributes:
        settings: What it remembers.
        theme: The look, the scale included.
        sprites: Pictures kept from frame to frame.
        size: Of the window, pixels.
        screens: One over the other; the last has the mouse and the keys.
        closed: It is to be left.
    """

    def __init__(self, settings: Settings, size: tuple[int, int], tools: Tools, *, keeps: bool = True) -> None:
        self.settings = settings
        self.size = size
        self.sprites = Sprites()
        self.theme = Theme()
        self.screens: list[Screen] = []
        self.closed = False
        self._tools = tools
        self._keeps = keeps
        self._mouse = (0.0, 0.0)
        self._down = Down()
        self._echo = Echo()
        self._warned = False
        self._own_size = size
        self._surface = display.open_window(size, settings.full_screen)
        self.size = self._surface.get_size()
        self._look()

    # What screens ask for.

    def show(self, screen: Screen) -> None:
        """Lay a screen over what is there; what was held on the one below is let go."""
        if self.screens:
            self.screens[-1].happen(FocusLost())
        self.screens.append(screen)
        self._title()
        if not screen.covers:
            self.present()  # at once: its fields must be there for the very next key

    def close(self, screen: Screen) -> None:
        """Take a screen away; what lay beneath is drawn anew. The last one stays."""
        if screen in self.screens and len(self.screens) > 1:
            self.screens.remove(screen)
            for left in self.screens:
                left.resized()
            self._title()

    def open_file(self, path: Path) -> None:
        """Open a scenario or a save; what is wrong with it is shown as a list."""
        try:
            opened = open_session(path)
        except InputError as error:
            self.show(ProblemList(self, f"{path.name} cannot be opened", error.problems))
        except GiantfallError as error:
            self.show(ProblemList(self, f"{path.name} cannot be opened", (Problem(str(error)),)))
        else:
            self.show_battle(opened, path)

    def show_battle(self, opened: Opened, file: Path | None = None) -> BattleScreen:
        """Open a battle that has been read from a file; a note says what is doubtful in a save."""
        screen = screen_of(self, opened.session, self._tools, opened.scenario, file)
        bots = screen.playing.bots
        if opened.scenario is None and bots.asked(screen.view):
            bots.pace.runs = False  # a save is looked at before it goes on
        note = note_of(self, opened)
        if note is None and opened.warnings:
            screen.view.say("; ".join(problem.text for problem in opened.warnings[:2]))
        self.show(screen)
        if note is not None:
            self.frame(0.0)  # the note lies over a picture of the battle
            self.show(note)
        return screen

    def begin(self, state: State, seed: int) -> None:
        """Open a table that comes from no file."""
        self.show(screen_of(self, Session(state, BOOK, free_play, seed), self._tools))

    def begin_battle(self, state: State, seed: int, players: Mapping[str, str], *, by_hand: bool) -> None:
        """Open a battle by turns that begins from this table; ``players`` by the ids of the sides.

        Raises:
            GiantfallError: It cannot be played.
        """
        named = tuple(replace(side, player=players[side.id]) for side in state.sides)
        begin_by_turns(self, replace(state, sides=named), seed, () if by_hand else None, self._begun)

    def _begun(self, session: Session, *, by_hand: bool) -> None:
        """A battle by turns has begun: it takes the place of the table in free play, which is kept."""
        screen = screen_of(self, session, self._tools)
        screen.view.by_hand = by_hand
        self.keep_battle()
        self.screens[:] = [self.start_screen()]
        self.show(screen)

    def remember(self, **changed: Any) -> None:
        """Change settings and write them down."""
        self.settings = replace(self.settings, **changed)
        if self._keeps:
            save_settings(self.settings)

    def perform(self, action: str) -> bool:
        """Do an action: the uppermost screen's, or the window's own."""
        if self.screens and self.screens[-1].perform(action):
            return True
        done = self._actions().get(action)
        if done is None:
            return False
        done()
        return True

    def _actions(self) -> dict[str, Callable[[], None]]:
        flip = self._flip
        return {
            "help": lambda: self.show(HelpPage(self, self._tools(), self._actions())),
            "theme": lambda: flip("light"),
            "motion": lambda: flip("motion"),
            "plates": lambda: flip("plates"),
            "left-panel": lambda: flip("left"),
            "right-panel": lambda: flip("right"),
            "full-screen": self._full_screen,
            "larger": lambda: self._rescale(1),
            "smaller": lambda: self._rescale(-1),
            "start-screen": self._start_screen,
            "quit": self.leave,
        }

    def _flip(self, name: str) -> None:
        self.remember(**{name: not getattr(self.settings, name)})
        self._renew()

    def _rescale(self, steps: int) -> None:
        self.remember(scale=next_scale(self.theme.scale, steps))
        self._renew()

    def _full_screen(self) -> None:
        full = not self.settings.full_screen
        if full:
            self._own_size = self.size
        self.remember(full_screen=full)
        self._down.forget()  # a window that is made anew may not hear of keys that go up
        self._surface = display.open_window(self._own_size, full)
        self._check_size()

    def _start_screen(self) -> None:
        if len(self.screens) == 1 and isinstance(self.screens[0], StartScreen):
            return
        if self._kept("Go back once more to throw away what is in no file."):
            self.screens[:] = [self.start_screen()]
            self._title()

    def start_screen(self) -> StartScreen:
        """A start screen."""
        return StartScreen(self, self._new_table)

    def _new_table(self) -> None:
        from game.app.screens.new_table import NewTableForm  # noqa: PLC0415 - the first frame does not need the form

        self.show(NewTableForm(self))

    def leave(self) -> None:
        """Close the window; the battle in it is kept."""
        self.closed |= self._kept("Leave once more to throw away what is in no file.")

    def keep_battle(self) -> None:
        """Keep what of the battle is in no file.

        Raises:
            InputError: It cannot be written.
        """
        for screen in self.screens if self._keeps else ():
            if isinstance(screen, BattleScreen):
                screen.work.keep()

    def _kept(self, otherwise: str) -> bool:
        """Keep the battle before it is left. False: it cannot be, which is said the first time."""
        try:
            self.keep_battle()
        except InputError as error:
            if not self._warned:
                self._warned = True
                self.show(ProblemList(self, "The battle cannot be kept", (*error.problems, Problem(otherwise))))
                return False
        return True

    def _look(self) -> None:
        scale = self.settings.scale or display.automatic_scale(display.desktop_size())
        self.theme = Theme(LIGHT if self.settings.light else DARK, scale)
        self.sprites.room = ROOM * max(scale, 1.0) ** 2  # all of them are so much larger

    def _renew(self) -> None:
        self._look()
        for screen in self.screens:
            screen.resized()

    def _title(self) -> None:
        screen = next((one for one in reversed(self.screens) if isinstance(one, BattleScreen)), None)
        name = screen.view.state.name if screen is not None else ""
        pygame.display.set_caption(" – ".join(part for part in (name.replace("\0", ""), "Giantfall") if part))

    # The loop.

    def run(self) -> None:
        """Go on until the window is closed."""
        clock, net = pygame.time.Clock(), Net(self.keep_all, self.mend)
        moves = True
        try:
            while not self.closed:
                for event in self._events(0 if moves else IDLE):
                    net.event(partial(self.take, event))
                seconds = clock.tick(FRAMES) / 1000.0
                moves = net.frame(partial(self.frame, seconds))
        finally:
            self.keep_battle()  # whatever ends it: a signal, an error of ours
        if self._keeps and not self.settings.full_screen:
            self.remember(width=self.size[0], height=self.size[1])

    def _events(self, wait: int) -> list[pygame.event.Event]:
        first = [pygame.event.wait(wait)] if wait else []
        found = [*first, *pygame.event.get()]
        # Of many moves of the mouse in a row only the last matters: positions are absolute.
        return [
            event
            for event, following in zip_longest(found, found[1:])
            if event.type != pygame.MOUSEMOTION or following is None or following.type != pygame.MOUSEMOTION
        ]

    def take(self, event: pygame.event.Event) -> None:
        """Do what an event asks for."""
        if event.type == pygame.QUIT:
            self.leave()
            return
        if self._echo.is_spent(event):
            return
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._redraw()
        again = self._down.again(event)
        if not self.screens or self.screens[-1].raw(event):
            return
        happening = read_event(event, self._mouse)
        if again and isinstance(happening, KeyPressed) and happening.key.name not in REPEATED:
            return  # held Space plays once, whatever is asked meanwhile
        if happening is not None:
            self._echo.used(event)
            self.happen(happening)

    def happen(self, what: Happening) -> None:
        """Hand it to the uppermost screen; keys that it does not take are the window's."""
        if isinstance(what, Pressed | Moved):
            self._mouse = (what.x, what.y)
        taken = self.screens[-1].happen(what)
        if isinstance(what, KeyPressed) and not taken:
            self.perform(action_of(what.key))

    def keep_all(self) -> str:
        """Keep what is in no file of the battles that are open; how that went, in a few words."""
        try:
            self.keep_battle()
        except Exception as error:  # noqa: BLE001 - it is called when anything may be broken
            return f"the battle could not be kept: {error}"
        return "the battle was kept" if self._keeps else "the battle goes on"

    def mend(self, words: str) -> None:
        """Go back to a plain state after a fault of the program, and say so: no dialog, no drag, no tool in hand."""
        battle = next((one for one in reversed(self.screens) if isinstance(one, BattleScreen)), None)
        if battle is None:
            self.screens[:] = [self.start_screen()]
            self.show(ProblemList(self, "Something went wrong", (Problem(words),)))
            return
        del self.screens[self.screens.index(battle) + 1 :]
        battle.mend(words)

    def frame(self, seconds: float) -> bool:
        """Let time pass and draw what has changed; True: something moves, the next frame is wanted soon."""
        self._check_size()
        moves = self.screens[-1].step(min(seconds, LONGEST_STEP))
        self._grow()
        self.present()
        return moves

    def _grow(self) -> None:
        """What is new in a battle by turns is kept at once."""
        for screen in self.screens if self._keeps else ():
            if isinstance(screen, BattleScreen) and not screen.view.free:
                screen.work.grow()

    def _check_size(self) -> None:
        """Compare the surface with the layout: not every system reports every change of size."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        if surface is not self._surface or surface.get_size() != self.size:
            self._surface, self.size = surface, surface.get_size()
            self._redraw()

    def _redraw(self) -> None:
        for screen in self.screens:
            screen.resized()

    def present(self) -> None:
        """Draw at once what has changed."""
        if boxes := self._draw():
            pygame.display.update(boxes)

    def _draw(self) -> list[pygame.Rect]:
        first = max((i for i, screen in enumerate(self.screens) if screen.covers), default=0)
        boxes: list[pygame.Rect] = []
        for screen in self.screens[first:]:
            if boxes and not screen.covers:
                screen.resized()  # what lies below it has just been drawn over it
            boxes += screen.draw(self._surface)
        return boxes

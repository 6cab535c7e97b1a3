"""Driving a window as a person does: events of pygame go in, spots and states come out."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.engine.opening import Opened
from game.engine.session import Session
from game.rules.bundled import BOOK
from game.rules.free_play import free_play
from tests.app.tables import battle_table

CODES = {
    "escape": pygame.K_ESCAPE,
    "return": pygame.K_RETURN,
    "space": pygame.K_SPACE,
    "tab": pygame.K_TAB,
    "home": pygame.K_HOME,
    "f1": pygame.K_F1,
    "f2": pygame.K_F2,
    "f3": pygame.K_F3,
    "f4": pygame.K_F4,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "delete": pygame.K_DELETE,
    "page up": pygame.K_PAGEUP,
}


def battle(window, state=None, seed=3):
    """A battle in the window: the hand-made table of the tools' tests unless another state is given."""
    session = Session(state or battle_table(), BOOK, free_play, seed)
    screen = window.show_battle(Opened(session, session.state.name))
    window.frame(0.01)
    return screen


def key_down(code, text="", mod=0):
    """What a key press sends when it goes down: the key, and the text that it types."""
    down = pygame.event.Event(pygame.KEYDOWN, key=code, unicode=text, scancode=0, mod=mod)
    typed = [pygame.event.Event(pygame.TEXTINPUT, text=text)] if text and text.isprintable() else []
    return [down, *typed]


def key_up(code):
    """What it sends when it is let go."""
    return pygame.event.Event(pygame.KEYUP, key=code, unicode="", scancode=0, mod=0)


def press_key(window, name, ctrl=False, shift=False, text=None):
    mod = (pygame.KMOD_LCTRL if ctrl else 0) | (pygame.KMOD_LSHIFT if shift else 0)
    code = CODES.get(name) or ord(name)
    letter = text if text is not None else (name if len(name) == 1 and not ctrl else "")
    for event in (*key_down(code, letter, mod), key_up(code)):
        window.take(event)
    window.frame(0.01)


def type_text(window, text):
    for letter in text:
        code = ord(letter.lower())
        for event in (*key_down(code, letter), key_up(code)):
            window.take(event)
    window.frame(0.01)


def mouse_to(window, x, y, held=False):
    window.take(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(int(held), 0, 0)))
    window.frame(0.01)


def button_down(window, x, y, button=1):
    window.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button))
    window.frame(0.01)


def button_up(window, x, y, button=1):
    window.take(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=button))
    window.frame(0.01)


def click(window, x, y):
    mouse_to(window, x, y)
    button_down(window, x, y)
    button_up(window, x, y)


def spots(window):
    """What can be clicked on the uppermost screen, by name."""
    top = window.screens[-1]
    found = top.spots if hasattr(top, "spots") else top.face.spots
    return {spot.name: spot for spot in found}


def click_spot(window, name):
    left, top, width, height = spots(window)[name].box
    click(window, left + width / 2, top + height / 2)


def middle_of(screen, unit):
    """Screen point in the middle of a unit's first base."""
    from game.battle.ground import bases_of

    return screen.view.camera.at(*bases_of(screen.view.state.unit(unit)).centre[0].tolist())


SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"

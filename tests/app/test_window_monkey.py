"""A monkey at the window: whatever is clicked, dragged and pressed, nothing breaks and the battle can be taken back."""

from __future__ import annotations

import random

import pygame
import pytest

from game.app.settings import Settings
from tests.app.driving import CODES, battle
from tests.app.tables import battle_table, unit

KEYS = [*"sfmrlpabcdeghijknoqtuvwxyz0123456789", *CODES]


def event_of(dice, size):
    x, y = dice.randrange(size[0]), dice.randrange(size[1])
    what = dice.random()
    if what < 0.3:
        name = dice.choice(KEYS)
        mod = dice.choice([0, 0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL])
        letter = name if len(name) == 1 and not mod & pygame.KMOD_LCTRL else ""
        return pygame.event.Event(pygame.KEYDOWN, key=CODES.get(name) or ord(name), unicode=letter, scancode=0, mod=mod)
    if what < 0.5:
        return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=dice.choice([1, 1, 1, 2, 3, 4]))
    if what < 0.65:
        return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=dice.choice([1, 1, 1, 2, 3]))
    if what < 0.9:
        return pygame.event.Event(
            pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=dice.choice([(0, 0, 0), (1, 0, 0)])
        )
    if what < 0.96:
        return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=dice.choice([-2, -1, 1, 2]), flipped=False)
    return pygame.event.Event(dice.choice([pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE, pygame.WINDOWEXPOSED]))


@pytest.mark.parametrize("seed", range(6))
def test_a_monkey_breaks_nothing(open_window, seed):
    dice = random.Random(seed)
    window = open_window((1100, 700), Settings(motion=seed % 2 == 0, scale=(1.0, 1.5)[seed % 2]))
    more = unit("guns", "hashut", "hobgoblin-cutthroats", 8, 8, 90, 10)
    screen = battle(window, battle_table(more), seed)
    start = screen.view.state
    for _ in range(250):
        window.take(event_of(dice, window.size))
        window.frame(dice.choice([0.0, 0.02, 0.3]))
        if screen not in window.screens:
            window.screens[:] = [screen]
        window.closed = False
    window.screens[:] = [screen]
    session = screen.view.session
    while session.undo():
        pass
    assert session.state == start
    assert session.log == []

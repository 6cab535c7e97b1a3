"""A saved battle as a moving picture: falls and moves as they happened, everything else one frame an event."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from game.battle.progress import PlayerTurnBegan
from game.cli.opening import open_battle
from game.cli.outputs import check_output
from game.cli.pictures import fitting, told_of_gif
from game.engine.session import Logged, Session
from game.errors import InputError

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # pictures need no display, and must not open one
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.render.gif import save_gif
from game.render.picture import replay_frames, still_camera

WIDTH = 900
"""Pixels across of a moving picture, unless another width is asked for."""
Turns = tuple[int, int]


def draw_replay(file: Path, output: Path, width: int | None, turns: Turns | None, fps: int) -> None:
    """Draw what happened in a saved battle.

    Args:
        file: The save.
        output: The moving picture.
        width: Pixels across; None: as fits a moving picture.
        turns: First and last game turn; None: all of it.
        fps: Frames a second.

    Raises:
        InputError: The file can't be opened, or the picture can't be written, or nothing happened in these turns.
    """
    check_output(output)
    session = open_battle(file)
    start, log = _played_in(session, turns, file)
    before = session.log[start - 1].state if start else session.start
    camera = still_camera(before, size=fitting(before, width, WIDTH))
    frames = replay_frames(before, [logged.event for logged in log], camera, fps=fps)
    told_of_gif(save_gif(frames, output, fps), output)


def _played_in(session: Session, turns: Turns | None, file: Path) -> tuple[int, Sequence[Logged]]:
    """Where in the log these turns begin, and what happened in them."""
    log = session.log
    if turns is None:
        if not log:
            raise InputError.of("nothing has happened in it: there is nothing to be moved", str(file))
        return 0, log
    begins = [number for number, one in enumerate(log) if _turn(one) == turns[0]]
    if not begins:
        last = max((_turn(one) for one in log), default=0)
        there = f"it was played to turn {last}" if last else "it has no turns"
        raise InputError.of(f"there is no turn {turns[0]}: {there}", str(file), key="--turns")
    end = next((number for number, one in enumerate(log) if _turn(one) > turns[1]), len(log))
    return begins[0], log[begins[0] : end]


def _turn(logged: Logged) -> int:
    """The game turn that begins with an event; 0: none does."""
    return logged.event.turn if isinstance(logged.event, PlayerTurnBegan) else 0

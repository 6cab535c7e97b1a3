"""Tables in free play for the tests of tools: units, a session, a view without a window, and the mouse."""

from __future__ import annotations

from game.app.tool import LEFT, Key, Tool
from game.app.view import View
from game.battle.readings import Readings
from game.battle.state import Side, State
from game.battle.terrain import Terrain
from game.battle.unit import Muster, Unit
from game.catalogue import bundled_catalogue
from game.engine.session import Session
from game.render.camera import Camera
from game.render.theme import Theme
from game.rules.bundled import BOOK
from game.rules.free_play import free_play
from game.scenario.formations import is_loose, usual_formation
from game.table.pose import Pose

SIDES = (Side("hashut", "Chaos Dwarfs", "#d55e00"), Side("empire", "Empire", "#0072b2"))


def unit(
    name: str,
    side: str,
    kind: str,
    x: float,
    y: float,
    facing: float,
    models: int = 1,
    files: int | None = None,
    **more,
) -> Unit:
    known = bundled_catalogue()[kind]
    command = more.pop("command", ())
    formation = usual_formation(known, models, files, None, loose=is_loose(known), crew=None)
    muster = Muster(name, side, name.replace("-", " ").title(), known, models, command, known.equipment)
    return Unit(muster, Pose(x, y, facing), formation, **more)


def battle_table(
    *more: Unit, terrain: tuple[Terrain, ...] = (), width: float = 48, depth: float = 36, **readings
) -> State:
    units = (
        unit("gorak", "hashut", "siege-giant", 24, 17, 70),
        unit("spearmen", "empire", "empire-spearmen", 24.6, 18.4, 250, 24, 6),
        unit("cutthroats", "hashut", "hobgoblin-cutthroats", 19.5, 14.5, 60, 18, 5),
        unit("halberdiers", "empire", "empire-halberdiers", 38, 26, 215, 15, 5, command=("musician",)),
    )
    return State(
        width,
        depth,
        SIDES,
        (*units, *more),
        terrain=terrain,
        readings=Readings(**readings),
        notes=(("first", "hashut"),),
    )


def view_of(state: State, scale: float = 1.0, seed: int = 3) -> View:
    theme = Theme(scale=scale)
    camera = Camera.fitted((100, 50, 1200, 800), state.width, state.depth, theme.px(20))
    return View(Session(state, BOOK, free_play, seed), camera, theme)


def take_up(tool: Tool, view: View) -> Tool:
    tool.start(view)
    return tool


def drag(tool: Tool, view: View, start: tuple[float, float], *way: tuple[float, float], shift: bool = False) -> bool:
    """Drag from one table point over others; the window gives screen pixels."""
    view.shift = shift
    taken = tool.press(view, *view.camera.at(*start), LEFT)
    if taken:
        for point in way:
            tool.drag(view, *view.camera.at(*point))
        tool.release(view, *view.camera.at(*(way or (start,))[-1]))
    view.shift = False
    return taken


def keys(tool: Tool, view: View, *names: str, shift: bool = False) -> None:
    for name in names:
        assert tool.key_pressed(view, Key(name, shift)), name


def label_of(tool: Tool, view: View) -> str:
    prompt = tool.prompt(view)
    return f"{prompt.title} | {prompt.text}"

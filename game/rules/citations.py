"""Where a rule is cited: the modules of the program, read as text, and the bundled rule examples."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import game
from game.resources import folder
from game.rules.index import RULE_ID, index

PLAYED_IN = ("game.battle.", "game.engine.", "game.rules.", "game.table.")
"""Modules in which a citation means that the rule is played; the others draw it, ask for it or list it."""


@dataclass(frozen=True, slots=True)
class Citations:
    """Who cites a rule.

    Attributes:
        modules: All modules whose text names it, comments included.
        players: Those of them that play it: they name it in a docstring, an event, a fault or a reason.
        examples: Rule examples that show it, as paths in the folder ``scenarios``.
    """

    modules: tuple[str, ...]
    players: tuple[str, ...]
    examples: tuple[str, ...]


@cache
def module_texts() -> Mapping[str, str]:
    """The source of every module of the program by its dotted name, sorted."""
    package = Path(game.__file__).resolve().parent
    return {
        ".".join(("game", *path.relative_to(package).with_suffix("").parts)): path.read_text("utf-8")
        for path in sorted(package.rglob("*.py"))
    }


@cache
def citations() -> Mapping[str, Citations]:
    """Who cites each rule of the index."""
    modules: dict[str, list[str]] = {name: [] for name in index()}
    players: dict[str, list[str]] = {name: [] for name in index()}
    for module, text in module_texts().items():
        named = _known(text)
        for name in named:
            modules[name].append(module)
        if named and module.startswith(PLAYED_IN):
            for name in _known("\n".join(_texts(ast.parse(text)))):
                players[name].append(module)
    shown = examples()
    return {name: Citations(tuple(modules[name]), tuple(players[name]), tuple(shown.get(name, ()))) for name in index()}


def examples() -> Mapping[str, list[str]]:
    """The bundled rule examples of each rule id that one names, known or not."""
    place = folder("scenarios")
    found: dict[str, list[str]] = {}
    for path in sorted((place / "examples").rglob("*.toml")):
        rule = str(tomllib.loads(path.read_text("utf-8")).get("rule", ""))
        for name in dict.fromkeys(RULE_ID.findall(rule)):
            found.setdefault(name, []).append(path.relative_to(place).as_posix())
    return found


def _known(text: str) -> list[str]:
    return [name for name in dict.fromkeys(RULE_ID.findall(text)) if name in index()]


def _texts(node: ast.AST) -> Iterator[str]:
    """All string constants but those that tell what is *not* played, and the rows of switches."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif not _tells_only(node):
        for child in ast.iter_child_nodes(node):
            yield from _texts(child)


def _tells_only(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "Switch"
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == "not_yet" for target in targets)

"""The words of rule examples: the names of rolls, and the fields of decisions, choices and events.

Rolls are read out of the rulebook's own text: every ``roll("name", ...)``, also where the name comes through a
procedure that is called with it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields

from game.battle.decision import Choice, Decision
from game.battle.event import Event
from game.rules.citations import module_texts


@dataclass(frozen=True, slots=True)
class RollWord:
    """A roll that a procedure asks for.

    Attributes:
        name: As scripts name it; ``...`` stands for what is known in play only.
        kind: What is rolled, as the rulebook writes it; empty where a variable holds it.
        module: Who asks.
        about: What that module is about.
    """

    name: str
    kind: str
    module: str
    about: str


@dataclass(frozen=True, slots=True)
class FieldWord:
    """A field of an event, a decision or a choice."""

    name: str
    type: str
    about: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Word:
    """An event, a decision or a choice, by the kind that files name it by."""

    kind: str
    about: str
    fields: tuple[FieldWord, ...]


def words_of(classes: Iterable[type[Event | Decision | Choice]]) -> tuple[Word, ...]:
    """These classes as words, by kind."""
    return tuple(sorted((_word(cls) for cls in dict.fromkeys(classes)), key=lambda word: word.kind))


def _word(cls: type[Event | Decision | Choice]) -> Word:
    told: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        told |= _attributes(base.__doc__ or "")
    found = tuple(
        FieldWord(
            field.name,
            str(field.type),
            told.get(field.name, ""),
            needed=field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(cls)
    )
    return Word(cls.kind, _paragraph(cls.__doc__ or ""), found)


def _paragraph(docstring: str) -> str:
    """Its first paragraph, as one line."""
    return _plain(docstring.split("\n\n", maxsplit=1)[0])


def _plain(text: str) -> str:
    """One line, without the marks that docstrings put around names."""
    return " ".join(re.sub(r"(?::\w+:)?`+~?([^`]+)`+", r"\1", text).split())


def _attributes(docstring: str) -> dict[str, str]:
    """What a docstring says of each attribute."""
    entries = re.findall(r"^ +(\w+): (.+(?:\n {9,}.+)*)", docstring.partition("Attributes:")[2], re.MULTILINE)
    return {name: _plain(text) for name, text in entries}


@dataclass(frozen=True, slots=True)
class _Asker:
    """A procedure that is told the name of a roll: where its arguments have it, and what it rolls."""

    place: int
    keyword: str
    kind: str


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of a procedure, with the functions and the module around it, innermost first."""

    module: str
    called: str
    positional: tuple[ast.expr, ...]
    named: Mapping[str, ast.expr]
    around: tuple[ast.AST, ...]


def roll_words() -> tuple[RollWord, ...]:
    """Every roll of the rulebook by name, then module."""
    trees = {name: ast.parse(text) for name, text in module_texts().items() if name.startswith("game.rules.")}
    calls = [call for name, tree in trees.items() for call in _calls(name, tree, (tree,))]
    askers = {"roll": _Asker(0, "name", "")}
    found: dict[tuple[str, str], RollWord] = {}
    known = 0
    while known != len(askers):  # until no procedure joins those that are told a name
        known = len(askers)
        for call in calls:
            if call.called in askers:
                for name, kind in _follow(call, askers):
                    about = _paragraph(ast.get_docstring(trees[call.module]) or "")
                    found.setdefault((name, call.module), RollWord(name, kind, call.module, about))
    return tuple(found[key] for key in sorted(found))


def _follow(call: _Call, askers: dict[str, _Asker]) -> Iterator[tuple[str, str]]:
    """Names that this call gives, with what is rolled; or a procedure around it that is itself told the name."""
    asker = askers[call.called]
    given = call.positional[asker.place] if asker.place < len(call.positional) else call.named.get(asker.keyword)
    if given is None:
        return
    kind = asker.kind
    if call.called == "roll":
        rolled = call.positional[2] if len(call.positional) > 2 else call.named.get("kind")
        kind = ast.unparse(rolled) if isinstance(rolled, ast.Call) and isinstance(rolled.func, ast.Name) else ""
    for function in call.around:
        if isinstance(given, ast.Name) and isinstance(function, ast.FunctionDef):
            parameters = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
            if given.id in parameters:
                askers.setdefault(function.name, _Asker(parameters.index(given.id), given.id, kind))
                return
    for name in tuple(_names(given, call.around)) or ("...",):
        yield name, kind


def _calls(module: str, node: ast.AST, around: tuple[ast.AST, ...]) -> Iterator[_Call]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
            called, positional = child.func.id, tuple(child.args)
            if called == "part" and len(positional) > 1 and isinstance(positional[1], ast.Name):
                called, positional = positional[1].id, (positional[0], *positional[2:])
            named = {word.arg: word.value for word in child.keywords if word.arg}
            yield _Call(module, called, positional, named, around)
        inside = isinstance(child, ast.FunctionDef)
        yield from _calls(module, child, (child, *around) if inside else around)


def _names(given: ast.expr, around: tuple[ast.AST, ...]) -> Iterator[str]:
    """The texts that an expression may be, as far as its module tells."""
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value
    elif isinstance(given, ast.IfExp):
        yield from _names(given.body, around)
        yield from _names(given.orelse, around)
    elif isinstance(given, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in given.values)
    elif isinstance(given, ast.Name):
        for scope in around:
            for node in ast.walk(scope) if isinstance(scope, ast.FunctionDef) else ast.iter_child_nodes(scope):
                if isinstance(node, ast.Assign) and any(
                    isinstance(target, ast.Name) and target.id == given.id for target in node.targets
                ):
                    yield from _names(node.value, around)

"""Choices as a rule example writes them, and the player who makes them.

``choose = { decision = "declare-charge", choice = "declare", unit = "a", target = "b" }``: ``decision`` is the kind of
the decision, ``choice`` the kind of the answer, which may be left out where only one option has the fields. Other keys
are fields of the answer; a key that no answer has is one of the decision: ``unit`` of a reaction names who reacts.
``option = 1`` takes the first of the options that fit, where it does not matter which, or numbers would say it badly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.battle.decision import Choice
from game.engine.codec import Codec
from game.errors import GiantfallError, InputError
from game.players.player import View
from game.players.words import Written, agrees, told, words_of

KEYS = ("decision", "choice", "option")
"""Keys that are no fields."""


class ScriptError(GiantfallError):
    """A script does not fit the battle."""


def _classes(view: View, kind: str) -> tuple[type[Choice], ...]:
    """The classes that the answer may have."""
    if kind:
        return tuple(cls for cls in view.book.every_choice() if cls.kind == kind)
    return tuple(dict.fromkeys(type(option) for option in view.decision.options(view.state)))


def _parted(view: View, written: Written) -> tuple[dict[str, Any], dict[str, Any]]:
    """The written fields of the answer, and those of the decision."""
    known = {name for cls in _classes(view, written.get("choice", "")) for name in cls.__dataclass_fields__}
    given = {key: value for key, value in written.items() if key not in KEYS}
    return (
        {key: value for key, value in given.items() if key in known},
        {key: value for key, value in given.items() if key not in known},
    )


def is_meant(view: View, written: Written) -> bool:
    """Whether what is written answers the decision that waits."""
    if written.get("decision", view.decision.kind) != view.decision.kind:
        return False
    return agrees(words_of(view.decision), _parted(view, written)[1])


def fitting(view: View, written: Written) -> list[Choice]:
    """The options that have the written kind and fields."""
    kind = written.get("choice", "")
    fields, _ = _parted(view, written)
    options = view.decision.options(view.state)
    return [one for one in options if (not kind or one.kind == kind) and agrees(words_of(one), fields)]


def written_choice(view: View, written: Written) -> Choice:
    """The choice that is written: one of the options, or, of endless answers, one that is made of its fields.

    Raises:
        ScriptError: It is none, or could be several.
    """
    found = fitting(view, written)
    if "option" in written:
        number = written["option"]
        if number not in range(1, len(found) + 1):
            raise ScriptError(f"{_what(view)}: there is no option {number} of {len(found)} that fit; {_offer(view)}")
        return found[int(number) - 1]
    if len(found) == 1:
        return found[0]
    if found:
        raise ScriptError(f"{_what(view)}: '{told(written)}' could be {' or '.join(map(named, found))}: say more")
    kind = written.get("choice")
    if not kind:
        raise ScriptError(f"{_what(view)} offers nothing with {told(_parted(view, written)[0])}; {_offer(view)}")
    try:
        return Codec(view.book).read_choice({"choice": kind, **_parted(view, written)[0]})
    except InputError as error:
        raise ScriptError(f"{_what(view)}: {error.problems[0].text}; {_offer(view)}") from None


def quiet_answer(view: View) -> Choice | None:
    """What somebody answers who wants nothing: the last option that only goes on, if there is one."""
    return next((one for one in reversed(view.decision.options(view.state)) if one.quiet), None)


def waiting(view: View) -> str:
    """Which decision waits for an answer that nobody has written, for a message."""
    return f"{_what(view)} waits and the script does not answer it; {_offer(view)}"


def _what(view: View) -> str:
    unit = f" @{view.decision.unit}" if view.decision.unit else ""
    return f"the decision '{view.decision.kind}'{unit} (side {view.decision.side})"


def _offer(view: View) -> str:
    options = view.decision.options(view.state)
    more = f" and {len(options) - 6} more" if len(options) > 6 else ""
    return f"it offers {', '.join(map(named, options[:6])) or 'no buttons'}{more}"


def named(choice: Choice) -> str:
    """A choice as a script would write it, for a message."""
    fields = words_of(choice)
    return f"{choice.kind} {{ {told(fields)} }}" if fields else choice.kind


class ScriptPlayer:
    """Makes written choices in their order; whatever is asked in between gets the quiet answer.

    Args:
        choices: What a rule example writes in its ``choose`` tables.
    """

    name = "script"

    def __init__(self, choices: Sequence[Written]) -> None:
        self.left = list(choices)

    def answer(self, view: View) -> Choice:
        """The next written choice if it answers this decision.

        Raises:
            ScriptError: None is written for it, and it has no quiet answer.
        """
        if self.left and is_meant(view, self.left[0]):
            return written_choice(view, self.left.pop(0))
        choice = quiet_answer(view)
        if choice is None:
            raise ScriptError(waiting(view))
        return choice

"""Special rules as words: the vocabulary, and a rule as a unit carries it.

What a rule does lives in ``rules.special``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from game.catalogue.names import did_you_mean, fold

ParameterForm = Literal["none", "number", "dice", "save", "choice", "text"]

DICE = re.compile(r"(?:[1-9]\d*|[1-9]?\d*D[36](?:[+-]\d+)?)")
_USE = re.compile(r"([^()]+?)\s*(?:\((.+)\))?")
_FORMS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "number": (re.compile(r"\d+"), "a whole number, such as 2"),
    "dice": (DICE, "a number or dice, such as 2, D6 or D6+1"),
    "save": (re.compile(r"[1-6]\+"), "a die roll from 1+ to 6+"),
    "text": (re.compile(r".+"), "a text"),
}


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A special rule as a unit carries it: its name and, in brackets, its parameter.

    Attributes:
        parameter: The text in the brackets; empty if there are none.
    """

    name: str
    parameter: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.parameter})" if self.parameter else self.name

    @property
    def values(self) -> tuple[str, ...]:
        """The parts of the parameter: ``Strider (Forest, Obstacle)`` has two."""
        return tuple(self.parameter.split(", ")) if self.parameter else ()

    @classmethod
    def parse(cls, text: str) -> RuleUse:
        """Reads ``Impact Hits (D6)``.

        Raises:
            ValueError: The text is not a name with, at most, one pair of brackets after it.
        """
        match = _USE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"'{text}' is no special rule: write a name, or a name and its parameter in brackets")
        return cls(match[1].strip(), ", ".join(part.strip() for part in (match[2] or "").split(",")))


@dataclass(frozen=True, slots=True)
class RuleName:
    """A word of the vocabulary of special rules.

    Attributes:
        parameter: What stands in the brackets after the name.
        optional: It may also stand without brackets.
        choices: The words allowed as parameter of form ``choice``; several may be given, with commas.
        about: What the rule does, in one line.
        rules: Ids of the rules reference that describe it.
    """

    name: str
    parameter: ParameterForm
    optional: bool
    choices: tuple[str, ...]
    about: str
    rules: tuple[str, ...]
    source: str

    def fault(self, use: RuleUse) -> str:
        """What is wrong with the parameter and what is allowed; empty if nothing is."""
        if not use.parameter:
            if self.parameter == "none" or self.optional:
                return ""
            return f"'{self.name}' needs a parameter in brackets: {self.allowed}"
        if self.parameter == "none":
            return f"'{self.name}' takes no parameter, found ({use.parameter})"
        if self.parameter == "choice":
            known = {fold(choice) for choice in self.choices}
            wrong = [value for value in use.values if fold(value) not in known]
            near = did_you_mean(wrong[0], self.choices) if wrong else ""
            return f"'{self.name}' has the parameter ({wrong[0]}); allowed: {self.allowed}{near}" if wrong else ""
        form, allowed = _FORMS[self.parameter]
        return "" if form.fullmatch(use.parameter) else f"'{use}': allowed in the brackets is {allowed}"

    @property
    def allowed(self) -> str:
        """What may stand in the brackets, as words for a message."""
        return ", ".join(self.choices) if self.parameter == "choice" else _FORMS[self.parameter][1]

    def spelled(self, use: RuleUse) -> RuleUse:
        """The use in the vocabulary's own spelling."""
        spelling = {fold(choice): choice for choice in self.choices}
        return RuleUse(self.name, ", ".join(spelling.get(fold(value), value) for value in use.values))


class Vocabulary(dict[str, RuleName]):
    """The special rules by folded name. Read only once it is made."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names in their own spelling, in the order of the file."""
        return tuple(rule.name for rule in self.values())

    def read(self, text: str) -> RuleUse:
        """Reads a rule as a unit carries it.

        Raises:
            ValueError: No rule of that name, or a parameter of another form: the message says what is allowed.
        """
        use = RuleUse.parse(text)
        rule = self.get(fold(use.name))
        if rule is None:
            raise ValueError(f"no special rule is named '{use.name}'{did_you_mean(use.name, self.names)}")
        if fault := rule.fault(use):
            raise ValueError(fault)
        return rule.spelled(use)

"""A plan of manoeuvres for one unit: what was planned, what is being dragged, and what a key adds."""

from __future__ import annotations

from game.app.tool import Key
from game.app.tools.dragging import files_of, joined, stepped
from game.battle.state import State
from game.battle.unit import Unit
from game.rules.book import Rulebook
from game.rules.moving import CheckedMove, check_move
from game.table.formation import Formation
from game.table.manoeuvre import About, Advance, Back, Manoeuvre, Pivot, Reform, Sideways, Turn, Wheel
from game.table.pose import Pose

Planned = tuple[tuple[Manoeuvre, ...], bool | None, bool]
"""A path, whether it is a march, whether it is flown."""


class Plan:
    """Manoeuvres in order, and one that is not settled yet.

    Attributes:
        path: The manoeuvres planned so far.
        draft: The one that is being dragged.
        march: Whether a march is declared; None: nobody declares, whatever goes farther than M is one.
        fly: The unit flies.
    """

    def __init__(self) -> None:
        self.path: tuple[Manoeuvre, ...] = ()
        self.draft: Manoeuvre | None = None
        self.march: bool | None = None
        self.fly = False
        self._recent: tuple[tuple[State, str, Planned, CheckedMove], ...] = ()

    def forget(self) -> None:
        """Plan nothing."""
        self.path, self.draft = (), None

    def add(self, more: Manoeuvre) -> None:
        """Plan one small step more; a step back takes from the last manoeuvre first."""
        self.path = stepped(self.path, more)

    def settle(self) -> None:
        """What is being dragged joins the plan."""
        if self.draft is not None:
            self.path, self.draft = joined(self.path, self.draft), None

    def drop_last(self) -> None:
        """Take the last manoeuvre back out."""
        self.path = self.path[:-1]

    def words(self) -> tuple[str, ...]:
        """The path as a choice holds it."""
        return tuple(str(manoeuvre) for manoeuvre in self.path)

    def move(self, book: Rulebook, state: State, unit: Unit) -> CheckedMove:
        """The move as planned, the draft included."""
        return self._check(book, state, unit, self.path if self.draft is None else joined(self.path, self.draft))

    def settled(self, book: Rulebook, state: State, unit: Unit) -> CheckedMove:
        """The move as planned, without the draft."""
        return self._check(book, state, unit, self.path)

    def place(self, book: Rulebook, state: State, unit: Unit) -> tuple[Pose, Formation]:
        """Where the next manoeuvre begins."""
        move = self.settled(book, state, unit) if self.path else None
        return (move.pose, move.formation) if move else (unit.pose, unit.formation)

    def spent(self, book: Rulebook, state: State, unit: Unit) -> float:
        """Inches of movement that the settled path costs."""
        return self.settled(book, state, unit).cost if self.path else 0.0

    def _check(self, book: Rulebook, state: State, unit: Unit, path: tuple[Manoeuvre, ...]) -> CheckedMove:
        wanted: Planned = (path, self.march, self.fly)
        for known, whose, planned, move in self._recent:
            if known is state and (whose, planned) == (unit.id, wanted):
                return move
        move = check_move(book, state, unit.id, path, march=self.march, fly=self.fly)
        # The settled path, and the one with the draft.
        self._recent = ((state, unit.id, wanted, move), *self._recent[:1])
        return move


def step_of_key(key: Key, formation: Formation) -> Manoeuvre | None:
    """The small manoeuvre that a key means; None if it means none."""
    if key.name in ("[", "]"):
        files = files_of(formation) + (1 if key.name == "]" else -1)
        return Reform(files) if 1 <= files <= formation.models and formation.models > 1 else None
    length, turn = (0.1, 1.0) if key.shift else (0.5, 5.0)
    small: dict[str, Manoeuvre] = {
        "up": Advance(length),
        "down": Back(length),
        "left": Wheel("left", turn),
        "right": Wheel("right", turn),
        ",": Pivot("left", turn),
        ".": Pivot("right", turn),
        "q": Sideways("left", length),
        "e": Sideways("right", length),
        "b": About(),
        "j": Turn("left"),
        "k": Turn("right"),
    }
    return small.get(key.name)

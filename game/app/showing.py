"""Shows what has happened: event after event of the session's log, each animated, none compared with a state."""

from __future__ import annotations

from game.app.tool import Prompt
from game.app.view import View
from game.battle.state import State
from game.render.animate import Act, acts
from game.render.scene import Moment


class Showing:
    """Plays the entries of the log that have not been shown yet.

    Time only moves pictures: whatever it does, the battle is already where it is.
    """

    def __init__(self) -> None:
        self._acts: list[Act] = []
        self._t = 0.0
        self._rewinds = 0
        self._from = 0

    @property
    def playing(self) -> bool:
        """Something is being shown."""
        return bool(self._acts)

    def follow(self, view: View, animated: bool) -> None:
        """Take up what is new in the log, or in what of it is to be seen; after undo, redo or load show all at once."""
        session, end = view.session, view.end
        if session.rewinds != self._rewinds or view.cursor > end:
            self._rewinds = session.rewinds
            self._acts.clear()
            view.cursor = end
            view.stale.everything()
            return
        if self._from != view.cursor:  # it was set down elsewhere: what was to be shown is of no interest any more
            self._acts.clear()
            self._from, self._t = view.cursor, 0.0
        queued = view.cursor + sum(len(act.events) for act in self._acts)
        if queued >= end:
            return
        before = session.log[queued - 1].state if queued else session.start
        self._acts += acts(before, [logged.event for logged in session.log[queued:end]])
        view.stale.scene = view.stale.panels = True
        if not animated:
            self.finish(view)
        self._skip_still(view)

    def step(self, view: View, seconds: float) -> None:
        """Let time pass."""
        if not self._acts:
            return
        self._t += seconds / self._acts[0].seconds
        view.stale.scene = True
        if self._t >= 1.0:
            self._end(view)
            self._skip_still(view)

    def finish(self, view: View) -> None:
        """Skip to the end of all there is."""
        while self._acts:
            self._end(view)

    def moment(self) -> Moment | None:
        """What is seen now; None: the battle as it stands."""
        return self._acts[0].moment(self._t) if self._acts else None

    def state(self, view: View) -> State:
        """The state that the panels tell of: before what is being shown."""
        return self._acts[0].before if self._acts else view.state

    def prompt(self) -> Prompt | None:
        """What the prompt says while something is shown."""
        if not self._acts:
            return None
        act = self._acts[0]
        rules = tuple(dict.fromkeys(event.rule for event in act.events if event.rule))
        return Prompt(act.events[0].sentence(act.before), "A click or any key goes on at once.", rules)

    def moving(self) -> tuple[str, ...]:
        """Units that change from frame to frame."""
        return self._acts[0].moving if self._acts else ()

    def _end(self, view: View) -> None:
        view.cursor += len(self._acts.pop(0).events)
        self._from, self._t = view.cursor, 0.0
        view.stale.scene = view.stale.overlays = view.stale.panels = True

    def _skip_still(self, view: View) -> None:
        while self._acts and self._acts[0].seconds <= 0:
            self._end(view)

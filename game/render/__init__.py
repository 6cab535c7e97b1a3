"""Drawing of (state, event, t): pure functions onto a canvas."""

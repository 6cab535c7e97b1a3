"""Drawing: a pure function of (state, event, t) on a canvas, tweens included. Knows no rule and no engine."""

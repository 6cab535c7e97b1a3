"""Drawing: a pure function of (state, event, t) on a canvas, tweens included. Knows no rule and no engine."""

import os

# pygame greets on stdout when it is imported, and stdout may be JSON that another program reads.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

"""The window: screens, tools, panels, input. It brings the clock."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "giantfall")  # read when pygame is loaded

"""The window: screens, tools, panels, input; brings the clock."""

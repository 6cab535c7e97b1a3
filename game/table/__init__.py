"""The measured table: inches and degrees, no rule, no army."""

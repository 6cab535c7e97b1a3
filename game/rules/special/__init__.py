"""Special rules, one file each, and the explicit list of those that are played."""

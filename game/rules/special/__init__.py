"""Special rules, one file each."""

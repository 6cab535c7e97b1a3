"""Giantfall: a battlefield simulator for rank-and-flank fantasy battles with miniatures."""

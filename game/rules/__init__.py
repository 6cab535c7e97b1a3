"""The rulebook: charts, tests and procedures, one module for each part of the turn."""

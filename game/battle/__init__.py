"""The vocabulary of a battle, values only: state, unit, marks, events, decisions, readings."""

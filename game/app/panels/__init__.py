"""The quiet panels around the table: each a function that paints what it is given and lists what can be clicked."""

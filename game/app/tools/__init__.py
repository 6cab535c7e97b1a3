"""The tools of the table, in the order of the tool bar."""

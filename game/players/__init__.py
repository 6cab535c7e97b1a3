"""Who answers decisions: scripts and bots. A person answers through the window."""

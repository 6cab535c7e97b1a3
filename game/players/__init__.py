"""Who answers decisions: scripts and bots."""

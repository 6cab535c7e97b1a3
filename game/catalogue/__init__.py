"""Unit types: profiles, troop types, equipment, special rules, read from TOML."""

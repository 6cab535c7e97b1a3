"""Scenario files: schema, loader, writer, check."""

"""Checks of what was measured: one small module for each family."""

"""The store: the only part of the house that knows SQL."""

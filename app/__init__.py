"""The house around the table: rooms, their store, and the web in front of them."""

VERSION = "0.1.0"  # as in pyproject.toml, which a container does not have

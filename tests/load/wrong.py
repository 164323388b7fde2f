"""What the scorer raises."""


class WrongRecord(AssertionError):
    """The record breaks the rules."""

"""Golden matches: finished ones, kept with a digest of all that every viewer saw and heard at each step.

A change of the engine that changes any of them shows here. That is right only in a new version: a running match keeps
the rules it began with, and a stored record must give the same scores for ever. `index.json` remembers the hashes of
every match by `rules` and `view_version`; `make.py` refuses to write another match or other views under versions that
are there already. So:

    the rules change      raise the game's `version`, then `python -m tests.engine.golden.make`
    only views, offers    raise its `view_version`, then the same
    or news
"""

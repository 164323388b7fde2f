"""Training of the nets that the experts carry: `python -m bench.train` (docs/bots.md)."""

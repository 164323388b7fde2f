"""How the guided first games are written, and whether they teach what they promise."""

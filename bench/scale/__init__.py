"""How far several processes on one PostgreSQL go: what a move costs each of them, and what follows for many rooms."""

"""What every game shares: errors, states, the Game protocol, matches, and the two doors out of the engine."""

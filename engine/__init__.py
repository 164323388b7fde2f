"""The rules of Waterside's games: pure, small, without clock, dice or network."""

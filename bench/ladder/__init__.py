"""The levels of the bots against each other: `make ladder`. A deal is played in every seat of the stronger bot."""

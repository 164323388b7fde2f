"""The house around the table: rooms, their store, and the web in front of them."""

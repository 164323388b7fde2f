"""Pages, REST, guests and the doors' locks."""

"""Real services for the tests: a PostgreSQL, a browser, a server process."""

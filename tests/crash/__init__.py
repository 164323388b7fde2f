"""kill -9 under load: what the clients heard and what the log holds must tell the same story."""

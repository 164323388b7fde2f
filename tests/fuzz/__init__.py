"""Frames that no client of ours would send, against a real server."""

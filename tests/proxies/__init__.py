"""Waterside behind real proxies, with the very files of deploy/."""

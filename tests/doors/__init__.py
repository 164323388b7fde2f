"""Tests that try to get in: one file for each kind of door. docs/security.md says which promise each of them holds."""

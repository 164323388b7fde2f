"""Product code with one guard switched off: the test that holds it must fail."""

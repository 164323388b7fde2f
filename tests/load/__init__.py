"""`make load`: whole matches over real sockets, judged by rules written a second time (scorer.py knows no engine)."""

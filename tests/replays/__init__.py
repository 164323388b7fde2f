"""Every view that a socket wrote, held byte by byte against what the replay by REST shows of it."""

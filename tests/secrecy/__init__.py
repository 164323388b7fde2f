"""Nothing hidden leaks: two worlds that differ only in what a viewer may not know must look the same, byte by byte."""

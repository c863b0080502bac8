"""From bytes to columns: decoding, parsing, the `Page`, and sums over its tree."""

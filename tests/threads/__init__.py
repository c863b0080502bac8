"""Threads as common systems write them, with what is true about each."""

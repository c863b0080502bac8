"""Building blocks that the themes share."""

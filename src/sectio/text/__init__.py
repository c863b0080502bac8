"""Words and texts, independent of pages."""

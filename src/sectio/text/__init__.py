"""Words and texts, apart from pages."""

"""Programs for working on Sectio itself; not part of the package."""

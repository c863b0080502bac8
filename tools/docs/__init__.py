"""What `make docs` adds to the pages in `docs/`: the generated reference, the project's own documents, formulas."""

"""Golden pages of the shipped model: what it decides about whole pages, written down.

A folder for each page, with `source.html` and what is expected of it. `python -m tests.golden.renew` writes the
expectations again; what has changed is then a diff to read, line by line, before it is committed.
"""

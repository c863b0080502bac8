"""Other extractors' functions over ours: change the import, keep the code.

Names, keywords, return types and what is None are those of the library a module is named after; what is extracted is ours.
`docs/migration.md` shows the differences, option by option.
"""

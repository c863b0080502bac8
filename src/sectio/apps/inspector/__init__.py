"""The inspector: a page beside what was found on it, as one HTML file or served by `sectio serve`.

prepared.py  the page, written so that nothing in it runs or loads     view.py    what the inspector shows, as plain values
styles.py    the page's own styles without addresses                   report.py  one self-contained file, and the parts the server sends
static/      the script, in small modules, and the style sheet
"""

"""Judging by people: a sheet to judge pages in a browser, and what several judges' files say.

``cases``   what is judged on a page: sections, SD's regions, V-Wrapper's blocks
``sheet``   one HTML file with all pages, which saves a JSON file
``answers`` the files of judges, read and compared
"""

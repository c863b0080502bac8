"""Learning every site on the way: a run with `--sites` goes over its inputs twice and learns in between.

sample.py   of every host the pages with the smallest hashes, shard by shard
learn.py    merge, sort into kinds, learn, check on pages left out, bucket of hosts by bucket
models.py   what was learned, and which model fits a page
passes.py   the passes, whatever engine does them
"""

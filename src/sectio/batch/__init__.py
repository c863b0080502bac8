"""Batch: archives in, Parquet or JSON lines out; killed anywhere, nothing lost, nothing twice.

inputs.py    what a user names               shards.py    what becomes one file         plan.py     all of a run
readers/     a reader per kind of input      records.py   what readers give             settings.py what decides the rows
rows.py      a page as a row                 schema.py    rows as Arrow                 table.py    Arrow in, Arrow out
work.py      what worker processes do        sinks.py     rows into a file              files.py    files that are whole or not there
run_shard.py one shard                       local.py     one machine                   ray_engine.py a cluster
summary.py   what came of it                 command.py   a run from beginning to end
"""

from sectio.batch.table import extract_batch

__all__ = ["extract_batch"]

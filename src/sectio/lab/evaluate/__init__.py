"""Measure methods and peers side by side: data sets, metrics, peers, runs, reports and experiments."""

"""Grids of simulations, on all cores of one machine or on a cluster: `python -m sweeps FILE.toml`.

A sweep's folder holds one Parquet file a cell (cells/), which appears whole or not at all, and one row a cell in
summary.parquet, which the page "Sweeps" draws.  A cell's seed comes from what it asks, so that a result depends neither
on the other cells nor on who computed it.  README.md says how a sweep is written down; plan.py checks it.
"""

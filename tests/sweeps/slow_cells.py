"""A small sweep whose cells take long enough to be interrupted, and where processes of their own are started."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])}
PLAN = """
question = "Is every cell kept?"
runs = 3
seed = 5
[[instance]]
means = [0.8, 0.5]
[[grid]]
algorithm = ["dp-tt", "ttucb", "prise"]
epsilon = [0.0004, 0.0005, 0.0006, 0.0007, 0.0008]
risk = 0.1
max_samples = 1_000_000
"""

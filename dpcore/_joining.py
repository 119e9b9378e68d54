"""Joining two parts of one experiment, for every result that holds runs."""

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

R = TypeVar("R", bound=Any)


def joined_runs(earlier: R, later: R, *per_run: str) -> R:
    """`earlier` followed by `later`, a result of the same experiment with first_run = earlier.first_run + earlier.runs.

    per_run: the fields whose first axis counts runs.
    Raises: ValueError when `later` is not the continuation of this experiment.
    """
    for name in ("algorithm", "seed", "version", "parameters"):
        if getattr(earlier, name) != getattr(later, name):
            raise ValueError(
                f"only runs of one experiment can be joined, but {name} differs: "
                f"{getattr(earlier, name)!r} and {getattr(later, name)!r}"
            )
    if later.first_run != earlier.first_run + earlier.runs:
        raise ValueError(f"the next run must be number {earlier.first_run + earlier.runs}, got {later.first_run}")
    return replace(
        earlier, **{name: np.concatenate([getattr(earlier, name), getattr(later, name)]) for name in per_run}
    )

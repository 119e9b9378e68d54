"""What every experiment returns: runs that say where they come from, and that later runs can extend."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np


@dataclass(frozen=True, eq=False, kw_only=True)
class Origin:
    """Where runs come from: the algorithm, the seed, the version of dpcore, and the parameters.

    parameters: every other argument that the runs depend on; a privacy budget that is not used is None.
    """

    algorithm: str
    seed: int
    version: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class ExperimentResult(Origin, ABC):
    """Runs first_run, first_run + 1, ... of the experiment with this seed; each family adds its figures.

    PER_RUN: the fields whose first axis counts runs, to what they are called for a single run.
    """

    PER_RUN: ClassVar[Mapping[str, str]]

    first_run: int

    @property
    def runs(self) -> int:
        """The number of runs held."""
        return len(getattr(self, next(iter(self.PER_RUN))))

    def extended_by(self, later: Self) -> Self:
        """Return these runs followed by `later`: the same experiment with first_run = this one's first_run + runs.

        Raises: ValueError when `later` is not the continuation of this experiment.
        """
        if type(later) is not type(self):
            raise ValueError(
                f"a {type(self).__name__} can be extended only by another one, not by a {type(later).__name__}"
            )
        for name in ("algorithm", "seed", "version", "parameters"):
            if getattr(self, name) != getattr(later, name):
                raise ValueError(
                    f"only runs of one experiment can be joined, but {name} differs: "
                    f"{getattr(self, name)!r} and {getattr(later, name)!r}"
                )
        if later.first_run != self.first_run + self.runs:
            raise ValueError(f"the next run must be number {self.first_run + self.runs}, not {later.first_run}")
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(self, name), getattr(later, name)]) for name in self.PER_RUN
        }
        return replace(self, **joined)

    @abstractmethod
    def summary(self) -> Any:
        """Return the figures to show, each only where the runs determine it."""

    def to_records(self) -> list[dict[str, Any]]:
        """Return a dict per run: algorithm, seed, version, run and its figures, numbers or lists of numbers."""
        origin = {"algorithm": self.algorithm, "seed": self.seed, "version": self.version}
        columns = {single: getattr(self, name).tolist() for name, single in self.PER_RUN.items()}
        return [
            {**origin, "run": self.first_run + run, **{name: column[run] for name, column in columns.items()}}
            for run in range(self.runs)
        ]

"""The algorithms of one family by name, and what every family says about an algorithm."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from dpcore._validation import check_choice, check_epsilon
from dpcore.experiments.parameters import Parameter, check_parameters
from dpcore.experiments.privacy import Privacy
from dpcore.privacy.conversions import check_rho


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """The registry entry of an algorithm: what a page says about it, and how to run it.  Each family adds its fields.

    name: in calls and links.  label: what people read.  warnings: sentences that a page shows beside the results.
    prepare(setting): the work that all runs share; returns the function that makes one run (the family's protocol.py).
    """

    name: str
    label: str
    privacy: Privacy
    source: str
    prepare: Callable[[Any], Callable[..., Any]]
    warnings: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()

    def check_budget(self, epsilon: float | None = None, rho: float | None = None, *, smallest: float = 0.0) -> float:
        """The privacy budget that this algorithm needs; inf for one without privacy, which ignores both budgets.

        smallest: the smallest budget that a simulation can work with.  Raises: ValueError when the budget is missing,
        not > 0 or smaller than that.
        """
        name = self.privacy.budget
        if name is None:
            return math.inf
        given = epsilon if name == "epsilon" else rho
        if given is None:
            raise ValueError(f"{name} must be given: {self.label} is private ({self.privacy.kind})")
        budget = check_epsilon(given) if name == "epsilon" else check_rho(given)
        if budget < smallest:
            raise ValueError(f"{name} must be at least {smallest:g} in a simulation, not {budget}")
        return budget

    def check_parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every parameter of this algorithm; ValueError for a bad value or an unknown name."""
        return check_parameters(self.label, self.parameters, given)


A = TypeVar("A", bound=Algorithm)


class Registry(Mapping[str, A]):
    """Algorithms by name, in the order listed; nothing can be added or removed."""

    def __init__(self, *entries: A) -> None:
        self._entries = {entry.name: entry for entry in entries}
        if len(self._entries) < len(entries):
            raise ValueError(
                f"the names of algorithms must differ, but are {', '.join(entry.name for entry in entries)}"
            )

    def __getitem__(self, name: str) -> A:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, name: str) -> A:
        """The algorithm with this name; ValueError lists the names when there is none."""
        return self._entries[check_choice("algorithm", name, tuple(self._entries))]

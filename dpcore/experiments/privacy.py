"""What an algorithm promises about privacy."""

from dataclasses import dataclass

_OUTCOME = "one participant's outcome"


@dataclass(frozen=True)
class Privacy:
    """A privacy guarantee.

    kind: its name.  budget: the argument that carries its budget, "epsilon" or "rho"; None without privacy.  unit: what
    neighbouring inputs differ in, and so what the budget protects; "" without privacy.
    """

    kind: str
    budget: str | None
    unit: str

    @property
    def is_private(self) -> bool:
        """Whether anything is promised."""
        return self.budget is not None

    def __str__(self) -> str:
        return self.kind


NO_PRIVACY = Privacy("not private", None, "")
GLOBAL_DP = Privacy("epsilon-global DP", "epsilon", _OUTCOME)  # a trusted server sees the outcomes and adds the noise
LOCAL_DP = Privacy("epsilon-local DP", "epsilon", _OUTCOME)  # participants randomise their own outcomes
ZCDP = Privacy("rho-zCDP", "rho", _OUTCOME)

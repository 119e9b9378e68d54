"""The parameters that an algorithm offers besides its problem: what each means, and which values it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpcore._validation import check_choice, check_count, check_difference, check_open_interval, quoted


@dataclass(frozen=True)
class Number:
    """A number strictly between low and high."""

    low: float
    high: float

    def check(self, name: str, value: Any) -> float:
        """The number; ValueError quotes a bad one."""
        return check_open_interval(name, value, self.low, self.high)


@dataclass(frozen=True)
class WholeNumber:
    """A whole number from low to high, both included."""

    low: int
    high: int

    def check(self, name: str, value: Any) -> int:
        """The number; ValueError quotes a bad one."""
        return check_count(name, value, self.low, self.high)


@dataclass(frozen=True)
class Difference:
    """A difference between means, from 0 to less than 1."""

    def check(self, name: str, value: Any) -> float:
        """The difference; ValueError quotes a bad one."""
        return check_difference(name, value)


@dataclass(frozen=True)
class Choice:
    """One of these names."""

    names: tuple[str, ...]

    def check(self, name: str, value: Any) -> str:
        """The name; ValueError quotes a bad one."""
        return check_choice(name, value, self.names)


@dataclass(frozen=True)
class Switch:
    """True or False."""

    def check(self, name: str, value: Any) -> bool:
        """The value; ValueError quotes a bad one."""
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be True or False, not {quoted(value)}")
        return value


@dataclass(frozen=True)
class Parameter:
    """One parameter; a default of None means that the algorithm chooses, as `meaning` says."""

    name: str
    default: float | int | str | bool | None
    meaning: str
    values: Number | WholeNumber | Difference | Choice | Switch

    def check(self, value: Any) -> Any:
        """The validated value; ValueError quotes a bad one."""
        return None if value is None and self.default is None else self.values.check(self.name, value)

    @property
    def choices(self) -> tuple[str, ...]:
        """The names to choose among, () where the values are not names."""
        return self.values.names if isinstance(self.values, Choice) else ()


def check_parameters(label: str, known: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every known parameter, checked, the default where none is given.

    label: whose parameters these are.  Raises: ValueError for a bad value or an unknown name.
    """
    names = [parameter.name for parameter in known]
    for name in given:
        if name not in names:
            raise ValueError(f"{label} has no parameter {quoted(name)}, only: {', '.join(names) or 'none'}")
    return {parameter.name: parameter.check(given.get(parameter.name, parameter.default)) for parameter in known}

"""Results that print as a table."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any


class Tabular:
    """A dataclass that prints as a table: a line for each field, numbers to six digits."""

    __slots__ = ()

    def __str__(self) -> str:
        told = {field.name: _told(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]
        width = max(map(len, told))
        return "\n".join(f"{name:<{width}}  {value}" for name, value in told.items())


def _told(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return "; ".join(f"{_told(key)}: {_told(held)}" for key, held in value.items())
    if isinstance(value, tuple):
        return f"({', '.join(map(_told, value))})"
    return str(value)

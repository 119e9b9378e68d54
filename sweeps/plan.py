"""A sweep as it is written down in TOML, checked: one sentence for each mistake, and bounds on the work."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpcore.experiments import check_runs
from sweeps.cells import SweepCell
from sweeps.families import FAMILIES
from sweeps.source import MOST_CELLS, WORDS, Words, check_words, parsed, quoted

MOST_RUNS = 100_000  # of one cell
MOST_RUNS_OF_ALL = 10**8
MOST_INSTANCES = 1000
MOST_NUMBERS = 10**6  # that describe the instances of all cells: about ten seconds of checks
_RESERVED = ("algorithm", "instance", "runs")  # what a grid may say besides settings and parameters
_EQUAL_RIVALS = ("best", "rest", "arms")  # an instance of one best arm and arms - 1 equal rivals


@dataclass(frozen=True)
class Sweep:
    """A checked sweep: its cells by key, each with the name of its instance, and what it says about itself."""

    cells: Mapping[str, tuple[SweepCell, str]]
    words: Words


def read(path: Path) -> Sweep:
    """The sweep that a TOML file describes.  Raises: ValueError, one sentence; OSError when it cannot be read."""
    return checked(parsed(path))


def checked(tables: Mapping[str, Any]) -> Sweep:
    """The sweep that these tables describe.  Raises: ValueError, one sentence."""
    _known("the file", tables, (*WORDS, "family", "runs", "seed", "instance", "grid"))
    family = tables.get("family", "fixed-confidence")
    if not isinstance(family, str) or family not in FAMILIES:
        raise ValueError(f"family must be one of {', '.join(FAMILIES)}, not {quoted(family)}")
    instances = _instances(family, tables.get("instance"))
    seed = check_runs(0, 0, tables.get("seed", 0), None, 1).seed
    grids = _tables("grid", tables.get("grid"))
    axes = [_axes(family, grid, list(instances), tables.get("runs", 100)) for grid in grids]
    size = sum(math.prod(map(len, each.values())) for each in axes)
    if size > MOST_CELLS:
        raise ValueError(f"a sweep can have at most {MOST_CELLS} cells, not {size}")
    numbers = sum(_numbers(each, instances) for each in axes)
    if numbers > MOST_NUMBERS:
        raise ValueError(
            f"the instances of a sweep's cells can be at most {MOST_NUMBERS:,} numbers together, not {numbers:,}"
        )
    cells: dict[str, tuple[SweepCell, str]] = {}
    for each in axes:
        for values in itertools.product(*each.values()):
            cell, name = _cell(family, dict(zip(each, values, strict=True)), instances, seed)
            cells.setdefault(cell.key, (cell, name))  # algorithms without privacy ignore epsilon
    total = sum(cell.asked["runs"] for cell, _ in cells.values())
    if total > MOST_RUNS_OF_ALL:
        raise ValueError(f"a sweep can have at most {MOST_RUNS_OF_ALL:,} runs, not {total:,}")
    return Sweep(cells, check_words(tables))


def _cell(
    family: str, point: dict[str, Any], instances: Mapping[str, dict[str, Any]], seed: int
) -> tuple[SweepCell, str]:
    algorithm, name, runs = (point.pop(each) for each in _RESERVED)
    if not isinstance(name, str) or name not in instances:
        raise ValueError(f"there is no instance {quoted(name)}, only: {quoted(', '.join(instances))}")
    if not isinstance(runs, int) or isinstance(runs, bool) or not 1 <= runs <= MOST_RUNS:
        raise ValueError(f"runs must be a whole number from 1 to {MOST_RUNS}, not {quoted(runs)}")
    for setting, is_needed in FAMILIES[family].settings.items():
        if is_needed and setting not in point:
            raise ValueError(f"a grid of the family {family} needs {setting}")
    try:
        return SweepCell.of(family, algorithm, {**instances[name], **point}, runs, seed), name
    except (ValueError, TypeError) as error:
        shown = ", ".join(f"{key} = {value!r}" for key, value in point.items())
        where = quoted(f"algorithm = {algorithm!r}, {shown}")
        raise ValueError(f"the cell {where} of instance {quoted(name)}: {error}") from error


def _axes(family: str, grid: Mapping[str, Any], instances: list[str], runs: Any) -> dict[str, list[Any]]:
    """The values of everything that a grid varies or fixes."""
    _known("a grid", grid, (*_RESERVED, *FAMILIES[family].settings, *_parameters(family)))
    if "algorithm" not in grid:
        raise ValueError("a grid must say which algorithm")
    axes = {"instance": instances, "runs": runs, **grid}
    for name, values in axes.items():
        if values == []:
            raise ValueError(f"the list of {name} in a grid is empty")
    return {name: values if isinstance(values, list) else [values] for name, values in axes.items()}


def _numbers(axes: Mapping[str, list[Any]], instances: Mapping[str, dict[str, Any]]) -> int:
    """How many numbers describe the instances of a grid's cells."""
    names = [name for name in axes["instance"] if isinstance(name, str) and name in instances]
    cells = math.prod(len(values) for name, values in axes.items() if name != "instance")
    return cells * sum(_length(instances[name]) for name in names)


def _length(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_length, value.values()))
    is_nested = isinstance(value, list) and value and isinstance(value[0], list)
    return sum(map(_length, value)) if is_nested else len(value) if isinstance(value, list) else 1


def _parameters(family: str) -> set[str]:
    return {parameter.name for entry in FAMILIES[family].registry().values() for parameter in entry.parameters}


def _instances(family: str, given: Any) -> dict[str, dict[str, Any]]:
    """What each instance hands to the family's door, by name."""
    found: dict[str, dict[str, Any]] = {}
    for table in _tables("instance", given):
        for name, instance in _expanded(family, table):
            if name in found:
                raise ValueError(f"two instances are called {quoted(name)}")
            found[name] = instance
            if len(found) > MOST_INSTANCES:
                raise ValueError(f"a sweep can have at most {MOST_INSTANCES} instances")
    return found


def _expanded(family: str, table: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    fields = {name: value for name, value in table.items() if name != "name"}
    name = table.get("name")
    if "best" in fields and "means" in FAMILIES[family].instance:
        _known("an instance with best", fields, _EQUAL_RIVALS)
        best, rest, arms = fields["best"], fields.get("rest"), fields.get("arms")
        numbers: list[Any] = arms if isinstance(arms, list) else [arms]
        if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in (best, rest)):
            raise ValueError(f"an instance needs best and rest together, both numbers, not {quoted((best, rest))}")
        if not numbers or not all(isinstance(number, int) and 2 <= number <= 10_000 for number in numbers):
            raise ValueError(f"an instance with best needs arms, whole numbers from 2 to 10000, not {quoted(arms)}")
        for k in numbers:
            yield _name(name, f"K = {k}", len(numbers) > 1), {"means": [best] + [rest] * (k - 1)}
        return
    _known("an instance", fields, FAMILIES[family].instance)
    if missing := FAMILIES[family].missing(fields):
        said = quoted(", ".join(fields))[1:-1] or "nothing"
        raise ValueError(f"an instance of {said} needs {', '.join(missing)} too")
    yield _name(name, quoted(next(iter(fields.values()), "")), False), fields


def _name(given: Any, own: str, is_one_of_many: bool) -> str:
    if given is None:
        return own
    if not isinstance(given, str) or not given.strip() or len(given) > 60 or not given.isprintable():
        raise ValueError(f"the name of an instance must be a text of at most 60 characters, not {quoted(given)}")
    return f"{given}, {own}" if is_one_of_many else given


def _tables(name: str, given: Any) -> list[Mapping[str, Any]]:
    tables = given if isinstance(given, list) else [given]
    if given is None or not tables or not all(isinstance(table, dict) for table in tables):
        raise ValueError(f"the file needs at least one table [[{name}]]")
    return tables


def _known(where: str, table: Mapping[str, Any], names: Sequence[str]) -> None:
    for name in table:
        if name not in names:
            raise ValueError(f"{where} cannot contain {quoted(name)}, only: {', '.join(names)}")

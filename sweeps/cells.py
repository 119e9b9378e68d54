"""One cell of a sweep: what it asks, the seed and the file name that follow from that, and its runs as Parquet."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

import dpcore
from sweeps.families import FAMILIES, Figures
from sweeps.files import written_whole

_METADATA = b"sweeps"
CELLS = "cells"  # the folder of the cells' files in a sweep's folder


@dataclass(frozen=True)
class SweepCell:
    """What is asked, as text that is the same wherever the same is asked: see `of`."""

    content: str

    @classmethod
    def of(cls, family: str, algorithm: str, asked: Mapping[str, Any], runs: int, seed: int) -> Self:
        """The cell of these arguments of a family's door, with every default filled in; seed: the sweep's.

        Raises: ValueError, one sentence, when dpcore refuses the arguments.
        """
        checked = FAMILIES[family].simulate(algorithm, asked, runs=0).parameters
        content = {
            "algorithm": algorithm,
            "family": family,
            "parameters": dict(checked),
            "runs": runs,
            "sweep_seed": seed,
            "version": dpcore.__version__,
        }
        return cls(json.dumps(content, sort_keys=True))

    @property
    def asked(self) -> dict[str, Any]:
        """algorithm, family, parameters, runs, sweep_seed, and the version of dpcore that is to answer."""
        found: dict[str, Any] = json.loads(self.content)
        return found

    @property
    def key(self) -> str:
        """The name of its file, without ending."""
        return hashlib.sha256(self.content.encode()).hexdigest()[:24]

    @property
    def seed(self) -> int:
        """The seed of its runs, from all that is asked but their number: more runs begin with the same ones."""
        asked = {name: value for name, value in self.asked.items() if name not in ("runs", "version")}
        return int.from_bytes(hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).digest()[:16])

    def path(self, folder: Path) -> Path:
        """Where it stands in the folder of a sweep."""
        return folder / CELLS / f"{self.key}.parquet"

    def figures(self, folder: Path) -> Figures | None:
        """What its file says of its runs; None if there is none, or one that is damaged or is another's.

        All of the file is read: its pages have check sums, and so have the figures.
        """
        try:
            table = pq.read_table(self.path(folder), page_checksum_verification=True)
            said = json.loads(table.schema.metadata[_METADATA])
            is_whole = said["digest"] == _digest(self.asked, said["figures"]) and table.num_rows == self.asked["runs"]
        except (OSError, pa.ArrowException, KeyError, TypeError, ValueError, RecursionError):
            return None
        return said["figures"] if is_whole else None


def make(content: str, folder: str) -> str:
    """Make the runs of a cell with one thread, write its file if there is none, and return its key.

    Raises: RuntimeError when this process has another version of dpcore than the one that is asked for; OSError.
    """
    cell, place = SweepCell(content), Path(folder)
    asked = cell.asked
    if asked["version"] != dpcore.__version__:
        raise RuntimeError(f"a worker has dpcore {dpcore.__version__}, but this sweep needs {asked['version']}")
    if cell.figures(place) is not None:
        return cell.key
    family = FAMILIES[asked["family"]]
    result = family.simulate(asked["algorithm"], asked["parameters"], runs=asked["runs"], seed=cell.seed, workers=1)
    columns = {single: getattr(result, name).tolist() for name, single in result.PER_RUN.items()}
    figures = family.figures(result)
    said = json.dumps({"cell": asked, "digest": _digest(asked, figures), "figures": figures}, sort_keys=True)
    table = pa.table({"run": range(result.runs), **columns}).replace_schema_metadata({_METADATA: said})
    with_sums = {"compression": "zstd", "write_page_checksum": True}
    written_whole(cell.path(place), lambda file: pq.write_table(table, file, **with_sums))
    return cell.key


def _digest(asked: dict[str, Any], figures: Figures) -> str:
    """A check sum of what a cell asks and what its runs gave."""
    return hashlib.sha256(json.dumps([asked, figures], sort_keys=True).encode()).hexdigest()


def described(cell: SweepCell, instance: str) -> dict[str, Any]:
    """What a cell asks as columns of a table: the instance by its name, and how many arms and which gap it has."""
    asked = cell.asked
    means = sorted(asked["parameters"].get("means", ()), reverse=True)
    gap = {"arms": len(means), "smallest gap": _tidy(means[0] - means[1])} if means else {}
    settings = {name: value for name, value in asked["parameters"].items() if not isinstance(value, list)}
    return {"instance": instance, "algorithm": asked["algorithm"], **gap, **settings, "runs": asked["runs"]}


def _tidy(difference: float) -> float:
    """Without the last digits, which differences of decimal numbers leave behind."""
    return float(f"{difference:.9g}") if math.isfinite(difference) else difference

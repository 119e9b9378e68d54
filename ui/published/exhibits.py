"""The published figures and statements of the page, as exhibits.toml describes them: sources, pictures, verdicts."""

import tomllib
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import dpcore

RISK = 0.01  # of every published figure on stopping times


class Verdict(StrEnum):
    """How a published figure fares; what each word means is written on the page (words.MEANING)."""

    REPRODUCES = "reproduces"
    SLIP = "reproduces with a named error"
    NOT = "does not reproduce"
    NOTHING = "cannot be compared"


@dataclass(frozen=True)
class Printed:
    """One published figure, table or statement; either a Panel or Curves.

    answer: for newcomers; finding: for experts, below it.  study: the file of our runs; source: with what was run.
    page: the file in pages/, without its ending, where readers can simulate it; page_label: the text of the link.
    """

    title: str
    source: str
    verdict: Verdict
    answer: str
    finding: str
    study: str
    page: str
    page_label: str


Readings = dict[str, tuple[tuple[float | None, float], ...]]


@dataclass(frozen=True)
class Panel(Printed):
    """Stopping times on one instance against epsilon, over the lower bound.

    readings: algorithm -> printed (epsilon, samples) pairs; a level without privacy has epsilon None.
    compared: the algorithm that the answer is about, if any.
    """

    means: tuple[float, ...]
    readings: Readings
    compared: str = ""

    @property
    def lower_bound(self) -> float:
        """The lower bound on the average samples of risk-correct algorithms, without privacy, at the figures' risk."""
        return dpcore.sample_lower_bounds(self.means, 1.0, RISK)["non_private"]

    @property
    def boxes(self) -> dict[str, Any]:
        """What the boxes of the page about stopping times say of this instance and these algorithms."""
        shared = {"arms": ", ".join(map(str, self.means)), "risk": str(RISK), "names": ""}
        return {**shared, "algorithms": list(self.readings)}


@dataclass(frozen=True)
class OurLine:
    """One curve: `key` in the data, its label, and the algorithm whose colour it has ("" for that of no privacy).

    dashed: whether it is a variant of what the source states.  legend: the words that several lines share there.
    """

    key: str
    label: str
    algorithm: str
    dashed: bool = False
    legend: str = ""


@dataclass(frozen=True)
class PrintedAxis:
    """An axis: its title, whether it is logarithmic, and for x the quantity, which says which end is private."""

    title: str
    log: bool = True
    of: Literal["epsilon", "rho", ""] = ""


@dataclass(frozen=True)
class Curves(Printed):
    """Our curves with the printed levels on them.

    figure: which rows of the study.  printed: line -> (x, y) pairs read off the print.  tolerance: the printed levels
    are within this factor of ours, as `answer` says; None if they are not, or if nothing is printed.
    printed_runs: how many runs the print is of, where its error is compared; None if that is not known.
    level: a value that gets a horizontal line, with its label.
    """

    figure: str
    x: PrintedAxis
    y: PrintedAxis
    lines: tuple[OurLine, ...]
    printed: Readings = field(default_factory=dict)
    tolerance: float | None = None
    level: tuple[float, str] | None = None
    printed_runs: int | None = None


Exhibit = Panel | Curves


def _exhibit(family: str, verdict: str, **given: Any) -> Exhibit:
    given["verdict"] = Verdict(verdict)
    if "means" in given:
        return Panel(**{**given, "means": tuple(given["means"]), "readings": _readings(given["readings"])})
    return Curves(
        **{
            **given,
            "x": PrintedAxis(**given["x"]),
            "y": PrintedAxis(**given["y"]),
            "lines": tuple(OurLine(**line) for line in given["lines"]),
            "printed": _readings(given.get("printed", {})),
            "level": tuple(given["level"]) if "level" in given else None,
        }
    )


def _readings(given: dict[str, list[list[float]]]) -> Readings:
    """Pairs by line; [y] alone stands for (None, y)."""
    return {
        line: tuple((float(place[0]) if place else None, float(level)) for *place, level in pairs)
        for line, pairs in given.items()
    }


_TABLES = tomllib.loads(Path(__file__).with_name("exhibits.toml").read_text(encoding="utf-8"))["exhibits"]
FAMILIES: dict[str, tuple[Exhibit, ...]] = {
    family: tuple(_exhibit(**table) for table in _TABLES if table["family"] == family)
    for family in dict.fromkeys(table["family"] for table in _TABLES)
}
ALL = tuple(exhibit for exhibits in FAMILIES.values() for exhibit in exhibits)
PANELS = tuple(exhibit for exhibit in ALL if isinstance(exhibit, Panel))

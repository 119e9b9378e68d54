"""What a published figure or statement is on this page: where it stands, what it shows, and whether it comes out."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

import dpcore

RISK = 0.01  # of every published figure on stopping times


class Verdict(StrEnum):
    """How a published figure fares; what each word means is written on the page (words.MEANING)."""

    REPRODUCES = "reproduces"
    SLIP = "reproduces with a named slip"
    NOT = "does not reproduce"
    NOTHING = "cannot be compared"


@dataclass(frozen=True)
class Printed:
    """One published figure, table or statement; either a Panel or Curves.

    answer: for newcomers; finding: for experts, below it.  study: the file of our runs; source: with what was run.
    page: the file in pages/ without its ending where a reader can simulate it; page_label: what the link says.
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
        """Samples below which no risk-correct algorithm averages, even without privacy, at the figures' risk."""
        return dpcore.sample_lower_bounds(self.means, 1.0, RISK)["non_private"]

    @property
    def boxes(self) -> dict[str, str]:
        """What the boxes that all pages share say of this instance."""
        return {"arms": ", ".join(map(str, self.means)), "risk": str(RISK), "names": ""}


@dataclass(frozen=True)
class OurLine:
    """One curve: `key` in the data, what people read, the algorithm whose colour it has ("" = that of no privacy).

    dashed: whether it is a variant, not what the source states.  legend: its words there if several lines share them.
    """

    key: str
    label: str
    algorithm: str
    dashed: bool = False
    legend: str = ""


@dataclass(frozen=True)
class PrintedAxis:
    """An axis: its title, whether it is logarithmic, and for x of what (epsilon and rho say which end is private)."""

    title: str
    log: bool = True
    of: Literal["epsilon", "rho", ""] = ""


EPSILON = PrintedAxis("ε", of="epsilon")
RHO = PrintedAxis("ρ", of="rho")
PULLS = PrintedAxis("pulls")


@dataclass(frozen=True)
class Curves(Printed):
    """Our curves with the printed levels on them.

    figure: which rows of the study.  printed: line -> (x, y) pairs read off the print.  tolerance: the printed levels
    lie within this factor of ours, as `answer` says; None where they do not, or nothing is printed.
    printed_runs: of the print, where its error is compared; None where that is not known.
    level: a value worth a horizontal line, with its words.
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

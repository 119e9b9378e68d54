"""The menu: its groups by what people come for, and what each page says about itself."""

from dataclasses import dataclass
from enum import Enum

CONFIDENCE = "fixed confidence"
DESIGNS = "designs"


class Boxes(Enum):
    """Which of the shared boxes at its top a page has."""

    NONE = "none"
    WITHOUT_RISK = "arms and ε"
    ARMS = "arms, ε and risk"
    GOOD_ARMS = "and the differences that do not matter"


@dataclass(frozen=True)
class Frame:
    """How a page looks when it is embedded in another one.

    picture: keys of the containers of its main picture and of its handles.  controls: keys of the containers of
    controls outside the usual column.  height: that of the frame that we suggest, in pixels: it shows all of the
    picture and no empty space.  with_controls: the same where the controls are shown too; 0: as high.
    """

    picture: tuple[str, ...]
    controls: tuple[str, ...] = ()
    height: int = 540
    with_controls: int = 0


@dataclass(frozen=True)
class PageEntry:
    """A page: its file in pages/, its name in the menu and the line under that.

    boxes: what it takes of the shared ones.  kernels: the groups that it opens with, as dpcore/warmup.py names them,
    besides those that check the arms.  frame: None where it has no picture to embed.  inside: the page that it belongs
    to, where the menu does not name it; a row above both leads from one to the other.
    """

    name: str
    title: str
    line: str
    boxes: Boxes = Boxes.NONE
    kernels: tuple[str, ...] = ()
    frame: Frame | None = None
    inside: str = ""

    @property
    def path(self) -> str:
        """Its address, relative to the dashboard's; the first page's is empty."""
        return "" if self is START else self.name


START = PageEntry(
    "explore",
    "Explore",
    "Drag success rates and ε, and see what privacy costs.",
    Boxes.GOOD_ARMS,
    frame=Frame(("explorer-picture",), ("all-bounds",), height=480, with_controls=700),
)
GROUPS = {
    "Explore": (
        START,
        PageEntry(
            "one_run",
            "Watch one run",
            "Participants arrive one by one, and you guess the answer.",
            Boxes.ARMS,
            (CONFIDENCE,),
            Frame(("participants", "guess-open", "guess-made", "player"), height=490, with_controls=670),
        ),
    ),
    "Plan a study": (
        PageEntry(
            "choose_epsilon",
            "Choose ε",
            "Say what the study must promise, and take away a plan and a report.",
            Boxes.GOOD_ARMS,
            (DESIGNS,),
            Frame(("participants-against-epsilon",), height=580, with_controls=1680),
        ),
        PageEntry(
            "same_decision",
            "Same decision",
            "The same participants, with noise and without.",
            Boxes.WITHOUT_RISK,
            (DESIGNS,),
            Frame(("same-pair", "guess-open", "guess-made", "same-curve"), height=540, with_controls=795),
        ),
        PageEntry(
            "one_budget",
            "Several analyses, one ε",
            "Share one budget among analyses, years or outcomes.",
            frame=Frame(("shares-and-participants",), height=420),
        ),
        PageEntry(
            "own_outcomes",
            "Numeric outcomes",
            "Revenue, ratings or minutes: choose the range to clip to.",
            kernels=(CONFIDENCE, "bounded outcomes"),
            frame=Frame(("participants-against-clip",), height=490, with_controls=560),
        ),
        PageEntry(
            "run_it",
            "Run it",
            "Rehearse a planned trial, then carry it out.",
            kernels=(CONFIDENCE, DESIGNS),
        ),
    ),
    "Compare methods": (
        PageEntry(
            "stopping_times",
            "Stopping times",
            "How long each method takes to be sure.",
            Boxes.GOOD_ARMS,
            (CONFIDENCE,),
            Frame(("stopping-times",), ("stopping-arms", "stopping-choices"), with_controls=1045),
        ),
        PageEntry(
            "fixed_budget",
            "Fixed budget",
            "How often the answer is wrong after a fixed number of samples.",
            kernels=("fixed budget",),
            frame=Frame(("error-against-budget", "budget-handle"), ("budget-choices",), with_controls=1500),
        ),
        PageEntry(
            "regret",
            "Regret",
            "How much reward privacy costs while a method learns.",
            Boxes.WITHOUT_RISK,
            ("regret",),
            Frame(("cost-against-budget",), ("regret-choices",), height=480, with_controls=1280),
        ),
        PageEntry(
            "one_mean",
            "One mean",
            "When one mean is known well enough.",
            kernels=("private stopping",),
            frame=Frame(("one-run", "mean-handle"), height=570, with_controls=730),
        ),
    ),
    "Guarantees": (
        PageEntry(
            "what_is_promised",
            "Definitions",
            "What each definition of privacy promises, on an example you can edit.",
            frame=Frame(("promise-bars", "delta-against-epsilon", "promise-handle"), height=720, with_controls=870),
        ),
        PageEntry(
            "audit",
            "Audit",
            "Plant a fault in an algorithm, and watch the audit find it.",
            kernels=(CONFIDENCE,),
            frame=Frame(("audit-bound",), height=520, with_controls=540),
        ),
    ),
    "Teach": (
        PageEntry(
            "lecture",
            "Lecture",
            "Talks with votes; a class follows on phones.",
            kernels=(CONFIDENCE, DESIGNS),
        ),
        PageEntry(
            "exercises",
            "Exercises",
            "Sheets with different numbers for every student.",
            kernels=(CONFIDENCE, DESIGNS),
        ),
    ),
    "Reference": (
        PageEntry(
            "published",
            "Published figures",
            "The printed figures beside our own runs, and sweeps over many settings.",
            frame=Frame(("published-figure",), height=500, with_controls=985),
        ),
        PageEntry(
            "sweeps",
            "Sweeps",
            "Plot any two columns of results from many simulated settings.",
            frame=Frame(("sweep-picture",)),
            inside="published",
        ),
        PageEntry("glossary", "Glossary", "Everyday words beside those of the theory."),
        PageEntry("sources", "Sources", "The literature, our own proofs, and the errors that we found."),
    ),
}
ENTRIES = {entry.path: entry for entries in GROUPS.values() for entry in entries}  # by address

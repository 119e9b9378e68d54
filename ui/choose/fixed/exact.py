"""The figures of a question about a study that looks once, at the end: each is found once, when it is asked for."""

import math
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dpcore import designs
from ui.choose.fixed import figures
from ui.choose.question import BEAT, DesignQuestion, FixedDesign
from ui.jobs.job import Job
from ui.jobs.script_turns import SCRIPT_TURNS
from ui.look.numbers import rounded_up
from ui.state.keys import EPSILON_RANGE

EXACT = "exact"  # what a visit remembers figures under
DIGITS = 3  # of the recommended epsilon, which is rounded up
PRICED = (1.0, 0.3, 0.1)  # epsilons at which the price of privacy is told
COMPLETE = (  # the figures that may take seconds, those of the verdict first
    "without_privacy", "enough_from", "needed", "free_from", "prices", "hardest_usual", "curves", "bound",
    "bound_without_privacy", "possible_from",
)  # fmt: skip


def named(question: DesignQuestion) -> tuple[DesignQuestion, tuple[str, ...]]:
    """What a question's figures are remembered by: its words speak of the options by their names."""
    return question, question.problem.names


@dataclass(eq=False)
class Known:
    """The figures of a design that were found so far: none is found twice, whatever N and epsilon are asked for."""

    design: FixedDesign
    found: dict[tuple[Any, ...], float] = field(default_factory=dict)

    @cached_property
    def curves(self) -> figures.DesignCurves:
        """The curves of the picture."""
        return figures.curves_of(self.design)

    def knows_enough_from(self, participants: float) -> bool:
        """Whether the smallest epsilon for so many participants is known, or is at once."""
        return self.design.usual is None or (figures.enough_from.__name__, participants) in self.found

    def once(self, find: Callable[..., float], *asked: float) -> float:
        """What `find` says of the design and what is asked."""
        key = (find.__name__, *asked)
        if key not in self.found:
            SCRIPT_TURNS.let_next_begin()
            self.found[key] = find(self.design, *asked)
        return self.found[key]


class Exact:
    """The figures of one question; see ui.choose.answered for what the page asks of them.

    known: what was found of its design before.
    """

    def __init__(self, question: DesignQuestion, known: Known | None = None) -> None:
        self.question, self.known = question, known or Known(question.problem)

    @property
    def design(self) -> FixedDesign:
        """What is planned."""
        return self.question.problem

    @property
    def missing(self) -> int:
        """How many figures that take seconds are not found yet."""
        return sum(name not in vars(self) for name in COMPLETE) if self.design.takes_seconds else 0

    def complete(self, job: Job[None]) -> None:
        """Find them; what was found before a stop stays."""
        before = figures.CANCEL.set(job.cancel)
        try:
            for name in COMPLETE:
                if name not in vars(self) and not job.stopped:
                    getattr(self, name)
                    job.advance(1)
        except CancelledError:
            return
        finally:
            figures.CANCEL.reset(before)

    @cached_property
    def curves(self) -> figures.DesignCurves:
        """The curves of the picture."""
        return self.known.curves

    @cached_property
    def kept_at_half(self) -> float:
        """The probability of finding half of the lead, of a known usual rate; else nan."""
        if self.design.usual is not None or self.question.mode == "the rates":
            return math.nan
        half = self.design.with_difference(self.design.difference / 2)
        return figures.kept_with(half, self.planned, self.epsilon or math.inf)

    @cached_property
    def critical(self) -> int | None:
        """By how much a noisy count must lead the usual option's for a claim; None where nothing is claimed so."""
        if self.design.promise != BEAT or self.outcomes < 1:
            return None
        return figures.critical_value(self.design, self.outcomes, self.epsilon or math.inf)

    @cached_property
    def hardest_usual(self) -> float:
        """The usual rate of a range at which the promise is hardest to keep, about."""
        design, outcomes = self.design, figures.outcomes_of(self.design, self.question.participants)
        if design.usual is None or design.promise == BEAT or outcomes < 1:
            return min(figures.hardest_means(design))
        return self.known.once(figures.hardest_usual_rate, outcomes, self.epsilon or math.inf)

    @cached_property
    def each(self) -> int:
        """Participants of each option that the study takes, in whole blocks.

        All that there are, but where under promise C fewer keep it and all do not: see `figures._beats_from`.
        """
        design, needed = self.design, self.needed
        most = figures.whole_blocks(design, self.question.participants)
        if design.promise != BEAT or needed is None or needed >= most * design.options:
            return most
        keeps = figures.kept_with(design, most * design.options, self.epsilon or math.inf) >= 1 - design.missed
        return most if keeps else int(needed) // design.options

    @property
    def outcomes(self) -> int:
        """Outcomes of each option that the study counts."""
        return figures.outcomes_of(self.design, self.planned)

    @property
    def planned(self) -> int:
        """Participants that the study takes, all options together."""
        return self.each * self.design.options

    @cached_property
    def enough_from(self) -> float:
        """The smallest epsilon that the participants allow; inf where none does."""
        return self.known.once(figures.enough_from, self.question.participants)

    @property
    def recommended(self) -> float | None:
        """The smallest epsilon to choose, rounded up, of those that the page shows; None where none is enough."""
        if self.enough_from > EPSILON_RANGE[1]:
            return None
        return max(rounded_up(self.enough_from, DIGITS), EPSILON_RANGE[0])

    @property
    def epsilon(self) -> float | None:
        """The visitor's pick, else the recommended epsilon."""
        return self.recommended if self.question.epsilon is None else self.question.epsilon

    @cached_property
    def without_privacy(self) -> float:
        """Participants that are enough without privacy."""
        return self.known.once(figures.needed, math.inf)

    @cached_property
    def needed(self) -> float | None:
        """Participants that the chosen epsilon takes; over a range of usual rates no more than are certified."""
        if self.epsilon is None:
            return None
        found, all_of_them = (
            self.known.once(figures.needed, self.epsilon),
            figures.whole_blocks(self.design, self.question.participants),
        )
        return min(found, all_of_them * self.design.options) if self.epsilon >= self.enough_from else found

    @cached_property
    def kept(self) -> float:
        """The probability of finding the lead with all participants, at the chosen epsilon, else without privacy.

        nan over a range of usual rates, where it is known to be enough or not alone.
        """
        if self.design.usual is not None:
            return math.nan
        return figures.kept_with(self.design, self.planned, self.epsilon or math.inf)

    @cached_property
    def free_from(self) -> float:
        """The smallest epsilon at which privacy costs at most the accepted extra participants."""
        if math.isinf(self.without_privacy):
            return math.inf
        return self.known.once(figures.enough_from, (1 + self.question.extra) * self.without_privacy)

    @cached_property
    def prices(self) -> list[tuple[float, float]]:
        """How many times the participants without privacy some epsilons take; none where it is not known."""
        if math.isinf(self.without_privacy):
            return []
        return [(epsilon, self.known.once(figures.needed, epsilon) / self.without_privacy) for epsilon in PRICED]

    @cached_property
    def bound(self) -> float | None:
        """The lower bound at the chosen epsilon; None where there is none."""
        return None if self.epsilon is None else figures.lower_bound(self.design, self.epsilon)

    @cached_property
    def bound_without_privacy(self) -> float | None:
        """The lower bound without privacy."""
        return figures.lower_bound(self.design, math.inf)

    @cached_property
    def possible_from(self) -> float | None:
        """The smallest epsilon that the bound leaves open; None where there is no bound."""
        return figures.possible_from(self.design, self.question.participants)

    @cached_property
    def difference(self) -> float:
        """The smallest difference that the participants find at the chosen epsilon, else without privacy.

        inf where none below 1 is found, nan where not asked.
        """
        design, epsilon = self.design, self.epsilon or math.inf
        outcomes = figures.outcomes_of(design, self.question.participants)
        if design.usual is not None or len(set(design.means)) > 2:
            return math.nan
        if outcomes < 1:
            return math.inf
        return figures.smallest_difference(design, outcomes, epsilon)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The interval of a rate whose noisy count is what is expected of the lowest one; nan where none is published.

        With all participants, at the chosen epsilon.
        """
        outcomes = self.outcomes
        if self.design.release != "counts" or self.epsilon is None or outcomes < 1:
            return math.nan, math.nan
        expected = round(min(self.design.means) * self.design.kept_share * outcomes)
        return designs.interval_of_noisy_count(expected, outcomes, self.epsilon, figures.INTERVAL)

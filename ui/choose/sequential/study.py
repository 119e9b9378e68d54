"""What is known about the answer: bounds at once, the rest simulated in the background; nothing is found twice."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

import dpcore
from ui.choose.question import BAND, RUNS, SEARCHED_DRAWS, SEED, SequentialProblem, SequentialQuestion
from ui.choose.sequential.findings import (
    CONFIDENCE,
    NEARLY_ALL,
    QUANTILE,
    Findings,
    Point,
    Simulated,
    chosen_epsilon,
    find_bound_curve,
    find_bounds,
)
from ui.jobs.drawing import computed
from ui.jobs.job import Job
from ui.jobs.session import current_job
from ui.state.keys import EPSILON_RANGE
from ui.state.visit import remembered

JOB = "choose"
CURVE_EPSILONS = tuple(float(f"{epsilon:.3g}") for epsilon in np.geomspace(*EPSILON_RANGE, 26))

T = TypeVar("T")
EpsilonBand = tuple[float, float]  # too small, enough


@dataclass(eq=False)
class Achievable:
    """The simulated figures of one problem found so far; only one worker at a time writes to it."""

    problem: SequentialProblem
    points: dict[float, Point] = field(default_factory=dict)
    bands: dict[float, EpsilonBand] = field(default_factory=dict)  # by participants

    def simulated(self, question: SequentialQuestion) -> Simulated:
        """What is known about this question."""
        last = self.points.get(math.inf)
        too_small, enough = self.bands.get(question.participants, (None, None))
        known = Simulated(
            points=tuple(self.points[epsilon] for epsilon in CURVE_EPSILONS if epsilon in self.points),
            without_privacy=last.participants if last else None,
            achievable=enough,
            too_small=too_small,
        )
        here = self.points.get(chosen_epsilon(question, known) or math.nan)
        return replace(known, at_epsilon=here.participants, spread=(here.half, here.nearly_all)) if here else known

    def missing(self, question: SequentialQuestion) -> int:
        """How many figures are not known yet."""
        chosen = chosen_epsilon(question, self.simulated(question))
        wanted = {math.inf, *CURVE_EPSILONS, *([] if chosen is None else [chosen])}
        points = len(wanted - self.points.keys())
        if question.participants in self.bands:
            return points
        return points + (2 if chosen is None else 1)  # the band, and the point at the epsilon that it finds

    def fill(self, job: Job[None], question: SequentialQuestion) -> None:
        """Find what is missing, the figures of the verdict first."""

        def find(known: dict[float, T], at: float, make: Callable[..., T | None]) -> None:
            if at not in known and not job.stopped and (made := make(self.problem, at, job.cancel)) is not None:
                known[at] = made
                job.advance(1)

        find(self.points, math.inf, _point)
        find(self.bands, question.participants, _epsilon_band)
        chosen = chosen_epsilon(question, self.simulated(question))
        for epsilon in (*([] if chosen is None else [chosen]), *reversed(CURVE_EPSILONS)):
            find(self.points, epsilon, _point)


@dataclass(frozen=True)
class ChoiceView:
    """What the page shows: the question, and the job that simulates for it and for the plans pinned beside it.

    epsilon: the chosen one when the page was drawn.
    """

    question: SequentialQuestion
    job: Job[None] | None
    epsilon: float | None

    @property
    def is_running(self) -> bool:
        """Whether figures still come in."""
        return self.job is not None and self.job.running

    @property
    def is_complete(self) -> bool:
        """Whether all figures are known, and anybody who asks the same finds the same; own data are nobody else's."""
        known = achievable_of(self.question)
        return self.question.problem.data is None and not self.is_running and not known.missing(self.question)

    @property
    def findings(self) -> Findings:
        """What is known so far about the question; it grows while the job runs."""
        return findings_for(self.question)


def view_of(question: SequentialQuestion, plans: Sequence[SequentialQuestion]) -> ChoiceView:
    """What the page shows of a question; the job starts, which then goes on with the pinned plans."""
    pairs = tuple((achievable_of(asked), asked) for asked in (question, *plans))

    def work(job: Job[None]) -> None:
        for study, asked in pairs:
            study.fill(job, asked)

    def missing() -> int:
        return sum(study.missing(asked) for study, asked in pairs)

    job = current_job(JOB, pairs, missing, work, unit="figures simulated")
    return ChoiceView(question, job, findings_for(question).epsilon)


def bounds_are_there(problem: SequentialProblem) -> bool:
    """Whether the bounds of the problem are known; until then, draw the progress of the job that finds them."""
    return computed("bound-curves", problem, lambda cancel: find_bound_curve(problem, cancel)) is not None


def achievable_of(question: SequentialQuestion) -> Achievable:
    """What this visit has simulated of a question's problem."""
    return remembered("achievable", question.problem, Achievable)


def findings_for(question: SequentialQuestion) -> Findings:
    """What is known so far about a question."""
    curve = remembered("bound-curves", question.problem, find_bound_curve)
    known = achievable_of(question).simulated(question)
    asked = replace(question, epsilon=chosen_epsilon(question, known))
    return Findings(question, remembered("bounds", asked, lambda asked: find_bounds(asked, curve)), known)


def _point(problem: SequentialProblem, epsilon: float, cancel: dpcore.CancelFlag) -> Point | None:
    """None once `cancel` is set."""
    setting = (epsilon, problem.risk, problem.trust_model)
    if problem.data is None:
        made = dpcore.choosing.simulate_achievable(problem.means, *setting, RUNS, SEED, **problem.gaps, cancel=cancel)
        times = np.where(made.finished, made.stopping_times, math.inf)
    else:
        found = dpcore.choosing.posterior_samples(problem.rates, *setting, SEED, **problem.gaps, cancel=cancel)
        times = np.empty(0) if found is None else found.stopping_times
    if cancel.is_set():
        return None
    low, middle, high = dpcore.choosing.quantile_interval(times, QUANTILE)
    if problem.data is not None:
        low, high = np.quantile(times, [(1 - BAND) / 2, (1 + BAND) / 2], method="inverted_cdf").tolist()
    half, nearly_all = np.quantile(times, [0.5, NEARLY_ALL], method="inverted_cdf").tolist()
    return Point(epsilon, middle, low, high, times.size, half, nearly_all)


def _epsilon_band(problem: SequentialProblem, participants: float, cancel: dpcore.CancelFlag) -> EpsilonBand | None:
    """None once `cancel` is set."""
    setting = (problem.risk, participants, problem.trust_model, QUANTILE)
    search = {"confidence": CONFIDENCE, **problem.gaps, "cancel": cancel}
    if problem.data is None:
        return dpcore.choosing.simulated_epsilon_band(problem.means, *setting, RUNS, SEED, **search)
    draws = problem.data.posterior.draws(SEARCHED_DRAWS * RUNS, SEED)  # they begin with the problem's rates
    return dpcore.choosing.posterior_epsilon_band(draws, *setting, SEED, **search)

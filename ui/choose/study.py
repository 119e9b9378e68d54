"""What is known about the answer: bounds at once, the rest simulated in the background; nothing is found twice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

import dpcore
from ui.choose.question import (
    BAND,
    CONFIDENCE,
    QUANTILE,
    RUNS,
    SEED,
    ChoiceProblem,
    Findings,
    Point,
    Question,
    Simulated,
    chosen_epsilon,
    find_bound_curve,
    find_bounds,
)
from ui.jobs import Job, computed, current_job
from ui.state.keys import EPSILON_RANGE
from ui.state.visit import remembered

CURVE_EPSILONS = tuple(float(f"{epsilon:.3g}") for epsilon in np.geomspace(*EPSILON_RANGE, 26))


EpsilonBand = tuple[float, float]  # too small, enough


@dataclass(eq=False)
class Achievable:
    """The simulated figures of one problem found so far; only one worker at a time writes to it."""

    problem: ChoiceProblem
    points: dict[float, Point] = field(default_factory=dict)
    bands: dict[float, EpsilonBand] = field(default_factory=dict)  # by participants
    regimes: dict[float, float] = field(default_factory=dict)  # participants -> smallest epsilon that needs no more

    def simulated(self, question: Question) -> Simulated:
        """What is known about this question."""
        last = self.points.get(math.inf)
        too_small, enough = self.bands.get(question.participants, (None, None))
        known = Simulated(
            points=tuple(self.points[epsilon] for epsilon in CURVE_EPSILONS if epsilon in self.points),
            without_privacy=last.participants if last else None,
            achievable=enough,
            too_small=too_small,
            change_of_regime=self.regimes.get(_with_extra(question, last)) if last else None,
        )
        here = self.points.get(chosen_epsilon(question, known) or math.nan)
        return replace(known, at_epsilon=here.participants) if here else known

    def missing(self, question: Question) -> int:
        """How many figures are not known yet."""
        known = self.simulated(question)
        figures = [known.without_privacy, known.achievable, known.change_of_regime]
        if known.achievable is None or chosen_epsilon(question, known) is not None:
            figures.append(known.at_epsilon)
        return len(CURVE_EPSILONS) - len(known.points) + figures.count(None)

    def fill(self, job: Job[None], question: Question) -> None:
        """Find what is missing, the figures of the verdict first."""
        self._find_point(job, math.inf)
        self._find_band(job, question.participants)
        if not job.stopped:
            self._find_regime(job, _with_extra(question, self.points[math.inf]))
        chosen = chosen_epsilon(question, self.simulated(question))
        for epsilon in (*([] if chosen is None else [chosen]), *reversed(CURVE_EPSILONS)):
            self._find_point(job, epsilon)

    def _find_point(self, job: Job[None], epsilon: float) -> None:
        if epsilon not in self.points and not job.stopped:
            point = _point(self.problem, epsilon, job)
            if not job.stopped:
                self.points[epsilon] = point
                job.advance(1)

    def _find_band(self, job: Job[None], participants: float) -> None:
        if participants not in self.bands and not job.stopped:
            band = _epsilon_band(self.problem, participants, CONFIDENCE, job)
            if band is not None:
                self.bands[participants] = band
                job.advance(1)

    def _find_regime(self, job: Job[None], participants: float) -> None:
        if participants not in self.regimes and not job.stopped:
            band = (0.0, math.inf) if math.isinf(participants) else _epsilon_band(self.problem, participants, None, job)
            if band is not None:
                self.regimes[participants] = band[1]
                job.advance(1)


@dataclass(frozen=True)
class ChoiceView:
    """What the page shows: the question, the plans pinned beside it, and the job that simulates for all of them.

    epsilon: the chosen one when the page was drawn.
    """

    question: Question
    plans: tuple[Question, ...]
    job: Job[None] | None
    epsilon: float | None

    @property
    def is_running(self) -> bool:
        """Whether figures still come in."""
        return self.job is not None and self.job.running

    @property
    def is_complete(self) -> bool:
        """Whether all figures are known, and anybody who asks the same finds the same: own data are nobody else's."""
        known = remembered("achievable", self.question.problem, Achievable)
        return self.question.problem.data is None and not self.is_running and not known.missing(self.question)

    @property
    def findings(self) -> Findings:
        """What is known so far about the question; it grows while the job runs."""
        return findings_for(self.question)

    @property
    def compared(self) -> list[Findings]:
        """What is known so far about each pinned plan."""
        return [findings_for(plan) for plan in self.plans]


def view_of(question: Question, plans: Sequence[Question]) -> ChoiceView:
    """What the page shows of a question; the job starts."""
    job = job_for([question, *plans])
    return ChoiceView(question, tuple(plans), job, findings_for(question).epsilon)


def bounds_are_there(problem: ChoiceProblem) -> bool:
    """Whether the bounds of the problem are known; until then, draw the progress of the job that finds them."""
    return computed("bound-curves", problem, lambda cancel: find_bound_curve(problem, cancel)) is not None


def findings_for(question: Question) -> Findings:
    """What is known so far about a question."""
    curve = remembered("bound-curves", question.problem, find_bound_curve)
    known = remembered("achievable", question.problem, Achievable).simulated(question)
    asked = replace(question, epsilon=chosen_epsilon(question, known))
    return Findings(question, remembered("bounds", asked, lambda asked: find_bounds(asked, curve)), known)


def recommended_for(question: Question) -> float | None:
    """The epsilon recommended for a question, whatever was picked; None while there is none."""
    return remembered("achievable", question.problem, Achievable).simulated(question).recommended


def job_for(questions: list[Question]) -> Job[None] | None:
    """The job that finds what is missing for these questions, the first one first; one for others is stopped."""
    studies = [remembered("achievable", item.problem, Achievable) for item in questions]
    pairs = tuple(zip(studies, questions, strict=True))

    def work(job: Job[None]) -> None:
        for study, question in pairs:
            study.fill(job, question)

    def missing() -> int:
        return sum(study.missing(question) for study, question in pairs)

    return current_job("choose", pairs, missing, work, unit="figures simulated")


def _with_extra(question: Question, without_privacy: Point) -> float:
    """The participants that the accepted extra allows."""
    return (1 + question.extra) * without_privacy.participants


def _point(problem: ChoiceProblem, epsilon: float, job: Job[None]) -> Point:
    setting = (epsilon, problem.risk, problem.trust_model)
    if problem.data is None:
        result = dpcore.choosing.simulate_achievable(problem.means, *setting, RUNS, SEED, cancel=job.cancel)
        times = np.where(result.finished, result.stopping_times, math.inf)
    else:
        found = dpcore.choosing.posterior_samples(problem.rates, *setting, SEED, cancel=job.cancel)
        times = np.empty(0) if found is None else found.stopping_times
    if job.stopped:
        return Point(epsilon, math.inf, math.inf, math.inf, 0)
    low, middle, high = dpcore.choosing.quantile_interval(times, QUANTILE)
    if problem.data is not None:
        low, high = np.quantile(times, [(1 - BAND) / 2, (1 + BAND) / 2], method="inverted_cdf").tolist()
    return Point(epsilon, middle, low, high, times.size)


def _epsilon_band(
    problem: ChoiceProblem, participants: float, confidence: float | None, job: Job[None]
) -> EpsilonBand | None:
    setting = (problem.risk, participants, problem.trust_model, QUANTILE)
    if problem.data is None:
        return dpcore.choosing.simulated_epsilon_band(
            problem.means, *setting, RUNS, SEED, confidence=confidence, cancel=job.cancel
        )
    rates = problem.rates if confidence is None else problem.searched_rates
    return dpcore.choosing.posterior_epsilon_band(rates, *setting, SEED, confidence=confidence, cancel=job.cancel)

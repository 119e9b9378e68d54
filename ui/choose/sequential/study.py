"""What is known about the answer: bounds at once, the rest simulated in the background; nothing is found twice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import dpcore
from ui.choose.question import BAND, RUNS, SEED, SequentialProblem, SequentialQuestion
from ui.choose.sequential.browser_runs import ON_SERVER, REFUSED, UNABLE, BrowserRuns
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
from ui.jobs import Job, computed, current_job, poll_seconds
from ui.state.keys import EPSILON_RANGE
from ui.state.visit import remembered

JOB = "choose"
SELDOM_SECONDS = 5.0
_BROWSER = "_browser-runs"  # this session's job, and what makes its runs
CURVE_EPSILONS = tuple(float(f"{epsilon:.3g}") for epsilon in np.geomspace(*EPSILON_RANGE, 26))


EpsilonBand = tuple[float, float]  # too small, enough


@dataclass(eq=False)
class Achievable:
    """The simulated figures of one problem found so far; only one worker at a time writes to it.

    by_browser: whether any are of runs that the visitor's browser has reported: then nobody else may see them.
    """

    problem: SequentialProblem
    points: dict[float, Point] = field(default_factory=dict)
    bands: dict[float, EpsilonBand] = field(default_factory=dict)  # by participants
    by_browser: bool = False

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
        known = self.simulated(question)
        figures = [known.without_privacy, known.achievable]
        if known.achievable is None or chosen_epsilon(question, known) is not None:
            figures.append(known.at_epsilon)
        return len(CURVE_EPSILONS) - len(known.points) + figures.count(None)

    def fill(self, job: Job[None], question: SequentialQuestion, browser: BrowserRuns) -> None:
        """Find what is missing, the figures of the verdict first, by runs of the browser as long as it makes them."""
        while not job.stopped:
            self.by_browser |= _makes(browser, self.problem) and self.missing(question) > 0
            browser.begin()
            self._find_missing(job, question, browser)
            if not browser.lacks:
                return
            with job.resting():
                browser.bring(job)

    def _find_missing(self, job: Job[None], question: SequentialQuestion, browser: BrowserRuns) -> None:
        self._find_point(job, math.inf, browser)
        self._find_band(job, question.participants, browser)
        chosen = chosen_epsilon(question, self.simulated(question))
        for epsilon in (*([] if chosen is None else [chosen]), *reversed(CURVE_EPSILONS)):
            self._find_point(job, epsilon, browser)

    def _find_point(self, job: Job[None], epsilon: float, browser: BrowserRuns) -> None:
        if epsilon not in self.points and not job.stopped:
            point = _point(self.problem, epsilon, job, browser)
            if point is not None and not job.stopped:
                self.points[epsilon] = point
                job.advance(1)

    def _find_band(self, job: Job[None], participants: float, browser: BrowserRuns) -> None:
        if participants not in self.bands and not job.stopped:
            band = _epsilon_band(self.problem, participants, job, browser)
            if band is not None:
                self.bands[participants] = band
                job.advance(1)


@dataclass(frozen=True)
class ChoiceView:
    """What the page shows: the question, the plans pinned beside it, and the job that simulates for all of them.

    epsilon: the chosen one when the page was drawn.  browser: makes the job's runs, unless it has failed.
    """

    question: SequentialQuestion
    plans: tuple[SequentialQuestion, ...]
    job: Job[None] | None
    epsilon: float | None
    browser: BrowserRuns

    @property
    def is_running(self) -> bool:
        """Whether figures still come in."""
        return self.job is not None and self.job.running

    @property
    def poll_seconds(self) -> float | None:
        """How often the page is to ask how far the job is; seldom while the browser makes its runs, and says so."""
        if not self.is_running:
            return None
        return poll_seconds() if self.browser.failure else SELDOM_SECONDS

    @property
    def followed(self) -> Job[None] | None:
        """The job, for what is drawn beside the picture; what the browser makes is drawn there at the end alone."""
        return self.job if self.browser.failure else None

    @property
    def is_complete(self) -> bool:
        """Whether all figures are known, and anybody who asks the same finds the same.

        Own data are nobody else's, nor is what a browser has reported: it may say anything.
        """
        known = remembered("achievable", self.question.problem, Achievable)
        is_ours = self.question.problem.data is None and not known.by_browser
        return is_ours and not self.is_running and not known.missing(self.question)

    @property
    def findings(self) -> Findings:
        """What is known so far about the question; it grows while the job runs."""
        return findings_for(self.question)

    @property
    def compared(self) -> list[Findings]:
        """What is known so far about each pinned plan."""
        return [findings_for(plan) for plan in self.plans]


def view_of(question: SequentialQuestion, plans: Sequence[SequentialQuestion], in_browser: bool) -> ChoiceView:
    """What the page shows of a question; the job starts.  in_browser: whether the visitor's browser is to make runs."""
    job, browser = job_for([question, *plans], in_browser)
    return ChoiceView(question, tuple(plans), job, findings_for(question).epsilon, browser)


def bounds_are_there(problem: SequentialProblem) -> bool:
    """Whether the bounds of the problem are known; until then, draw the progress of the job that finds them."""
    return computed("bound-curves", problem, lambda cancel: find_bound_curve(problem, cancel)) is not None


def findings_for(question: SequentialQuestion) -> Findings:
    """What is known so far about a question."""
    curve = remembered("bound-curves", question.problem, find_bound_curve)
    known = remembered("achievable", question.problem, Achievable).simulated(question)
    asked = replace(question, epsilon=chosen_epsilon(question, known))
    return Findings(question, remembered("bounds", asked, lambda asked: find_bounds(asked, curve)), known)


def recommended_for(question: SequentialQuestion) -> float | None:
    """The epsilon recommended for a question, whatever was picked; None while there is none."""
    return remembered("achievable", question.problem, Achievable).simulated(question).recommended


def job_for(questions: list[SequentialQuestion], in_browser: bool) -> tuple[Job[None] | None, BrowserRuns]:
    """The job that finds what is missing for these questions, the first one first; one for others is stopped."""
    studies = [remembered("achievable", item.problem, Achievable) for item in questions]
    pairs = tuple(zip(studies, questions, strict=True))
    algorithm = questions[0].problem.algorithm
    earlier, browser = st.session_state.get(_BROWSER, (None, BrowserRuns(algorithm, ON_SERVER)))
    lasting = browser.failure if browser.failure in (UNABLE, REFUSED) else ""
    fresh = BrowserRuns(algorithm, lasting if in_browser else ON_SERVER)

    def work(job: Job[None]) -> None:
        for study, question in pairs:
            study.fill(job, question, fresh)
        fresh.rest()

    def missing() -> int:
        return sum(study.missing(question) for study, question in pairs)

    job = current_job(JOB, (pairs, in_browser), missing, work, unit="figures simulated")
    if job is not earlier:
        browser = fresh
    st.session_state[_BROWSER] = job, browser
    return job, browser


def _makes(browser: BrowserRuns, problem: SequentialProblem) -> bool:
    """Whether runs of the problem are the browser's; those of own data, and of another method, are made here."""
    return not browser.failure and problem.data is None and problem.algorithm == browser.algorithm


def _point(problem: SequentialProblem, epsilon: float, job: Job[None], browser: BrowserRuns) -> Point | None:
    setting = (epsilon, problem.risk, problem.trust_model)
    times: NDArray[np.float64] | None
    if _makes(browser, problem):
        times = browser.times(problem, epsilon, RUNS)
    elif problem.data is None:
        result = dpcore.choosing.simulate_achievable(
            problem.means, *setting, RUNS, SEED, **problem.gaps, cancel=job.cancel
        )
        times = np.where(result.finished, result.stopping_times, math.inf)
    else:
        found = dpcore.choosing.posterior_samples(problem.rates, *setting, SEED, **problem.gaps, cancel=job.cancel)
        times = None if found is None else found.stopping_times
    if times is None or job.stopped:
        return None
    low, middle, high = dpcore.choosing.quantile_interval(times, QUANTILE)
    if problem.data is not None:
        low, high = np.quantile(times, [(1 - BAND) / 2, (1 + BAND) / 2], method="inverted_cdf").tolist()
    half, nearly_all = np.quantile(times, [0.5, NEARLY_ALL], method="inverted_cdf").tolist()
    return Point(epsilon, middle, low, high, times.size, half, nearly_all)


def _epsilon_band(
    problem: SequentialProblem, participants: float, job: Job[None], browser: BrowserRuns
) -> EpsilonBand | None:
    setting = (problem.risk, participants, problem.trust_model, QUANTILE)
    search = {"confidence": CONFIDENCE, **problem.gaps, "cancel": job.cancel}
    if _makes(browser, problem):
        return browser.band(problem, participants, CONFIDENCE, CURVE_EPSILONS)
    if problem.data is None:
        return dpcore.choosing.simulated_epsilon_band(problem.means, *setting, RUNS, SEED, **search)
    return dpcore.choosing.posterior_epsilon_band(problem.searched_rates, *setting, SEED, **search)

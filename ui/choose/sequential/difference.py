"""The closed section that asks the other way round: which difference these participants and this epsilon still show."""

from dataclasses import dataclass

import streamlit as st

import dpcore
from dpcore.choosing.achievable import CONFIRMING
from ui.arms.method import label_of
from ui.choose.question import RUNS, SEED, SequentialQuestion, method_on
from ui.choose.sequential.findings import CONFIDENCE, QUANTILE
from ui.choose.sequential.study import ChoiceView
from ui.choose.sequential.words import TEMPLATES, given
from ui.jobs import Job, current_job, forget_job, watch
from ui.look.numbers import percent, rounded_down, whole
from ui.look.sentences import said
from ui.look.terms import explained
from ui.shell import page
from ui.state import visit

TITLE = "What could we still see?"
NO_EPSILON = "No ε is chosen, so there is no plan to ask about. Type an ε above, or find more participants."
WAITS = "The simulated difference will appear once the answer above is known."
_JOB, _FOUND = "smallest-difference", "difference-found"
Band = tuple[float, float]  # too small, enough


@dataclass(frozen=True)
class Asked:
    """The participants and the epsilon, and what the difference is looked for in.

    means: the rates, of which the smallest difference that matters is asked; or one usual rate, above which the best of
    `options` options stands by the difference that is asked.
    """

    means: tuple[float, ...] | float
    options: int | None
    epsilon: float
    risk: float
    participants: int
    trust_model: str

    @property
    def method(self) -> str:
        """Whose runs are simulated."""
        return method_on(label_of(0.0 if self.options else 1e-3), self.trust_model)

    def bound(self) -> float:
        """The smallest difference that the lower bound does not rule out; 0: it rules out none; inf: every one."""
        setting_of = (self.epsilon, self.risk, self.participants)
        return dpcore.smallest_difference(
            self.means, *setting_of, trust_model=self.trust_model, quantile=QUANTILE, arms=self.options
        )

    def band(self, cancel: dpcore.CancelFlag) -> Band | None:
        """By simulation; None once `cancel` is set."""
        setting_of = (self.epsilon, self.risk, self.participants, self.trust_model, QUANTILE, RUNS, SEED)
        return dpcore.choosing.simulated_difference_band(
            self.means, *setting_of, arms=self.options, confidence=CONFIDENCE, cancel=cancel
        )

    def is_asymptotic(self, difference: float) -> bool:
        """Whether the bound on this difference is proven as the risk goes to 0 only."""
        if isinstance(self.means, float) or not 0 < difference < 1:
            return False
        return int(dpcore.good_answers(self.means, difference).sum()) > 1


def asked_of(question: SequentialQuestion, epsilon: float) -> Asked:
    """What the section asks for a question of the page."""
    problem = question.problem
    is_planned = question.mode == "a difference"
    means = min(problem.means) if is_planned else problem.means
    options = problem.options if is_planned else None
    return Asked(means, options, epsilon, problem.risk, question.participants, problem.trust_model)


def draw(view: ChoiceView) -> None:
    """Draw the section; it computes nothing until it is opened."""
    box = st.expander(TITLE, key="still", on_change="rerun", bind="query-params")
    if not box.open:
        forget_job(_JOB)
        return
    with box:
        if view.epsilon is None:
            page.reading(NO_EPSILON)
            return
        asked = asked_of(view.question, view.epsilon)
        job = None if view.is_running else _job(asked)
        watch(job, lambda: _draw_known(view.question, asked, job), WAITS if view.is_running else "", "difference")


def _job(asked: Asked) -> Job[Band | None] | None:
    return current_job(_JOB, asked, lambda: int(visit.known(_FOUND, asked) is None), lambda job: asked.band(job.cancel))


def _draw_known(question: SequentialQuestion, asked: Asked, job: Job[Band | None] | None) -> None:
    if job is not None and job.result is not None:
        visit.remember(_FOUND, asked, job.result)
    bound = visit.remembered("difference-bound", asked, Asked.bound)
    st.markdown(explained(sentence(question, asked, bound, visit.known(_FOUND, asked))))
    page.reading(said(TEMPLATES, "still_how", {**given(question), "usual": asked.options}))


def sentence(question: SequentialQuestion, asked: Asked, bound: float, band: Band | None) -> str:
    """What the bound rules out, and what is found by simulation once it is known."""
    too_small, enough = band or (0.0, 0.0)
    values = {
        "asked": asked,
        "confirming": whole(CONFIRMING * RUNS),
        "usual": percent(asked.means) if isinstance(asked.means, float) else "",
        "ruled_out": bound,
        "rules_out_none": bound <= 0,
        "limit_only": asked.is_asymptotic(bound),
        "least": 100 * rounded_down(bound),
        "not_found_yet": band is None,
        "too_small": 100 * too_small,
        "enough": 100 * enough,
    }
    return said(TEMPLATES, "still", {**given(question), **values})

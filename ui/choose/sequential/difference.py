"""The closed section that asks the other way round: which difference these participants and this epsilon still show."""

import math
from dataclasses import dataclass

import streamlit as st

import dpcore
from ui.arms.method import IN_RUNS, label_of
from ui.choose.question import RUNS, SEED, SequentialQuestion, method_on
from ui.choose.sequential.findings import CONFIDENCE, QUANTILE
from ui.choose.sequential.study import ChoiceView
from ui.jobs import Job, current_job, follow_seconds, forget_job, show_error
from ui.jobs.session import start_again
from ui.look.numbers import number, percent, rounded_down, setting
from ui.look.terms import explained
from ui.shell import page
from ui.state import boxes, visit

TITLE = "What could we still see?"
NO_EPSILON = "No ε is chosen, so there is no plan to ask about: pick one, or find more participants."
WAITS = "The simulated difference follows once the answer above is known."
_JOB = "smallest-difference"
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
        return dpcore.choosing.simulated_difference_band(
            self.means,
            self.epsilon,
            self.risk,
            self.participants,
            self.trust_model,
            QUANTILE,
            RUNS,
            SEED,
            arms=self.options,
            confidence=CONFIDENCE,
            cancel=cancel,
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
    options = len(problem.means) if is_planned else None
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
        st.fragment(_draw_open, run_every=follow_seconds())(view, asked)


def _draw_open(view: ChoiceView, asked: Asked) -> None:
    band: Band | None = visit.known(_JOB, asked)
    job: Job[Band | None] | None = None
    if band is None and not view.is_running:
        job = current_job(_JOB, asked, lambda: 1, lambda job: asked.band(job.cancel))
        if job is not None and not job.running and job.result is not None:
            band = job.result
            visit.remember(_JOB, asked, band)
            forget_job(_JOB)
    st.markdown(explained(sentence(asked, visit.remembered("difference-bound", asked, Asked.bound), band)))
    page.reading(_how(asked))
    if band is None:
        _draw_progress(job)


def _draw_progress(job: Job[Band | None] | None) -> None:
    row = st.container(horizontal=True, vertical_alignment="center")
    if job is None:
        row.caption(WAITS)
    elif job.running:
        row.caption("Being simulated …")
        row.button("Stop", on_click=job.stop, key="stop-difference")
    else:
        row.caption("The simulation was stopped.")
        if row.button("Resume", on_click=start_again, args=(job,), key="resume-difference"):
            boxes.draw_again()
    show_error(job)


def sentence(asked: Asked, bound: float, band: Band | None) -> str:
    """What the bound rules out, and what is found by simulation once it is known."""
    plan = (
        f"With **{asked.participants:,} participants** at ε = {setting(asked.epsilon)} and risk {percent(asked.risk)}"
    )
    where = "at these rates"
    if isinstance(asked.means, float):
        where = f"above a usual rate of {percent(asked.means)} of {asked.options} options"
    found = "" if band is None else f"; {_found(asked, *band)}"
    return f"{plan}, {where}: {_ruled_out(asked, bound)}{found}."


def _ruled_out(asked: Asked, bound: float) -> str:
    limit = ", which is proven as the risk goes to 0" if asked.is_asymptotic(bound) else ""
    if math.isinf(bound):
        return "the lower bound for methods that are right whatever the rates are rules out every difference"
    if bound <= 0:
        return "the lower bound for methods that are right whatever the rates are rules out no difference"
    return (
        "the lower bound for methods that are right whatever the rates are rules out differences below "
        f"**{_points(rounded_down(bound))}**{limit}"
    )


def _found(asked: Asked, too_small: float, enough: float) -> str:
    if math.isinf(enough):
        return f"{asked.method} finds none of those that were tried"
    under = f" ({_points(too_small)} is too small)" if too_small > 0 else ""
    if asked.options:
        return f"{asked.method} finds **{_points(enough)}** {IN_RUNS}{under}"
    return f"{asked.method} needs no more {IN_RUNS} if differences up to **{_points(enough)}** do not matter{under}"


def _points(difference: float) -> str:
    return f"{number(100 * difference)} points"


def _how(asked: Asked) -> str:
    if asked.options:
        return (
            "The hardest case: one option is better than the usual rate by the difference, all others have that rate, "
            "and only the best one is right. "
            f"The simulated one is tested at {percent(CONFIDENCE)}, on a grid of differences."
        )
    return (
        "The smallest difference that would have to matter: an option that is worse than the best by less is then "
        f"right as well. The simulated one is tested at {percent(CONFIDENCE)}, on a grid of differences."
    )

"""The closed section that asks the other way round: which difference these participants and this epsilon still show."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import streamlit as st

import dpcore
from dpcore.choosing.achievable import CONFIRMING
from ui.arms.method import label_of
from ui.choose.question import RUNS, SEED, SequentialQuestion, method_on
from ui.choose.sequential.findings import CONFIDENCE, QUANTILE
from ui.choose.sequential.study import ChoiceView
from ui.choose.sequential.words import TEMPLATES, given
from ui.jobs.drawing import watch
from ui.jobs.job import Job
from ui.jobs.session import current_job, forget_job
from ui.look.numbers import percent, rounded_down, whole
from ui.look.sentences import said
from ui.look.terms import explained
from ui.shell import page
from ui.state import visit

_JOB, _FOUND = "smallest-difference", "difference-found"
Band = tuple[float, float]  # too small, enough


def draw(view: ChoiceView) -> None:
    """Draw the section; it computes nothing until it is opened."""
    box = st.expander("What difference could we still find?", key="still", on_change="rerun", bind="query-params")
    if not box.open:
        forget_job(_JOB)
        return
    with box:
        waits = TEMPLATES["still_waits"] if view.is_running else ""
        if view.epsilon is None:
            page.reading(waits or TEMPLATES["still_no_epsilon"])
            return
        asked = replace(view.question, epsilon=view.epsilon)
        job = None if view.is_running else _job(asked)
        watch(job, lambda: _draw_known(asked, job), waits, "difference")


def _job(asked: SequentialQuestion) -> Job[Band | None] | None:
    def search(job: Job[Band | None]) -> Band | None:
        how: dict[str, Any] = {"runs": RUNS, "seed": SEED, "confidence": CONFIDENCE, "cancel": job.cancel}
        return dpcore.choosing.simulated_difference_band(**_told(asked), **how)

    key = _key(asked)
    return current_job(_JOB, key, lambda: int(visit.known(_FOUND, key) is None), search)


def _draw_known(asked: SequentialQuestion, job: Job[Band | None] | None) -> None:
    key = _key(asked)
    if job is not None and job.result is not None:
        visit.remember(_FOUND, key, job.result)
    bound = visit.remembered("difference-bound", key, lambda _: ruled_out(asked))
    st.markdown(explained(sentence(asked, bound, visit.known(_FOUND, key))))
    page.reading(said(TEMPLATES, "still_how", {"usual": _told(asked)["arms"]}))


def _told(asked: SequentialQuestion) -> dict[str, Any]:
    """What dpcore is told: one usual rate and how many options there are, or rates of which some difference matters."""
    problem, is_planned = asked.problem, asked.mode == "a difference"
    return {
        "means": min(problem.means) if is_planned else problem.means,
        "arms": problem.options if is_planned else None,
        "epsilon": asked.epsilon,
        "risk": problem.risk,
        "samples": asked.participants,
        "trust_model": problem.trust_model,
        "quantile": QUANTILE,
    }


def _key(asked: SequentialQuestion) -> Hashable:
    """What a difference is remembered by: all that it depends on."""
    return tuple(_told(asked).values())


def ruled_out(asked: SequentialQuestion) -> float:
    """The difference below which the lower bound rules every one out; 0: it rules out none; inf: all."""
    return dpcore.smallest_difference(**_told(asked))


def sentence(asked: SequentialQuestion, bound: float, band: Band | None) -> str:
    """What the bound rules out, and what is found by simulation once it is known."""
    told = _told(asked)
    options, rates, (too_small, enough) = told["arms"], told["means"], band or (0.0, 0.0)
    values = {
        "method": method_on(label_of(0.0 if options else 1e-3), asked.problem.trust_model),
        "confirming": whole(CONFIRMING * RUNS),
        "usual": percent(rates) if options else "",
        "ruled_out": bound,
        "limit_only": not options and 0 < bound < 1 and int(dpcore.good_answers(rates, bound).sum()) > 1,
        "least": 100 * rounded_down(bound),
        "not_found_yet": band is None,
        "too_small": 100 * too_small,
        "enough": 100 * enough,
    }
    return said(TEMPLATES, "still", {**given(asked), **values})

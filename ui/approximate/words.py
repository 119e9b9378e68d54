"""The sentences of the comparison, from templates in sentences.json, and its Python."""

import math
from collections.abc import Mapping

import pandas as pd

import dpcore
from ui.approximate.study import APPROXIMATE, CONCENTRATED, LAPLACE, KeptPromise, PromiseQuestion, Taken
from ui.arms.method import TOO_MANY
from ui.look.numbers import about, number, power_of_ten
from ui.look.sentences import teller
from ui.state.keys import DELTA

tell = teller(__file__)
_GIVEN_UP = f"(a run had not stopped by {TOO_MANY})"
UNKNOWN = f"an unknown number {_GIVEN_UP}"

Found = Mapping[KeptPromise, Taken]


def answer(question: PromiseQuestion, found: Found, is_running: bool = True) -> str:
    """Whether ρ-zCDP takes fewer than ε-DP, by runs, and what each promise takes."""
    if not set(question.promises) <= set(found):
        return tell("answer", is_running=is_running, was_stopped=True)
    *pure, concentrated, approximate = question.promises
    best = min(pure, key=lambda promise: found[promise].participants)
    taken, weaker = found[best], found[concentrated]
    is_known = question.quantile is not None or math.isfinite(taken.participants + weaker.participants)
    return tell(
        "answer",
        is_less=is_known and weaker.high < taken.low,
        is_more=is_known and taken.high < weaker.low,
        is_average=question.quantile is None,
        epsilon=question.epsilon,
        method=best.label,
        pure=participants(question, taken, mark="**"),
        weaker_method=concentrated.label,
        concentrated=told(question, weaker),
        rho=_rho(concentrated),
        approximate=told(question, found[approximate]),
    )


def kind_of(question: PromiseQuestion, kind: str) -> str:
    """A kind of promise with this question's epsilon, where it has one."""
    return tell("approximate_dp", epsilon=question.epsilon) if kind == APPROXIMATE else kind


def same_algorithm(question: PromiseQuestion, found: Found) -> str:
    """What the noise alone does; empty until it is known."""
    laplace, concentrated, approximate = question.promises[-3:]
    figures = [found[each].participants for each in (laplace, concentrated, approximate) if each in found]
    if len(figures) < 3 or not all(map(math.isfinite, figures)):
        return ""
    concentrated_times, approximate_times = figures[1] / figures[0], figures[2] / figures[0]
    return tell(
        "same_algorithm",
        concentrated_times=concentrated_times,
        approximate_times=approximate_times,
        laplace=dpcore.fixed_confidence_algorithms()[laplace.algorithm].label,
        epsilon=question.epsilon,
    )


def reading(question: PromiseQuestion) -> str:
    """What is promised, what the bars are, and what the marks."""
    implied = question.promises[-2].rho
    assert implied is not None
    return tell(
        "reading",
        implied=dpcore.privacy.gaussian_epsilon(implied, DELTA),
        is_about_many=not question.is_about_one,
        is_average=question.quantile is None,
        is_asymptotic=question.is_asymptotic,
        quantile=question.quantile,
        runs=question.runs,
    )


def bar_label(question: PromiseQuestion, promise: KeptPromise) -> str:
    """The line above a bar."""
    has_laplace, kind = promise.algorithm == LAPLACE, kind_of(question, promise.kind)
    return tell("label", kind=kind, method=promise.label, has_laplace=has_laplace, rho=_rho(promise))


def _rho(promise: KeptPromise) -> str:
    """0.00500, or 5.00·10⁻⁵; empty where the budget is epsilon."""
    digits, _, power = ("" if promise.rho is None else number(promise.rho)).partition("e")
    return f"{digits}·{power_of_ten(int(power))}" if power else digits


def told(question: PromiseQuestion, taken: Taken) -> str:
    """Participants that were simulated; an average is not known where a run was given up."""
    if math.isfinite(taken.participants):
        return about(taken.participants, 3)
    return f"over {TOO_MANY}" if question.quantile is not None else UNKNOWN


def participants(question: PromiseQuestion, taken: Taken, mark: str = "") -> str:
    """The same with its noun.  mark: around the number."""
    said = told(question, taken)
    if said == UNKNOWN:
        return f"{mark}an unknown number{mark} of participants {_GIVEN_UP}"
    return f"{mark}{said}{mark} participants"


def table(question: PromiseQuestion, found: Found) -> pd.DataFrame:
    """What is known, with all digits."""
    known = [(promise, found[promise]) for promise in question.promises if promise in found]
    return pd.DataFrame(
        {
            "promise": [promise.kind for promise, _ in known],
            "epsilon": [question.epsilon if promise.kind != CONCENTRATED else math.nan for promise, _ in known],
            "delta": [DELTA if promise.kind == APPROXIMATE else 0.0 for promise, _ in known],
            "rho": [promise.rho if promise.rho is not None else math.nan for promise, _ in known],
            "method": [promise.label for promise, _ in known],
            "participants": [needed.participants for _, needed in known],
            "low": [needed.low for _, needed in known],
            "high": [needed.high for _, needed in known],
        }
    )


def code(question: PromiseQuestion) -> str:
    """The Python code that gives the figures, runnable by itself."""
    made = f"runs={question.runs if question.is_about_one else 1}, seed={question.seed}"
    found = "np.mean(times)"
    if question.quantile is not None:
        found = f"dpcore.choosing.quantile_interval(times, {question.quantile!r})[1]"
    printed = []
    for promise in question.promises:
        how = ', evidence="scheduled"' if promise.algorithm == LAPLACE else ""
        if promise.kind == CONCENTRATED:
            how = ", rho=dpcore.privacy.rho_from_epsilon(epsilon)"
        elif promise.kind == APPROXIMATE:
            how = f", rho=dpcore.privacy.gaussian_rho(epsilon, {DELTA!r})"
        printed.append(f'print("{promise.kind}, {promise.label}:", needed("{promise.algorithm}"{how}))')
    lines = "\n".join(printed)
    return f"""
# pure against approximate DP
import math

import numpy as np

rates = {[list(row) for row in question.rates]!r}
epsilon, risk, zeta = {question.epsilon!r}, {question.risk!r}, {question.indifference!r}


def needed(algorithm, **how):
    times = []
    for row, means in enumerate(rates):
        result = dpcore.simulate_fixed_confidence(
            algorithm, means, epsilon, risk, indifference=zeta, {made}, first_run=row, max_samples=10**12, **how
        )
        times += np.where(result.finished, result.stopping_times, math.inf).tolist()
    return {found}


{lines}
"""

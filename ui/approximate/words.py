"""The sentences of the comparison, and its Python."""

import math
from collections.abc import Mapping

import pandas as pd

import dpcore
from ui.approximate.study import APPROXIMATE, CONCENTRATED, LAPLACE, PURE, KeptPromise, PromiseQuestion, Taken
from ui.arms.method import IN_RUNS, TOO_MANY
from ui.look.numbers import about, number, percent, power_of_ten, rounded_up, setting
from ui.state.keys import DELTA

TITLE = "Would a weaker guarantee than ε-DP need fewer participants?"
NEEDS_A_SERVER = (
    "Compared is noise that a trusted server adds. For answers that people randomise themselves the dashboard has pure "
    "ε-DP alone."
)
NO_EPSILON = "No ε is chosen, so there is nothing to compare: pick one, or find more participants."
WAITS = "Follows once the answer above is known."
UNKNOWN = f"an unknown number (a run had not stopped by {TOO_MANY})"

Found = Mapping[KeptPromise, Taken]


def answer(question: PromiseQuestion, found: Found, is_running: bool = True) -> str:
    """Whether ρ-zCDP takes fewer than ε-DP, by runs, and what each promise takes."""
    if not set(question.promises) <= set(found):
        return "Being simulated …" if is_running else "The simulation was stopped before the comparison was known."
    *pure, concentrated, approximate = question.promises
    best = min(pure, key=lambda promise: found[promise].participants)
    assert concentrated.rho is not None
    when = "on average" if question.quantile is None else IN_RUNS
    return (
        f"{_fewer(question, found[best], found[concentrated])} At ε = {setting(question.epsilon)}, {best.label} takes "
        f"**{told(question, found[best])}** participants {when} under ε-DP; {concentrated.label} takes "
        f"**{told(question, found[concentrated])}** under ρ-zCDP with ρ = {_rho(concentrated.rho)}, and "
        f"**{told(question, found[approximate])}** under {kind_of(question, APPROXIMATE)}."
    )


def _fewer(question: PromiseQuestion, pure: Taken, weaker: Taken) -> str:
    is_known = question.quantile is not None or math.isfinite(pure.participants + weaker.participants)
    if is_known and weaker.high < pure.low:
        return "**Yes, under ρ-zCDP, by the methods here.**"
    if is_known and pure.high < weaker.low:
        return "**Not under ρ-zCDP, by the methods here.**"
    return "**These runs cannot tell.**"


def kind_of(question: PromiseQuestion, kind: str) -> str:
    """A kind of promise with this question's epsilon, where it has one."""
    return f"({setting(question.epsilon)}, 10⁻⁶)-DP" if kind == APPROXIMATE else kind


def same_algorithm(question: PromiseQuestion, found: Found) -> str:
    """What the noise alone does; empty until it is known."""
    laplace, concentrated, approximate = question.promises[-3:]
    figures = [found[each].participants for each in (laplace, concentrated, approximate) if each in found]
    if len(figures) < 3 or not all(map(math.isfinite, figures)):
        return ""
    shares = [number(each / figures[0], 2) for each in figures[1:]]
    return (
        f"The noise alone, in one and the same algorithm: with Gaussian noise {laplace.label} takes {shares[0]} times "
        f"what it takes with Laplace noise under ρ-zCDP, and {shares[1]} times under {kind_of(question, APPROXIMATE)}."
    )


def reading(question: PromiseQuestion) -> str:
    """What is promised, what the bars are, and what the marks."""
    implied = question.promises[-2].rho
    assert implied is not None
    delta_promise = number(rounded_up(dpcore.privacy.gaussian_epsilon(implied, DELTA)))
    what = "averages" if question.quantile is None else f"what is enough in {percent(question.quantile)}"
    rows = "" if question.is_about_one else ", spread over the rates that the data allow"
    limit = ", in part proven as the risk goes to 0 only" if question.is_asymptotic else ""
    marks = (
        f"Marks: lower bounds{limit}; those of the weaker promises by group privacy (docs/lower-bounds.md), or without "
        "privacy where that is more. "
        if question.is_about_one
        else ""
    )
    return (
        f"ε-DP implies ρ-zCDP with ρ = ε tanh(ε/2), and ρ-zCDP no ε-DP at all; of Gaussian noise this ρ is "
        f"({delta_promise}, 10⁻⁶)-DP. What keeps ε-DP keeps both weaker promises too. Bars: {what} of "
        f"{question.runs} simulated runs{rows}, with their 95 % intervals. {marks}"
        "Stopping times simulates Gaussian DP-TT too."
    )


def bar_label(question: PromiseQuestion, promise: KeptPromise) -> str:
    """The line above a bar."""
    if promise.kind == PURE:
        noise = ", Laplace noise" if promise.algorithm == LAPLACE else ""
        return f"<b>{PURE}</b>: {promise.label}{noise}"
    assert promise.rho is not None
    return f"<b>{kind_of(question, promise.kind)}</b>: {promise.label}, ρ = {_rho(promise.rho)}"


def _rho(value: float) -> str:
    """0.00500, or 5.00·10⁻⁵."""
    digits, _, power = number(value).partition("e")
    return f"{digits}·{power_of_ten(int(power))}" if power else digits


def told(question: PromiseQuestion, taken: Taken) -> str:
    """Participants that were simulated; an average is not known where a run was given up."""
    if math.isfinite(taken.participants):
        return about(taken.participants, 3)
    return f"over {TOO_MANY}" if question.quantile is not None else UNKNOWN


def table(question: PromiseQuestion, found: Found) -> pd.DataFrame:
    """What is known, to all digits."""
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
    """The Python that gives the figures, to stand by itself."""
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

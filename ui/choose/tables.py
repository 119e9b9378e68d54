"""The figures behind the answer as tables: what was found, own data, and the curves of the picture."""

from dataclasses import asdict, fields

import pandas as pd

from ui.choose.question import BAND, ChoiceProblem, Findings, Point
from ui.choose.words import below, epsilon_text, figure, people_text, since
from ui.look.numbers import at_least, percent, setting


def readings_table(findings: Findings) -> pd.DataFrame:
    """The figures, what each of them is, and with a daily number how long it takes."""
    question, bounds, simulated = findings.question, findings.bounds, findings.simulated
    method = f"simulated, {question.problem.method}, whose risk is proven"
    bound, possible = "lower bound, any method of this risk, to stop in 90 of 100 runs", "that is not impossible"
    if question.problem.is_asymptotic:
        bound, possible = "lower bound, proven as the risk goes to 0, to stop in 90 of 100 runs", "at or over the bound"
    at_epsilon = []
    if findings.epsilon is not None and bounds.at_epsilon is not None:
        here = f"participants at ε = {setting(findings.epsilon)}"
        at_epsilon = [
            (f"{here}, simulated", people_text(simulated.at_epsilon), method),
            (f"{here}, at least", figure(bounds.at_epsilon, at_least), bound),
        ]
    rows = [
        ("smallest ε known to fit the budget, tested at 95 %", epsilon_text(simulated.achievable), method),
        ("largest ε known to be too small for it", epsilon_text(simulated.too_small), method),
        (f"smallest ε {possible}", figure(bounds.possible, below), bound),
        (
            f"ε from which privacy costs at most {percent(question.extra)}",
            epsilon_text(simulated.change_of_regime),
            method,
        ),
        (
            f"ε from which privacy raises the bound by at most {percent(question.extra)}",
            figure(bounds.almost_free, since),
            bound,
        ),
        *at_epsilon,
        ("participants without privacy, simulated", people_text(simulated.without_privacy), method),
        ("participants without privacy, at least", figure(bounds.curve.without_privacy, at_least), bound),
    ]
    return pd.DataFrame(rows, columns=["figure", "value", "what it is"])


def data_table(problem: ChoiceProblem) -> pd.DataFrame:
    """Own data per option, with the posterior's mean and band."""
    if problem.data is None:
        return pd.DataFrame()
    low, high = problem.data.posterior.intervals(BAND).T
    return pd.DataFrame(
        {
            "option": problem.names,
            "successes": problem.data.successes,
            "trials": problem.data.trials,
            "rate": [percent(mean) for mean in problem.means],
            f"{percent(BAND)} band": [f"{percent(a)} to {percent(b)}" for a, b in zip(low, high, strict=True)],
        }
    )


def curve_tables(findings: Findings) -> dict[str, pd.DataFrame]:
    """The curves of the picture, for download."""
    bounds = findings.bounds
    low, middle, high = bounds.curve.participants
    return {
        "lower-bound": pd.DataFrame(
            {"epsilon": bounds.curve.epsilons, "participants": middle, "low": low, "high": high}
        ),
        "simulated": pd.DataFrame(
            [asdict(point) for point in findings.simulated.points], columns=[field.name for field in fields(Point)]
        ),
    }

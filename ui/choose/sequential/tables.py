"""The figures behind the answer as tables: what was found, and the curves of the picture."""

from dataclasses import asdict, fields

import pandas as pd

from ui.choose.sequential.findings import Findings, Point
from ui.choose.sequential.words import epsilon_text, figure, keeps, people_text
from ui.choose.words import below, since
from ui.look.numbers import at_least, percent, setting


def readings_table(findings: Findings) -> pd.DataFrame:
    """The figures, what each of them is, and with a daily number how long it takes."""
    question, bounds, simulated = findings.question, findings.bounds, findings.simulated
    method = f"simulated, {question.problem.method}, whose risk is proven"
    bound = f"lower bound, any method that {keeps(question.problem)}, to stop in 90 of 100 runs"
    possible = "that this bound does not rule out"
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
            f"ε from which privacy raises the bound by at most {percent(question.extra)}",
            figure(bounds.almost_free, since),
            bound,
        ),
        *at_epsilon,
        ("participants without privacy, simulated", people_text(simulated.without_privacy), method),
        ("participants without privacy, at least", figure(bounds.curve.without_privacy, at_least), bound),
    ]
    return pd.DataFrame(rows, columns=["figure", "value", "what it is"])


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

"""The page's notebook."""

from ui.arms.described import described
from ui.choose.question import SequentialProblem, SequentialQuestion
from ui.choose.sequential.findings import CURVE_POINTS
from ui.choose.sequential.snippet import bound_at, snippet
from ui.look.numbers import count, setting
from ui.shell.notebook import Notebook
from ui.state.keys import EPSILON_RANGE

_OF_DATA = """
figure = go.Figure(layout={"title": f"Participants at epsilon = {epsilon:.3g}, over the rates"})
for name, low_middle_high in zip(("lower bound", "simulated participants"), found.quantiles()):
    figure.add_bar(x=["5 %", "50 %", "95 %"], y=low_middle_high, name=name)
figure.update_yaxes(type="log", title="participants")
figure
"""


def notebook(question: SequentialQuestion, more: str = "") -> Notebook:
    """The page's figures, and participants against epsilon.  more: code of the page's sections."""
    problem = question.problem
    what = (
        described(problem.means, None, problem.risk, problem.indifference)
        if problem.data is None
        else f"{len(problem.means)} options, own data · risk {setting(100 * problem.risk)} %"
    )
    told = f"{what} · {count(question.participants)} participants available · trust model: {problem.trust_model}"
    return Notebook(
        told,
        f"Lower bound: {_document(problem)}; achievable: simulated runs of {problem.method}",
        snippet(question) + more,
        _of_means(question) if problem.data is None else _OF_DATA,
    )


def _document(problem: SequentialProblem) -> str:
    if problem.lead:
        return "docs/designs.md"
    return "docs/characteristic-times.md" if problem.indifference else "docs/lower-bounds.md"


def _of_means(question: SequentialQuestion) -> str:
    low, high = EPSILON_RANGE
    return f"""epsilons = [{low} * ({high} / {low}) ** (step / {CURVE_POINTS - 1}) for step in range({CURVE_POINTS})]
least = [{bound_at(question, "each")} for each in epsilons]
figure = go.Figure(layout={{"title": "Participants to stop in 90 of 100 runs"}})
figure.add_scatter(x=epsilons, y=least, name="lower bound")
enough = dpcore.achievable_samples(means, epsilon, risk, **runs)
figure.add_scatter(x=[epsilon], y=[enough], mode="markers", marker={{"size": 12}}, name="enough, simulated")
figure.add_scatter(x=epsilons, y=[participants] * len(epsilons), line={{"dash": "dash"}}, name="available")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="participants")
figure
"""

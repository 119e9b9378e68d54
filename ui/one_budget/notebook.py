"""The page's notebook."""

from ui.look.numbers import percent, setting
from ui.one_budget import words
from ui.one_budget.numbers import SharingAnswer
from ui.shell.notebook import Notebook

_PICTURE = """
figure = go.Figure(layout={"title": "Lower bound on the participants in one run of each analysis", "barmode": "group"})
for name, found in splits.items():
    figure.add_bar(x=list(range(1, len(analyses) + 1)), y=found.participants, name=name)
names = [name for name, _ in analyses]
figure.update_xaxes(tickvals=list(range(1, len(names) + 1)), ticktext=names)
figure.update_yaxes(title="participants, lower bound")
figure
"""


def notebook(answer: SharingAnswer) -> Notebook:
    """Both splits, and the lower bound on the participants that each analysis then needs."""
    question = answer.question
    delta = "" if question.delta is None else f", δ = {setting(question.delta)}"
    told = f"Analyses: {len(question.plan)}, runs: {question.runs:,} · ε = {setting(question.epsilon)}{delta} together"
    return Notebook(
        f"{told} · risk {percent(question.risk)} of each run",
        "Composition: Dwork & Roth 2014, Bun & Steinke 2016; lower bounds: Jourdan & Azize 2025, Theorem 2",
        words.snippet(answer),
        _PICTURE,
    )

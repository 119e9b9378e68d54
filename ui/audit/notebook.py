"""The page's notebook."""

from ui.audit import words
from ui.audit.study import AuditView
from ui.look.numbers import count, setting
from ui.shell.notebook import Notebook

_PICTURE = """
figure = go.Figure(layout={"title": "The lower bound on the privacy loss after each number of pairs of runs"})
figure.add_scatter(x=audit.pairs, y=audit.bounds, line={"shape": "hv", "width": 4}, name="the loss is at least")
figure.add_hline(y=audit.epsilon, annotation_text="promised")
figure.update_xaxes(type="log", title="pairs of runs")
figure.update_yaxes(title="privacy loss", rangemode="tozero")
figure
"""


def notebook(view: AuditView) -> Notebook:
    """A notebook that repeats the audit and draws its picture."""
    return Notebook(
        f"{view.label} · promised ε = {setting(view.question.epsilon)} · planted: {view.fault.label} · "
        f"{count(view.audit.made)} pairs of runs · seed {view.question.seed}",
        "A lower bound on the privacy loss, from bets on what is published: docs/audit.md",
        words.snippet(view),
        _PICTURE,
    )

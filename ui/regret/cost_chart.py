"""The main picture of regret: what is lost at each privacy budget, above what is lost without privacy."""

import math

import numpy as np
import plotly.graph_objects as go

from ui.look import marks, theme
from ui.look.numbers import exact, number, percent, setting
from ui.regret.charts import add_points
from ui.regret.comparison import Comparison, compared
from ui.regret.study import RegretCell, RegretView, label_of

_HEIGHT = 380
_NOTICEABLE = 0.15  # a smaller gap has no room for its words


def cost_against_budget(view: RegretView, found: Comparison | None) -> go.Figure:
    """Mean regret at the horizon with and without privacy against epsilon; the gap at the epsilon chosen."""
    chart = theme.figure(_HEIGHT)
    theme.epsilon_axis(chart, view.epsilons[0], view.epsilons[-1])
    chart.update_yaxes(type="log", title=f"rewards lost in {view.problem.horizon:,} pulls", automargin=True)
    marks.choice_line(chart, view.epsilon, f"ε = {setting(view.epsilon)}", width=1.5, dash="dot")
    colors = theme.palette()
    if cells := _best(view):
        places, told = [epsilon for _, epsilon in cells], [label_of(cell) for cell in cells]
        says = "with privacy, <b>%{customdata[0]}</b>: %{y:,.0f} at ε = %{x:.3g}, mean of %{customdata[1]} runs"
        means = add_points(chart, view, cells, colors.private, says, told, width=4, dots=9)
        labels = [(float(means[-1]), "with privacy", colors.private)]
        if found is not None:
            plain, ends, color = found.plain_regret, (view.epsilons[0], view.epsilons[-1]), colors.without_privacy
            marks.band(chart, places, [plain] * len(places), np.maximum(means, plain), colors.private, 0.1)
            says = f"without privacy, <b>{found.plain_label}</b>: %{{y:,.0f}}, mean of {found.runs} runs"
            marks.curve(chart, ends, [plain] * 2, color, says, width=3, dash="dash")
            labels.append((plain, "without", color))
        theme.label_right_ends(chart, labels, spacing=0.07)
        low, high = chart.layout.yaxis.range
        theme.log_axis(chart.update_yaxes, 10.0**low, 10.0**high, exact)
    if found is not None and found.is_certain and abs(found.added) > _NOTICEABLE:
        is_right = view.epsilon > math.sqrt(view.epsilons[0] * view.epsilons[-1])
        sign = "+" if found.added > 0 else "−"
        words = f"× {number(found.times)}" if found.added > 1 else f"{sign}{percent(abs(found.added))}"
        marks.gap(chart, view.epsilon, found.plain_regret, found.private_regret, words, at_left=is_right)
    return chart


def _best(view: RegretView) -> list[RegretCell]:
    """The best algorithm, of smallest mean regret, at each epsilon at which all of them have runs."""
    results, names = dict(view.study.results), compared(view)
    return [
        min(((name, epsilon) for name in names), key=lambda cell: float(results[cell].mean_regret[-1]))
        for epsilon in view.epsilons
        if names and all((name, epsilon) in results for name in names)
    ]

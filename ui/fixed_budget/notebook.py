"""The page's notebook."""

from ui.fixed_budget import words
from ui.fixed_budget.study import BudgetView
from ui.look.numbers import count, plural
from ui.shell.notebook import Notebook


def notebook(view: BudgetView) -> Notebook:
    """A notebook that makes the runs at the chosen T, and at every T that its picture draws."""
    bandit = view.bandit
    kind = "arms" if bandit.is_unstructured else f"linear arms in {len(bandit.theta)} dimensions"
    names = "; ".join(line.label for line in view.lines)
    told = f"{len(bandit.features)} {kind} · T = {count(view.budget)} samples · {names}"
    return Notebook(
        f"{told} · {view.runs:,} run{plural(view.runs)}, seed {view.study.problem.seed}",
        "Simulated shares of wrong runs with exact 95 % intervals",
        words.snippet(view),
        _picture(view),
    )


def _picture(view: BudgetView) -> str:
    budgets = {line.label: [budget for other, budget in view.cells if other == line] for line in view.lines}
    listed = "\n".join(f"    {name!r}: {each}," for name, each in budgets.items())
    return f"""budgets = {{
{listed}
}}
figure = go.Figure(layout={{"title": "Share of runs that named a wrong arm; where a line is broken, none did"}})
for name, simulate in simulations.items():
    rates = [simulate(each).error_rate or None for each in budgets[name]]
    figure.add_scatter(x=budgets[name], y=rates, mode="lines+markers", name=name)
figure.add_vline(x=horizon, line_dash="dot")
figure.update_xaxes(type="log", title="samples T")
figure.update_yaxes(type="log", title="share of runs that are wrong", tickformat=".2~%", dtick=1)
figure
"""

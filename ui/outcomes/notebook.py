"""The page's notebook."""

from ui.look.numbers import percent, setting
from ui.outcomes import words
from ui.outcomes.question import OutcomeView
from ui.shell.notebook import Notebook


def notebook(view: OutcomeView) -> Notebook:
    """A notebook that makes the runs at the chosen clip, and at every clip that its picture draws."""
    told = (
        f"Outcomes clipped to {setting(view.low)} to {setting(view.high)} · ε = {setting(view.epsilon)} per "
        f"participant · risk {percent(view.risk)} · {view.runs} runs, seed {view.study.problem.seed}"
    )
    if not view.is_example:
        told += (
            "\n\nYour file is not in this notebook: put the file into the same folder, and replace `your-file` with "
            "its name."
        )
    return Notebook(
        told, "Simulated runs of PB-TaS (docs/pb-tas.md) on clipped outcomes", words.snippet(view), _picture(view)
    )


def _picture(view: OutcomeView) -> str:
    highs = [high for high in view.highs if view.best_at[high] is not None]
    return f"""highs = {highs}
figure = go.Figure(layout={{"title": "{view.unit.capitalize()} that were enough in 90 of 100 runs"}})
for name, epsilon in (("with privacy", {view.row_epsilon!r}), ("without", math.inf)):
    needed = []
    for high in highs:
        clipped = dpcore.bounded.clip_outcomes(outcomes, low={view.low!r}, high=high)
        runs = dpcore.bounded.simulate_outcomes(
            clipped, epsilon, {view.risk!r}, runs={view.runs}, seed={view.study.problem.seed}
        )
        times = [time if ended else math.inf for time, ended in zip(runs.stopping_times, runs.finished)]
        needed.append(dpcore.choosing.quantile_interval(times, 0.9)[1])
    figure.add_scatter(x=[high - {view.low!r} for high in highs], y=needed, mode="lines+markers", name=name)
figure.update_xaxes(type="log", title="width of the clip")
figure.update_yaxes(type="log", title="{view.unit}")
figure
"""

"""The page's notebook."""

from ui.arms.described import described, source_of
from ui.look.numbers import plural
from ui.shell.notebook import Notebook
from ui.stopping import words
from ui.stopping.study import StoppingView


def notebook(view: StoppingView) -> Notebook:
    """A notebook that makes the runs at the current epsilon, and at every epsilon that its picture draws."""
    instance = view.instance
    names = ", ".join(curve.label for curve in view.curves)
    told = described(instance.means, instance.epsilon, instance.risk, instance.indifference)
    return Notebook(
        f"{told} · {view.runs:,} run{plural(view.runs)}, seed {view.study.problem.seed}",
        f"{source_of(instance.indifference)}. Simulated: {names}",
        words.snippet(view),
        _picture(view),
    )


def _picture(view: StoppingView) -> str:
    gap = ", indifference=indifference" if view.instance.indifference else ""
    value = "mean" if view.show_mean else "median"
    return f"""epsilons = {list(view.epsilons)}
names_without_privacy = {[curve.label for curve in view.curves if not curve.is_private]!r}
figure = go.Figure(layout={{"title": "Stopping times ({value} of the runs) and the lower bound"}})
figure.add_scatter(
    x=epsilons,
    y=[dpcore.sample_lower_bounds(means, each, risk{gap})["tightest_private"] for each in epsilons],
    name="lower bound on the average",
)
for name, simulate in simulations.items():
    if name in names_without_privacy:
        heights = [simulate(epsilon).summary().{value}] * len(epsilons)
        figure.add_scatter(x=epsilons, y=heights, line={{"dash": "dash"}}, name=name)
    else:
        heights = [simulate(each).summary().{value} for each in epsilons]  # None: too many runs were capped
        figure.add_scatter(x=epsilons, y=heights, mode="lines+markers", name=name)
figure.add_vline(x=epsilon, line_dash="dot")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="samples until a run stops")
figure
"""

"""The page's notebook."""

from ui.arms.described import described, source_of
from ui.arms.instance import Instance
from ui.explore import words
from ui.shell.notebook import Notebook

_PICTURE = """
bound = bounds["tightest_private"] * times / private.time
figure = go.Figure(layout={"title": "Lower bound on the average number of participants"})
figure.add_scatter(x=epsilons, y=bound, line={"width": 4}, name="with privacy")
without = [bounds["non_private"]] * len(epsilons)
figure.add_scatter(x=epsilons, y=without, line={"dash": "dash"}, name="without privacy")
figure.add_vline(x=epsilon, line_dash="dot")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="participants on average")
figure
"""


def notebook(instance: Instance, more: str = "") -> Notebook:
    """The page's numbers, and the bound against epsilon.  more: code that continues the snippet."""
    told = described(instance.means, instance.epsilon, instance.risk, instance.indifference)
    return Notebook(told, source_of(instance.indifference), words.snippet(instance) + more, _PICTURE)

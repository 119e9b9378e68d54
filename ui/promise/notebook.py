"""The page's notebook."""

from ui.look.numbers import setting
from ui.promise import words
from ui.promise.numbers import PromiseView
from ui.shell.notebook import Notebook


def notebook(view: PromiseView) -> Notebook:
    """The three definitions on this policy, and delta against epsilon."""
    policy = "The published counterexample" if view.is_published else "An edited policy"
    told = f"{policy} · ε = {setting(view.epsilon)} · δ = {setting(view.delta)}"
    epsilons = view.promise.epsilons
    return Notebook(
        told,
        "Exact, for Definitions 1 to 4 of Azize & Basu, SaTML 2024",
        words.snippet(view),
        f"""figure = go.Figure(layout={{"title": "The smallest delta under each definition"}})
epsilons = [{float(epsilons[-1])!r} * step / {len(epsilons) - 1} for step in range({len(epsilons)})]
for definition in dpcore.privacy.PRIVACY_DEFINITIONS:
    deltas = [dpcore.privacy_delta(policy, definition, each) for each in epsilons]
    figure.add_scatter(x=epsilons, y=deltas, name=definition)
figure.add_vline(x={view.epsilon!r}, line_dash="dot")
figure.update_xaxes(title="epsilon")
figure.update_yaxes(title="smallest delta", tickformat=".0%")
figure
""",
    )

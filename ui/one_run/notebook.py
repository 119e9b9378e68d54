"""The page's notebook."""

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms.described import described
from ui.one_run import words
from ui.shell.notebook import Notebook
from ui.stopping.curves import Curve

_PICTURE = """
figure = go.Figure(layout={"title": "Participants given to each arm; the run ends on the right"})
for arm, participants in enumerate(trace.counts.T, start=1):
    figure.add_scatter(x=trace.times, y=participants, line={"shape": "hv"}, name=f"arm {arm}")
figure.update_xaxes(title="participants so far")
figure.update_yaxes(title="participants of this arm")
figure
"""


def notebook(curve: Curve, trace: FixedConfidenceTrace) -> Notebook:
    """A notebook that repeats the run and draws where its participants went."""
    setting = trace.parameters
    told = described(setting["means"], setting["epsilon"] if curve.is_private else None, setting["risk"])
    return Notebook(
        f"{curve.label} · {told} · run {trace.run}, seed {trace.seed}",
        f"Simulated; {curve.label}: {curve.entry.source}".rstrip("."),
        words.snippet(curve, trace),
        _PICTURE,
    )

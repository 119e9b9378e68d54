"""The page's notebook."""

from ui.look.numbers import percent, setting
from ui.one_mean import words
from ui.one_mean.question import MeanView
from ui.shell.notebook import Notebook

_PICTURE = """
figure = go.Figure(layout={"title": "One run halts when its mean exceeds what the rule demands"})
figure.add_scatter(x=trace.times, y=abs(trace.sample_means), name="running mean")
noisy = [each if each > 0 else None for each in trace.noisy_thresholds]
figure.add_scatter(x=trace.times, y=noisy, mode="lines+markers", line={"dash": "dot"}, name="what the rule demands")
ends = [trace.times[0], trace.times[-1]]
figure.add_scatter(x=ends, y=[abs(mean)] * 2, line={"dash": "dash"}, name="true mean")
figure.update_xaxes(type="log", title="samples")
figure.update_yaxes(type="log", title="size of the mean")
figure
"""


def notebook(view: MeanView) -> Notebook:
    """A notebook that repeats the page's runs and draws one of them."""
    question = view.question
    told = (
        f"Mean {setting(question.mean)}, to be known within {percent(question.relative_error)} · ε = "
        f"{setting(question.epsilon)} · risk {percent(question.risk)} · {view.runs} runs, seed {view.seed}"
    )
    return Notebook(told, "Stopping rules: Sajed & Sheffet, ICML 2019; simulated", words.snippet(view), _PICTURE)

"""The page's notebook."""

from ui.arms.described import described
from ui.look.numbers import count
from ui.same_decision import words
from ui.same_decision.question import EPSILONS, RUNS, DecisionFindings
from ui.shell.notebook import Notebook


def notebook(found: DecisionFindings) -> Notebook:
    """A notebook that repeats the studies and draws what share of them changes at each epsilon."""
    question = found.question
    told = f"{described(question.means, question.epsilon)} · {count(question.participants)} participants per study"
    return Notebook(
        f"{told} · {RUNS} studies, seed {question.seed}",
        "Simulated studies, published with Laplace noise",
        words.snippet(found),
        f"""epsilons = {EPSILONS.tolist()}
figure = go.Figure(layout={{"title": "Studies that choose another option with noise"}})
figure.add_scatter(x=epsilons, y=studies.share_changed(epsilons), line={{"width": 4}}, name="simulated studies")
figure.add_vline(x=epsilon, line_dash="dot")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(title="share of studies", tickformat=".0%", rangemode="tozero")
figure
""",
    )

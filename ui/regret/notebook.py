"""The page's notebook."""

from ui.arms.described import described
from ui.look.numbers import setting
from ui.regret import words
from ui.regret.comparison import compared
from ui.regret.study import KINDS, RegretView, counterpart, label_of
from ui.shell.notebook import Notebook


def notebook(view: RegretView) -> Notebook:
    """A notebook that makes the runs at the current budget, and at every budget that its picture draws."""
    names = ", ".join(label_of((name, view.epsilon)) for name in compared(view))
    problem = view.problem
    arms = described(problem.means) if problem.kind == "arms" else f"{problem.arms} {KINDS[problem.kind]}"
    told = f"{arms} · ε = {setting(view.epsilon)} · {problem.horizon:,} pulls · {view.runs} runs, seed {problem.seed}"
    return Notebook(told, f"Simulated means: {names}", words.snippet(view), _picture(view))


def _picture(view: RegretView) -> str:
    names = compared(view)
    private = "\n".join(
        f"    {label_of((name, view.epsilon))!r}: lambda epsilon: {words.call((name, view.epsilon), view, 'epsilon')},"
        for name in names
    )
    cells = dict.fromkeys(map(counterpart, names))
    plain = "\n".join(f"    {label_of(cell)!r}: {words.call(cell, view)}.mean_regret[-1]," for cell in cells)
    return f"""epsilons = {list(view.epsilons)}
simulations = {{
{private}
}}
without_privacy = {{
{plain}
}}
figure = go.Figure(layout={{"title": f"Mean regret after {{horizon:,}} pulls, simulated"}})
for name, simulate in simulations.items():
    lost = [simulate(each).mean_regret[-1] for each in epsilons]
    figure.add_scatter(x=epsilons, y=lost, mode="lines+markers", name=name)
for name, lost in without_privacy.items():
    figure.add_scatter(x=epsilons, y=[lost] * len(epsilons), line={{"dash": "dash"}}, name=name)
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="rewards lost")
figure"""

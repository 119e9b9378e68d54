"""The Python and the notebook that give the page's figures."""

from ui.arms.described import described
from ui.choose.question import RUNS, SEARCHED_DRAWS, SEED, SequentialQuestion
from ui.choose.sequential.findings import CURVE_POINTS, QUANTILE
from ui.choose.sequential.words import TEMPLATES, given
from ui.look.numbers import count, percent
from ui.look.sentences import said
from ui.shell.notebook import Notebook
from ui.state.keys import EPSILON_RANGE

WHOSE = "for methods that are right whatever the rates are"
_PICTURE_OF_DATA = """
figure = go.Figure(layout={"title": f"Participants at epsilon = {epsilon:.3g}, over the rates"})
for name, low_middle_high in zip(("lower bound", "simulated participants"), found.quantiles()):
    figure.add_bar(x=["5 %", "50 %", "95 %"], y=low_middle_high, name=name)
figure.update_yaxes(type="log", title="participants")
"""


def notebook(question: SequentialQuestion, more: str = "") -> Notebook:
    """The page's figures, and participants against epsilon.  more: code of the page's sections."""
    problem = question.problem
    what = (
        described(problem.means, None, problem.risk, problem.indifference)
        if problem.data is None
        else f"{problem.options} options, own data · risk {percent(problem.risk)}"
    )
    return Notebook(
        f"{what} · {count(question.participants)} participants available · trust model: {problem.trust_model}",
        said(TEMPLATES, "notebook_source", given(question)),
        snippet(question) + more,
        _picture_of_means(question) if problem.data is None else _PICTURE_OF_DATA,
    )


def snippet(question: SequentialQuestion) -> str:
    """A script that runs as it stands and prints the page's figures."""
    problem = question.problem
    epsilon = f"max(achievable, {EPSILON_RANGE[0]!r})" if question.epsilon is None else repr(question.epsilon)
    how = {"trust_model": problem.trust_model, "quantile": QUANTILE, "seed": SEED, **problem.gaps}
    return f"""import dpcore

risk, participants = {problem.risk!r}, {question.participants!r}
trust_model = "{problem.trust_model}"
how = {how!r}
{_for_means(question, epsilon) if problem.data is None else _for_data(question, epsilon)}"""


def _gap(question: SequentialQuestion) -> str:
    """What is handed to each function beside the rest."""
    return f", indifference={zeta!r}" if (zeta := question.problem.indifference) else ""


def _bound_at(question: SequentialQuestion, epsilon: str) -> str:
    """The call of the lower bound at what is called `epsilon`."""
    if lead := question.problem.lead:
        return f"dpcore.designs.lead_lower_bound(means, {lead!r}, {epsilon}, risk, trust_model, {QUANTILE})"
    return f"dpcore.necessary_samples(means, {epsilon}, risk, trust_model, {QUANTILE}{_gap(question)})"


def _for_means(question: SequentialQuestion, epsilon: str) -> str:
    problem = question.problem
    told = "the bound's limit as the risk goes to 0" if problem.is_asymptotic else f"the bound {WHOSE}"
    possible = f"dpcore.smallest_epsilon(means, risk, participants, trust_model{_gap(question)})"
    if problem.lead:
        told, how = f"the bound for methods that find every lead of {problem.lead:g}", f"trust_model, {QUANTILE}"
        possible = f"dpcore.designs.lead_possible_epsilon(means, {problem.lead!r}, risk, participants, {how})"
    return f"""means = {problem.means!r}
how["runs"] = {RUNS}
print("not ruled out by {told} from epsilon", {possible})
achievable = dpcore.choosing.simulated_epsilon_band(means, risk, participants, **how)[1]
print("achievable from epsilon", achievable)
epsilon = {epsilon}
print("at least, by {told}, to stop in 90 % of its runs:", {_bound_at(question, "epsilon")})
print("without privacy:", dpcore.achievable_samples(means, float("inf"), risk, **how))
print("enough to stop in 90 % of the runs:", dpcore.achievable_samples(means, epsilon, risk, **how))
"""


def _for_data(question: SequentialQuestion, epsilon: str) -> str:
    data = question.problem.data
    assert data is not None
    return f"""posterior = dpcore.beta_posterior({data.successes!r}, {data.trials!r})
draws = posterior.draws({SEARCHED_DRAWS * RUNS}, seed={SEED})
achievable = dpcore.choosing.posterior_epsilon_band(draws, risk, participants, **how)[1]
print("achievable from epsilon", achievable)
epsilon = {epsilon}
found = dpcore.choosing.posterior_samples(draws[:{RUNS}], epsilon, risk, trust_model, seed={SEED}{_gap(question)})
print("5 %, 50 %, 95 % over the rates: lower bounds on the mean, then simulated participants")
print(found.quantiles())
print("enough to stop in 90 % of the runs:", dpcore.choosing.quantile_interval(found.stopping_times, {QUANTILE})[1])
"""


def _picture_of_means(question: SequentialQuestion) -> str:
    low, high = EPSILON_RANGE
    return f"""epsilons = [{low} * ({high} / {low}) ** (step / {CURVE_POINTS - 1}) for step in range({CURVE_POINTS})]
least = [{_bound_at(question, "each")} for each in epsilons]
figure = go.Figure(layout={{"title": "Participants to stop in 90 of 100 runs"}})
figure.add_scatter(x=epsilons, y=least, name="lower bound")
enough = dpcore.achievable_samples(means, epsilon, risk, **how)
figure.add_scatter(x=[epsilon], y=[enough], mode="markers", marker={{"size": 12}}, name="enough, simulated")
figure.add_scatter(x=epsilons, y=[participants] * len(epsilons), line={{"dash": "dash"}}, name="available")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="participants")
"""

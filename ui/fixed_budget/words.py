"""Sentences about the error of a fixed budget, with the numbers in them, and the notebook that makes the runs again."""

import numpy as np

import dpcore
from dpcore.fixed_budget import FixedBudgetResult, FixedBudgetTrace
from ui.fixed_budget.bandit import Bandit
from ui.fixed_budget.sources import ACCEPTED
from ui.fixed_budget.study import ALGORITHMS, PHASES, AtBudget, BudgetProblem, BudgetView, Line, Results
from ui.look.numbers import count, plural
from ui.look.sentences import teller
from ui.shell.notebook import Notebook

tell = teller(__file__)


def verdict(view: BudgetView, results: Results) -> str:
    """How often the best private algorithm here is wrong, at one epsilon, and the best without privacy."""
    found, private = _concluding(view, results), [line for line in view.lines if line.epsilon]
    lead = _leading(view, found)
    line, result = lead or (None, None)
    equal = [pair[0].name for pair in found if lead and _rank(pair) == _rank(lead)]
    public, its = min([pair for pair in found if pair[0].epsilon is None], key=_rank, default=(None, None))
    return tell(
        "verdict",
        view=view,
        line=line,
        result=result,
        is_alone=line and sum(other.epsilon == line.epsilon for other, _ in found) == 1,
        tied=" and ".join(equal) if len(equal) > 1 else "",
        public=public,
        public_error=its and its.error_rate,
        on_units=private and not any(each.may_conclude for each in private) and private[0].label,
        has_private=private,
        is_growing=result and result.runs < view.runs,
    )


def _concluding(view: BudgetView, results: Results) -> AtBudget:
    """The lines at the budget looked at that a verdict may rest on."""
    return [pair for pair in view.at_budget(results) if pair[0].may_conclude]


def _leading(view: BudgetView, found: AtBudget) -> tuple[Line, FixedBudgetResult] | None:
    """The private line that is wrong least often at the epsilon that was typed, else at the smallest."""
    private = [pair for pair in found if pair[0].epsilon is not None]
    told = [pair for pair in private if pair[0].epsilon == view.typed] or private
    return min(told, key=_rank, default=None)


def _rank(pair: tuple[Line, FixedBudgetResult]) -> tuple[float, float]:
    """The smaller, the sooner the verdict is about it: its epsilon, and how often it is wrong."""
    return pair[0].epsilon or 0.0, pair[1].error_rate or 0.0


def expert_verdict(view: BudgetView, results: Results) -> str:
    """The same with its interval, and the others at the same epsilon; empty while there are no runs."""
    found = _concluding(view, results)
    lead = _leading(view, found)
    if lead is None:
        return ""
    line, result = lead
    low, high = result.error_interval
    others = "".join(
        tell("beside", line=other, result=its, pulled=_pulled(its))
        for other, its in found
        if other.epsilon is None or (other.epsilon == line.epsilon and other != line)
    )
    return tell(
        "expert", view=view, line=line, result=result, low=low, high=high, pulled=_pulled(result), others=others
    )


def _pulled(result: FixedBudgetResult) -> str:
    arms, pulled = result.pulls.shape[1], float((result.pulls > 0).sum(axis=1).mean())
    return tell("arms_pulled", arms=arms, is_both=pulled == arms == 2, is_all=pulled == arms, mean=round(pulled, 1))


def error_reading(view: BudgetView, results: Results) -> str:
    """What the points are, and from how many samples on each line errs rarely."""
    reached = []
    for line in [line for line in view.lines if line.may_conclude]:
        budgets = sorted(budget for other, budget in results if other == line)
        quiet = [budget for budget in budgets if (results[line, budget].error_rate or 0) <= ACCEPTED]
        reached += [f"{quiet[0]:,} with {line.label}"] if quiet else []
    aside = dict.fromkeys(line.name for line in view.lines if not line.may_conclude)
    return tell("errors", by_line="; ".join(reached), accepted=ACCEPTED, on_units=", ".join(aside))


def plane(bandit: Bandit) -> dict[str, object]:
    """What the sentences above and below the plane say of the arms that Max-Det picks."""
    chosen = (dpcore.fixed_budget.max_det_collection(bandit.features).arms + 1).tolist()
    rank, arms = bandit.linear.rank, len(bandit.features)
    names = " and ".join(map(str, chosen))
    picked = {"first": chosen[0], "second": chosen[-1], "names": names}
    return {"arms": arms, "rank": rank, "is_too_few": bandit.is_too_few, "in_plane": rank > 1, **picked}


def schedule_reading(problem: BudgetProblem) -> str:
    """How many arms the phases keep as chosen, and as not chosen; why the one may err more often."""
    (other,) = (phases for phases in PHASES if phases != problem.phases)
    ours, theirs = problem.bandit.sizes(problem.phases), problem.bandit.sizes(other)
    counts = ours.count("→"), theirs.count("→")
    return tell(
        "schedule",
        is_same=ours == theirs,
        ours=ours,
        theirs=theirs,
        count=counts[0],
        other=counts[0] != counts[1] and counts[1],
    )


BARS_SENTENCE = "**Each bar is an arm, as high as its mean; the orange one is the best.**"


def means_reading(bandit: Bandit) -> str:
    """Why there is no plane to drag in."""
    rank, dimension = bandit.linear.rank, len(bandit.theta)
    is_reduced, is_unstructured = rank < dimension, bandit.is_unstructured
    return tell("bars", is_unstructured=is_unstructured, dimension=dimension, is_reduced=is_reduced, rank=rank)


def phases_reading(trace: FixedBudgetTrace) -> str:
    """The run in one or two sentences."""
    phases, epsilon = trace.phases, trace.parameters["epsilon"]
    first, best = phases[0], int(np.argmax(trace.parameters["means"]))
    low = int(first.counts.min())
    return tell(
        "run",
        trace=trace,
        label=ALGORITHMS[trace.algorithm].label,
        survivors=" → ".join([*(str(phase.active.size) for phase in phases), "1"]),
        number=len(phases),
        sampled=first.pulled.size,
        active=first.active.size,
        low=low,
        high=int(first.counts.max()),
        epsilon=epsilon,
        is_least_squares=epsilon is not None and trace.algorithm.startswith("dp-od"),
        scale=epsilon and 1 / (epsilon * low),
        named=trace.recommendation + 1,
        is_right=trace.recommendation == best,
        best=best + 1,
    )


def pulls_reading(view: BudgetView) -> str:
    """How many arms each algorithm pulls, and how often."""
    parts = []
    for line, result in view.at_budget_once():
        pulls = result.pulls.mean(axis=0)
        parts.append(tell("pulls_of", line=line, pulled=_pulled(result), times_each=float(pulls[pulls > 0].mean())))
    return tell("pulls", view=view, by_line="; ".join(parts)) if parts else ""


def too_small(view: BudgetView) -> str:
    """A sentence naming the algorithms that the budget is too small for; empty if none."""
    least = {line.name: line.smallest_budget(view.problem) for line in view.lines}
    needs = ", ".join(f"{name} needs {budget:,}" for name, budget in least.items() if budget > view.budget)
    return tell("too_small", view=view, needs=needs) if needs else ""


def _simulation(view: BudgetView, line: Line) -> str:
    chosen = "".join(f", {name}={value!r}" for name, value in view.problem.parameters(line.algorithm).items())
    return (
        f"    {line.label!r}: lambda horizon: dpcore.simulate_fixed_budget({line.algorithm!r}, features, theta, "
        f"horizon, {line.epsilon}, runs=runs, seed=seed, rewards=rewards{chosen}),"
    )


def notebook(view: BudgetView) -> Notebook:
    """A notebook that makes the runs at the chosen T, and at every T that its picture draws."""
    bandit = view.bandit
    kind = "arms" if bandit.is_unstructured else f"linear arms in {len(bandit.theta)} dimensions"
    names = "; ".join(line.label for line in view.lines)
    told = f"{len(bandit.features)} {kind} · T = {count(view.budget)} samples · {names}"
    return Notebook(
        f"{told} · {view.runs:,} run{plural(view.runs)}, seed {view.study.problem.seed}",
        "Simulated shares of wrong runs with exact 95 % intervals",
        _code(view),
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
"""


def _code(view: BudgetView) -> str:
    bandit, imported = view.bandit, ""
    features = repr([list(row) for row in bandit.features])
    if bandit.is_unstructured:
        imported, features = "import numpy as np\n\n", f"np.eye({len(bandit.theta)})"
    simulations = "\n".join(_simulation(view, line) for line in view.lines)
    return f"""{imported}import dpcore

features = {features}
theta = {list(bandit.theta)}
horizon, runs, seed, rewards = {view.budget}, {view.runs}, {view.problem.seed}, {bandit.rewards!r}
chosen = dpcore.fixed_budget.max_det_collection(features)
print('Max-Det picks arms', chosen.arms + 1, 'with volume', chosen.volume)

simulations = {{
{simulations}
}}

for name, simulate in simulations.items():
    result = simulate(horizon)
    print(name, 'wrong in', result.errors, 'of', runs, 'runs:', result.error_interval)"""

"""Sentences about the error of a fixed budget, with the numbers in them, and the code that makes the runs again."""

import numpy as np

import dpcore
from dpcore.fixed_budget import FixedBudgetResult, FixedBudgetTrace
from ui.fixed_budget.bandit import Bandit
from ui.fixed_budget.sources import ACCEPTED
from ui.fixed_budget.study import ALGORITHMS, PHASES, AtBudget, BudgetProblem, BudgetView, Line, Results
from ui.look.numbers import count, percent, setting

_MARKS = (
    "An arm's mean is larger the further it lies along the arrow θ. Dotted: an arm beyond this line would be the best."
)


def verdict(view: BudgetView, results: Results) -> str:
    """How often the best private algorithm here is wrong, at the smallest epsilon, and the best without privacy."""
    found = _concluding(view, results)
    lead = _leading(found)
    if lead is None:
        private = [line for line in view.lines if line.epsilon]
        if private and not any(line.may_conclude for line in private):
            return f"{private[0].label} depends on the features' units: choose another private algorithm for an answer."
        if private:
            return f"After {view.budget:,} samples: the first runs of the private algorithms are on their way."
        return "Choose a private algorithm and an ε to see how often it is wrong."
    line, result = lead
    label, is_alone = ALGORITHMS[line.algorithm].label, sum(other.epsilon == line.epsilon for other, _ in found) == 1
    sentence = (
        f"After {view.budget:,} samples of {result.pulls.shape[1]} arms (options), "
        f"{f'the private method {label}' if is_alone else f'the best private method here, {label},'} names a wrong one "
        f"in **{percent(result.error_rate or 0)}** of {result.runs:,} runs"
    )
    public = min([pair for pair in found if pair[0].epsilon is None], key=_error, default=None)
    if public is None:
        return f"{sentence}."
    other, its = public
    return f"{sentence}; without privacy, {ALGORITHMS[other.algorithm].label} does in {percent(its.error_rate or 0)}."


def _concluding(view: BudgetView, results: Results) -> AtBudget:
    """The lines at the budget looked at that a verdict may rest on."""
    return [pair for pair in view.at_budget(results) if pair[0].may_conclude]


def _leading(found: AtBudget) -> tuple[Line, FixedBudgetResult] | None:
    """The private line that is wrong least often at the smallest epsilon."""
    private = [pair for pair in found if pair[0].epsilon is not None]
    return min(private, key=lambda pair: (pair[0].epsilon, _error(pair)), default=None)


def _error(pair: tuple[Line, FixedBudgetResult]) -> float:
    return pair[1].error_rate or 0.0


def runs_sentence(view: BudgetView) -> str:
    """What a point of the main picture is, above it while no runs are made."""
    return f"Each point: {view.runs:,} simulated runs"


def expert_verdict(view: BudgetView, results: Results) -> str:
    """The same with its interval, and the others at the same epsilon; empty while there are no runs."""
    found = _concluding(view, results)
    lead = _leading(found)
    if lead is None:
        return ""
    line, result = lead
    low, high = result.error_interval
    parts = [
        f"After **T = {view.budget:,} samples** at ε = {setting(line.epsilon or 0)}, "
        f"{ALGORITHMS[line.algorithm].label} names a wrong arm in **{percent(result.error_rate or 0)}** of "
        f"{result.runs:,} runs (95 % interval {percent(low, 2)} to {percent(high, 2)}), {_pulled(result)}"
    ]
    for other, its in found:
        if other.epsilon == line.epsilon and other != line:
            parts.append(f"{ALGORITHMS[other.algorithm].label} in {percent(its.error_rate or 0)}, {_pulled(its)}")
        elif other.epsilon is None:
            label = ALGORITHMS[other.algorithm].label
            parts.append(f"without privacy, {label} in {percent(its.error_rate or 0)}")
    return "; ".join(parts) + "."


def _pulled(result: FixedBudgetResult) -> str:
    arms = result.pulls.shape[1]
    pulled = float((result.pulls > 0).sum(axis=1).mean())
    which = "all" if pulled == arms else f"{setting(round(pulled, 1))} of"
    return f"sampling {which} {arms} arms"


def error_reading(view: BudgetView, results: Results) -> str:
    """What the points are, and from how many samples on each line errs rarely."""
    parts = [
        "Points: the share of simulated runs that named a wrong arm, in bands of exact 95 % intervals. Open triangles: "
        "no run did, so they stand at the upper end of the interval."
    ]
    reached = []
    for line in [line for line in view.lines if line.may_conclude]:
        budgets = sorted(budget for other, budget in results if other == line)
        quiet = [budget for budget in budgets if (results[line, budget].error_rate or 0) <= ACCEPTED]
        if quiet:
            reached.append(f"{line.label} by T = {quiet[0]:,}")
    if reached:
        parts.append(f"At most {percent(ACCEPTED)} of the runs wrong: {'; '.join(reached)}.")
    if aside := dict.fromkeys(ALGORITHMS[line.algorithm].label for line in view.lines if not line.may_conclude):
        parts.append(
            f"Dashed: {', '.join(aside)}, which depends on the features' units, so nothing is concluded from it."
        )
    return " ".join(parts)


def points_sentence(bandit: Bandit) -> str:
    """What the points of the plane are, and which of them DP-BAI samples."""
    chosen = dpcore.fixed_budget.max_det_collection(bandit.features).arms + 1
    rank, arms = bandit.linear.rank, len(bandit.features)
    if arms < rank**2:
        tried = f"DP-BAI samples all {arms}"
    elif rank < 2:
        tried = f"DP-BAI samples only the orange one, {chosen[0]}, and infers the others from it"
    else:
        tried = f"DP-BAI samples only the two orange ones, {chosen[0]} and {chosen[1]}, and infers the others from them"
    return f"**Each point is an arm; the one in a ring is the best.** {tried}."


def schedule_reading(problem: BudgetProblem) -> str:
    """How many arms the phases keep as chosen, and as not chosen; why the one may err more often."""
    ours, (theirs,) = (
        problem.bandit.sizes(problem.phases),
        (problem.bandit.sizes(phases) for phases in PHASES if phases != problem.phases),
    )
    shared = ""
    if (count := ours.count("→")) != (other := theirs.count("→")):
        shared = f"; phases that share the samples: {count} instead of {other}"
    return f"DP-BAI keeps {ours} arms here, the other way {theirs}{shared}."


def plane_reading(bandit: Bandit) -> str:
    """Why DP-BAI measures those arms, and what the lines are."""
    chosen = dpcore.fixed_budget.max_det_collection(bandit.features)
    rank, arms = bandit.linear.rank, len(bandit.features)
    names = " and ".join(str(arm + 1) for arm in chosen.arms)
    if arms < rank**2:
        return (
            f"{arms} arms in {rank} dimensions are too few (dimension above √{arms}) for Max-Det, which would pick "
            f"{names} (orange): DP-BAI does as BASELINE. {_MARKS}"
        )
    if rank < 2:
        return f"All features lie on one line, so the problem is reduced to dimension 1. {_MARKS}"
    return f"Max-Det picks arms {names}: no two others span a larger parallelogram. {_MARKS}"


BARS_SENTENCE = "**Each bar is an arm, as high as its mean; the orange one is the best.**"


def means_reading(bandit: Bandit) -> str:
    """Why there is no plane to drag in."""
    linear = bandit.linear
    if bandit.is_unstructured:
        text = (
            "Unstructured arms: no arm tells anything about another, so each must be sampled, and DP-BAI and BASELINE "
            "are the same; edit the means under θ."
        )
    else:
        text = f"Features of {len(bandit.theta)} numbers cannot be dragged in a plane; edit them in the box."
    if linear.rank < len(bandit.theta):
        text += f" They span only {linear.rank} dimensions, and the problem is reduced to these."
    return text


def phases_reading(trace: FixedBudgetTrace) -> str:
    """The run in one or two sentences."""
    phases = trace.phases
    label = ALGORITHMS[trace.algorithm].label
    best = int(np.argmax(trace.parameters["means"]))
    first = phases[0]
    low, high = int(first.counts.min()), int(first.counts.max())
    times, noise = f"{low:,}" if low == high else f"{low:,} to {high:,}", ""
    if (epsilon := trace.parameters["epsilon"]) is not None:
        noise = f", and hides each mean under Laplace noise of scale 1/(ε n) = {1 / (epsilon * low):.2g}"
        if trace.algorithm.startswith("dp-od"):
            noise = " and adds noise to the sums of its least-squares fit"
    survivors = " → ".join(str(phase.active.size) for phase in phases) + " → 1"
    answer = "the best arm" if trace.recommendation == best else f"a wrong answer; the best is arm {best + 1}"
    return (
        f"Run {trace.run} of {label}: {survivors} arms in {len(phases)} "
        f"{'phase' if len(phases) == 1 else 'phases'}. Phase 1 samples {first.pulled.size} of "
        f"{first.active.size} arms, {times} times each{noise}. It names arm "
        f"{trace.recommendation + 1}, {answer}."
    )


def pulls_reading(view: BudgetView) -> str:
    """How many arms each algorithm pulls, and how often."""
    parts = []
    for line, result in view.at_budget_once():
        pulls = result.pulls.mean(axis=0)
        pulled = pulls[pulls > 0]
        parts.append(
            f"{ALGORITHMS[line.algorithm].label} {_pulled(result).removeprefix('sampling ')}, "
            f"{count(float(pulled.mean()))} times each on average"
        )
    if not parts:
        return ""
    return f"Of T = {view.budget:,} samples: {'; '.join(parts)}. Fewer arms with more samples each need less noise."


def too_small(view: BudgetView) -> str:
    """A sentence naming the algorithms that the budget is too small for; empty if none."""
    least = {ALGORITHMS[line.algorithm].label: line.smallest_budget(view.problem) for line in view.lines}
    needs = ", ".join(f"{label} needs {budget:,}" for label, budget in least.items() if budget > view.budget)
    if not needs:
        return ""
    return f"T = {view.budget:,} is too small for one sample of every arm that a phase measures: {needs}."


def snippet(view: BudgetView) -> str:
    """Python code that makes the runs at the chosen T again."""
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


def _simulation(view: BudgetView, line: Line) -> str:
    chosen = "".join(f", {name}={value!r}" for name, value in view.problem.parameters(line.algorithm).items())
    return (
        f"    {line.label!r}: lambda horizon: dpcore.simulate_fixed_budget({line.algorithm!r}, features, theta, "
        f"horizon, {line.epsilon}, runs=runs, seed=seed, rewards=rewards{chosen}),"
    )

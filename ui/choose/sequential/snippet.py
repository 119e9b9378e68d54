"""The Python that gives the page's figures."""

from ui.choose.own_data import OwnData
from ui.choose.question import RUNS, SEARCHED_DRAWS, SEED, SequentialQuestion
from ui.choose.sequential.findings import CONFIDENCE, QUANTILE
from ui.state.keys import EPSILON_RANGE


def snippet(question: SequentialQuestion) -> str:
    """A script that runs as it stands and prints the page's figures."""
    problem = question.problem
    lines = [
        "import dpcore",
        "",
        f"risk, participants = {problem.risk!r}, {question.participants!r}",
        f'trust_model = "{problem.trust_model}"',
    ]
    return "\n".join(
        [*lines, *(_for_means(question) if problem.data is None else _for_data(question, problem.data)), ""]
    )


def _epsilon_line(question: SequentialQuestion) -> str:
    return (
        f"epsilon = {f'max(achievable, {EPSILON_RANGE[0]!r})' if question.epsilon is None else repr(question.epsilon)}"
    )


WHOSE = "for methods that are right whatever the rates are"


def _gap(question: SequentialQuestion) -> str:
    """What is handed to each function beside the rest."""
    return f", indifference={zeta!r}" if (zeta := question.problem.indifference) else ""


def bound_at(question: SequentialQuestion, epsilon: str) -> str:
    """The call of the lower bound at what is called `epsilon`."""
    if lead := question.problem.lead:
        return f"dpcore.designs.lead_lower_bound(means, {lead!r}, {epsilon}, risk, trust_model, {QUANTILE})"
    return f"dpcore.necessary_samples(means, {epsilon}, risk, trust_model, {QUANTILE}{_gap(question)})"


def _for_means(question: SequentialQuestion) -> list[str]:
    problem, gap = question.problem, _gap(question)
    told = "the bound's limit as the risk goes to 0" if problem.is_asymptotic else f"the bound {WHOSE}"
    possible = f"dpcore.smallest_epsilon(means, risk, participants, trust_model=trust_model{gap})"
    if problem.lead:
        told = f"the bound for methods that find every lead of {problem.lead:g}"
        how = f"trust_model, {QUANTILE}"
        possible = f"dpcore.designs.lead_possible_epsilon(means, {problem.lead!r}, risk, participants, {how})"
    runs = {"trust_model": problem.trust_model, "quantile": QUANTILE, "runs": RUNS, "seed": SEED, **problem.gaps}
    return [
        f"means = {problem.means!r}",
        f"runs = {runs!r}",
        f'print("not ruled out by {told} from epsilon", {possible})',
        "band = dpcore.choosing.simulated_epsilon_band(",
        f"    means, risk, participants, **runs, confidence={CONFIDENCE}",
        ")",
        "achievable = band[1]",
        'print("achievable from epsilon", achievable)',
        _epsilon_line(question),
        f'print("at least, by {told}, to stop in 90 % of its runs:", {bound_at(question, "epsilon")})',
        'print("without privacy:", dpcore.achievable_samples(means, float("inf"), risk, **runs))',
        'print("enough in 90 % of the runs:", dpcore.achievable_samples(means, epsilon, risk, **runs))',
    ]


def _for_data(question: SequentialQuestion, data: OwnData) -> list[str]:
    gap, zeta = _gap(question), question.problem.indifference
    pooled = f", 'indifference': {zeta!r}" if zeta else ""
    return [
        f"posterior = dpcore.beta_posterior({data.successes!r}, {data.trials!r})",
        f"draws = posterior.draws({SEARCHED_DRAWS * RUNS}, seed={SEED})",
        f"pooled = {{'trust_model': trust_model, 'quantile': {QUANTILE}, 'seed': {SEED}{pooled}}}",
        "achievable = dpcore.choosing.posterior_epsilon_band(draws, risk, participants, **pooled)[1]",
        'print("achievable from epsilon", achievable)',
        _epsilon_line(question),
        f"found = dpcore.choosing.posterior_samples(draws[:{RUNS}], epsilon, risk, trust_model, seed={SEED}{gap})",
        'print("5 %, 50 %, 95 % over the rates: lower bounds on the mean, then simulated participants")',
        "print(found.quantiles())",
        f'print("enough in 90 % of the runs:", dpcore.choosing.quantile_interval(found.stopping_times, {QUANTILE})[1])',
    ]

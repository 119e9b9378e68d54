"""The Python that gives the page's figures."""

from ui.choose.own_data import OwnData
from ui.choose.question import QUANTILE, RUNS, SEARCHED_DRAWS, SEED, Question
from ui.state.keys import EPSILON_RANGE


def snippet(question: Question) -> str:
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


def _epsilon_line(question: Question) -> str:
    return (
        f"epsilon = {f'max(achievable, {EPSILON_RANGE[0]!r})' if question.epsilon is None else repr(question.epsilon)}"
    )


def _gap(question: Question) -> str:
    """What is handed to each function beside the rest."""
    return f", indifference={zeta!r}" if (zeta := question.problem.indifference) else ""


def _for_means(question: Question) -> list[str]:
    gap, runs = _gap(question), f'"trust_model": trust_model, "quantile": {QUANTILE}, "runs": {RUNS}, "seed": {SEED}'
    if zeta := question.problem.indifference:
        runs += f', "indifference": {zeta!r}'
    is_limit = question.problem.is_asymptotic
    not_ruled_out = "not under the bound, proven as the risk goes to 0," if is_limit else "not impossible"
    at_least = "the bound, proven as the risk goes to 0," if is_limit else "at least, for any method"
    return [
        f"means = {question.problem.means!r}",
        f"runs = {{{runs}}}",
        f"possible = dpcore.smallest_epsilon(means, risk, participants, trust_model=trust_model{gap})",
        f'print("{not_ruled_out} from epsilon", possible)',
        'achievable = dpcore.smallest_epsilon(means, risk, participants, "simulated", **runs)',
        'print("achievable from epsilon", achievable)',
        _epsilon_line(question),
        'without_privacy = dpcore.achievable_samples(means, float("inf"), risk, **runs)',
        f"enough = {1 + question.extra!r} * without_privacy",
        'regime = dpcore.smallest_epsilon(means, risk, enough, "simulated", **runs, confidence=None)',
        'print("change of regime at epsilon", regime)',
        f"bound = dpcore.necessary_samples(means, epsilon, risk, trust_model, {QUANTILE}{gap})",
        f'print("{at_least} to stop in 90 % of its runs:", bound)',
        'print("enough in 90 % of the runs:", dpcore.achievable_samples(means, epsilon, risk, **runs))',
    ]


def _for_data(question: Question, data: OwnData) -> list[str]:
    gap, zeta = _gap(question), question.problem.indifference
    pooled = f", 'indifference': {zeta!r}" if zeta else ""
    return [
        f"posterior = dpcore.beta_posterior({data.successes!r}, {data.trials!r})",
        f"draws = posterior.draws({SEARCHED_DRAWS * RUNS}, seed={SEED})",
        f"pooled = {{'trust_model': trust_model, 'quantile': {QUANTILE}, 'seed': {SEED}{pooled}}}",
        "achievable = dpcore.choosing.posterior_smallest_epsilon(draws, risk, participants, **pooled)",
        'print("achievable from epsilon", achievable)',
        _epsilon_line(question),
        f"found = dpcore.choosing.posterior_samples(draws[:{RUNS}], epsilon, risk, trust_model, seed={SEED}{gap})",
        'print("5 %, 50 %, 95 % over the rates: lower bounds on the mean, then simulated participants")',
        "print(found.quantiles())",
        f'print("enough in 90 % of the runs:", dpcore.choosing.quantile_interval(found.stopping_times, {QUANTILE})[1])',
    ]

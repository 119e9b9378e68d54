"""Python that prints the figures of the stakeholder's verdict."""

from ui.choose.question import QUANTILE, RUNS, SEED, Question


def snippet(question: Question) -> str:
    """A script that runs as it stands and prints the page's figures."""
    problem = question.problem
    lines = [
        "import dpcore",
        "",
        f"risk, participants, epsilon = {problem.risk!r}, {question.participants!r}, {question.epsilon!r}",
        f'trust_model = "{problem.trust_model}"',
    ]
    return "\n".join([*lines, *(_for_means(question) if problem.data is None else _for_data(question)), ""])


def _for_means(question: Question) -> list[str]:
    return [
        f"means = {question.problem.means!r}",
        f'runs = {{"trust_model": trust_model, "quantile": {QUANTILE}, "runs": {RUNS}, "seed": {SEED}}}',
        "possible = dpcore.smallest_epsilon(means, risk, participants, trust_model=trust_model)",
        'print("not impossible from epsilon", possible)',
        'print("achievable from epsilon", dpcore.smallest_epsilon(means, risk, participants, "simulated", **runs))',
        'without_privacy = dpcore.achievable_samples(means, float("inf"), risk, **runs)',
        f"enough = {1 + question.extra!r} * without_privacy",
        'print("change of regime at epsilon", dpcore.smallest_epsilon(means, risk, enough, "simulated", **runs))',
        'print("at least, by any method:", dpcore.necessary_samples(means, epsilon, risk, trust_model))',
        'print("enough in 90 % of the runs:", dpcore.achievable_samples(means, epsilon, risk, **runs))',
    ]


def _for_data(question: Question) -> list[str]:
    data = question.problem.data
    return [
        f"draws = dpcore.beta_posterior({data.successes!r}, {data.trials!r}).draws({RUNS}, seed={SEED})",
        f"pooled = {{'trust_model': trust_model, 'quantile': {QUANTILE}, 'seed': {SEED}}}",
        'print("achievable from epsilon", dpcore.posterior_smallest_epsilon(draws, risk, participants, **pooled))',
        f"found = dpcore.posterior_samples(draws, epsilon, risk, trust_model, seed={SEED})",
        'print("5 %, 50 %, 95 % over the rates: lower bounds, then simulated participants")',
        "print(found.quantiles())",
        f'print("enough in 90 % of the runs:", dpcore.quantile_interval(found.stopping_times, {QUANTILE})[1])',
    ]

"""The question of the page under weaker promises than epsilon-DP: see ui.approximate."""

from ui.approximate import section, words
from ui.approximate.study import PromiseQuestion
from ui.choose.question import RUNS, SEED
from ui.choose.sequential.findings import QUANTILE
from ui.choose.sequential.study import ChoiceView


def draw(view: ChoiceView) -> str:
    """Draw the section; the Python of what it shows, empty while it is closed."""
    asked, otherwise = asked_of(view)
    return words.code(asked) if section.draw("weaker-promise", asked, otherwise) and asked else ""


def asked_of(view: ChoiceView) -> tuple[PromiseQuestion | None, str]:
    """What is compared, or why nothing is."""
    problem, findings = view.question.problem, view.findings
    if problem.is_local:
        return None, words.NEEDS_A_SERVER
    if view.epsilon is None or findings.bounds.at_epsilon is None:
        return None, words.WAITS if view.is_running else words.NO_EPSILON
    return PromiseQuestion(
        rates=tuple(tuple(row) for row in problem.rates.tolist()),
        epsilon=view.epsilon,
        risk=problem.risk,
        indifference=problem.indifference,
        runs=RUNS,
        seed=SEED,
        quantile=QUANTILE,
        bound=findings.bounds.at_epsilon.middle,
        without_privacy=findings.bounds.curve.without_privacy.middle,
        is_asymptotic=problem.is_asymptotic,
    ), ""

"""What the answer takes for granted, and what is proven of it, and where."""

import json
import math
from pathlib import Path

from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch as pb_tas_first_batch
from dpcore.fixed_confidence.algorithms.prise.entry import default_first_batch
from ui.choose.question import BAND, RUNS, SequentialQuestion
from ui.choose.sequential.words import lead_points, points
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.components import assets
from ui.look.numbers import count, percent, setting

# {points}: of the smallest difference that matters, or of the lead to find.
_TEXTS = json.loads(assets.text(Path(__file__).with_suffix(".json")))
SMALLEST_GAP = 1 / 5000  # times the number of options: from there on PRISE is proven to stop (docs/prise.md)


def assumptions(question: SequentialQuestion) -> list[str]:
    """What the answer takes for granted."""
    taken: list[str] = _TEXTS["assumptions"]
    if question.problem.indifference > 0:
        good = f"An option that is up to {points(question)} worse than the best is as good an answer as the best."
        taken = [*(said.replace(", and exactly one option is best", "") for said in taken), good]
    if question.problem.data is None:
        return taken
    return [
        *taken,
        f"The rates are uncertain: uniform prior, independent Beta posteriors, {RUNS} draws; bands hold "
        f"{percent(BAND)} of them. One simulated run per draw, so that simulated figures include this uncertainty.",
        PRIVATE_DATA_NOTE,
    ]


def guarantees(question: SequentialQuestion, epsilon: float | None) -> list[str]:
    """What is proven, and where; epsilon: the chosen one, None while there is none."""
    trust_model = question.problem.trust_model
    if question.problem.indifference > 0:
        return _with_gap(question, epsilon)
    bound, method = _TEXTS["bound_sources"][trust_model], _TEXTS["method_sources"][trust_model]
    if question.problem.lead:
        found = lead_points(question.problem)
        texts = _TEXTS["bound_of_lead"], _TEXTS["method_of_lead"][trust_model]
        bound, method = (text.format(points=found) for text in texts)
    return [bound, method, _looks(question, epsilon), _stopping(question)]


def _with_gap(question: SequentialQuestion, epsilon: float | None) -> list[str]:
    """The same where small differences do not matter."""
    trust_model, ignored = question.problem.trust_model, points(question)
    bound = _TEXTS["bound_with_gap"][trust_model].format(points=ignored) + ". "
    bound += _TEXTS["several_good"] if question.problem.is_asymptotic else _TEXTS["one_good"]
    noise = math.inf if trust_model == "local" else epsilon
    first = "" if noise is None else f", here {count(pb_tas_first_batch(noise))}"
    method = _TEXTS["method_with_gap"][trust_model].format(points=ignored)
    return [bound, method, _TEXTS["looks_with_gap"].format(first=first), _TEXTS["stopping_with_gap"]]


def _looks(question: SequentialQuestion, epsilon: float | None) -> str:
    """When the study looks at its data."""
    options, first_look = len(question.problem.names), ""
    if question.problem.trust_model == "local":
        first_look = (
            f"for the first time after {count(options * default_first_batch(math.inf))} participants, and then "
        )
    elif epsilon is not None:
        first = count(options * default_first_batch(epsilon))
        first_look = f"for the first time after {first} participants at ε = {setting(epsilon)}, and then "
    return (
        f"PRISE looks at the data in rounds: {first_look}each time after as many as it plans from what it has seen. It "
        "may stop at every look: the risk holds at all of them together."
    )


def _stopping(question: SequentialQuestion) -> str:
    """How far it is proven that the study ends."""
    options = len(question.problem.names)
    gap = f"{setting(100 * SMALLEST_GAP * options)} points"
    if question.problem.trust_model == "local":
        gap += (
            " in the randomised answers' rates, whose differences are (e^ε − 1)/(e^ε + 1) times those of the outcomes"
        )
    return (
        f"With {options} options PRISE is proven to stop, with probability 1, if one is better than every other by at "
        f"least {gap}; for smaller differences that is not proven. How many participants it takes is simulated."
    )

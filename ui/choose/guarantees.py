"""What the answer takes for granted, and what is proven of it, and where."""

import math

from dpcore.fixed_confidence.algorithms.prise.entry import default_first_batch
from ui.choose.question import BAND, RUNS, Question
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.numbers import count, percent, setting

ASSUMPTIONS = (
    "Each participant tries one option and gives one outcome, success or failure, independent of all others.",
    "The success rates do not change during the study, and exactly one option is best.",
    "Participants come one after another (or in batches) and may be assigned by what was seen before; the study stops "
    "as soon as the answer is certain enough.",
    "The lower bound and the simulated figure both say how many participants it takes to stop in 90 of 100 runs. In "
    "the other 10 the study needs more participants, or ends without an answer that carries the guarantee.",
    "Privacy noise is ideal (real-valued Laplace noise, fair random bits); a deployment needs a vetted sampler.",
)
BOUND_SOURCES = {
    "central": "Jourdan & Azize, NeurIPS 2025, arXiv:2510.17348, Theorem 2: no ε-differentially private method that "
    "names a wrong option with probability at most the risk needs fewer participants on average than "
    "T*(ε) · kl(risk, 1 − risk), and by the same change of measure none stops within T*(ε) · kl(0.9 − risk, risk) in "
    "more than 90 of 100 runs (docs/characteristic-times.md); without privacy Garivier & Kaufmann, COLT 2016.",
    "local": "Jourdan, slides on differentially private best-arm identification (2024), slide 9 (arXiv:2406.06408): "
    "the larger of T*(ε) and T*(TV²)/c(ε), c(ε) = min(4, e^2ε)(e^ε − 1)², times kl(risk, 1 − risk) on average, and "
    "kl(0.9 − risk, risk) to stop in 90 of 100 runs (docs/characteristic-times.md); T*(ε), because whatever is done "
    "with private answers is ε-differentially private.",
}
METHOD_SOURCES = {
    "central": "PRISE, this project's own algorithm (docs/prise.md): who gets which option when, when the study stops "
    "and its answer are proven ε-differentially private together, and a wrong option is named with probability at most "
    "the risk, whatever the success rates are, proven as well.",
    "local": "Randomised response: each participant sends the true outcome with probability e^ε/(1 + e^ε), else the "
    "opposite, which is ε-locally differentially private (standard); PRISE, this project's own algorithm, without "
    "further noise on these answers: proven to name a wrong option with probability at most the risk, whatever the "
    "success rates are (docs/prise.md).",
}
SMALLEST_GAP = 1 / 5000  # times the number of options: from there on PRISE is proven to stop (docs/prise.md)


def assumptions(question: Question) -> list[str]:
    """What the answer takes for granted."""
    if question.problem.data is None:
        return list(ASSUMPTIONS)
    return [
        *ASSUMPTIONS,
        f"The rates are uncertain: uniform prior, independent Beta posteriors, {RUNS} draws; bands hold "
        f"{percent(BAND)} of them. One simulated run per draw, so that simulated figures include this uncertainty.",
        PRIVATE_DATA_NOTE,
    ]


def guarantees(question: Question, epsilon: float | None) -> list[str]:
    """What is proven, and where; epsilon: the chosen one, None while there is none."""
    trust_model = question.problem.trust_model
    return [BOUND_SOURCES[trust_model], METHOD_SOURCES[trust_model], _looks(question, epsilon), _stopping(question)]


def _looks(question: Question, epsilon: float | None) -> str:
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


def _stopping(question: Question) -> str:
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

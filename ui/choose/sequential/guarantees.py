"""What the answer takes for granted, and what is proven of it, and where."""

import math

from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch as pb_tas_first_batch
from dpcore.fixed_confidence.algorithms.prise.entry import default_first_batch
from ui.choose.question import BAND, RUNS, SequentialQuestion
from ui.choose.sequential.words import lead_points, points
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
    "names a wrong option with probability at most the risk, whatever the rates are, needs fewer on average than "
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
# Where small differences do not matter; {points}: the smallest one that does.
BOUND_WITH_GAP = {
    "central": "docs/characteristic-times.md: T*(ε) with differences of up to {points} ignored, by the change of "
    "measure of Jourdan & Azize, NeurIPS 2025, arXiv:2510.17348, against everything that would make an option a wrong "
    "answer, at the option for which that takes fewest participants",
    "local": "the same, and whatever is done with private answers is ε-differentially private",
}
ONE_GOOD = "With one option good enough it holds at every risk."
SEVERAL_GOOD = (
    "With several options good enough it is proven as the risk goes to 0, after Degenne & Koolen, NeurIPS 2019: at the "
    "risk that you chose, fewer participants may do."
)
METHOD_WITH_GAP = {
    "central": "PB-TaS, this project's own algorithm (docs/pb-tas.md): who gets which option when, when the study "
    "stops and its answer are proven ε-differentially private together, and an option more than {points} below the "
    "best is named with probability at most the risk, whatever the success rates are, proven as well.",
    "local": "Randomised response: each participant sends the true outcome with probability e^ε/(1 + e^ε), else the "
    "opposite, which is ε-locally differentially private (standard); PB-TaS, this project's own algorithm, without "
    "further noise on these answers, whose differences are (e^ε − 1)/(e^ε + 1) times those of the outcomes: proven to "
    "name an option more than {points} below the best with probability at most the risk, whatever the success rates "
    "are (docs/pb-tas.md).",
}
LOOKS_WITH_GAP = (
    "PB-TaS looks at each option by itself: for the first time after ceil(10 + 20/ε) of its participants{first}, and "
    "then each time they have grown by half. It may stop at every look: the risk holds at all of them together."
)
STOPPING_WITH_GAP = "That PB-TaS stops is not proven. How many participants it takes is simulated."
# Where the promise is to find a lead; {points}: of that many points.
BOUND_OF_LEAD = (
    "docs/designs.md, the lower bound for leads: it holds for every ε-differentially private method that finds every "
    "lead of {points} or more at this risk, at every risk below 1/2, by the change of measure of Jourdan & Azize, "
    "NeurIPS 2025, arXiv:2510.17348, against all rates at which another option leads by {points}."
)
METHOD_OF_LEAD = {
    "central": "PRISE, this project's own algorithm, which tests for a lead of {points} (docs/prise.md, a lead): who "
    "gets which option when, when the study stops and its answer are proven ε-differentially private together, and the "
    "best option is missed with probability at most the risk if it leads by {points} or more, proven as well.",
    "local": "Randomised response: each participant sends the true outcome with probability e^ε/(1 + e^ε), else the "
    "opposite, which is ε-locally differentially private (standard); PRISE, this project's own algorithm, without "
    "further noise on these answers, which tests for a lead of (e^ε − 1)/(e^ε + 1) times {points}: proven to miss the "
    "best option with probability at most the risk if it leads by {points} or more (docs/prise.md, a lead).",
}
SMALLEST_GAP = 1 / 5000  # times the number of options: from there on PRISE is proven to stop (docs/prise.md)


def assumptions(question: SequentialQuestion) -> list[str]:
    """What the answer takes for granted."""
    taken: tuple[str, ...] = ASSUMPTIONS
    if question.problem.indifference > 0:
        good = f"An option that is up to {points(question)} worse than the best is as good an answer as the best."
        taken = (*(said.replace(", and exactly one option is best", "") for said in ASSUMPTIONS), good)
    if question.problem.data is None:
        return list(taken)
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
    bound, method = BOUND_SOURCES[trust_model], METHOD_SOURCES[trust_model]
    if question.problem.lead:
        found = lead_points(question.problem)
        bound, method = BOUND_OF_LEAD.format(points=found), METHOD_OF_LEAD[trust_model].format(points=found)
    return [bound, method, _looks(question, epsilon), _stopping(question)]


def _with_gap(question: SequentialQuestion, epsilon: float | None) -> list[str]:
    """The same where small differences do not matter."""
    trust_model, ignored = question.problem.trust_model, points(question)
    bound = f"{BOUND_WITH_GAP[trust_model].format(points=ignored)}. "
    bound += SEVERAL_GOOD if question.problem.is_asymptotic else ONE_GOOD
    noise = math.inf if trust_model == "local" else epsilon
    first = "" if noise is None else f", here {count(pb_tas_first_batch(noise))}"
    method = METHOD_WITH_GAP[trust_model].format(points=ignored)
    return [bound, method, LOOKS_WITH_GAP.format(first=first), STOPPING_WITH_GAP]


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

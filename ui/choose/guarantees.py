"""What the answer takes for granted, and what is proven of it, and where."""

from ui.choose.question import BAND, RUNS, Question
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.numbers import percent

ASSUMPTIONS = (
    "Each participant tries one option and gives one outcome, success or failure, independent of all others.",
    "The success rates do not change during the study, and exactly one option is best.",
    "Participants come one after another (or in batches) and may be assigned by what was seen before; the study stops "
    "as soon as the answer is certain enough.",
    "The lower bound limits the average number of participants; the simulated figure is what suffices in 90 of 100 "
    "runs. In the other 10 the study needs more participants, or ends without an answer that carries the guarantee.",
    "Privacy noise is ideal (real-valued Laplace noise, fair random bits); a deployment needs a vetted sampler.",
)
BOUND_SOURCES = {
    "central": "Jourdan & Azize, NeurIPS 2025, arXiv:2510.17348, Theorem 2: no ε-differentially private method that "
    "names a wrong option with probability at most the risk needs fewer participants on average than "
    "T*(ε) · kl(risk, 1 − risk); without privacy Garivier & Kaufmann, COLT 2016.",
    "local": "Jourdan, slides on differentially private best-arm identification (2024), slide 9 (arXiv:2406.06408): "
    "the larger of T*(KL) and T*(TV²)/c(ε), c(ε) = min(4, e^2ε)(e^ε − 1)², times kl(risk, 1 − risk).",
}
METHOD_SOURCES = {
    "central": "PB-TaS, this project's own algorithm (docs/pb-tas.md): proven ε-differentially private and proven to "
    "name a wrong option with probability at most the risk. That it stops at all was observed in every "
    "simulated run and is not proven.",
    "local": "Randomised response: each participant sends the true outcome with probability e^ε/(1 + e^ε), else the "
    "opposite, which is ε-locally differentially private (standard); PB-TaS without further noise on these answers, "
    "proven to name a wrong option with probability at most the risk (docs/pb-tas.md). That it stops at all was "
    "observed in every simulated run and is not proven.",
}


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


def guarantees(question: Question) -> list[str]:
    """What is proven, and where."""
    trust_model = question.problem.trust_model
    return [BOUND_SOURCES[trust_model], METHOD_SOURCES[trust_model]]

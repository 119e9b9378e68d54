"""Words of stakeholders and of the theory side by side, and where the statements come from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """One notion: how stakeholders' pages call it, how theory pages call it, and what it means."""

    plain: str
    theory: str
    meaning: str


WORDS = (
    Word("option", "arm", "A treatment, advert or model that is tried."),
    Word("success rate", "mean", "The probability that a participant who gets the option has a good outcome."),
    Word("participants", "samples", "Each contributes one outcome of one option."),
    Word("difference", "gap Δ", "How much worse an option is than the best one."),
    Word(
        "risk of a wrong choice", "risk (δ in papers)", "The allowed probability of naming an option that is not best."
    ),
    Word(
        "privacy budget",
        "ε",
        "One outcome changes the probability of anything published by a factor of at most e^ε. Smaller is more "
        "private.",
    ),
    Word(
        "a trusted team sees raw outcomes",
        "ε-global (central) DP",
        "Noise is added to sums before anyone else sees them.",
    ),
    Word("nobody sees raw outcomes", "ε-local DP", "Each participant randomises the outcome before handing it over."),
    Word(
        "at least this many",
        "lower bound",
        "No method that keeps the risk and the privacy budget needs fewer on average.",
    ),
    Word(
        "lower bound without privacy",
        "T*_KL",
        "Characteristic time: the lower bound on the average samples, per unit of kl(risk, 1 − risk), at the best "
        "allocation.",
    ),
    Word("pure price of privacy", "T*_TV / ε", "The limit of the lower bound when ε is very small."),
    Word(
        "lower bound at this privacy budget",
        "T*_ε",
        "The characteristic time under ε-global DP; at least as large as each of the other two.",
    ),
    Word(
        "bound nearly unchanged",
        "almost-free boundary",
        "The smallest ε at which T*_ε is within a few percent of T*_KL. The bounds meet there; what the methods known "
        "need does not.",
    ),
    Word(
        "shares of participants",
        "allocation w",
        "Which share of all samples each arm gets; the optimal one attains T*_ε.",
    ),
    Word(
        "wrong at most as often as the risk says, proven",
        "risk-correct",
        "Proven to name an arm that is not best with probability at most the risk, for all arms with a unique best "
        "one. That it stops is another matter.",
    ),
    Word(
        "achievable",
        "simulated, PRISE",
        "What suffices in 90 of 100 simulated runs of PRISE, whose privacy and risk are proven.",
    ),
    Word(
        "look at the data",
        "release, round",
        "A moment at which sums of outcomes are published with noise; between two looks nothing is revealed.",
    ),
    Word("in 90 of 100 runs", "90 % quantile", "Nine of ten simulated runs needed at most this many."),
    Word(
        "not stopped in time", "capped run", "A simulated run that had not stopped at its sample cap; never averaged."
    ),
    Word("rule of thumb", "heuristic", "Works in simulations, has no proof."),
    Word(
        "privacy loss bounded on average, not always",
        "ρ-zCDP",
        "Another measure of privacy, natural for Gaussian noise and weaker: every ε-DP method is ε²/2-zCDP, but ρ-zCDP "
        "implies ε-DP for no finite ε, only (ε, δ)-DP.",
    ),
)

SOURCES = (
    "Garivier & Kaufmann (2016), *Optimal best arm identification with fixed confidence*, COLT: T*_KL, Track-and-Stop.",
    "Azize, Jourdan, Al Marjani & Basu (2023), arXiv:2309.02202: first private lower bound, AdaP-TT.",
    "Azize (2024), PhD thesis: improved bound, AdaP-TT*, regret under pure DP and zCDP.",
    "Azize & Basu (2022), NeurIPS: AdaP-UCB, AdaP-KLUCB. Azize & Basu (2024), SaTML: AdaC-UCB, AdaC-GOPE, AdaC-OFUL.",
    "Jourdan & Azize (2025), NeurIPS, arXiv:2510.17348: d_ε, T*_ε, DP-TT.",
    "Jourdan & Degenne (2023): TTUCB. Jourdan et al. (2022): EB-TCI. arXiv:2406.06408: CTB-TT under local DP.",
    "Sajed & Sheffet (2019), ICML: private stopping rule, DP-SE. Mishra & Thakurta (2015), UAI: DP-UCB.",
    "Chen, Karthik, Chee & Tan (2024), ICLR, arXiv:2401.09073: DP-BAI for a fixed budget.",
    "PB-TaS and PRISE are this project's own algorithms; proofs are in docs/pb-tas.md and docs/prise.md.",
)

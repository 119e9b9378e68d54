"""Words of stakeholders and of the theory side by side, and where the statements come from."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """One notion: how stakeholders' pages call it, how theory pages call it, what it means, and a page that shows it.

    The last three are Markdown, theory perhaps empty; `page` is a file in pages/ without its ending.  terms: how pages
    write it where it must be explained (ui/look/terms.py), in any case; none for words that everybody knows.
    """

    plain: str
    theory: str
    meaning: str
    page: str
    terms: tuple[str, ...] = ()


@dataclass(frozen=True)
class WordGroup:
    """Words of one matter, from the first that one needs to the last."""

    title: str
    words: tuple[Word, ...]


def anchor(title: str) -> str:
    """What a link to a part of the page names: "What is tried" is #what-is-tried."""
    return re.sub(r"\W+", "-", title.lower())


GROUPS = (
    WordGroup(
        "What is tried",
        (
            Word("option", "arm", "A treatment, advert or model that is tried.", "explore", terms=("arm", "arms")),
            Word(
                "participant",
                "sample, pull",
                "Contributes one outcome of one option. That outcome is what is kept private.",
                "one_run",
            ),
            Word(
                "success rate",
                "mean",
                "The probability that a participant who gets the option has a good outcome.",
                "explore",
            ),
            Word(
                "difference",
                r"gap $\Delta$",
                "How much worse an option is than the best one. Small differences take many participants to see.",
                "explore",
                terms=("gap", "gaps"),
            ),
            Word(
                "smallest difference that matters",
                r"indifference $\zeta$",
                "Options that are worse than the best by no more are as good an answer as the best one.",
                "stopping_times",
            ),
        ),
    ),
    WordGroup(
        "What is promised to participants",
        (
            Word(
                "privacy budget",
                r"$\varepsilon$",
                r"One outcome changes the probability of anything published by a factor of at most $e^{\varepsilon}$. "
                "Smaller is more private.",
                "choose_epsilon",
                terms=("ε", "epsilon", "privacy budget"),
            ),
            Word(
                "noise",
                "Laplace mechanism",
                "A random number added to each published sum. The smaller the privacy budget, the larger it is.",
                "one_mean",
                terms=("noise",),
            ),
            Word(
                "look at the data",
                "release, round",
                "A moment at which sums of outcomes are published with noise; between two looks nothing is revealed.",
                "one_run",
            ),
            Word(
                "a trusted team sees raw outcomes",
                r"$\varepsilon$-global (central) DP",
                "Noise is added to sums before anyone else sees them.",
                "choose_epsilon",
                terms=("ε-DP", "ε-global DP", "ε-global-DP", "epsilon-global DP", "pure DP"),
            ),
            Word(
                "nobody sees raw outcomes",
                r"$\varepsilon$-local DP",
                "Each participant randomises the outcome before handing it over: nobody need be trusted.",
                "choose_epsilon",
                terms=("local DP", "ε-local DP", "epsilon-local DP"),
            ),
            Word(
                "a weaker promise with a second budget",
                r"$(\varepsilon, \delta)$-DP",
                r"Probabilities may differ by $\delta$ more than the factor $e^{\varepsilon}$ allows.",
                "what_is_promised",
                terms=("(ε, δ)-DP", "δ"),
            ),
            Word(
                "privacy loss bounded on average, not always",
                r"$\rho$-zCDP",
                r"Another measure of privacy, natural for Gaussian noise and weaker: every $\varepsilon$-DP method is "
                r"$\varepsilon \tanh(\varepsilon/2)$-zCDP, but $\rho$-zCDP implies $\varepsilon$-DP for no finite "
                r"$\varepsilon$, only $(\varepsilon, \delta)$-DP.",
                "regret",
                terms=("ρ-zCDP", "zCDP", "ρ"),
            ),
            Word(
                "what several analyses promise together",
                "composition",
                r"The $\varepsilon$ of all analyses that one person is in add up; many small ones add up more slowly "
                r"as $\rho$, to a promise with $\delta$.",
                "one_budget",
                terms=("composition",),
            ),
            Word(
                "what the outputs give away",
                r"privacy loss $\ell$",
                r"How well outputs on two data sets that differ in one outcome can be told apart; a promise says that "
                r"it is $\varepsilon$ or less. An audit bounds it from below, by runs.",
                "audit",
                terms=("privacy loss",),
            ),
            Word(
                "what counts as one participant's data",
                "Table DP, View DP",
                "All outcomes that a participant would have under the options, or only the one that was seen. For "
                r"$\varepsilon$-DP both promise the same.",
                "what_is_promised",
                terms=("Table DP", "View DP"),
            ),
        ),
    ),
    WordGroup(
        "What is promised about the answer",
        (
            Word(
                "promise about the answer",
                "error criterion",
                "How often the study may name the wrong option, and at which success rates. The weaker it is, the "
                "fewer participants it takes.",
                "choose_epsilon",
            ),
            Word(
                "find a lead",
                "indifference zone, correct selection",
                "If the best option leads every other by the difference named beforehand, the study names it with "
                "probability at least 1 − risk. If the lead is smaller it names some option, and nothing is promised.",
                "choose_epsilon",
            ),
            Word(
                "right whatever the rates are",
                "fixed confidence",
                "Whatever the success rates are, the study names an option that is not best with probability at most "
                "the risk. Where two are nearly alike it may end without an answer.",
                "choose_epsilon",
            ),
            Word(
                "prove that it beats the usual one",
                "superiority test",
                "Whatever the success rates are, a claim that a new option beats the usual one is false with a "
                "probability of at most the risk; one that leads it by the difference named beforehand is found as "
                "often as is planned (the power).",
                "choose_epsilon",
            ),
            Word(
                "one look",
                "fixed sample size",
                "The outcomes are looked at once, at the end, when the planned number of participants have theirs.",
                "choose_epsilon",
            ),
            Word(
                "winner only",
                "report noisy max",
                "The option whose count of successes is largest after noise is added to each. Its name is published "
                "and no count, so that less noise is enough.",
                "choose_epsilon",
            ),
            Word(
                "noisy counts",
                "geometric mechanism",
                "Each option's number of successes plus a random whole number. All may be published, and the option "
                "with the largest is named.",
                "choose_epsilon",
            ),
        ),
    ),
    WordGroup(
        "When to stop, and how sure to be",
        (
            Word(
                "risk of a wrong choice",
                r"risk ($\delta$ in papers)",
                "The allowed probability of naming an option that is not best.",
                "choose_epsilon",
                terms=("risk",),
            ),
            Word(
                "wrong at most as often as the risk says, proven",
                "risk-correct",
                "Proven to name an arm that is not best with probability at most the risk, for all arms with a unique "
                "best one. That it stops is another matter.",
                "stopping_times",
                terms=("risk-correct",),
            ),
            Word(
                "participants until the answer",
                "stopping time",
                "How many have taken part when a method stops and names an option; chance makes it differ from run to "
                "run.",
                "stopping_times",
                terms=("stopping time", "stopping times"),
            ),
            Word(
                "in 90 of 100 runs",
                "90 % quantile",
                "Nine of ten simulated runs needed at most this many.",
                "choose_epsilon",
                terms=("quantile",),
            ),
            Word(
                "not stopped in time",
                "capped run",
                "A simulated run that had not stopped at its sample cap; never averaged.",
                "stopping_times",
                terms=("capped run", "capped runs"),
            ),
            Word(
                "number of participants set beforehand",
                "fixed budget",
                "The study ends after so many, and what counts is how often the option named is not the best.",
                "fixed_budget",
            ),
            Word(
                "how exactly one rate is known",
                "relative error",
                "How far an estimate lies from the mean, as a share of the mean.",
                "one_mean",
                terms=("relative error",),
            ),
        ),
    ),
    WordGroup(
        "What must be, and what can be reached",
        (
            Word(
                "at least this many",
                "lower bound",
                "No method that keeps the privacy budget, and the risk whatever the rates are, needs fewer on average: "
                "with fewer than T*ε kl(0.9 − risk, risk) participants a method that is wrong at most so often, at all "
                "rates with one best option, ends in less than 90 of 100 runs. A weaker promise can take far fewer.",
                "explore",
                terms=("lower bound", "lower bounds"),
            ),
            Word(
                "lower bound without privacy",
                r"$T^*_{\mathrm{KL}}$",
                "Characteristic time: the lower bound on the average samples, per unit of kl(risk, 1 − risk), at the "
                "best allocation.",
                "explore",
            ),
            Word(
                "pure price of privacy",
                r"$T^*_{\mathrm{TV}}/\varepsilon$",
                r"What the lower bound comes close to when $\varepsilon$ is very small.",
                "explore",
                terms=("price of privacy alone",),
            ),
            Word(
                "lower bound at this privacy budget",
                r"$T^*_{\varepsilon}$",
                r"The characteristic time under $\varepsilon$-global DP; at least as large as each of the other two.",
                "explore",
                terms=("T*ε", "characteristic time", "characteristic times"),
            ),
            Word(
                "privacy sets the bound",
                "privacy-dominated regime",
                r"Where $\varepsilon$ is so small that the lower bound lies within a few percent of the pure price of "
                "privacy.",
                "explore",
                terms=("regime", "regimes"),
            ),
            Word(
                "bound nearly unchanged",
                "almost-free boundary",
                r"The smallest $\varepsilon$ at which $T^*_{\varepsilon}$ is within a few percent of "
                r"$T^*_{\mathrm{KL}}$. The bounds meet there; what the methods known need does not.",
                "explore",
            ),
            Word(
                "shares of participants",
                "allocation $w$",
                r"Which share of all samples each arm gets; the optimal one attains $T^*_{\varepsilon}$.",
                "explore",
                terms=("allocation", "allocations", "optimal shares"),
            ),
            Word(
                "achievable",
                "simulated, PRISE",
                "What suffices in 90 of 100 simulated runs of PRISE, whose privacy and risk are proven.",
                "choose_epsilon",
                terms=("PRISE",),
            ),
            Word(
                "rule of thumb",
                "heuristic",
                "Works in simulations, has no proof.",
                "stopping_times",
                terms=("heuristic",),
            ),
        ),
    ),
    WordGroup(
        "What learning loses",
        (
            Word(
                "lost rewards",
                "regret",
                "How many rewards are lost on average, against always using the best option.",
                "regret",
                terms=("regret",),
            ),
            Word(
                "without privacy",
                "counterpart",
                "What a private algorithm is measured against: itself without noise, or what it was made from.",
                "regret",
            ),
            Word("number of tries", "horizon $T$", "How many pulls are made in all.", "regret", terms=("horizon",)),
        ),
    ),
)

SOURCES = (
    "Garivier & Kaufmann (2016), *Optimal best arm identification with fixed confidence*, COLT: "
    r"$T^*_{\mathrm{KL}}$, Track-and-Stop.",
    "Azize, Jourdan, Al Marjani & Basu (2023), arXiv:2309.02202: first private lower bound, AdaP-TT.",
    "Azize (2024), PhD thesis: improved bound, AdaP-TT*, regret under pure DP and zCDP.",
    "Azize & Basu (2022), NeurIPS: AdaP-UCB, AdaP-KLUCB. Azize & Basu (2024), SaTML: AdaC-UCB, AdaC-GOPE, AdaC-OFUL.",
    "Azize, Wu, Honda, Orabona, Ito & Basu (2025), NeurIPS, arXiv:2505.05613: "
    r"regret limit $\sum \Delta_a/d_{\varepsilon}$, DP-IMED, DP-KLUCB.",
    r"Jourdan & Azize (2025), NeurIPS, arXiv:2510.17348: $d_{\varepsilon}$, $T^*_{\varepsilon}$, DP-TT.",
    "Jourdan & Degenne (2023): TTUCB. Jourdan et al. (2022): EB-TCI. arXiv:2406.06408: CTB-TT under local DP.",
    "Bechhofer (1954), *A single-sample multiple decision procedure*, Annals of Mathematical Statistics 25: "
    "finding a lead (the indifference zone).",
    "McKenna & Sheldon (2020), NeurIPS: permute-and-flip, the private choice of a winner only.",
    "Sajed & Sheffet (2019), ICML: private stopping rule, DP-SE. Mishra & Thakurta (2015), UAI: DP-UCB.",
    "Chen, Karthik, Chee & Tan (2024), ICLR, arXiv:2401.09073: DP-BAI for a fixed budget.",
    "PB-TaS and PRISE are this project's own algorithms; proofs are in docs/pb-tas.md and docs/prise.md.",
)

"""What an epsilon means for one participant, in odds."""

import math

import pandas as pd

import dpcore
from ui.choose.question import TRUST_MODELS
from ui.choose.words import tell
from ui.look.numbers import number, percent, rounded_up, setting

TABLE_EPSILONS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
TABLE_PRIORS = (0.5, 0.01)

PROTECTION = {model: tell(f"protection_{model}") for model in TRUST_MODELS}
LIMITS = tuple(map(tell, ("one_outcome", "what_is_learnt", "no_safe_epsilon")))


def belief_sentence(epsilon: float, prior: float = 0.5) -> str:
    """What this epsilon allows, for a guess about one participant that was right with probability `prior`."""
    return tell("belief", epsilon=epsilon, prior=prior, limit=belief_limit(prior, epsilon))


def trust_sentences(trust_model: str, epsilon: float | None) -> list[str]:
    """What the two trust models protect, the chosen one first."""
    first, other = sorted(TRUST_MODELS, key=lambda name: name != trust_model)
    truth = "" if first == "central" or epsilon is None else f" {truth_sentence(epsilon)}"
    return [
        f"**{first.capitalize()} (chosen).** {PROTECTION[first]}{truth}",
        f"**{other.capitalize()}.** {PROTECTION[other]}",
    ]


def truth_sentence(epsilon: float) -> str:
    """How often randomised response tells the truth at this epsilon."""
    return tell("truth", epsilon=epsilon, share=truthful_share(epsilon))


def odds_table(epsilon: float | None = None) -> pd.DataFrame:
    """From epsilon to the largest belief beyond what everyone else's data reveal, for an even guess and a 1 % one.

    `epsilon` gets a row of its own.
    """
    rows = sorted({*TABLE_EPSILONS, *([epsilon] if epsilon else [])})
    beliefs = {f"{percent(prior)} guess →": [belief_limit(prior, row) for row in rows] for prior in TABLE_PRIORS}
    odds = [f"at most × {number(rounded_up(math.exp(row)))}" for row in rows]
    return pd.DataFrame({"ε": [setting(row) for row in rows], "odds": odds} | beliefs)


def belief_limit(prior: float, epsilon: float) -> str:
    """The largest belief as a percentage, rounded up; close to certainty, that it is close to it."""
    share = belief_share(prior, epsilon)
    return "over 99.99 %" if share == 1 else f"at most {percent(share, 4)}"


def belief_share(prior: float, epsilon: float) -> float:
    """The largest belief, rounded up to the digits that are said."""
    share = dpcore.largest_belief(prior, epsilon)
    return 1.0 if share > 0.9999 else rounded_up(share, 3 if share < 0.99 else 4)


def truthful_share(epsilon: float) -> str:
    """How often randomised response tells the truth, e^epsilon/(1 + e^epsilon), as a percentage."""
    share = dpcore.largest_belief(0.5, epsilon)
    return "over 99.9 %" if share > 0.999 else percent(share)

"""What epsilon means for one person: how far a belief about that person can move beyond what all others reveal."""

import math

from dpcore._validation import check_epsilon, check_open_interval


def largest_belief(prior: float, epsilon: float) -> float:
    """Return the largest probability that a guess about one person can reach once an eps-DP result is known.

    Take an observer who knows everybody else's data and, given these, believes the guess with probability `prior`.  A
    result multiplies the guess's odds by at most e^epsilon, which bounds the likelihood ratio of any result between two
    values of one person's datum.  An observer who does not know the others' data may learn more, but about everybody:
    of 2000 people with a common rate of .05 or .95, at even odds, a count released at epsilon .01 moves the belief
    about each from 50 % to 95 %.

    Source: the definition of epsilon-DP (DR14, Definition 2.4) and Bayes' rule.  Deviations: none.
    Args:    prior: probability of the guess given everybody else's data, strictly between 0 and 1.
             epsilon: nats, > 0; inf gives 1.
    Returns: probability, exact upper bound (attained by randomised response).
    Raises:  ValueError when prior or epsilon is out of its domain.
    Examples:
        >>> round(largest_belief(0.5, 0.1), 4)
        0.525
    """
    prior = check_open_interval("prior", prior, 0, 1)
    return prior / (prior + (1 - prior) * math.exp(-check_epsilon(epsilon)))

"""The audit of two samples of outputs that are already there: what the tests of private algorithms use."""

import numpy as np
from numpy.typing import ArrayLike

from dpcore._validation import check_array, check_open_interval
from dpcore.audit.evidence import Floats, cell_edges, counts_by_cell, likely_tails, new_bound

FALSE_ALARM_RATE = 1e-6
GROWTH = 1.1  # of the outputs seen, from one choice of the bets to the next
_FIRST = 50
_LEVELS = np.arange(1, 1501) / 100


def privacy_loss_lower_bound(
    outputs: ArrayLike, neighbour_outputs: ArrayLike, false_alarm_rate: float = FALSE_ALARM_RATE
) -> float:
    """Return a lower bound on the privacy loss of a mechanism from its outputs on two neighbouring inputs.

    Source: this project's own, docs/audit.md, anytime bound.  Deviations: none.
    Args:
        outputs, neighbour_outputs: (n,) each, n >= 200, independent: one real statistic of each run's output (a noisy
            sum, a stopping time, an answer), on either input.
        false_alarm_rate: a mechanism whose loss is at most epsilon, a multiple of .01, has a bound of epsilon or
            more with at most this probability, in (0, 1).
    Returns: nats, proven: the loss is more than this, a multiple of .01 up to 15; 0 where nothing is found, which
        proves nothing.
    Raises: ValueError when the two differ in shape, or an argument is out of its domain.
    Examples:
        >>> privacy_loss_lower_bound([1.0] * 300, [0.0] * 300, 1e-6)
        3.44
    """
    first, second = check_array("outputs", outputs), check_array("neighbour_outputs", neighbour_outputs)
    if first.shape != second.shape or first.ndim != 1 or first.size < 4 * _FIRST:
        raise ValueError(
            f"outputs and neighbour_outputs must both have shape (n,) with n >= {4 * _FIRST}, "
            f"not {first.shape} and {second.shape}"
        )
    bound = new_bound(_LEVELS, check_open_interval("false_alarm_rate", false_alarm_rate, 0, 1))
    seen = max(_FIRST, first.size // 20)
    edges = cell_edges(np.concatenate([first[:seen], second[:seen]]))
    ours, theirs = _counts(edges, first[:seen], second[:seen])
    while seen < first.size:
        until = min(first.size, int(np.ceil(seen * GROWTH)))
        tails = likely_tails(ours, theirs)
        more, others = _counts(edges, first[seen:until], second[seen:until])
        bound = bound.after(tails.guesses, tails.counts(more), tails.counts(others))
        ours, theirs, seen = ours + more, theirs + others, until
    return bound.value


def _counts(edges: Floats, *samples: Floats) -> list[np.ndarray]:
    return [counts_by_cell(sample, edges) for sample in samples]

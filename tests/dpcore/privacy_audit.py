"""An audit of eps-DP by runs on two neighbouring inputs: an exact lower confidence bound on the privacy loss.

The event is chosen on the first half of the runs and tested on the second half, so the bound is exact whatever the
choice.  Any event is post-processing of the output, so a mechanism that is eps-DP exceeds epsilon with probability at
most `FALSE_ALARM_RATE` per audit.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from dpcore._intervals import binomial_interval

FALSE_ALARM_RATE = 1e-6


def privacy_loss_lower_bound(outputs: ArrayLike, neighbour_outputs: ArrayLike) -> float:
    """A lower bound, at confidence 1 - FALSE_ALARM_RATE, on log(P(event)/P'(event)) maximised over threshold events.

    outputs, neighbour_outputs: (n,) one real statistic of each run's released output (for example a noisy mean, a
    stopping time, a recommendation), on each of two neighbouring inputs.
    """
    first, second = np.asarray(outputs, dtype=float), np.asarray(neighbour_outputs, dtype=float)
    pick_a, test_a = np.array_split(first, 2)
    pick_b, test_b = np.array_split(second, 2)
    best_loss, event = -math.inf, None
    for threshold in np.unique(np.quantile(np.concatenate([pick_a, pick_b]), np.linspace(0.005, 0.995, 199))):
        for above in (True, False):
            for swap in (False, True):
                left, right = (pick_b, pick_a) if swap else (pick_a, pick_b)
                p, q = (((x > threshold) == above).mean() for x in (left, right))
                # Score by a rough lower bound of the log ratio, so that rare events do not win by luck.
                spread = 5 * math.sqrt(1 / max(p * left.size, 1) + 1 / max(q * right.size, 1))
                loss = math.log(max(p, 1e-12) / max(q, 1 / right.size)) - spread
                if loss > best_loss:
                    best_loss, event = loss, (threshold, above, swap)
    assert event is not None
    threshold, above, swap = event
    left, right = (test_b, test_a) if swap else (test_a, test_b)
    p_count, q_count = (int(((x > threshold) == above).sum()) for x in (left, right))
    # Two one-sided bounds, each at half the false-alarm rate: binomial_interval is two-sided.
    confidence = 1 - FALSE_ALARM_RATE
    p_low = binomial_interval(p_count, left.size, confidence)[0]
    q_high = binomial_interval(q_count, right.size, confidence)[1]
    return math.log(p_low / q_high) if p_low > 0 else -math.inf

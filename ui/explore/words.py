"""The Explorer's sentences and its Python snippet."""

from ui.arms.instance import Instance
from ui.explore.achieved import METHOD, Achieved
from ui.explore.numbers import CURVE_POINTS, TOLERANCE, Numbers
from ui.look.numbers import at_least, number, percent, rounded_up, setting
from ui.state.keys import EPSILON_RANGE

NOTICEABLE = 1e-3
TOO_MANY = "10¹²"  # where a simulated run is given up
FORMULAS_NOTE = (
    "All numbers of samples are lower bounds on the expected number for any risk-correct strategy, private ones "
    "for any ε-global-DP strategy. The papers relax kl(risk, 1 − risk) to log(1/(2.4 risk)) and log(1/(3 risk)); "
    "here all four use it as it is, so that they compare."
)


def verdict(numbers: Numbers) -> str:
    """What privacy does to the lower bound at this epsilon, and from where on hardly anything."""
    epsilon, risk = numbers.instance.epsilon, numbers.instance.risk
    private, free = numbers.bounds["tightest_private"], numbers.bounds["non_private"]
    assuming = f"(risk {percent(risk)})"
    start = f"At ε = {setting(epsilon)}, "
    if epsilon >= numbers.boundaries.exact:
        return (
            f"{start}privacy adds **nothing extra** to the lower bound: at least {at_least(free)} samples on "
            f"average with or without privacy {assuming}. This holds from ε = "
            f"{number(rounded_up(numbers.boundaries.exact))} on."
        )
    instead = f"{at_least(private)} instead of {at_least(free)} samples"
    if numbers.factor >= 1.1:
        raised = f"to **{number(numbers.factor)} times**: {instead}"
    elif numbers.factor >= 1 + NOTICEABLE:
        raised = f"by **{percent(numbers.factor - 1, 2)}**: {instead}"
    else:
        raised = f"by **less than {percent(NOTICEABLE)}**, to {at_least(private)} samples"
    since = "Already from" if epsilon >= numbers.boundaries.almost_free else "From"
    return (
        f"{start}privacy raises the lower bound {raised} {assuming}. "
        f"{since} ε = {number(rounded_up(numbers.boundaries.almost_free))} on, it raises it by at most "
        f"{percent(TOLERANCE)}."
    )


def achieved_sentence(numbers: Numbers, achieved: Achieved | None) -> str:
    """What the best proven algorithm needs here, beside the bound."""
    method = f"{METHOD}, whose privacy and risk are proven,"
    if achieved is None:
        return f"{method} stands here as soon as its runs at these arms are simulated."
    if achieved.samples is None or achieved.interval is None:
        runs = f"{achieved.stopped} of {achieved.runs} simulated runs"
        return f"{method} had stopped within {TOO_MANY} samples in {runs}."
    low, high = achieved.interval
    mean = f"{number(achieved.samples)} ± {number((high - low) / 2, 2)} samples"
    times = number(achieved.samples / numbers.bounds["tightest_private"], 2)
    runs = f"95 % interval of {achieved.runs} simulated runs"
    return f"{method} needs **{mean}** on average ({runs}), {times} times the bound."


def picture_reading(numbers: Numbers) -> str:
    """What the main picture shows."""
    marks = numbers.boundaries
    return (
        "Lower bounds on the average samples of any ε-global-DP strategy that is wrong with probability at most "
        f"{percent(numbers.instance.risk)}. Left of ε = {number(marks.price_dominated)} halving ε about doubles the "
        f"bound; right of {number(marks.almost_free)} it is nearly the one without privacy (dashed). Green dot: the "
        f"average samples of {METHOD}, simulated. Dotted: the bound's limit as ε goes to 0. "
        f"Wide and pale: the improved bound of Azize's thesis. Thin: the first published bound. "
        "Point at a flag for its formula."
    )


def allocation_reading(numbers: Numbers) -> str:
    """How privacy moves the optimal shares."""
    best = numbers.private.best_arm
    ends = numbers.curve.allocations[[0, -1], best]
    return (
        f"The optimal shares of the samples. Arm {best + 1}, the best, takes {percent(ends[1], 2)} without privacy and "
        f"{percent(ends[0], 2)} under the strongest privacy drawn."
    )


def map_reading(numbers: Numbers) -> str:
    """What the map shows."""
    best = numbers.instance.means[numbers.private.best_arm]
    return (
        f"Each point is a test between just two arms, with means {setting(best)} and {setting(best)} minus the gap; "
        "the dots are this instance's arms, each against the best one alone. The smaller the gap, the smaller the ε "
        "from which privacy hardly raises the bound."
    )


def snippet(instance: Instance) -> str:
    """Python code that prints the page's numbers."""
    return f"""import numpy as np

import dpcore

means = {list(instance.means)}
epsilon, risk = {instance.epsilon!r}, {instance.risk!r}

private = dpcore.characteristic_time(means, "private", epsilon)
print("T*_epsilon", private.time, "certified in", [private.lower, private.upper])
print("allocation", private.allocation)
print("T*_KL", dpcore.characteristic_time(means, "kl").time, "T*_TV", dpcore.characteristic_time(means, "tv").time)
print(dpcore.sample_lower_bounds(means, epsilon, risk))
print(dpcore.regime_boundaries(means, tolerance={TOLERANCE}))

epsilons = np.geomspace({EPSILON_RANGE[0]:g}, {EPSILON_RANGE[1]:g}, {CURVE_POINTS})
print(dpcore.characteristic_time_curve(means, epsilons).times)
"""

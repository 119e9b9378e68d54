"""The Explorer's sentences and its Python snippet."""

from ui.arms.instance import Instance
from ui.explore.achieved import METHOD, Achieved
from ui.explore.numbers import CURVE_POINTS, TOLERANCE, Numbers
from ui.look.numbers import at_least, number, percent, setting
from ui.state.keys import EPSILON_RANGE

NOTICEABLE = 1e-3
TOO_MANY = "10¹²"  # where a simulated run is given up
FIRST_VISIT = (
    "**Price of Privacy**: an **arm** is something to test, such as a treatment or an advert; each **participant** "
    "tries one. **Epsilon (ε)** limits how much any one participant can sway what is published: smaller is more "
    "private."
)
ALL_BOUNDS = "Also the earlier bounds, the limit as ε goes to 0, and all epsilons at which a bound changes."
FORMULAS_NOTE = (
    "All numbers of participants are lower bounds on the expected number for any risk-correct strategy, private ones "
    "for any ε-global-DP strategy. The papers relax kl(risk, 1 − risk) to log(1/(2.4 risk)) and log(1/(3 risk)); "
    "here all four use it as it is, so that they compare."
)


def verdict(numbers: Numbers, achieved: Achieved | None = None) -> str:
    """The averages necessary with and without privacy, and what a proven algorithm takes, in at most 30 words."""
    epsilon, risk = numbers.instance.epsilon, numbers.instance.risk
    private, free = (at_least(numbers.bounds[name]) for name in ("tightest_private", "non_private"))
    without = "as without privacy" if epsilon >= numbers.boundaries.exact else f"{free} without privacy"
    return (
        f"On average, {_task(numbers)} at ε = {setting(epsilon)} takes at least **{private} participants** "
        f"({without}; risk of error {percent(risk)}), the private method {METHOD} {_takes(achieved)}"
    )


def _task(numbers: Numbers) -> str:
    best = numbers.private.best_arm
    named = numbers.instance.names[best : best + 1]
    return f"finding that {named[0]} is best" if named and named[0] else "finding the best arm"


def _takes(achieved: Achieved | None) -> str:
    if achieved is None:
        return "about …"
    if achieved.samples is None:
        return f"perhaps over {TOO_MANY}."
    return f"about **{number(achieved.samples)}**."


def bound_sentence(numbers: Numbers) -> str:
    """What privacy does to the lower bound at this epsilon, and from where on hardly anything."""
    epsilon, risk = numbers.instance.epsilon, numbers.instance.risk
    private, free = numbers.bounds["tightest_private"], numbers.bounds["non_private"]
    assuming = f"(risk {percent(risk)})"
    start = f"At ε = {setting(epsilon)}, "
    if epsilon >= numbers.boundaries.exact:
        return (
            f"{start}privacy adds **nothing extra** to the lower bound: at least {at_least(free)} participants on "
            f"average with or without privacy {assuming}. This holds from ε = {numbers.boundary('exact')} on."
        )
    instead = f"{at_least(private)} instead of {at_least(free)} participants"
    if numbers.factor >= 1.1:
        raised = f"to **{number(numbers.factor)} times**: {instead}"
    elif numbers.factor >= 1 + NOTICEABLE:
        raised = f"by **{percent(numbers.factor - 1, 2)}**: {instead}"
    else:
        raised = f"by **less than {percent(NOTICEABLE)}**, to {at_least(private)} participants"
    since = "Already from" if epsilon >= numbers.boundaries.almost_free else "From"
    return (
        f"{start}privacy raises the lower bound {raised} {assuming}. "
        f"{since} ε = {numbers.boundary('almost_free')} on, it raises it by at most {percent(TOLERANCE)}."
    )


def achieved_sentence(numbers: Numbers, achieved: Achieved | None) -> str:
    """What the best proven algorithm needs here, beside the bound."""
    method = f"{METHOD}, whose privacy and risk are proven,"
    if achieved is None:
        return f"{method} stands here as soon as its runs at these arms are simulated."
    if achieved.samples is None or achieved.interval is None:
        runs = f"{achieved.stopped} of {achieved.runs} simulated runs"
        return f"{method} had stopped within {TOO_MANY} participants in {runs}."
    low, high = achieved.interval
    mean = f"{number(achieved.samples)} ± {number((high - low) / 2, 2)} participants"
    times = number(achieved.samples / numbers.bounds["tightest_private"], 2)
    runs = f"95 % interval of {achieved.runs} simulated runs"
    return f"{method} needs **{mean}** on average ({runs}), {times} times the bound."


def picture_reading(numbers: Numbers, all_bounds: bool) -> str:
    """What the main picture shows."""
    others = (
        "Dotted: the bound's limit as ε goes to 0. Wide and pale: the improved bound of Azize's thesis. "
        "Thin: the first published bound. "
    )
    return (
        "Lines: lower bounds on the average participants of any ε-global-DP strategy that is wrong with probability "
        f"at most {percent(numbers.instance.risk)}. Up to ε = {numbers.boundary('price_dominated')} halving ε about "
        f"doubles the bound; from {numbers.boundary('almost_free')} on it is nearly the one without privacy (dashed). "
        f"Green dot: the average participants of {METHOD}, simulated. {others if all_bounds else ''}"
        "Point at a flag for its formula."
    )


def allocation_reading(numbers: Numbers) -> str:
    """How privacy moves the optimal shares."""
    best = numbers.private.best_arm
    name = numbers.instance.name(best)
    ends = numbers.curve.allocations[[0, -1], best]
    return (
        f"The optimal shares of the participants. {name[0].upper()}{name[1:]}, the best, takes {percent(ends[1], 2)} "
        f"without privacy and {percent(ends[0], 2)} under the strongest privacy drawn."
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

"""The Explorer's sentences and its notebook."""

from dataclasses import asdict
from typing import Any

from ui.arms import names as arm_names
from ui.arms.described import described, source_of
from ui.arms.instance import Instance
from ui.arms.method import label_of
from ui.explore.achieved import Achieved
from ui.explore.numbers import CONSTANTS, CURVE_POINTS, MAIN_BOUNDARIES, TOLERANCE, WORDS, Numbers
from ui.look.sentences import said
from ui.shell.notebook import Notebook
from ui.state.keys import EPSILON_RANGE

MOVING = ("verdict", "bound", "achieved", "picture", "allocation", "map")  # the last without indifference
# The exact numbers that it leaves.
WITH_GAP = ("kl", "epsilon", "time", "non_private", "tightest_private", *MAIN_BOUNDARIES)
EXACTLY = tuple(name for name in WORDS["sentences"] if name.endswith("_exactly") or name == "certified")
FIRST_VISIT = (
    "Here an **arm** is something to test, such as a treatment or an advert, and each **participant** "
    "tries one. **Epsilon (ε)** limits how much any one participant can sway what is published. Smaller is more "
    "private."
)
NO_MAP = (
    "To see the map of differences and ε, and all bounds, set “Ignore differences below” to 0. Both assume that every "
    "difference matters."
)
ALL_BOUNDS = "Also shows the earlier bounds, the limit as ε goes to 0, and every ε at which a bound changes."


def sentences(
    numbers: Numbers, achieved: Achieved | None = None, all_bounds: bool = False, in_file: bool = False
) -> dict[str, str]:
    """What moves with the hand; **bold** is allowed.  Its templates: sentences.json.

    verdict: the averages necessary with and without privacy, and what a proven algorithm takes, in at most 30 words.
    bound: what privacy does to the lower bound, and from where on hardly anything.  achieved: what the best proven
    algorithm needs, beside the bound.  picture, allocation, map: what each picture shows.
    """
    zeta = numbers.instance.indifference
    values = {**CONSTANTS, **given(all_bounds, in_file, zeta), **_values(numbers), **_found(numbers, achieved)}
    return {name: said(WORDS["sentences"], name, values) for name in MOVING if zeta == 0 or name != "map"}


def exact_numbers(numbers: Numbers) -> dict[str, str]:
    """The numbers of the table of formulas, by the names that `formulas` puts there; they move too."""
    names = EXACTLY if numbers.instance.indifference == 0 else ("certified", *(f"{name}_exactly" for name in WITH_GAP))
    return {name: said(WORDS["sentences"], name, _values(numbers)) for name in names}


def given(all_bounds: bool, in_file: bool = False, indifference: float = 0.0) -> dict[str, Any]:
    """What templates may say that no hand moves; in_file: whether its method is not simulated here (ui/pocket)."""
    return {"method": label_of(indifference), "all_bounds": all_bounds, "in_file": in_file}


def _values(numbers: Numbers) -> dict[str, Any]:
    """What templates may say of the instance and its bounds: as valuesOf in ui/components/bars/following.js."""
    instance, best = numbers.instance, numbers.private.best_arm
    shares = numbers.curve.allocations[:, best]
    return {
        **asdict(numbers.boundaries),
        "indifference": instance.indifference,
        "is_asymptotic": instance.is_asymptotic,
        "all_good": len(instance.good) == len(instance.means),
        "good": arm_names.either([instance.name(arm) for arm in instance.good]),
        "epsilon": instance.epsilon,
        "risk": instance.risk,
        "kl": numbers.kl.time,
        "tv": numbers.tv.time,
        "time": numbers.private.time,
        "lower": numbers.private.lower,
        "upper": numbers.private.upper,
        "free": numbers.bounds["non_private"],
        "first_private": numbers.bounds["first_private"],
        "improved_private": numbers.bounds["improved_private"],
        "private": numbers.bounds["tightest_private"],
        "factor": numbers.factor,
        "raise": numbers.factor - 1,
        "best": instance.name(best),
        "best_name": "".join(instance.names[best : best + 1]),
        "best_mean": instance.means[best],
        "private_share": shares[0],
        "free_share": shares[-1],
    }


def _found(numbers: Numbers, achieved: Achieved | None) -> dict[str, Any]:
    """What they may say of simulated runs."""
    if achieved is None:
        return {}
    found = {"runs": achieved.runs, "stopped": achieved.stopped}
    if achieved.samples is None or achieved.interval is None:
        return found
    low, high = achieved.interval
    multiple = achieved.samples / numbers.bounds["tightest_private"]
    return {**found, "needed": achieved.samples, "margin": (high - low) / 2, "multiple": multiple}


_PICTURE = """
bound = bounds["tightest_private"] * times / private.time
figure = go.Figure(layout={"title": "Lower bound on the average number of participants"})
figure.add_scatter(x=epsilons, y=bound, line={"width": 4}, name="with privacy")
without = [bounds["non_private"]] * len(epsilons)
figure.add_scatter(x=epsilons, y=without, line={"dash": "dash"}, name="without privacy")
figure.add_vline(x=epsilon, line_dash="dot")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="participants on average")
"""


def notebook(instance: Instance, more: str = "") -> Notebook:
    """The page's numbers, and the bound against epsilon.  more: code that continues the snippet."""
    told = described(instance.means, instance.epsilon, instance.risk, instance.indifference)
    return Notebook(told, source_of(instance.indifference), _code(instance) + more, _PICTURE)


def _code(instance: Instance) -> str:
    zeta, gap, values = instance.indifference, "", f"epsilon, risk = {instance.epsilon!r}, {instance.risk!r}"
    more = 'print("T*_KL", dpcore.characteristic_time(means, "kl").time, '
    more += '"T*_TV", dpcore.characteristic_time(means, "tv").time)'
    told = "print(bounds)"
    if zeta > 0:
        limit = " as the risk goes to 0" if instance.is_asymptotic else ""
        values = f"epsilon, risk, indifference = {instance.epsilon!r}, {instance.risk!r}, {zeta!r}"
        gap, more = ", indifference=indifference", 'print("good answers", dpcore.good_answers(means, indifference))'
        told = f"""for name in ("non_private", "tightest_private"):
    print(name, "lower bound on the participants on average{limit}:", bounds[name])"""
    return f"""import numpy as np

import dpcore

means = {list(instance.means)}
{values}

private = dpcore.characteristic_time(means, "private", epsilon{gap})
print("T*_epsilon", private.time, "certified in", [private.lower, private.upper])
print("allocation", private.allocation)
{more}
bounds = dpcore.sample_lower_bounds(means, epsilon, risk{gap})
{told}
print(dpcore.regime_boundaries(means, tolerance={TOLERANCE}{gap}))

epsilons = np.geomspace({EPSILON_RANGE[0]:g}, {EPSILON_RANGE[1]:g}, {CURVE_POINTS})
times = dpcore.characteristic_time_curve(means, epsilons{gap}).times
print(times)
"""

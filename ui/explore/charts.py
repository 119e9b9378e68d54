"""What the picture that is dragged draws."""

import math
from typing import Any

from ui.arms.method import label_of
from ui.explore.achieved import Achieved
from ui.explore.numbers import BOUNDARIES, Numbers


def picture_of(numbers: Numbers, achieved: Achieved | None = None, all_bounds: bool = False) -> dict[str, Any]:
    """What the picture that is dragged draws (ui/components/bars/picture.js), in participants."""
    scale = numbers.bounds["non_private"] / numbers.kl.time  # participants per characteristic time
    marks = numbers.boundaries
    flags = [
        {
            "epsilon": getattr(marks, name),
            "flag": f"{note.flag} {note.holds} {numbers.boundary(name)}",
            "before": note.holds == "up to",
            "tip": f"{note.meaning}<br>{note.formula}<br>{note.source}",
        }
        for name, note in BOUNDARIES.items()
        if (all_bounds or note.main) and not math.isnan(getattr(marks, name))  # one that is not known has no flag
    ]
    others = {
        "price": numbers.tv.time * scale,
        "bends": {"first": marks.first, "improved": marks.improved},
    }
    return {
        "epsilons": numbers.curve.epsilons.tolist(),
        "samples": (numbers.curve.times * scale).tolist(),
        "free": numbers.bounds["non_private"],
        "is_asymptotic": numbers.instance.is_asymptotic,
        "others": others if all_bounds else None,
        "regimes": {"price_dominated": marks.price_dominated, "almost_free": marks.almost_free},
        "marks": sorted(flags, key=lambda flag: flag["epsilon"]),
        "here": {"epsilon": numbers.instance.epsilon, "samples": numbers.bounds["tightest_private"]},
        "achieved": {"samples": achieved.samples, "method": label_of(numbers.instance.indifference)}
        if achieved and achieved.samples
        else None,
    }

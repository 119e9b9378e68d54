"""The numbers that the Explorer's main picture draws."""

from typing import Any

from ui.explore.numbers import BOUNDARIES, Numbers
from ui.look.numbers import number


def picture_of(numbers: Numbers) -> dict[str, Any]:
    """Everything that ui/components/bars/picture.js needs, in samples."""
    scale = numbers.samples_per_time
    marks = numbers.boundaries
    flags = [
        {
            "epsilon": getattr(marks, name),
            "flag": f"{text.flag} {number(getattr(marks, name))}",
            "tip": f"{text.meaning}<br>{text.formula}<br>{text.source}",
        }
        for name, text in BOUNDARIES.items()
    ]
    return {
        "epsilons": numbers.curve.epsilons.tolist(),
        "samples": (numbers.curve.times * scale).tolist(),
        "free": numbers.bounds["non_private"],
        "price": numbers.total_variation.time * scale,
        "bends": {"first": marks.first, "improved": marks.improved},
        "regimes": {"price_dominated": marks.price_dominated, "almost_free": marks.almost_free},
        "marks": sorted(flags, key=lambda flag: flag["epsilon"]),
        "here": {"epsilon": numbers.instance.epsilon, "samples": numbers.bounds["tightest_private"]},
    }

"""A setting in few words, for what leaves a page: notebooks and slides."""

from collections.abc import Sequence

from ui.look.numbers import percent
from ui.look.numbers import setting as said

_MOST = 8  # means that are named


def described(
    means: Sequence[float], epsilon: float | None = None, risk: float | None = None, indifference: float = 0.0
) -> str:
    """Arms, budget and risk: "2 arms with means 0.9, 0.5 · ε = 0.1 · risk 1 %"."""
    named = ", ".join(map(said, means[:_MOST])) + (", …" if len(means) > _MOST else "")
    parts = [f"{len(means)} arms with means {named}"]
    parts += [] if epsilon is None else [f"ε = {said(epsilon)}"]
    parts += [] if risk is None else [f"risk {percent(risk)}"]
    parts += [f"differences of up to {said(indifference)} do not matter"] if indifference else []
    return " · ".join(parts)


def source_of(indifference: float) -> str:
    """Who proved the lower bounds on the samples."""
    if indifference:
        return "Lower bounds: docs/characteristic-times.md, after Degenne & Koolen 2019"
    return "Lower bounds: Jourdan & Azize 2025, Theorem 2; without privacy: Garivier & Kaufmann 2016"

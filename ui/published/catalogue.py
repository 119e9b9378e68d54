"""All published figures and statements of the page, by what they are about."""

from ui.published import budget_and_mean, finite, random_instances, stopping, theory
from ui.published.exhibits import Exhibit

FAMILIES: dict[str, tuple[Exhibit, ...]] = {
    "Best arm: stopping times": stopping.EXHIBITS,
    "Best arm: fixed budget": budget_and_mean.BUDGET,
    "Regret: a few arms": finite.EXHIBITS,
    "Regret: DP-SE beside DP-UCB": finite.ELIMINATIONS,
    "Regret: linear arms": random_instances.LINEAR,
    "Regret: linear contexts": random_instances.CONTEXTS,
    "One mean: private stopping": budget_and_mean.MEAN,
    "Definitions of privacy": theory.PROMISES,
    "Lower bounds": theory.BOUNDS,
}
ALL = tuple(exhibit for exhibits in FAMILIES.values() for exhibit in exhibits)

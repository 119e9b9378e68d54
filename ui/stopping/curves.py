"""The algorithms with fixed confidence as every page names, draws and links them: one curve for each variant."""

import re
from dataclasses import dataclass
from typing import Any

import dpcore
from dpcore.fixed_confidence import FixedConfidenceAlgorithm
from ui.look import theme

_THESIS_AT, _THESIS = re.compile(r"\bTH (?=Eq|Algorithm|\d)"), re.compile(r"\bTH\b")  # as in docs/sources.md
SYMBOLS = {"growth": "η", "leader_share": "β"}  # of DP-TT's parameters, as its paper writes them


@dataclass(frozen=True)
class Curve:
    """One algorithm with one of its thresholds and its parameters; its `key` names it in links."""

    algorithm: str
    threshold: str
    parameters: tuple[tuple[str, Any], ...] = ()

    @property
    def key(self) -> str:
        """The algorithm's name, with its threshold and parameters where they are not the usual ones."""
        return "-".join([self.algorithm, *self._peculiarities()])

    @property
    def entry(self) -> FixedConfidenceAlgorithm:
        """Its algorithm's registry entry."""
        return dpcore.fixed_confidence_algorithms()[self.algorithm]

    @property
    def label(self) -> str:
        """What people read."""
        label, peculiarities = self.entry.label, self._peculiarities()
        return f"{label} ({', '.join(peculiarities)})" if peculiarities else label

    @property
    def label_with_promise(self) -> str:
        """What people read beside methods of ε-DP."""
        promise = "a weaker promise, ρ-zCDP" if self.is_zcdp else "" if self.is_private else "not private"
        return f"{self.label}, {promise}" if promise else self.label

    def _peculiarities(self) -> list[str]:
        heuristic = [] if self.is_proven else [self.threshold]
        said = (f"{SYMBOLS[name]} = {it:g}" if name in SYMBOLS else f"{it} {name}" for name, it in self.parameters)
        return [*heuristic, *said]

    @property
    def is_private(self) -> bool:
        """Whether it depends on epsilon."""
        return self.entry.privacy.is_private

    @property
    def is_zcdp(self) -> bool:
        """Whether it promises ρ-zCDP, less than ε-DP; it stands at the epsilon whose ε-DP implies its rho."""
        return self.entry.privacy.budget == "rho"

    def budget_at(self, epsilon: float | None) -> dict[str, Any]:
        """The arguments of dpcore's simulations that carry its budget at this place of the scale."""
        if epsilon is None or not self.is_zcdp:
            return {"epsilon": epsilon}
        return {"rho": dpcore.privacy.rho_from_epsilon(epsilon)}

    @property
    def is_proven(self) -> bool:
        """Whether its threshold is proven to name a wrong arm at most as often as the risk says."""
        return self.threshold == "proven"

    @property
    def color(self) -> str:
        """Its algorithm's colour."""
        return theme.algorithm_color(self.algorithm)

    def line(self, width: float) -> dict[str, Any]:
        """How plotly draws it: dashed where its threshold is not proven."""
        return {"color": self.color, "width": width, "dash": "solid" if self.is_proven else "dash"}

    @property
    def source(self) -> str:
        """A paragraph in Markdown: privacy, threshold and where both stand."""
        threshold, source = (
            text.removesuffix(".") for text in (self.entry.thresholds[self.threshold], self.entry.source)
        )
        said = f"{self.threshold.capitalize()} threshold: {threshold}"
        chosen = (each for each in self.entry.parameters if each.name in dict(self.parameters))
        said = ". ".join([said, *(f"{each.name.replace('_', ' ').capitalize()}: {each.meaning}" for each in chosen)])
        told = f"**{self.label}** ({self.entry.privacy}). {said}. Source: {source}."
        return _THESIS.sub("the thesis", _THESIS_AT.sub("Azize's thesis, ", told))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What its reader must know."""
        return self.entry.warnings


def all_curves() -> dict[str, Curve]:
    """Every algorithm with each of its thresholds, and with each choice of a named parameter (a leader), by key."""
    curves = []
    for name, entry in dpcore.fixed_confidence_algorithms().items():
        choices = [(p.name, choice) for p in entry.parameters for choice in p.choices if choice != p.default]
        for threshold in entry.thresholds:
            curves.append(Curve(name, threshold))
            curves.extend(Curve(name, threshold, (choice,)) for choice in choices)
    return {curve.key: curve for curve in curves}

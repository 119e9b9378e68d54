"""What others have published: uses of differential privacy with their unit of privacy, beside the own epsilon."""

import math
import re
import tomllib
from dataclasses import dataclass
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd

from ui.components import assets
from ui.look import axes, svg
from ui.look.numbers import power_of_ten, setting
from ui.look.theme import Palette
from ui.state.keys import EPSILON_RANGE

KINDS = {"pure": (), "approximate": ("delta",), "concentrated": ("delta", "rho")}
READ = ("source", "registry")
NOTE = (
    "They do not compare directly, neither with one another nor with yours: an ε is for one unit of privacy, and one "
    "person's emoji of a day, a birth and one outcome of one participant are different units; trust and purpose differ "
    "too. None of them is a recommendation."
)
SIGNS = (
    "Filled dots are pure ε, as yours. Rings are the ε of a weaker promise, which has a δ too. ε falls to the left: "
    "more privacy."
)
_ADDRESS = re.compile(r"https://\S+|arXiv:\d{4}\.\d{5}")
_HERE = Path(__file__)


@dataclass(frozen=True)
class Deployment:
    """A published use: `epsilon` protects one `unit`, within the promise that `kind` names; see deployments.toml."""

    name: str
    epsilon: float
    kind: str
    unit: str
    trust: str
    mechanism: str
    source: str
    url: str
    as_of: date
    read: str
    delta: float | None = None
    rho: float | None = None

    @property
    def budget(self) -> str:
        """Epsilon, and what else the promise has: 8.9, δ = 10⁻¹⁰, ρ = 0.81."""
        others = (("δ", self.delta), ("ρ", self.rho))
        return ", ".join([setting(self.epsilon), *(f"{sign} = {_small(value)}" for sign, value in others if value)])

    @property
    def address(self) -> str:
        """Where the source is in the web."""
        return re.sub("^arXiv:", "https://arxiv.org/abs/", self.url)


def deployments_in(text: str) -> tuple[Deployment, ...]:
    """The deployments of a file as deployments.toml, by epsilon.

    Raises: ValueError when a field is missing, unknown, or not what the head of that file says.
    """
    return tuple(sorted(map(_deployment, tomllib.loads(text)["deployment"]), key=lambda item: item.epsilon))


def _deployment(fields: dict[str, Any]) -> Deployment:
    try:
        item = Deployment(**fields)
    except TypeError as error:
        raise ValueError(f"a deployment's fields: {error}") from None
    words = (item.name, item.unit, item.mechanism, item.source)
    numbers = [value for value in (item.epsilon, item.delta, item.rho) if value is not None]
    checks = {
        "a name, unit, mechanism and source": all(isinstance(word, str) and word.strip() for word in words),
        f"a kind of {', '.join(KINDS)}": item.kind in KINDS,
        "a delta and a rho where its kind has them": all(
            (getattr(item, field) is not None) == (field in KINDS.get(item.kind, ())) for field in ("delta", "rho")
        ),
        "numbers > 0": all(isinstance(value, int | float) and 0 < value < math.inf for value in numbers),
        "a delta < 1": item.delta is None or item.delta < 1,
        "a trust of central or local": item.trust in ("central", "local"),
        "an address, or a number of arXiv": bool(_ADDRESS.fullmatch(item.url)),
        "a date": type(item.as_of) is date,
        f"read in {' or '.join(READ)}": item.read in READ,
    }
    missing = [what for what, holds in checks.items() if not holds]
    if missing:
        raise ValueError(f"the deployment {item.name!r} needs {'; '.join(missing)}")
    return item


DEPLOYMENTS = deployments_in(assets.text(_HERE.with_suffix(".toml")))


def deployment_table() -> pd.DataFrame:
    """The published deployments as people read them.

    Source: each names its own, and ODP26 where that was read instead; see deployments.toml.
    """
    return pd.DataFrame(
        {
            "who": [item.name for item in DEPLOYMENTS],
            "ε": [item.budget for item in DEPLOYMENTS],
            "protects, and how": [f"{item.unit}; {item.trust}, {item.mechanism}" for item in DEPLOYMENTS],
            "source": [f"{item.source}, {item.url}" for item in DEPLOYMENTS],
            "as of": [item.as_of.isoformat() for item in DEPLOYMENTS],
        }
    )


def linked_rows() -> list[list[str]]:
    """The rows of that table as HTML, each source a link."""
    rows = [[*map(escape, row)] for row in deployment_table().itertuples(index=False)]
    links = [
        f'<a href="{escape(item.address)}" target="_blank" rel="noopener">{escape(item.source)}</a>'
        for item in DEPLOYMENTS
    ]
    dates = [f'<span style="white-space:nowrap">{item.as_of.isoformat()}</span>' for item in DEPLOYMENTS]
    return [[*row[:3], link, day] for row, link, day in zip(rows, links, dates, strict=True)]


def deployments_html(epsilon: float | None, colors: Palette) -> str:
    """Every deployment as a dot on an axis of epsilon, in a row with its name, and a line at the own epsilon.

    Its style sheet comes along; screen readers are told that the table says the same.
    """
    choice = "" if epsilon is None else f'<i class="own" style="left:{_place(epsilon)}"></i>'
    rows = "".join(
        f'<div class="row"><span>{escape(item.name)}</span><div class="track">{choice}'
        f'<i class="{"pure" if item.kind == "pure" else "other"}" style="left:{_place(item.epsilon)}"></i>'
        f'<b style="left:{_place(item.epsilon)}">{setting(item.epsilon)}</b></div></div>'
        for item in DEPLOYMENTS
    )
    return (
        f"<style>{assets.text(_HERE.with_suffix('.css'))}</style>"
        f'<div class="deployments" role="img" aria-label="{_spoken()}" '
        f'style="--own:{colors.choice};--others:{colors.private};--words:{colors.text};--faint:{colors.grid};'
        f'--ground:{colors.background}">{_own_label(epsilon)}{rows}{_axis()}</div>'
    )


def _spoken() -> str:
    low, high = (setting(end(item.epsilon for item in DEPLOYMENTS)) for end in (min, max))
    return f"{len(DEPLOYMENTS)} published deployments at ε from {low} to {high}, as in the table"


def _small(value: float) -> str:
    """0.81, 10⁻¹⁰ or 4·10⁻¹⁰."""
    if value >= 1e-4:
        return f"{value:g}"
    factor, power = f"{value:.0e}".split("e") if float(f"{value:.0e}") == value else f"{value:g}".split("e")
    raised = power_of_ten(int(power))
    return raised if factor == "1" else f"{factor}·{raised}"


def _own_label(epsilon: float | None) -> str:
    if epsilon is None:
        return ""
    place = _place(epsilon)
    return (
        '<div class="row"><span></span><div class="track">'
        f'<em style="left:{place};transform:translateX(-{place})">yours: ε = {setting(epsilon)}</em></div></div>'
    )


def _axis() -> str:
    ticks = "".join(
        f'<u style="left:{_place(tick)};transform:translateX(-{_place(tick)})">{axes.in_thousands(tick)}</u>'
        for tick in axes.log_ticks(*EPSILON_RANGE)
    )
    low, high = axes.PRIVACY_ENDS
    return (
        f'<div class="row axis"><span></span><div class="track">{ticks}</div></div>'
        f'<div class="row ends"><span></span><div class="track"><q>{low}</q><q>{high}</q></div></div>'
    )


def _place(epsilon: float) -> str:
    """How far along the axis, kept on it."""
    return f"{100 * svg.log_share(epsilon, EPSILON_RANGE):.2f}%"

"""What others have published: uses of differential privacy with their unit of privacy, beside the own epsilon."""

import tomllib
from dataclasses import dataclass
from datetime import date
from html import escape
from pathlib import Path

from ui.choose.words import tell
from ui.components import assets
from ui.look import axes, svg
from ui.look.numbers import power_of_ten, setting
from ui.look.tables import list_html
from ui.look.theme import Palette
from ui.state.keys import EPSILON_RANGE

NOTE = tell("others")
SIGNS = tell("signs")
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
        return self.url.replace("arXiv:", "https://arxiv.org/abs/")


_TOLD = tomllib.loads(assets.text(_HERE.with_suffix(".toml")))["deployment"]
DEPLOYMENTS = tuple(sorted((Deployment(**told) for told in _TOLD), key=lambda item: item.epsilon))


def deployments_list() -> str:
    """The published deployments as a list in HTML, each source a link.

    Source: each names its own, and ODP26 where that was read instead; see deployments.toml.
    """
    return list_html(
        f"<strong>{escape(item.name)}</strong>: ε = {item.budget} for {escape(item.unit)}; {item.trust}, "
        f'{escape(item.mechanism)}. <a href="{escape(item.address)}" target="_blank" rel="noopener">'
        f"{escape(item.source)}</a>, {item.as_of.isoformat()}."
        for item in DEPLOYMENTS
    )


def deployments_html(epsilon: float | None, colors: Palette) -> str:
    """Every deployment as a dot on an axis of epsilon, in a row with its name, and a line at the own epsilon.

    Its style sheet comes along; screen readers are told that the list says the same.
    """
    low, high = (setting(end(item.epsilon for item in DEPLOYMENTS)) for end in (min, max))
    choice = "" if epsilon is None else f'<i class="own" style="left:{_place(epsilon)}"></i>'
    rows = [] if epsilon is None else [_row("", _words("em", epsilon, f"yours: ε = {setting(epsilon)}"))]
    for item in DEPLOYMENTS:
        kind, left = "pure" if item.kind == "pure" else "other", f'style="left:{_place(item.epsilon)}"'
        dot = f'<i class="{kind}" {left}></i><b {left}>{setting(item.epsilon)}</b>'
        rows.append(_row(escape(item.name), choice + dot))
    ticks = (_words("u", tick, axes.in_thousands(tick)) for tick in axes.log_ticks(*EPSILON_RANGE))
    ends = "".join(f"<q>{end}</q>" for end in axes.PRIVACY_ENDS)
    return (
        f"<style>{assets.text(_HERE.with_suffix('.css'))}</style>"
        f'<div class="deployments" role="img" aria-label="{len(DEPLOYMENTS)} published deployments at ε from {low} to '
        f'{high}, as in the list" style="--own:{colors.choice};--others:{colors.private};--words:{colors.text};'
        f'--faint:{colors.grid};--ground:{colors.background}">{"".join(rows)}{_row("", "".join(ticks))}'
        f"{_row('', ends, 'ends')}</div>"
    )


def _small(value: float) -> str:
    """0.81, 10⁻¹⁰ or 4·10⁻¹⁰."""
    if value >= 1e-4:
        return f"{value:g}"
    factor, power = f"{value:g}".split("e")
    raised = power_of_ten(int(power))
    return raised if factor == "1" else f"{factor}·{raised}"


def _row(name: str, track: str, kind: str = "") -> str:
    return f'<div class="row {kind}"><span>{name}</span><div class="track">{track}</div></div>'


def _words(tag: str, epsilon: float, words: str) -> str:
    """Words at an epsilon, kept on the axis."""
    place = _place(epsilon)
    return f'<{tag} style="left:{place};transform:translateX(-{place})">{words}</{tag}>'


def _place(epsilon: float) -> str:
    """How far along the axis, kept on it."""
    return f"{100 * svg.log_share(epsilon, EPSILON_RANGE):.2f}%"

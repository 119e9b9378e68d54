"""The report's pictures as static SVG text: nothing to load, nothing to run, prints as sharp as the page."""

import math
from collections.abc import Iterable
from html import escape

import numpy as np

import dpcore
from ui.choose.charts import picture_limits
from ui.choose.meaning import TABLE_PRIORS
from ui.choose.question import Findings
from ui.look import theme
from ui.look.numbers import number, percent, rounded_down, setting
from ui.state.keys import EPSILON_RANGE

WIDTH, HEIGHT = 760, 430
LEFT, RIGHT, TOP, BOTTOM = 78, 14, 14, 58
COLORS = theme.LIGHT


class LogFrame:
    """A log-log frame: turns (epsilon, participants) into picture coordinates."""

    def __init__(self, x_limits: tuple[float, float], y_limits: tuple[float, float]) -> None:
        self.x_low, self.x_high = map(math.log10, x_limits)
        self.y_low, self.y_high = map(math.log10, y_limits)

    def x(self, epsilon: float) -> float:
        """The horizontal position, kept inside the frame."""
        share = (math.log10(epsilon) - self.x_low) / (self.x_high - self.x_low)
        return LEFT + min(max(share, 0), 1) * (WIDTH - LEFT - RIGHT)

    def y(self, participants: float) -> float:
        """The vertical position, kept inside the frame."""
        share = (math.log10(max(participants, 10**self.y_low)) - self.y_low) / (self.y_high - self.y_low)
        return HEIGHT - BOTTOM - min(max(share, 0), 1) * (HEIGHT - TOP - BOTTOM)

    def path(self, epsilons: Iterable[float], participants: Iterable[float]) -> str:
        """The coordinates of a polyline or polygon."""
        return " ".join(f"{self.x(e):.1f},{self.y(p):.1f}" for e, p in zip(epsilons, participants, strict=True))


def zones_svg(findings: Findings) -> str:
    """Participants against epsilon with the zones impossible, open and achievable, and the budget's line."""
    epsilons = findings.bounds.curve.epsilons
    frame = LogFrame((epsilons[0], epsilons[-1]), picture_limits(findings))
    hatch = (
        '<defs><pattern id="hatch" width="7" height="7" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">'
        f'<rect width="7" height="7" fill="{COLORS.forbidden}" fill-opacity="0.25"/>'
        f'<line x1="0" y1="0" x2="0" y2="7" stroke="{COLORS.forbidden}" stroke-width="2.5"/></pattern></defs>'
    )
    parts = [hatch, *_bound(frame, findings), *_simulated(frame, findings), *_choices(frame, findings)]
    for power in range(math.ceil(frame.y_low), math.floor(frame.y_high) + 1):
        parts += _tick(frame.y(10.0**power), _thousands(power))
    parts += _axes(frame, "participants")
    return _svg("Participants against epsilon: impossible below the bound, achievable above the simulated dots", parts)


def belief_svg(epsilon: float | None) -> str:
    """How likely a guess about one participant can become, against epsilon, from two starting points."""
    epsilons = np.geomspace(*EPSILON_RANGE, 101)
    frame = LogFrame(EPSILON_RANGE, (1.0, 10.0))  # only its horizontal axis is used
    height = HEIGHT - TOP - BOTTOM
    parts = []
    for prior, color in zip(TABLE_PRIORS, (COLORS.private, COLORS.text), strict=True):
        shares = [dpcore.largest_belief(prior, value) for value in epsilons]
        line = " ".join(
            f"{frame.x(value):.1f},{HEIGHT - BOTTOM - share * height:.1f}"
            for value, share in zip(epsilons, shares, strict=True)
        )
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2.5"/>')
        start = HEIGHT - BOTTOM - shares[0] * height - 8
        parts.append(
            _text(LEFT + 10, start, f"a guess that is {percent(prior)} likely from all others' data", color, "start")
        )
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts += _tick(HEIGHT - BOTTOM - share * height, percent(share))
    if epsilon is not None:
        parts.append(_vertical(frame.x(epsilon), COLORS.choice, "2 3"))
        parts.append(_text(frame.x(epsilon) + 5, TOP + 18, f"ε = {setting(epsilon)}", COLORS.choice, "start"))
    return _svg(
        "The largest probability of a guess about one participant, all others known, against epsilon",
        [*parts, *_axes(frame, "")],
    )


def _svg(label: str, parts: list[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}" xmlns="http://www.w3.org/2000/svg">'
    return f"{head}{''.join(parts)}</svg>"


def _bound(frame: LogFrame, findings: Findings) -> list[str]:
    bounds = findings.bounds
    floor = np.full_like(bounds.curve.epsilons, 10**frame.y_low)
    parts = [_area(frame, bounds.curve.epsilons, floor, bounds.curve.participants[1], "url(#hatch)", 1.0)]
    if findings.question.problem.data is not None:
        band = _area(
            frame,
            bounds.curve.epsilons,
            bounds.curve.participants[0],
            bounds.curve.participants[2],
            COLORS.private,
            0.2,
        )
        parts.append(band)
    line = frame.path(bounds.curve.epsilons, bounds.curve.participants[1])
    parts.append(f'<polyline points="{line}" fill="none" stroke="{COLORS.private}" stroke-width="2.5"/>')
    parts.append(_text(LEFT + 12, HEIGHT - BOTTOM - 12, "impossible: no method can", COLORS.text, "start"))
    return parts


def _simulated(frame: LogFrame, findings: Findings) -> list[str]:
    points = findings.simulated.points
    if not points:
        return []
    x = np.array([point.epsilon for point in points])
    y = np.array([point.participants for point in points])
    top = np.full_like(y, 10**frame.y_high)
    parts = [_area(frame, x, y, top, COLORS.achievable, 0.15)]
    for point in points:
        low, high = (
            frame.y(end) if math.isfinite(end) else frame.y(point.participants) for end in (point.low, point.high)
        )
        place = frame.x(point.epsilon)
        parts.append(
            f'<line x1="{place:.1f}" x2="{place:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{COLORS.achievable}" '
            f'stroke-width="5" stroke-opacity="0.4"/>'
            f'<circle cx="{place:.1f}" cy="{frame.y(point.participants):.1f}" r="3.5" fill="{COLORS.achievable}"/>'
        )
    parts.append(
        _text(WIDTH - RIGHT - 12, TOP + 22, f"achievable: {findings.question.problem.method}", COLORS.text, "end")
    )
    return parts


def _choices(frame: LogFrame, findings: Findings) -> list[str]:
    """The budget's line and what it reads off."""
    budget = findings.question.participants
    height = frame.y(budget)
    line = f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height:.1f}" y2="{height:.1f}" stroke="{COLORS.choice}"'
    parts = [
        f'{line} stroke-width="2"/>',
        _text(WIDTH - RIGHT - 6, height - 7, f"{budget:,} available", COLORS.choice, "end"),
    ]
    regime = findings.simulated.change_of_regime
    if regime is not None and math.isfinite(regime):
        parts.append(_vertical(frame.x(regime), COLORS.without_privacy, "6 4"))
        parts.append(
            _text(frame.x(regime) + 5, TOP + 44, f"change of regime: ε = {number(regime)}", COLORS.text, "start")
        )
    possible, achievable = findings.bounds.possible.middle, findings.simulated.achievable
    if findings.bounds.curve.epsilons[0] < possible < math.inf:
        parts += _mark(
            frame.x(possible), height, f"not impossible from ε = {number(rounded_down(possible))}", COLORS.private, -12
        )
    if achievable is not None and math.isfinite(achievable):
        parts += _mark(frame.x(achievable), height, f"achievable from ε = {number(achievable)}", COLORS.achievable, 22)
    return parts


def _axes(frame: LogFrame, vertical: str) -> list[str]:
    """The frame, the ticks of epsilon, and what the axes are."""
    height, right = (TOP + HEIGHT - BOTTOM) / 2, WIDTH - RIGHT
    parts = [
        f'<rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{HEIGHT - TOP - BOTTOM}" '
        f'fill="none" stroke="{COLORS.without_privacy}"/>',
        f'<text transform="translate(14 {height:.0f}) rotate(-90)" text-anchor="middle" fill="{COLORS.text}">'
        f"{vertical}</text>",
    ]
    for power in range(math.ceil(frame.x_low), math.floor(frame.x_high) + 1):
        parts += [_text(frame.x(10.0**power), HEIGHT - BOTTOM + 18, f"{10.0**power:g}", COLORS.text, "middle")]
    for place, text, anchor in (
        (LEFT, "← more privacy", "start"),
        ((LEFT + right) / 2, "privacy budget ε", "middle"),
        (right, "less privacy →", "end"),
    ):
        parts += [_text(place, HEIGHT - 12, text, COLORS.text, anchor)]
    return parts


def _tick(height: float, text: str) -> list[str]:
    line = f'<line x1="{LEFT - 4}" x2="{LEFT}" y1="{height:.1f}" y2="{height:.1f}" stroke="{COLORS.text}"/>'
    return [line, _text(LEFT - 8, height + 4, text, COLORS.text, "end")]


def _thousands(power: int) -> str:
    return f"{10**power:,}" if power < 6 else f"{10 ** (power - 6):,} million"


def _area(frame: LogFrame, x: np.ndarray, low: np.ndarray, high: np.ndarray, fill: str, opacity: float) -> str:
    points = frame.path([*x, *x[::-1]], [*low, *high[::-1]])
    return f'<polygon points="{points}" fill="{fill}" fill-opacity="{opacity}"/>'


def _vertical(place: float, color: str, dash: str) -> str:
    return (
        f'<line x1="{place:.1f}" x2="{place:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="{color}" '
        f'stroke-dasharray="{dash}"/>'
    )


def _mark(place: float, height: float, text: str, color: str, shift: float) -> list[str]:
    """A dot on the budget's line and its reading, turned away from the nearer edge."""
    anchor = "start" if place < WIDTH / 3 else "end" if place > 2 * WIDTH / 3 else "middle"
    dot = f'<circle cx="{place:.1f}" cy="{height:.1f}" r="6" fill="{color}"/>'
    return [dot, _text(place, height + shift, text, color, anchor)]


def _text(x: float, y: float, text: str, color: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}">{escape(text)}</text>'

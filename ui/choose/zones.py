"""The stakeholder's picture: participants against epsilon, with the zones impossible, open and achievable."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ui.choose.question import BAND, Findings, Point
from ui.components.lines import Drawing
from ui.look import svg
from ui.look.numbers import at_least, at_most, number, percent, rounded_down, rounded_up, setting
from ui.look.projector import larger
from ui.look.theme import Palette
from ui.state.keys import EPSILON_RANGE

ROOM_BELOW = 6.0
# Above the lower bound at its left end, where simulated curves lie far above it; but the budget must not drown.
ROOM_ABOVE_BOUND, ROOM_ABOVE_BUDGET = 20.0, 3000.0
ROW = 17.0  # between two rows of words below the frame
_GAP = 8.0  # between two of them in a row


@dataclass(frozen=True)
class Size:
    """Of a picture, and the margins of its frame; `is_wide`: whether words have room beside one another.

    letter: the width of a bold one; other fonts, as in a saved picture, are squeezed to it.
    """

    width: float
    height: float
    left: float
    top: float
    right: float
    bottom: float
    is_wide: bool
    letter: float = 5.8  # of the page's font


WIDE = Size(760, 430, 84, 32, 134, 66, True)
NARROW = Size(360, 400, 54, 32, 86, 100, False)
PAPER = replace(WIDE, letter=svg.BOLD_LETTER)


def picture_limits(findings: Findings) -> tuple[float, float]:
    """The smallest and the largest number of participants in the picture; they hold still while points come in."""
    bound, budget = findings.bounds.curve.participants, findings.question.participants
    low = max(min(float(bound[0].min()), budget), 1.0) / ROOM_BELOW
    return low, max(min(ROOM_ABOVE_BOUND * float(bound[1].max()), ROOM_ABOVE_BUDGET * budget), 3 * budget)


def zones(findings: Findings, limits: tuple[float, float], size: Size, colors: Palette) -> Drawing:
    """Lower bound, simulated points and budget on log axes; what they read off stands in rows below the frame.

    limits: of participants, see picture_limits.
    """
    edges = (size.left, size.top, size.width - size.right, size.height - size.bottom)
    frame = svg.LogFrame(size.width, size.height, edges, EPSILON_RANGE, limits)
    parts = [*_bound(frame, findings, colors), *_simulated(frame, findings, colors), *_axes(frame, size, colors)]
    parts += [*_budget(frame, findings, colors), *_readings(frame, findings, size, colors)]
    parts += [*_epsilon(frame, findings, colors), *_zone_names(frame, findings, size, colors)]
    label = "Participants against epsilon: impossible below the bound, achievable above the simulated dots"
    if findings.question.problem.is_asymptotic:
        label = "Participants against epsilon: the bound as the risk goes to 0, achievable above the simulated dots"
    return Drawing(svg.picture(size.width, size.height, label, parts), size.width, size.height, edges)


def _bound(frame: svg.LogFrame, findings: Findings, colors: Palette) -> list[str]:
    """The forbidden zone under the bound, with own data the bound's band, and the bound."""
    curve = findings.bounds.curve
    low, middle, high = (np.maximum(row, frame.y_limits[0]) for row in curve.participants)
    floor = np.full_like(middle, frame.y_limits[0])
    there_and_back = [*curve.epsilons, *curve.epsilons[::-1]]
    below = frame.path(there_and_back, [*middle, *floor])
    parts = [
        '<defs><pattern id="hatch" width="7" height="7" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">'
        f'<line x1="0" y1="0" x2="0" y2="7" stroke="{colors.forbidden}" stroke-width="2.5"/></pattern></defs>',
        svg.area(below, colors.forbidden, 0.2),
        f'<polygon points="{below}" fill="url(#hatch)"/>',
    ]
    if findings.question.problem.data is not None:
        parts.append(svg.area(frame.path(there_and_back, [*low, *high[::-1]]), colors.private, 0.22))
    return [*parts, svg.curve(frame.path(curve.epsilons, middle), colors.private)]


def _simulated(frame: svg.LogFrame, findings: Findings, colors: Palette) -> list[str]:
    """The achievable zone above the simulated points, and the points with their intervals."""
    points = findings.simulated.points
    if not points:
        return []
    x, y = [point.epsilon for point in points], [point.participants for point in points]
    top = [frame.y_limits[1]] * len(x)
    parts = [svg.area(frame.path([*x, *x[::-1]], [*y, *top]), colors.achievable, 0.14)]
    for point in points:
        place = frame.x(point.epsilon)
        ends = [end if math.isfinite(end) else point.participants for end in (point.low, point.high)]
        interval = svg.line(place, frame.y(ends[0]), place, frame.y(ends[1]), colors.achievable, 5)
        parts.append(f'<g stroke-opacity="0.4">{interval}</g>')
        parts.append(svg.dot(place, frame.y(point.participants), 3.5, colors.achievable, _tip(findings, point)))
    return parts


def _tip(findings: Findings, point: Point) -> str:
    is_data = findings.question.problem.data is not None
    ends_are = f"{percent(BAND)} of them between" if is_data else "95 % interval"
    return (
        f"ε = {setting(point.epsilon)}: {findings.question.problem.method} stops within {at_most(point.participants)} "
        f"participants in 90 % of {point.runs} runs ({ends_are} {at_least(point.low)} to {at_most(point.high)})"
    )


def _axes(frame: svg.LogFrame, size: Size, colors: Palette) -> list[str]:
    """The frame, its ticks, and what the axes are."""
    left, top, right, bottom = frame.edges
    parts = [
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="none" '
        f'stroke="{colors.grid}"/>',
        f'<text transform="translate(13 {(top + bottom) / 2:.0f}) rotate(-90)" text-anchor="middle" '
        f'fill="{colors.text}">participants</text>',
    ]
    for power in _powers(frame.x_limits):
        parts.append(svg.line(frame.x(10.0**power), bottom, frame.x(10.0**power), bottom + 4, colors.text))
        parts.append(svg.text(frame.x(10.0**power), bottom + ROW, f"{10.0**power:g}", colors.text, "middle"))
    powers = _powers(frame.y_limits)
    for power in powers[:: math.ceil(len(powers) / 8)]:
        height = frame.y(10.0**power)
        parts.append(svg.line(left - 4, height, left, height, colors.text))
        parts.append(svg.text(left - 8, height + 4, _thousands(power, size.is_wide), colors.text, "end"))
    last = size.height - 6
    for place, words, anchor in (
        (left, "← more privacy", "start"),
        ((left + right) / 2, "privacy budget ε" if size.is_wide else "ε", "middle"),
        (right, "less privacy →", "end"),
    ):
        parts.append(svg.text(place, last, words, colors.text, anchor))
    return parts


def _powers(limits: tuple[float, float]) -> list[int]:
    low, high = map(math.log10, limits)
    return list(range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1))


def _thousands(power: int, is_wide: bool) -> str:
    for least, long, short in ((9, " billion", "G"), (6, " million", "M"), (3, ",000", "k")):
        if power >= least:
            return f"{10 ** (power - least):,}{long if is_wide else short}"
    return f"{10**power}"


def _zone_names(frame: svg.LogFrame, findings: Findings, size: Size, colors: Palette) -> list[str]:
    """What the zones are, beside the lines where there is room; else on top of them."""
    left, top, right, bottom = frame.edges
    halo, points, parts = colors.background, findings.simulated.points, []
    curve = findings.bounds.curve
    bounds = zip(curve.epsilons, curve.participants[1], strict=True)
    zone = [frame.x(epsilon) for epsilon, bound in bounds if bound > frame.y_limits[0]]
    if zone:
        words = "impossible: no method can" if size.is_wide else "impossible"
        if findings.question.problem.is_asymptotic:
            words = "below the bound (risk → 0)" if size.is_wide else "below the bound"
        x, _ = next(_gaps(frame, findings, left, zone[-1], svg.width_of(words)), (left, right))
        parts = [svg.text(x + 10, bottom - 10, words, colors.text, halo=halo)]
    if points:
        words = f"achievable: {findings.question.problem.method}" if size.is_wide else "achievable"
        low_points = (frame.x(point.epsilon) for point in points if frame.y(point.participants) > top + 30)
        *_, (_, x) = [(left, right), *_gaps(frame, findings, next(low_points, right), right, svg.width_of(words))]
        parts.append(svg.text(x - 10, top + 18, words, colors.text, "end", halo=halo))
    if open_at := _open_place(frame, findings):
        parts.append(svg.text(*open_at, "open", colors.text, "middle", halo=halo))
    return parts


def _verticals(frame: svg.LogFrame, findings: Findings) -> list[float]:
    """The places of the vertical lines, from left to right."""
    known = findings.simulated
    epsilons = (findings.epsilon, findings.bounds.possible.middle, known.recommended, known.change_of_regime)
    return sorted(frame.x(epsilon) for epsilon in epsilons if epsilon is not None)


def _gaps(
    frame: svg.LogFrame, findings: Findings, left: float, right: float, width: float
) -> Iterator[tuple[float, float]]:
    """The gaps between the vertical lines from left to right that have room for words of this width."""
    ends = [left, *(x for x in _verticals(frame, findings) if left < x < right), right]
    return ((start, end) for start, end in pairwise(ends) if end - start >= width + 14)


def _open_place(frame: svg.LogFrame, findings: Findings) -> tuple[float, float] | None:
    """The middle of the widest gap between the bound and the simulated points, clear of the lines."""
    curve, lines = findings.bounds.curve, _verticals(frame, findings)
    bounds = np.interp(
        [math.log(point.epsilon) for point in findings.simulated.points],
        np.log(curve.epsilons),
        np.log(np.maximum(curve.participants[1], 1.0)),
    )
    budget, widest = frame.y(findings.question.participants), 26.0
    place: tuple[float, float] | None = None
    for point, bound in zip(findings.simulated.points, np.exp(bounds).tolist(), strict=True):
        x, above, below = frame.x(point.epsilon), frame.y(point.participants), frame.y(bound)
        y = (above + below) / 2 + 4
        is_clear = frame.edges[0] + 24 < x < frame.edges[2] - 24 and abs(y - 4 - budget) > 14
        is_clear = is_clear and all(abs(x - line) > 20 for line in lines)
        if is_clear and below - above > widest:
            widest, place = below - above, (x, y)
    return place


def _budget(frame: svg.LogFrame, findings: Findings, colors: Palette) -> list[str]:
    left, _, right, _ = frame.edges
    budget = findings.question.participants
    height = frame.y(budget)
    words = f"{budget:,} available" if frame.width - right > 100 else f"{budget:,}"
    return [
        svg.line(left, height, right, height, colors.choice, 2),
        svg.text(right + 6, height + 4, words, colors.choice, is_written=True),
    ]


def _epsilon(frame: svg.LogFrame, findings: Findings, colors: Palette) -> list[str]:
    """The chosen epsilon as a vertical, with dots where it crosses the bound and what is achieved."""
    epsilon, bound = findings.epsilon, findings.bounds.at_epsilon
    if epsilon is None or bound is None:
        return []
    _, top, _, bottom = frame.edges
    x, here = frame.x(epsilon), f"ε = {setting(epsilon)}"
    parts = [
        svg.line(x, top, x, bottom, colors.choice, 2),
        svg.text(x, top - 8, here, colors.choice, "middle", is_written=True),
        svg.dot(x, frame.y(bound.middle), 5, colors.choice, f"{here}: at least {at_least(bound.middle)} participants"),
    ]
    achieved = findings.simulated.at_epsilon
    if achieved is not None and math.isfinite(achieved):
        parts.append(
            svg.dot(x, frame.y(achieved), 5, colors.choice, f"{here}: {at_most(achieved)} participants are enough")
        )
    return parts


def _readings(frame: svg.LogFrame, findings: Findings, size: Size, colors: Palette) -> list[str]:
    """What the budget reads off, and where privacy is dear: a line down to the axis each, and its words below."""
    budget, bottom, known = frame.y(findings.question.participants), frame.edges[3], findings.simulated
    under = "under the bound below {}" if findings.question.problem.is_asymptotic else "impossible below {}"
    marks = [
        (findings.bounds.possible.middle, under, colors.private, rounded_down, budget),
        (known.recommended, "achievable from {}", colors.achievable, rounded_up, budget),
        (
            known.change_of_regime,
            "privacy sets the price below {}",
            colors.without_privacy,
            rounded_down,
            None,
        ),
    ]
    low, high = frame.x_limits
    shown = [
        (epsilon, words.format(number(rounded(epsilon))), color, height)
        for epsilon, words, color, rounded, height in marks
        if epsilon is not None and low < epsilon <= high
    ]
    shown.sort()
    centers = [frame.x(mark[0]) for mark in shown]
    widths = [larger() * size.letter * len(mark[1]) for mark in shown]
    if size.is_wide:
        places = svg.spread(centers, [width + _GAP for width in widths], 4, size.width - 4)
    else:
        places = [
            svg.spread([center], [width + _GAP], 4, size.width - 4)[0]
            for center, width in zip(centers, widths, strict=True)
        ]
    parts = []
    for row, ((_, words, color, height), center, place, width) in enumerate(
        zip(shown, centers, places, widths, strict=True)
    ):
        parts.append(svg.line(center, frame.edges[1] if height is None else height, center, bottom, color, 1.5, "4 4"))
        if height is not None:
            parts.append(svg.dot(center, height, 6, color))
        below = bottom + 2 * ROW + 2 + (0 if size.is_wide else row * ROW)
        parts.append(svg.text(place, below, words, color, "middle", is_bold=True, most=width))
    return parts

"""The stakeholder's picture: participants against epsilon, with what is ruled out and what is enough."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ui.choose.scene import ChoicePicture, ExactCurve
from ui.components.lines import Drawing, Rail
from ui.look import axes, svg
from ui.look.numbers import plural, setting
from ui.look.projector import larger
from ui.look.theme import Palette
from ui.state.keys import EPSILON_RANGE

ROW = 17.0  # between two rows of words below the frame
_GAP = 8.0  # between two of them in a row
_RAIL = 44.0  # what a rail below the picture needs


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


def drawing(scene: ChoicePicture, limits: tuple[float, float], size: Size, colors: Palette) -> Drawing:
    """The zones, curves, dots and budget on log axes; what they read off stands in rows below the frame."""
    height = size.height + (_RAIL if scene.difference else 0)
    edges = (size.left, size.top, size.width - size.right, size.height - size.bottom)
    frame = svg.LogFrame(size.width, height, edges, EPSILON_RANGE, limits)
    parts = [*_ruled_out(frame, scene, colors), *_enough(frame, scene, colors), frame.box(colors)]
    parts += frame.upward_axis("participants", colors, is_long=size.is_wide)
    parts += frame.epsilon_axis(colors, size.height - 6)
    parts += [*_budget(frame, scene, colors), *_readings(frame, scene, size, colors)]
    parts += [*_epsilon(frame, scene, colors), *_zone_names(frame, scene, size, colors)]
    rail = None
    if scene.difference:
        rail = Rail(edges[0], height - 12, edges[2])
        parts += _rail(rail, scene.difference, colors)
    return Drawing(svg.picture(size.width, height, scene.label, parts), size.width, height, edges, rail)


def _part(name: str, drawn: str) -> str:
    """What a script finds by its name, to move it with the visitor's hand."""
    return f'<g data-part="{name}">{drawn}</g>'


def _ruled_out(frame: svg.LogFrame, scene: ChoicePicture, colors: Palette) -> list[str]:
    """The forbidden zone under the bound, with own data the bound's band, and the bound."""
    if (zone := scene.ruled_out) is None:
        return []
    there_and_back = [*zone.epsilons, *zone.epsilons[::-1]]
    below = frame.path(there_and_back, [*zone.middle, *np.zeros_like(zone.middle)])
    parts = [_part("ruled-out", svg.forbidden(below, colors.forbidden))]
    if zone.band:
        low, high = zone.band
        parts.append(svg.area(frame.path(there_and_back, [*low, *high[::-1]]), colors.private, 0.22))
    return [*parts, _part("bound", svg.curve(frame.path(zone.epsilons, zone.middle), colors.private))]


def _enough(frame: svg.LogFrame, scene: ChoicePicture, colors: Palette) -> list[str]:
    """What is enough: above the exact curve, or above the simulated dots with their intervals."""
    epsilons, participants = _known(scene)
    if not epsilons.size:
        return []
    above = frame.path([*epsilons, *epsilons[::-1]], [*participants, *[math.inf] * epsilons.size])
    parts = [_part("enough", svg.area(above, colors.achievable, 0.14))]
    if (second := scene.second) is not None:
        thin = svg.curve(frame.path(second.epsilons, second.participants), colors.achievable, 1.2)
        parts.append(_part("second", thin))
    if scene.curve is not None:
        parts.append(_part("curve", svg.curve(frame.path(epsilons, participants), colors.achievable, 3)))
    for dot, tip in scene.dots:
        place = frame.x(dot.epsilon)
        ends = [end if math.isfinite(end) else dot.participants for end in (dot.low, dot.high)]
        interval = svg.line(place, frame.y(ends[0]), place, frame.y(ends[1]), colors.achievable, 5)
        parts.append(f'<g stroke-opacity="0.4">{interval}</g>')
        parts.append(svg.dot(place, frame.y(dot.participants), 3.5, colors.achievable, tip))
    return parts


def _zone_names(frame: svg.LogFrame, scene: ChoicePicture, size: Size, colors: Palette) -> list[str]:
    """What the zones are, beside the lines where there is room; else on top of them."""
    left, top, right, bottom = frame.edges
    halo, parts, place = colors.background, [], 0 if size.is_wide else 1
    if (zone := scene.ruled_out) is not None:
        across, heights = frame.places(zone.epsilons, zone.middle)
        if (seen := across[heights < bottom]).size:
            words = zone.words[place]
            x, _ = next(_gaps(frame, scene, left, seen[-1], svg.width_of(words)), (left, right))
            parts = [_part("zone-name", svg.text(x + 10, bottom - 10, words, colors.text, halo=halo))]
    epsilons, participants = _known(scene)
    if epsilons.size:
        words = scene.enough[place]
        across, heights = frame.places(epsilons, participants)
        low = [*across[heights > top + 30], right][0]
        *_, (_, x) = [(left, right), *_gaps(frame, scene, low, right, svg.width_of(words))]
        parts.append(svg.text(x - 10, top + 18, words, colors.text, "end", halo=halo))
    taken = [frame.y(scene.budget)]
    if (second := scene.second) is not None and scene.curve is not None:
        x, y, anchor = _second_place(frame, scene.curve, second)
        if y > top + 30:  # else it is as good as outside
            named = svg.text(x, y, second.words[place], colors.achievable, anchor, halo=halo)
            parts.append(_part("second-name", named))
            taken.append(y - 4)
    if open_at := _open_place(frame, scene, taken):
        parts.append(svg.text(*open_at, "open", colors.text, "middle", halo=halo))
    return parts


def _second_place(frame: svg.LogFrame, curve: ExactCurve, second: ExactCurve) -> tuple[float, float, str]:
    """Where the second curve's name stands: above it, where it comes into the picture, or below its other end."""
    _, top, right, _ = frame.edges
    if (second.participants < curve.participants).any():
        return right - 8, frame.y(second.participants[-1]) + 15, "end"
    points = zip(*frame.places(second.epsilons, second.participants), strict=True)
    x, y = next(((x, y) for x, y in points if y > top + 48), (right, top))
    return x + 8, y, "start"


def _known(scene: ChoicePicture) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The epsilons at which it is known how many participants are enough, with these."""
    if scene.curve is not None:
        return scene.curve.epsilons, scene.curve.participants
    return np.array([dot.epsilon for dot, _ in scene.dots]), np.array([dot.participants for dot, _ in scene.dots])


def _verticals(frame: svg.LogFrame, scene: ChoicePicture) -> list[float]:
    """The places of the vertical lines, from left to right."""
    epsilons = (scene.epsilon, *(mark.epsilon for mark in scene.marks))
    return sorted(frame.x(epsilon) for epsilon in epsilons if epsilon is not None)


def _gaps(
    frame: svg.LogFrame, scene: ChoicePicture, left: float, right: float, width: float
) -> Iterator[tuple[float, float]]:
    """The gaps between the vertical lines from left to right that have room for words of this width."""
    ends = [left, *(x for x in _verticals(frame, scene) if left < x < right), right]
    return ((start, end) for start, end in pairwise(ends) if end - start >= width + 14)


def _open_place(frame: svg.LogFrame, scene: ChoicePicture, taken: list[float]) -> tuple[float, float] | None:
    """The middle of the widest gap between the bound and what is enough, clear of vertical lines and taken heights."""
    (epsilons, participants), zone = _known(scene), scene.ruled_out
    if zone is None or not epsilons.size:
        return None
    bounds = np.exp(np.interp(np.log(epsilons), np.log(zone.epsilons), np.log(np.maximum(zone.middle, 1.0))))
    (x, above), (_, below) = frame.places(epsilons, participants), frame.places(epsilons, bounds)
    middle, (left, _, right, _) = (above + below) / 2, frame.edges
    is_clear = (left + 24 < x) & (x < right - 24) & (below - above > 26)
    for places, others, air in ((middle, taken, 14), (x, _verticals(frame, scene), 20)):
        is_clear &= (abs(places[:, None] - others) > air).all(axis=1)
    widest = int(np.where(is_clear, below - above, 0).argmax())
    return (float(x[widest]), float(middle[widest] + 4)) if is_clear[widest] else None


def _budget(frame: svg.LogFrame, scene: ChoicePicture, colors: Palette) -> list[str]:
    left, _, right, _ = frame.edges
    height = frame.y(scene.budget)
    words = f"{scene.budget:,} available" if frame.width - right > 100 else f"{scene.budget:,}"
    return [
        _part("budget", svg.line(left, height, right, height, colors.choice, 2)),
        svg.text(right + 6, height + 4, words, colors.choice, is_written=True),
    ]


def _epsilon(frame: svg.LogFrame, scene: ChoicePicture, colors: Palette) -> list[str]:
    """The chosen epsilon as a vertical, with dots where it crosses the bound and what is enough."""
    if (epsilon := scene.epsilon) is None:
        return []
    _, top, _, bottom = frame.edges
    x, here = frame.x(epsilon), f"ε = {setting(epsilon)}"
    dots = [svg.dot(x, frame.y(count), 5, colors.choice, f"{here}: {tip}") for count, tip in scene.crossings]
    return [
        _part("epsilon", svg.line(x, top, x, bottom, colors.choice, 2)),
        svg.text(x, top - 8, here, colors.choice, "middle", is_written=True),
        _part("crossings", "".join(dots)),
    ]


def _readings(frame: svg.LogFrame, scene: ChoicePicture, size: Size, colors: Palette) -> list[str]:
    """What the picture reads off: a line down to the axis each, and its words below."""
    budget, bottom = frame.y(scene.budget), frame.edges[3]
    low, high = frame.x_limits
    shown = sorted(
        (mark for mark in scene.marks if mark.epsilon is not None and low < mark.epsilon <= high),
        key=lambda mark: mark.epsilon or 0.0,
    )
    centers = [frame.x(mark.epsilon or low) for mark in shown]
    widths = [larger() * size.letter * len(mark.said) for mark in shown]
    rows = [range(len(shown))] if size.is_wide else [[row] for row in range(len(shown))]
    places = [
        place
        for row in rows
        for place in axes.apart([centers[i] for i in row], [widths[i] + _GAP for i in row], 4, size.width - 4)
    ]
    parts = []
    for row, (mark, center, place, width) in enumerate(zip(shown, centers, places, widths, strict=True)):
        color: str = getattr(colors, mark.role)
        height = budget if mark.at_budget else frame.edges[1]
        drawn = svg.line(center, height, center, bottom, color, 1.5, "4 4")
        if mark.at_budget:
            drawn += svg.dot(center, height, 6, color)
        below = bottom + 2 * ROW + 2 + (0 if size.is_wide else row * ROW)
        words = svg.text(place, below, mark.said, color, "middle", is_bold=True, most=width)
        parts.append(_part(f"mark-{mark.name}", drawn + words))
    return parts


def _rail(rail: Rail, difference: tuple[float, tuple[float, float]], colors: Palette) -> list[str]:
    """The rail along which the difference to find is dragged, with some of its values."""
    value, limits = difference
    track = svg.line(rail.left, rail.y, rail.right, rail.y, colors.grid, 4)
    said = f"{setting(value)} point{plural(value)}"
    place = rail.left + svg.log_share(value, limits) * (rail.right - rail.left)
    return [
        svg.text(rail.left - 8, rail.y + 4, "to find", colors.text, "end"),
        track,
        svg.text(place, rail.y - 10, said, colors.choice, "middle", is_written=True),
    ]

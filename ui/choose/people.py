"""What an epsilon means for one person, as pictures: 100 people who guess, and how sure a guess can become."""

import math

import numpy as np

import dpcore
from ui.choose.meaning import TABLE_PRIORS, belief_limit, belief_share
from ui.look import svg
from ui.look.numbers import percent, setting
from ui.look.theme import Palette
from ui.state.keys import EPSILON_RANGE

STEP, SIDE, PERSON = 15.0, 10, 11.0  # between two people, people in a row, and how wide each is

_EPSILONS = np.geomspace(*EPSILON_RANGE, 101).tolist()
_BELIEFS = [[dpcore.largest_belief(prior, epsilon) for epsilon in _EPSILONS] for prior in TABLE_PRIORS]


def guesses_svg(epsilon: float, colors: Palette) -> str:
    """100 people who each guess about one person: how many are right on average, without the study and with it."""
    limit = belief_limit(0.5, epsilon)
    parts = _hundred(4.0, 50, colors) + _hundred(196.0, 100 * belief_share(0.5, epsilon), colors)
    parts.append(svg.text(171, 92, "→", colors.text, "middle"))
    parts.append(svg.text(4, 14, "50 % right on average", colors.text, is_bold=True))
    parts.append(svg.text(196, 14, limit, colors.choice, is_bold=True))
    label = f"50 % of 100 guesses are right on average with everyone else's data alone, {limit} with what is published"
    return svg.picture(374, 172, label, parts)


def _hundred(left: float, right: float, colors: Palette) -> list[str]:
    """Ten rows of ten people: those right anyhow, those right by the study, of the last one a part, and those wrong."""
    places = [(left + 6 + STEP * (i % SIDE), 30 + STEP * (i // SIDE)) for i in range(SIDE**2)]
    whole = math.floor(round(right, 9))
    groups = (
        (places[:50], colors.private, 1.0),
        (places[50:whole], colors.choice, 1.0),
        (places[whole:], colors.grid, 1.0),
        (places[whole : whole + 1], colors.choice, right - whole),
    )
    return [svg.dots(group, color, PERSON * math.sqrt(area)) for group, color, area in groups if group and area > 1e-9]


def belief_svg(epsilon: float | None, colors: Palette) -> str:
    """How likely a guess about one participant can become, against epsilon, from two starting points."""
    width, height, edges = 380.0, 232.0, (48.0, 10.0, 364.0, 178.0)
    frame = svg.LogFrame(width, height, edges, EPSILON_RANGE)
    left, top, right, bottom = edges
    parts = []
    for prior, shares, color in zip(TABLE_PRIORS, _BELIEFS, (colors.private, colors.text), strict=True):
        parts.append(svg.curve(frame.path(_EPSILONS, shares), color))
        parts.append(svg.text(left + 6, frame.y(shares[0]) - 7, f"a {percent(prior)} guess", color))
    shares_said = [(share, percent(share) if share else "0 %") for share in (0.0, 0.5, 1.0)]
    parts += frame.upward_axis("", colors, shares_said) + frame.epsilon_axis(colors, bottom + 38)
    parts.append(svg.line(left, bottom, right, bottom, colors.text))
    if epsilon is not None:
        x = frame.x(epsilon)
        share = dpcore.largest_belief(TABLE_PRIORS[0], epsilon)
        anchor, shift = ("end", -6) if x > (left + right) / 2 else ("start", 6)
        parts.append(svg.line(x, top, x, bottom, colors.choice, 1.5))
        parts.append(svg.dot(x, frame.y(share), 5, colors.choice))
        parts.append(svg.text(x + shift, frame.y(0.25) - 6, f"ε = {setting(epsilon)}", colors.choice, anchor))
    return svg.picture(width, height, "How likely a guess about one participant can become, against epsilon", parts)

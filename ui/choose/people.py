"""What an epsilon means for one person, as pictures: 100 people who guess, and how sure a guess can become."""

import numpy as np

import dpcore
from ui.choose.meaning import TABLE_PRIORS, right_of_100
from ui.look import svg
from ui.look.numbers import percent, setting
from ui.look.theme import Palette
from ui.state.keys import EPSILON_RANGE

STEP, SIDE = 15.0, 10  # between two people, and people in a row


def guesses_svg(epsilon: float, colors: Palette) -> str:
    """100 people who each guess about one person: how many are right on average, without the study and with it."""
    right = right_of_100(epsilon)
    parts = _hundred(4.0, 50, 50, colors) + _hundred(196.0, 50, right, colors)
    parts.append(svg.text(171, 92, "→", colors.text, "middle"))
    for left, words, color in (
        (4.0, "50 of 100 guesses right", colors.text),
        (196.0, f"at most {right} on average", colors.choice),
    ):
        parts.append(svg.text(left, 14, words, color, is_bold=True))
    label = (
        f"Of 100 people who guess, on average 50 are right from everyone else's data, and at most {right} with what is "
        "published"
    )
    return svg.picture(374, 172, label, parts)


def _hundred(left: float, sure: int, right: int, colors: Palette) -> list[str]:
    """Ten rows of ten people: those right anyhow, those right by the study, and those wrong."""
    places = [(left + 6 + STEP * (i % SIDE), 30 + STEP * (i // SIDE)) for i in range(SIDE**2)]
    groups = ((places[:sure], colors.private), (places[sure:right], colors.choice), (places[right:], colors.grid))
    return [
        f'<path d="{"".join(f"M{x:g} {y:g}h0" for x, y in group)}" stroke="{color}" stroke-width="11" '
        'stroke-linecap="round"/>'
        for group, color in groups
        if group
    ]


def belief_svg(epsilon: float | None, colors: Palette) -> str:
    """How likely a guess about one participant can become, against epsilon, from two starting points."""
    width, height, edges = 380.0, 232.0, (48.0, 10.0, 364.0, 178.0)
    frame = svg.LogFrame(width, height, edges, EPSILON_RANGE)
    left, top, right, bottom = edges
    epsilons = np.geomspace(*EPSILON_RANGE, 101).tolist()
    parts = []
    for prior, color in zip(TABLE_PRIORS, (colors.private, colors.text), strict=True):
        shares = [dpcore.largest_belief(prior, value) for value in epsilons]
        parts.append(svg.curve(frame.path(epsilons, shares), color))
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

"""Colours of algorithms: all told from each other where they stand on one page, and one for whatever comes later."""

import re

import dpcore
from ui.look import theme
from ui.look.theme import algorithm_color


def test_every_listed_private_algorithm_of_a_kind_has_its_own_colour():
    by_kind = {}
    for name, entry in dpcore.regret_algorithms().items():
        if entry.privacy.is_private:
            by_kind.setdefault(entry.environment, []).append(algorithm_color(name))
    by_kind["stopping"] = [algorithm_color(name) for name in dpcore.fixed_confidence_algorithms()]
    by_kind["budget"] = [
        algorithm_color(name) for name, entry in dpcore.fixed_budget_algorithms().items() if entry.privacy.is_private
    ]
    for colors in by_kind.values():
        assert len(set(colors)) == len(colors)


def test_an_algorithm_that_is_not_listed_has_a_colour_that_stays():
    assert re.fullmatch("#[0-9A-F]{6}", algorithm_color("toy"))
    assert algorithm_color("toy") == algorithm_color("toy")


def _luminance(color):
    shares = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return sum(
        weight * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
        for weight, share in zip((0.2126, 0.7152, 0.0722), shares, strict=True)
    )


def test_every_line_is_seen_on_the_dark_ground(monkeypatch):
    monkeypatch.setattr(theme, "palette", lambda: theme.DARK)
    ground = _luminance(theme.DARK.background)
    for name in theme._ALGORITHM_COLORS:
        assert (_luminance(algorithm_color(name)) + 0.05) / (ground + 0.05) > 3
    monkeypatch.setattr(theme, "palette", lambda: theme.LIGHT)
    assert algorithm_color("ctb-tt") == "#882255"

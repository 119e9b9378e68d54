"""Colours that must be told apart stay so for colour-blind readers, in both themes.

Simulated at full severity (MOF09) and measured in CAM02-UCS (LCL06), both by colorspacious.
"""

import re
import tomllib
from dataclasses import astuple
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from colorspacious import cspace_convert, deltaE

import dpcore
from ui.look import theme
from ui.look.theme import algorithm_color
from ui.state.keys import ARMS_RANGE

LEAST = 10.0  # of CAM02-UCS; about 1 is a difference that is just seen where two fields touch
KINDS = (None, "protanomaly", "deuteranomaly", "tritanomaly")
MEANINGS = ("private", "without_privacy", "choice", "achievable")
SETS = {
    "meanings, light": [getattr(theme.LIGHT, meaning) for meaning in MEANINGS],
    "meanings, dark": [getattr(theme.DARK, meaning) for meaning in MEANINGS],
    "the first six arms": theme.ARM_COLORS[:6],
}


def seen(color, kind):
    rgb = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    if kind is None:
        return rgb
    eye = {"name": "sRGB1+CVD", "cvd_type": kind, "severity": 100}
    return np.clip(cspace_convert(rgb, eye, "sRGB1"), 0, 1)


def confused(colors, kind):
    pairs = combinations(colors, 2)
    return [pair for pair in pairs if deltaE(*(seen(color, kind) for color in pair), input_space="sRGB1") < LEAST]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("colors", SETS.values(), ids=SETS)
def test_no_pair_is_confused(colors, kind):
    assert confused(colors, kind) == []


def test_no_two_of_twenty_arms_look_alike():
    """The ten colours repeat, with dashes in lines and stripes in bars; the style sheet of the bars counts them."""
    colors, arms = len(theme.ARM_COLORS), range(ARMS_RANGE[1])
    assert len({(theme.arm_color(arm), theme.arm_dash(arm)) for arm in arms}) == len(arms)
    assert len({(theme.arm_color(arm), theme.arm_pattern(arm)["shape"]) for arm in arms}) == len(arms)
    assert f".arm:nth-child(n + {colors + 1}) .bar" in (UI / "components" / "bars" / "bars.css").read_text()


@pytest.mark.parametrize(
    "kind, pair",
    [
        ("deuteranomaly", ("#A9A5A0", "#2BC39A")),  # the grey and the green of the dark theme until version 0.2
        ("tritanomaly", ("#56B4E9", "#2BC39A")),
        ("protanomaly", ("#8B0000", "#3B3300")),
    ],
)
def test_a_confusable_pair_is_found(kind, pair):
    assert confused(pair, kind) == [pair]
    assert confused(pair, None) == []


def test_words_in_the_colours_of_meanings_are_read_on_the_grounds():
    for palette in (theme.LIGHT, theme.DARK):
        for meaning in ("private", "without_privacy", "text"):
            assert contrast(getattr(palette, meaning), palette.background) >= 4.5
        for meaning in MEANINGS:
            assert contrast(getattr(palette, meaning), palette.background) >= 3


def contrast(one, other):
    def luminance(color):
        return cspace_convert(seen(color, None), "sRGB1", "XYZ100")[1] / 100 + 0.05

    low, high = sorted((luminance(one), luminance(other)))
    return high / low


UI = Path(theme.__file__).parents[1]
COLOR = re.compile(r"(?<!&)#(?:[0-9a-f]{6}|[0-9a-f]{3})\b", re.IGNORECASE)
PAIR = re.compile(r"light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)", re.IGNORECASE)
OF_THE_THEME = {color.upper() for palette in (theme.LIGHT, theme.DARK) for color in astuple(palette)}
PAIRS = {tuple(map(str.upper, pair)) for pair in zip(astuple(theme.LIGHT), astuple(theme.DARK), strict=True)}
PAIRS |= {pair[::-1] for pair in PAIRS}  # words on a ground in the colour of words
# Grounds and words of notes, which no picture draws: raised cards, a warning, a quiet line of the report.
QUIET = {"#FFF", "#000", "#000000", "#10222E", "#2A2826", "#5C4700", "#FFE9A8", "#FFF3C4", "#4A3B00", "#57534E"}
STREAMLITS = {"#926C05", "#FFFFC2"}  # its warnings', in the file that stands alone


def colors_in(text):
    return {color.upper() for color in COLOR.findall(text)}


def test_no_file_has_a_colour_of_its_own():
    files = [path for kind in ("py", "js", "css") for path in UI.rglob(f"*.{kind}") if path.name != "theme.py"]
    known = OF_THE_THEME | QUIET | STREAMLITS
    found = {str(path.relative_to(UI)): colors_in(path.read_text(encoding="utf-8")) - known for path in files}
    assert {name: colors for name, colors in found.items() if colors} == {}
    assert len(files) > 300


def test_style_sheets_pair_the_colours_of_the_themes_as_they_are():
    pairs = {tuple(map(str.upper, pair)) for path in UI.rglob("*.css") for pair in PAIR.findall(path.read_text())}
    assert len(pairs) > 5
    assert {pair for pair in pairs if not set(pair) & QUIET} <= PAIRS
    assert colors_in(".wrong { border: light-dark(#D55E00, #ff8a3d); color: #FF8A3D; }") - OF_THE_THEME == {"#FF8A3D"}


def test_what_cannot_ask_for_the_colours_of_the_theme_repeats_them():
    """Streamlit's own widgets and charts, and the product's name."""
    told = tomllib.loads((UI.parent / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    assert tuple(told["chartCategoricalColors"]) == theme.ARM_COLORS
    assert (told["light"]["primaryColor"], told["dark"]["primaryColor"]) == (theme.LIGHT.private, theme.DARK.private)
    name = re.findall(r"fill: (#\w+)", (UI / "shell" / "name.svg").read_text(encoding="utf-8"))
    assert [color.upper() for color in name] == [theme.LIGHT.text, theme.DARK.text]


def test_every_listed_private_algorithm_of_a_kind_has_its_own_colour():
    by_kind = {"stopping": list(dpcore.fixed_confidence_algorithms())}
    private = {**dpcore.regret_algorithms(), **dpcore.fixed_budget_algorithms()}
    for name, entry in private.items():
        if entry.privacy.is_private:
            by_kind.setdefault(getattr(entry, "environment", "budget"), []).append(name)
    for names in by_kind.values():
        assert len(set(map(algorithm_color, names))) == len(names)


def test_an_algorithm_that_is_not_listed_has_a_colour_that_stays():
    assert re.fullmatch("#[0-9A-F]{6}", algorithm_color("toy"))
    assert algorithm_color("toy") == algorithm_color("toy")


def test_every_line_is_seen_on_the_dark_ground(monkeypatch):
    monkeypatch.setattr(theme, "palette", lambda: theme.DARK)
    assert all(contrast(algorithm_color(name), theme.DARK.background) > 3 for name in theme._ALGORITHM_COLORS)
    monkeypatch.setattr(theme, "palette", lambda: theme.LIGHT)
    assert algorithm_color("ctb-tt") == "#882255"

"""The pictures as SVG: well-formed, with what they read off, and no words on words whatever the answer is."""

import itertools
import math
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.ui.choose.cases import DATA, answer
from ui.choose.people import belief_svg, guesses_svg
from ui.choose.question import BoundCurve, Point
from ui.choose.zones import NARROW, PAPER, WIDE, picture_limits, zones
from ui.look import svg
from ui.look.theme import DARK, LIGHT

NAMESPACE = "{http://www.w3.org/2000/svg}"


def found(**how):
    """An answer with curves as they look: a bound that falls to 400 and simulated points above it."""
    findings = answer(**how)
    epsilons = np.geomspace(1e-3, 1e2, 41)
    curve = BoundCurve(epsilons, np.array([400 + 300 / epsilons] * 3), findings.bounds.curve.without_privacy)
    points = tuple(Point(e, 1000 + 500 / e, 900 + 450 / e, 1200 + 600 / e, 20) for e in np.geomspace(1e-3, 1e2, 26))
    bounds, simulated = replace(findings.bounds, curve=curve), replace(findings.simulated, points=points)
    return replace(findings, bounds=bounds, simulated=simulated)


def drawn(findings, size=WIDE, colors=LIGHT):
    return zones(findings, picture_limits(findings), size, colors)


def texts(source):
    return list(ElementTree.fromstring(source).iter(f"{NAMESPACE}text"))


def places(element):
    return float(element.get("x")), float(element.get("y"))


def boxes(source):
    """(words, left, right, top, bottom) of all level texts, by a letter's usual width or what they are squeezed to."""
    for element in texts(source):
        if "x" in element.attrib:
            width, x, y = svg.width_of(element.text, "font-weight" in element.attrib), *places(element)
            width = float(element.get("textLength", width))
            left = x - width * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor")]
            yield element.text, left, left + width, y - 10, y + 3


def test_the_picture_has_its_zones_its_lines_and_what_they_read_off():
    words = {element.text for element in texts(drawn(found(epsilon=None, possible=0.02009)).svg)}
    assert words >= {"impossible: no method can", "open", "achievable: PRISE", "ε = 0.2", "2,000 available"}
    assert words >= {"impossible below 0.0200", "achievable from 0.200", "privacy sets the price below 0.900"}
    bare = {element.text for element in texts(drawn(answer(achievable=None, regime=None, epsilon=None)).svg)}
    assert not any(word.startswith(("achievable", "privacy sets", "ε =")) for word in bare)


def test_where_nothing_is_impossible_no_zone_is_called_so():
    findings = found(possible=0.0)  # as at a risk of 47 %
    nothing = replace(findings.bounds.curve, participants=np.zeros_like(findings.bounds.curve.participants))
    free = drawn(replace(findings, bounds=replace(findings.bounds, curve=nothing)))
    assert not [element.text for element in texts(free.svg) if element.text.startswith("impossible")]


def test_places_are_those_of_the_axes():
    findings = found(epsilon=None)
    picture = drawn(findings)
    left, top, right, bottom = picture.frame
    low, high = picture_limits(findings)
    lines = {element.text: element for element in texts(picture.svg)}
    share = (math.log10(0.2) + 3) / 5
    assert float(lines["ε = 0.2"].get("x")) == pytest.approx(left + share * (right - left), abs=0.1)
    share = math.log(2000 / low) / math.log(high / low)
    assert float(lines["2,000 available"].get("y")) - 4 == pytest.approx(bottom - share * (bottom - top), abs=0.1)


@pytest.mark.parametrize("size", [WIDE, NARROW, PAPER], ids=["wide", "narrow", "paper"])
def test_no_words_lie_on_others(size):
    epsilons = [0.0011, 0.0013, 0.1, 0.12, 10.0, 95.0]
    for achievable, regime in itertools.product([*epsilons, math.inf], [*epsilons, math.inf]):
        for participants in (30, 5000, 10**9):
            findings = found(possible=min(0.0012, achievable), achievable=achievable, regime=regime, epsilon=None,
                             participants=participants)  # fmt: skip
            placed = list(boxes(drawn(findings, size).svg))
            for one, other in itertools.combinations(placed, 2):
                apart = one[2] <= other[1] or other[2] <= one[1] or one[4] <= other[3] or other[4] <= one[3]
                assert apart, (one, other)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_bound_that_is_proven_for_small_risks_is_not_called_impossible(size):
    several = {"means": (0.6, 0.6, 0.3), "indifference": 0.05}
    for epsilon in (0.0012, 0.1, 10.0):
        source = drawn(found(possible=min(0.1, epsilon), achievable=epsilon, epsilon=None, **several), size).svg
        written = " ".join(element.text for element in texts(source))
        assert "below the bound" in written
        assert "impossible" not in written
        for one, other in itertools.combinations(list(boxes(source)), 2):
            assert one[2] <= other[1] or other[2] <= one[1] or one[4] <= other[3] or other[4] <= one[3]


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_own_data_and_every_theme_are_drawn(colors):
    source = drawn(found(data=DATA), colors=colors).svg
    assert colors.choice in source
    assert source.count("<polygon") == 4  # forbidden twice, the bound's band, achievable


@pytest.mark.parametrize("epsilon, right", [(0.001, 51), (0.15, 54), (2.0, 89), (50.0, 100)])
def test_100_guesses_are_drawn_as_many_as_they_are(epsilon, right):
    source = guesses_svg(epsilon, LIGHT)
    groups = [path.get("d").count("M") for path in ElementTree.fromstring(source).iter(f"{NAMESPACE}path")]
    assert groups == [50, 50, 50, right - 50, *([100 - right] if right < 100 else [])]
    assert f"at most {right} on average" in [element.text for element in texts(source)]


@pytest.mark.parametrize("epsilon", [None, 0.001, 0.3, 100.0])
def test_the_curve_of_beliefs_has_the_chosen_epsilon(epsilon):
    words = [element.text for element in texts(belief_svg(epsilon, LIGHT))]
    assert sum(word.startswith("ε =") for word in words) == (epsilon is not None)


def test_the_last_tick_of_the_curve_of_beliefs_is_inside_the_picture():
    source = belief_svg(None, LIGHT)
    width = float(ElementTree.fromstring(source).get("viewBox").split()[2])
    [last] = [element for element in texts(source) if element.text == "100"]
    assert places(last)[0] + svg.width_of("100", is_bold=True) / 2 < width


def test_labels_stand_beside_one_another_and_inside():
    assert svg.spread([50, 51, 52], [10, 10, 10], 0, 100) == [50, 60, 70]
    assert svg.spread([95, 96], [10, 10], 0, 100) == [85, 95]
    assert svg.spread([1, 90], [10, 10], 0, 100) == [5, 90]

"""The pictures as SVG: well-formed, with what they read off, and no words on words whatever the answer is."""

import itertools
import math
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.ui.choose.cases import DATA, answer
from tests.ui.choose.fixed.cases import answer as exact_answer
from ui.choose.meaning import belief_sentence
from ui.choose.people import belief_svg, guesses_svg
from ui.choose.picture import NARROW, PAPER, WIDE, drawing
from ui.choose.question import BEAT, ONCE, RATES
from ui.choose.sequential.answer import picture
from ui.choose.sequential.findings import BoundCurve, Point
from ui.choose.words import since
from ui.look import svg
from ui.look.theme import DARK, LIGHT

NAMESPACE = "{http://www.w3.org/2000/svg}"


def found(**how):
    """An answer with curves as they look: a bound that falls to 400 and simulated points above it."""
    findings = answer(**how)
    epsilons = np.geomspace(1e-3, 1e2, 41)
    curve = BoundCurve(epsilons, np.array([400 + 300 / epsilons] * 3), findings.bounds.curve.without_privacy)
    points = tuple(
        Point(e, 1000 + 500 / e, 900 + 450 / e, 1200 + 600 / e, 20, 0, 0) for e in np.geomspace(1e-3, 1e2, 26)
    )
    bounds, simulated = replace(findings.bounds, curve=curve), replace(findings.simulated, points=points)
    return replace(findings, bounds=bounds, simulated=simulated)


def drawn(findings, size=WIDE, colors=LIGHT):
    shown = picture(findings)
    return drawing(shown, shown.limits, size, colors)


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
    assert words >= {
        "impossible for a method that is right whatever the rates are",
        "open",
        "achievable: PRISE",
        "ε = 0.2",
        "2,000 available",
    }
    assert words >= {"ruled out below 0.0200", "achievable from 0.200"}
    bare = {element.text for element in texts(drawn(answer(achievable=None, epsilon=None)).svg)}
    assert not any(word.startswith(("achievable", "ε =")) for word in bare)


def test_where_nothing_is_impossible_no_zone_is_called_so():
    findings = found(possible=0.0)  # as at a risk of 47 %
    nothing = replace(findings.bounds.curve, participants=np.zeros_like(findings.bounds.curve.participants))
    free = drawn(replace(findings, bounds=replace(findings.bounds, curve=nothing)))
    assert not [element.text for element in texts(free.svg) if element.text.startswith("impossible")]


def test_places_are_those_of_the_axes():
    findings = found(epsilon=None)
    shown = drawn(findings)
    left, top, right, bottom = shown.frame
    low, high = picture(findings).limits
    lines = {element.text: element for element in texts(shown.svg)}
    share = (math.log10(0.2) + 3) / 5
    assert float(lines["ε = 0.2"].get("x")) == pytest.approx(left + share * (right - left), abs=0.1)
    share = math.log(2000 / low) / math.log(high / low)
    assert float(lines["2,000 available"].get("y")) - 4 == pytest.approx(bottom - share * (bottom - top), abs=0.1)


@pytest.mark.parametrize("size", [WIDE, NARROW, PAPER], ids=["wide", "narrow", "paper"])
def test_no_words_lie_on_others(size):
    epsilons = [0.0011, 0.0013, 0.12, 95.0]
    for achievable, possible in itertools.product([*epsilons, math.inf], [0.0012, 0.1, 10.0]):
        for participants in (30, 10**9):
            findings = found(
                possible=min(possible, achievable), achievable=achievable, epsilon=None, participants=participants
            )
            assert_apart(drawn(findings, size).svg)


def assert_apart(source):
    """No words of the picture lie on others."""
    for one, other in itertools.combinations(list(boxes(source)), 2):
        apart = one[2] <= other[1] or other[2] <= one[1] or one[4] <= other[3] or other[4] <= one[3]
        assert apart, (one, other)


def test_a_bound_that_is_proven_for_small_risks_is_not_called_impossible():
    several = {"means": (0.6, 0.6, 0.3), "indifference": 0.05}
    for epsilon in (0.0012, 0.1, 10.0):
        source = drawn(found(possible=min(0.1, epsilon), achievable=epsilon, epsilon=None, **several), NARROW).svg
        written = " ".join(element.text for element in texts(source))
        assert "below the bound" in written
        assert "impossible" not in written
        assert_apart(source)


def exactly(colors=LIGHT, size=WIDE, **how):
    shown = exact_answer(**how).picture
    return drawing(shown, shown.limits, size, colors)


def test_the_picture_of_an_exact_answer_has_its_curves_its_zone_and_its_rail():
    picture = exactly()
    written = {element.text for element in texts(picture.svg)}
    assert written >= {"impossible for a method that finds every lead of 10 points", "enough: one look at the end"}
    assert written >= {"enough from 0.0143", "at most 10 % extra from 0.385", "the rates published too"}
    assert written >= {"10,000 available", "ε = 0.0143", "to find", "10 points"}
    few = {element.text for element in texts(exactly(participants=920).svg)}  # 10 % more than without privacy are 976
    assert not any("extra from" in text for text in few if text)
    for part in ("ruled-out", "bound", "enough", "second", "curve", "budget", "epsilon", "mark-enough", "mark-free"):
        assert picture.svg.count(f'data-part="{part}"') == 1
    left, _, right, _ = picture.frame
    assert (picture.rail.left, picture.rail.right) == (left, right)
    assert picture.rail.y < picture.height == WIDE.height + 44
    assert exactly(mode="the rates").rail is None
    assert {"with the rates"} <= {element.text for element in texts(exactly(size=NARROW).svg)}
    beats = exactly(promise=BEAT)
    assert "impossible" not in beats.svg
    assert 'data-part="ruled-out"' not in beats.svg


def test_the_curve_of_an_exact_answer_passes_through_its_figures():
    """Where the recommended epsilon's line crosses the budget, the curve does, to the pixel."""
    found = exact_answer(participants=9000)
    shown = found.picture
    curve = shown.curve
    at = np.exp(np.interp(math.log(found.enough_from), np.log(curve.epsilons), np.log(curve.participants)))
    assert at == pytest.approx(9000, rel=0.02)
    marks = {mark.name: mark for mark in shown.marks}
    assert marks["enough"].said == f"enough from {since(found.enough_from)}"
    assert shown.crossings[-1] == (found.needed, f"{found.needed:,.0f} participants are enough")
    none = exact_answer(participants=500).picture
    assert none.epsilon is None
    assert {mark.name for mark in none.marks if mark.epsilon is not None} <= {"possible", "free"}


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_thin_curve_s_name_stands_on_the_side_where_the_other_curve_is_not(size):
    for looks, words in ((ONCE, ("the rates published too", "with the rates")), (RATES, ("the answer alone",) * 2)):
        picture = exactly(size=size, looks=looks)
        (name,) = [element for element in texts(picture.svg) if element.text in words]
        x, y = places(name)
        points = ElementTree.fromstring(picture.svg).find(f".//{NAMESPACE}g[@data-part='curve']/*").get("points")
        curve = [tuple(map(float, point.split(","))) for point in points.split()]
        beside = [height for place, height in curve if (place > x - 90 if looks == RATES else place < x)]
        assert y > max(beside) if looks == RATES else y < max(beside)


@pytest.mark.parametrize("size", [WIDE, NARROW, PAPER], ids=["wide", "narrow", "paper"])
@pytest.mark.parametrize("looks", [ONCE, RATES])
@pytest.mark.parametrize("participants", [2, 890, 10**6])
def test_no_words_of_an_exact_answer_lie_on_others(size, looks, participants):
    for extra, difference, epsilon in ((0.01, 0.02, None), (10.0, 0.1, 0.001), (0.01, 0.6, 0.5), (10.0, 0.6, 100.0)):
        how = {"extra": extra, "difference": difference, "epsilon": epsilon}
        assert_apart(exactly(size=size, participants=participants, looks=looks, **how).svg)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_own_data_and_every_theme_are_drawn(colors):
    source = drawn(found(data=DATA), colors=colors).svg
    assert colors.choice in source
    assert source.count("<polygon") == 4  # forbidden twice, the bound's band, achievable


@pytest.mark.parametrize("epsilon, right", [(0.001, 50.1), (0.15, 53.8), (50.0, 100)])
def test_100_guesses_are_drawn_as_many_as_they_are_and_of_the_last_one_a_part(epsilon, right):
    source = guesses_svg(epsilon, LIGHT)
    paths = [path for path in ElementTree.fromstring(source).iter(f"{NAMESPACE}path") if path.get("stroke-linecap")]
    drawn = {LIGHT.private: 0.0, LIGHT.choice: 0.0}
    for path in paths[2:]:  # the first two are of those who guess without the study
        if path.get("stroke") in drawn:
            drawn[path.get("stroke")] += (float(path.get("stroke-width")) / 11) ** 2 * path.get("d").count("M")
    assert [path.get("d").count("M") for path in paths[:2]] == [50, 50]
    assert drawn == {LIGHT.private: 50, LIGHT.choice: pytest.approx(right - 50, abs=0.005)}
    said = f"at most {right:g} %" if right < 100 else "over 99.99 %"
    assert [element.text for element in texts(source)] == ["→", "50 % right on average", said]
    assert svg.width_of(said, is_bold=True) < 374 - 196
    assert belief_sentence(epsilon).endswith(f"{said} likely.")


def test_the_curve_of_beliefs_has_the_chosen_epsilon_and_its_ticks_inside():
    for epsilon in (None, 0.001, 100.0):
        source = belief_svg(epsilon, LIGHT)
        assert sum(element.text.startswith("ε =") for element in texts(source)) == (epsilon is not None)
        width = float(ElementTree.fromstring(source).get("viewBox").split()[2])
        (last,) = [element for element in texts(source) if element.text == "100"]
        assert places(last)[0] + svg.width_of("100", is_bold=True) / 2 < width

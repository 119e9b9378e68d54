"""Axes and labels: enough ticks, labels that avoid each other, and the same words and places as in browsers."""

import itertools
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.ui.components.node import said, said_of_each
from tests.ui.components.test_assets import COMPONENTS
from ui.look import svg
from ui.look.axes import PRIVACY_ENDS, apart, between_ends, in_thousands, log_range, log_ticks
from ui.look.theme import LIGHT

AXES = COMPONENTS / "shared" / "axes.js"
EDGES = (60.0, 20.0, 560.0, 320.0)


def test_every_axis_has_three_to_ten_ticks():
    generator = np.random.default_rng(0)
    for _ in range(500):
        low, decades = 10 ** generator.uniform(-4, 9), generator.uniform(0, 8)
        ends = log_range([low, low * 10**decades])
        assert ends[0] <= low <= low * 10**decades <= ends[1]
        assert 3 <= len(log_ticks(*ends)) <= 10


@pytest.mark.parametrize(
    "low, high, ticks", [(3, 9, [3, 5, 7]), (3, 90, [5, 10, 20, 50]), (3, 2e4, [10, 100, 1e3, 1e4])]
)
def test_the_fewer_decades_the_denser(low, high, ticks):
    assert log_ticks(low, high) == ticks


def test_numbers_with_room_are_written_out():
    values = [0.01, 100, 2e4, 1e5, 1e6, 2e7, 1e9, 1e12]
    written = ["0.01", "100", "20,000", "100,000", "1 million", "20 million", "1 billion", "1 trillion"]
    assert [in_thousands(value, is_long=True) for value in values] == written
    assert [in_thousands(value) for value in values] == ["0.01", "100", "20k", "100k", "1M", "20M", "1G", "1T"]


def test_the_title_stands_between_the_ends():
    assert between_ends() == "← more privacy · ε · less privacy →"
    assert between_ends("") == "← more privacy · less privacy →"


def test_words_and_ticks_are_those_of_the_browser():
    values = [1e-4, 0.02, 1, 2, 50, 100, 500, 1e3, 2e3, 2e4, 5e5, 1e6, 2e7, 1e9, 5e12]
    generator = np.random.default_rng(1)
    ends = [sorted(10 ** generator.uniform(-4, 9, 2)) for _ in range(50)]
    assert said_of_each(AXES, "inThousands", zip(values)) == list(map(in_thousands, values))
    assert said_of_each(AXES, "logTicks", zip(ends)) == [log_ticks(*each) for each in ends]
    assert " · ".join(said(AXES, "endsOf", "epsilon")) == between_ends("")


def label_sets():
    generator = np.random.default_rng(2)
    for labels in (0, 1, 2, 3, 5, 8, 12):
        for high in (100.0, 20.0):  # with room for all, and mostly without
            yield generator.uniform(-20, 120, labels).round(1).tolist(), generator.uniform(1, 12, labels).tolist(), high


def test_labels_stand_where_they_stand_in_browsers():
    asked = [(wanted, widths, 0, high) for wanted, widths, high in label_sets()]
    for given, places in zip(asked, said_of_each(AXES, "apart", asked), strict=True):
        assert apart(*given) == pytest.approx(places, abs=1e-9)


def test_labels_keep_their_order_do_not_overlap_and_stay_inside_where_there_is_room():
    for wanted, widths, high in label_sets():
        places = apart(wanted, widths, 0, high)
        order = sorted(range(len(wanted)), key=lambda i: wanted[i])
        for one, other in itertools.pairwise(order):
            assert places[other] - places[one] >= (widths[one] + widths[other]) / 2 - 1e-9
        for place, width in zip(places, widths, strict=True):
            assert place - width / 2 >= -1e-9
            assert place + width / 2 <= max(high, sum(widths)) + 1e-9


def test_labels_are_as_near_as_any_shifted_ones_could_be():
    generator = np.random.default_rng(3)
    wanted, widths = [30.0, 33.0, 36.0, 80.0], [10.0, 20.0, 6.0, 10.0]
    best = apart(wanted, widths, 0, 100)
    order = np.argsort(wanted)
    gaps = np.array([(widths[a] + widths[b]) / 2 for a, b in itertools.pairwise(order)])
    for _ in range(2000):
        tried = best + generator.normal(0, 3, 4)
        if np.all(np.diff(tried) >= gaps):
            assert np.square(tried - wanted).sum() >= np.square(np.array(best) - wanted).sum() - 1e-9


def texts(parts):
    found = ElementTree.fromstring(svg.picture(700, 400, "axes", parts)).iter("{http://www.w3.org/2000/svg}text")
    return {element.text: element for element in found}


def test_a_frame_has_the_axis_of_epsilon():
    frame = svg.LogFrame(700, 400, EDGES, (1e-3, 1e2), (100.0, 1e6))
    written = texts(frame.epsilon_axis(LIGHT, 380))
    assert list(written) == ["0.001", "0.01", "0.1", "1", "10", "100", f"← {PRIVACY_ENDS[0]}", "privacy budget ε",
                             f"{PRIVACY_ENDS[1]} →"]  # fmt: skip
    assert float(written["0.1"].get("x")) == frame.x(0.1)
    assert "ε" in texts(svg.LogFrame(300, 400, (50.0, 20.0, 270.0, 320.0), (1e-3, 1e2)).epsilon_axis(LIGHT, 380))


def test_a_frame_has_an_axis_of_participants_or_of_shares():
    frame = svg.LogFrame(700, 400, EDGES, (1e-3, 1e2), (100.0, 1e6))
    assert list(texts(frame.upward_axis("people", LIGHT))) == [
        "people", "100", "1,000", "10,000", "100,000", "1 million"
    ]  # fmt: skip
    assert list(texts(frame.upward_axis("", LIGHT, is_long=False))) == ["100", "1k", "10k", "100k", "1M"]
    low = svg.LogFrame(700, 400, (60.0, 20.0, 560.0, 100.0), (1e-3, 1e2), (100.0, 1e6))
    assert list(texts(low.upward_axis("", LIGHT))) == ["100", "100,000"]
    shares = svg.LogFrame(700, 400, EDGES, (1e-3, 1e2))
    half = texts(shares.upward_axis("", LIGHT, [(0.5, "50 %")]))["50 %"]
    assert float(half.get("y")) == 170 + 4


def test_what_is_ruled_out_is_hatched_in_the_colour_of_its_theme():
    drawn = svg.forbidden("0,0 10,0 10,10", LIGHT.forbidden)
    assert f'stroke="{LIGHT.forbidden}"' in drawn
    assert drawn.count("<polygon") == 2
    ElementTree.fromstring(f"<g>{drawn}</g>")

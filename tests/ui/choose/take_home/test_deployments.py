"""What others have published: every fact in its field, and every dot at its epsilon."""

import math
import re
from datetime import date
from html import escape

import pytest

from ui.choose.take_home import deployments
from ui.choose.take_home.deployments import DEPLOYMENTS
from ui.look.theme import LIGHT
from ui.state.keys import EPSILON_RANGE

KINDS = {"pure": (), "approximate": ("delta",), "concentrated": ("delta", "rho")}


def test_there_are_enough_each_once_and_on_the_axis():
    assert len(DEPLOYMENTS) >= 15
    assert len({item.name for item in DEPLOYMENTS}) == len(DEPLOYMENTS)
    assert {item.kind for item in DEPLOYMENTS} == set(KINDS)
    assert {item.trust for item in DEPLOYMENTS} == {"central", "local"}
    assert [item.epsilon for item in DEPLOYMENTS] == sorted(item.epsilon for item in DEPLOYMENTS)
    assert all(EPSILON_RANGE[0] <= item.epsilon <= EPSILON_RANGE[1] for item in DEPLOYMENTS)


@pytest.mark.parametrize("item", DEPLOYMENTS, ids=lambda item: item.name)
def test_every_entry_of_the_file_is_what_its_head_says(item):
    assert all(isinstance(word, str) and word.strip() for word in (item.name, item.unit, item.mechanism, item.source))
    assert [name for name in ("delta", "rho") if getattr(item, name) is not None] == [*KINDS[item.kind]]
    assert all(type(value) in (int, float) and value > 0 for value in (item.epsilon, item.delta or 1, item.rho or 1))
    assert item.delta is None or item.delta < 1
    assert re.fullmatch(r"https://\S+|arXiv:\d{4}\.\d{5}", item.url)
    assert item.address.startswith("https://")
    assert type(item.as_of) is date
    assert date(2015, 1, 1) < item.as_of <= date.today()
    assert item.read in ("source", "registry")


def test_a_published_conversion_from_zcdp_is_near_the_standard_one():
    converted = [item for item in DEPLOYMENTS if item.rho is not None]
    assert len(converted) >= 3
    for item in converted:  # others are tighter, by up to a quarter, or round
        standard = item.rho + 2 * math.sqrt(item.rho * math.log(1 / item.delta))
        assert 0.75 < item.epsilon / standard < 1.01, item.name


def test_every_dot_stands_at_its_epsilon_beside_the_own():
    drawn = deployments.deployments_html(0.1, LIGHT)
    dots = re.findall(r'<i class="(?:pure|other)" style="left:([\d.]+)%">', drawn)
    exact = [20 * (math.log10(item.epsilon) + 3) for item in DEPLOYMENTS]  # an axis of five decades from 0.001
    assert [float(place) for place in dots] == pytest.approx(exact, abs=0.006)
    own = re.findall(r'<i class="own" style="left:([\d.]+)%">', drawn)
    assert own == ["40.00"] * len(DEPLOYMENTS)
    assert "yours: ε = 0.1<" in drawn
    without = deployments.deployments_html(None, LIGHT)
    assert 'class="own"' not in without
    assert "yours" not in without


def test_pure_promises_look_otherwise_than_weaker_ones():
    drawn = deployments.deployments_html(None, LIGHT)
    assert drawn.count('class="pure"') == sum(item.kind == "pure" for item in DEPLOYMENTS)
    assert drawn.count('class="other"') == sum(item.delta is not None for item in DEPLOYMENTS)


def test_the_list_says_what_the_picture_leaves_out():
    told = re.findall("<li>(.*?)</li>", deployments.deployments_list())
    for sentence, item in zip(told, DEPLOYMENTS, strict=True):
        assert sentence.startswith(f"<strong>{escape(item.name)}</strong>: ε = {item.budget} for {escape(item.unit)}; ")
        assert f"; {item.trust}, {escape(item.mechanism)}. <a " in sentence
        link = f'<a href="{escape(item.address)}" target="_blank" rel="noopener">{escape(item.source)}</a>'
        assert sentence.endswith(f"{link}, {item.as_of.isoformat()}.")
    budgets = {item.name: item.budget for item in DEPLOYMENTS}
    assert budgets["Google Gboard, first Spanish model"] == "8.9, δ = 10⁻¹⁰, ρ = 0.81"
    assert budgets["LinkedIn, top employers"] == "4.8, δ = 4·10⁻¹⁰"
    assert "https://arxiv.org/abs/2405.00267" in told[[*budgets].index("Israel, live births in 2014")]


def test_it_is_said_that_they_do_not_compare():
    assert "cannot be compared directly" in deployments.NOTE
    assert "None of them is a recommendation" in deployments.NOTE

"""What others have published: every fact in its field, and every dot at its epsilon."""

import math
import re
from datetime import date
from pathlib import Path

import pytest

from ui.choose.take_home import deployments
from ui.choose.take_home.deployments import DEPLOYMENTS, deployments_in
from ui.look.theme import LIGHT
from ui.state.keys import EPSILON_RANGE

FILE = (Path(deployments.__file__).parent / "deployments.toml").read_text(encoding="utf-8")


def test_there_are_enough_with_all_their_fields():
    assert len(DEPLOYMENTS) >= 15
    assert len({item.name for item in DEPLOYMENTS}) == len(DEPLOYMENTS)
    assert {item.kind for item in DEPLOYMENTS} == set(deployments.KINDS)
    assert {item.trust for item in DEPLOYMENTS} == {"central", "local"}
    assert all(date(2015, 1, 1) < item.as_of <= date.today() for item in DEPLOYMENTS)
    assert [item.epsilon for item in DEPLOYMENTS] == sorted(item.epsilon for item in DEPLOYMENTS)
    assert all(EPSILON_RANGE[0] <= item.epsilon <= EPSILON_RANGE[1] for item in DEPLOYMENTS)


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("epsilon = 0.2", "epsilon = 0.0", "needs numbers > 0"),
        ("epsilon = 0.2", "epsilon = inf", "needs numbers > 0"),
        ("epsilon = 0.2", 'epsilon = "0.2"', "needs numbers > 0"),
        ("epsilon = 0.2", "epsilon = 0.2\ndelta = 1e-5", "a delta and a rho where its kind has them"),
        ("delta = 7e-9\n", "", "a delta and a rho where its kind has them"),
        ("delta = 7e-9", "delta = 7", "a delta < 1"),
        ("rho = 0.81\n", "", "a delta and a rho where its kind has them"),
        ("as_of = 2021-04-01", 'as_of = "2021-04-01"', "needs a date"),
        ("as_of = 2021-04-01", "", "missing 1 required positional argument: 'as_of'"),
        ('url = "arXiv:2103.14035"', 'url = "2103.14035"', "an address, or a number of arXiv"),
        ('url = "arXiv:2103.14035"', 'url = "javascript:alert(1)"', "an address, or a number of arXiv"),
        ('unit = "all records of one user"', 'unit = " "', "a name, unit, mechanism and source"),
        ('kind = "pure"', 'kind = "safe"', "a kind of pure, approximate, concentrated"),
        ('trust = "local"', 'trust = "full"', "a trust of central or local"),
        ('read = "registry"', 'read = "hearsay"', "read in source or registry"),
        ('read = "registry"', 'read = "registry"\nsafe = true', "unexpected keyword argument 'safe'"),
    ],
)
def test_a_broken_entry_is_caught(old, new, sentence):
    assert old in FILE
    with pytest.raises(ValueError, match=re.escape(sentence)):
        deployments_in(FILE.replace(old, new, 1))


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


def test_the_table_says_what_the_picture_leaves_out():
    table = deployments.deployment_table().set_index("who")
    assert table.loc["Google Gboard, first Spanish model", "ε"] == "8.9, δ = 10⁻¹⁰, ρ = 0.81"
    assert table.loc["LinkedIn, top employers", "ε"] == "4.8, δ = 4·10⁻¹⁰"
    for row, item in zip(deployments.linked_rows(), DEPLOYMENTS, strict=True):
        assert row[2].startswith(item.unit.replace("'", "&#x27;"))
        assert re.match(r'<a href="https://[^"]+" target="_blank" rel="noopener">', row[3])
    assert any("https://arxiv.org/abs/2405.00267" in row[3] for row in deployments.linked_rows())


def test_it_is_said_that_they_do_not_compare():
    assert "do not compare directly" in deployments.NOTE
    assert "None of them is a recommendation" in deployments.NOTE

"""The page's figures against the product of probabilities and closed forms, the policy as text, and the pictures."""

import re

import numpy as np
import pytest

import dpcore
from dpcore.privacy import PRIVACY_DEFINITIONS, counterexample, policy_from_arm_zero
from ui.promise.charts import kept_html, tree_chart
from ui.promise.numbers import DEFINITIONS, PromiseView, conversion_table, deltas_at, paths
from ui.promise.policy import HISTORIES, PUBLISHED, as_table, edited, parsed, policy_of


@pytest.mark.parametrize("definition", PRIVACY_DEFINITIONS)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_paths_multiply_to_the_law_of_the_actions(definition, seed):
    rng = np.random.default_rng(seed)
    policy = counterexample() if seed is None else policy_from_arm_zero(rng.random(), rng.random(4), rng.random(16))
    pair = dpcore.privacy.worst_pair(policy, definition, 0.5)
    for found in paths(pair):
        for path in found:
            a1, r1, a2, r2, a3 = path.history
            product = (
                policy.first[a1] * policy.second[2 * a1 + r1, a2] * policy.third[8 * a1 + 4 * r1 + 2 * a2 + r2, a3]
            )
            assert path.probability == pytest.approx(product, abs=1e-15)
            assert path.in_event == ((a1, a2, a3) in pair.event)


def test_conversions_have_their_closed_forms():
    table = conversion_table(epsilon=2.0, rho=0.5, delta=0.01, people=3)
    said, sources = table["is also"].tolist(), table["source"].tolist()
    assert said[0] == "ρ-zCDP with ρ = 1.524"  # 2 tanh 1 = 1.52319
    assert said[1] == "(2.754, 0.01)-DP"
    assert sources[0].endswith("ε²/2 = 2")
    assert sources[1].endswith("= 3.535")  # 0.5 + 2 sqrt(0.5 log 100) = 3.5349
    assert said[5] == "ε-DP with ε = 6, 3 participants"
    assert said[6] == "ρ-zCDP with ρ = 4.5, 3 participants"


def test_what_follows_is_rounded_up_and_what_it_follows_from_down():
    table = conversion_table(epsilon=1.0, rho=0.5, delta=0.02, people=3)
    exact = [
        (1, dpcore.epsilon_from_rho(0.5, 0.02)),
        (3, dpcore.privacy.delta_from_rho(0.5, 1.0)),
        (4, dpcore.privacy.gaussian_epsilon(0.5, 0.02)),
    ]
    for row, value in exact:
        told = float(table["is also"][row].split(", ")[row == 3].strip("()-DP"))
        assert 0 <= told - value < 1e-3
    told = float(table["a policy that is"][2].removeprefix("ρ-zCDP with ρ = "))
    assert 0 <= dpcore.privacy.rho_for_epsilon_delta(1.0, 0.02) - told < 1e-4
    assert table["is also"][7] == "(3, 0.4434)-DP, 3 participants"  # 0.02 * 3 exp(2) = 0.443343


@pytest.mark.parametrize("epsilon, last", [(0.95, 2.0), (3.0, 4.0), (6.0, 8.0), (10.0, 12.0)])
def test_the_axis_shows_the_chosen_epsilon(epsilon, last):
    promise = PromiseView(PUBLISHED, epsilon, 0.17).promise
    assert promise.epsilons[-1] == last
    assert promise.minimal["interactive"] < last


def test_published_fractions_are_the_counterexample():
    ours, published = policy_of(PUBLISHED), counterexample()
    for name in ("first", "second", "third"):
        np.testing.assert_allclose(getattr(ours, name), getattr(published, name), rtol=0, atol=1e-16)


def test_text_round_trip_takes_commas_and_semicolons():
    assert parsed(" ".join(PUBLISHED)) == PUBLISHED
    assert parsed("; ".join(PUBLISHED)) == PUBLISHED
    assert parsed(", ".join(PUBLISHED)) == PUBLISHED


def test_an_edit_changes_one_row_of_the_table():
    row = HISTORIES.index("1 → 0")
    cells = edited(PUBLISHED, {row: {"P(arm 0)": " 1 / 7 "}})
    assert cells[row] == "1/7"
    assert as_table(cells)["P(arm 0)"].tolist() == [*PUBLISHED[:row], "1/7", *PUBLISHED[row + 1 :]]
    assert policy_of(cells).second[2, 0] == pytest.approx(1 / 7)


@pytest.mark.parametrize("cell", ["-0.1", "2", "1e99999999", "-1/3", "inf", "", None, "a", "1/0"])
def test_an_impossible_probability_is_refused_with_its_place(cell):
    with pytest.raises(ValueError, match="after “start”"):
        edited(PUBLISHED, {0: {"P(arm 0)": cell}})


def test_tree_shows_eight_leaves_of_each_input():
    policy = counterexample()
    chart = tree_chart(policy, dpcore.privacy.worst_pair(policy, "table", 0.95))
    leaves = [trace for trace in chart.data if trace.mode == "markers+text" and len(trace.x) == 8]
    assert len(leaves) == 2
    heights = [tuple(trace.y) for trace in leaves]
    assert len(set(heights[0]) | set(heights[1])) == 16
    assert sum("<b>" in text for text in leaves[0].text) == 3


def outcomes(promised, deltas):
    """What is written after the bars, and how long they are, as percentages of the width."""
    picture = kept_html(promised, deltas)
    lengths = [float(share) for share in re.findall(r"width: ([\d.]+)%; background", picture)]
    return re.findall(r"<b>([\d.]+ %, \w+)</b>", picture), [sum(lengths[row : row + 2]) for row in (0, 2, 4)]


def test_bars_say_which_definitions_are_kept():
    words, lengths = outcomes(0.17, dict(zip(DEFINITIONS, (0.1688, 0.1777, 0.2126), strict=True)))
    assert words == ["16.9 %, kept", "17.8 %, broken", "21.3 %, broken"]
    assert lengths == sorted(lengths)
    assert lengths[2] < 60  # the words stand after it


def test_definitions_of_equal_delta_have_equal_bars():
    deltas = deltas_at(policy_of(PUBLISHED), 0.3)
    assert deltas["view"] == deltas["table"]
    words, lengths = outcomes(0.17, deltas)
    assert words[0] == words[1]
    assert lengths[0] == lengths[1] < lengths[2]

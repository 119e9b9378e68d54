"""The policy as text, and the pictures' figures against the product of the policy's probabilities."""

import numpy as np
import pytest

import dpcore
from dpcore import PRIVACY_DEFINITIONS, counterexample, policy_from_arm_zero
from ui.promise.charts import tree_chart
from ui.promise.numbers import paths, rounded_up
from ui.promise.policy import HISTORIES, PUBLISHED, as_table, edited, parsed, policy_of


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


@pytest.mark.parametrize("definition", PRIVACY_DEFINITIONS)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_paths_multiply_to_the_law_of_the_actions(definition, seed):
    rng = np.random.default_rng(seed)
    policy = counterexample() if seed is None else policy_from_arm_zero(rng.random(), rng.random(4), rng.random(16))
    pair = dpcore.worst_pair(policy, definition, 0.5)
    for found in paths(pair):
        for path in found:
            (a1, a2, a3), (r1, r2) = path.actions, path.rewards
            product = (
                policy.first[a1] * policy.second[2 * a1 + r1, a2] * policy.third[8 * a1 + 4 * r1 + 2 * a2 + r2, a3]
            )
            assert path.probability == pytest.approx(product, abs=1e-15)
            assert path.in_event == (path.actions in pair.event)


@pytest.mark.parametrize("value, expected", [(0.168783, 0.169), (0.17, 0.17), (0.98398, 0.984), (0.0, 0.0), (1.0, 1.0)])
def test_promises_are_never_rounded_down(value, expected):
    assert rounded_up(value) == pytest.approx(expected)
    assert rounded_up(0.1700001) == pytest.approx(0.171)


def test_tree_shows_eight_leaves_of_each_input():
    policy = counterexample()
    chart = tree_chart(policy, dpcore.worst_pair(policy, "table", 0.95))
    leaves = [trace for trace in chart.data if trace.mode == "markers+text" and len(trace.x) == 8]
    assert len(leaves) == 2
    heights = [tuple(trace.y) for trace in leaves]
    assert len(set(heights[0]) | set(heights[1])) == 16
    assert sum("<b>" in text for text in leaves[0].text) == 3

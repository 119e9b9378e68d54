"""The pictures of privacy definitions: the bars of what is kept, and the tree of histories."""

import re

import dpcore
from dpcore.privacy import counterexample
from ui.promise.bars import kept_html
from ui.promise.numbers import DEFINITIONS, deltas_at
from ui.promise.policy import PUBLISHED, policy_of
from ui.promise.tree import tree_chart


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

"""The pictures of privacy definitions."""

import dpcore
from dpcore.privacy import counterexample
from ui.promise.charts import tree_chart


def test_tree_shows_eight_leaves_of_each_input():
    policy = counterexample()
    chart = tree_chart(policy, dpcore.privacy.worst_pair(policy, "table", 0.95))
    leaves = [trace for trace in chart.data if trace.mode == "markers+text" and len(trace.x) == 8]
    assert len(leaves) == 2
    heights = [tuple(trace.y) for trace in leaves]
    assert len(set(heights[0]) | set(heights[1])) == 16
    assert sum("<b>" in text for text in leaves[0].text) == 3

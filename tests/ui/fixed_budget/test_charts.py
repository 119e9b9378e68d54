"""The picture of a fixed budget: which lines are seen."""

from tests.ui.fixed_budget.test_study import filled, view_of
from ui.fixed_budget.bandit import of_arms
from ui.fixed_budget.charts import error_chart


def lines_of(bandit=None):
    changes = {"algorithms": ("dp-bai", "baseline"), "epsilons": (1.0,)}
    view = filled(view_of(**changes) if bandit is None else view_of(bandit, **changes))
    chart = error_chart(view, view.results())
    return [trace for trace in chart.data if trace.mode == "lines+markers"], chart


def test_where_dp_bai_does_the_same_as_baseline_both_lines_are_seen():
    (behind, before), _ = lines_of(of_arms((0.8, 0.5, 0.3)))
    assert (behind.name, before.name) == ("BASELINE", "DP-BAI")
    assert behind.line.width > 2 * before.line.width
    assert behind.marker.size > before.marker.size
    (first, second), _ = lines_of()
    assert (first.name, second.name) == ("DP-BAI", "BASELINE")
    assert first.line.width == second.line.width


def test_points_at_100_percent_have_room_below_the_handle_and_triangles_at_the_frame_are_whole():
    _, chart = lines_of()
    assert 10 ** chart.layout.yaxis.range[1] >= 2
    triangles = [trace for trace in chart.data if trace.marker.symbol == "triangle-down-open" and any(trace.x)]
    assert triangles
    assert all(trace.cliponaxis is False for trace in triangles)

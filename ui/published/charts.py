"""The picture of a published figure: its levels beside our simulation of the stated setting."""

import pandas as pd
import plotly.graph_objects as go

from ui.look import marks, theme
from ui.published.numbers import Panel
from ui.stopping.curves import all_curves

_EPSILON_LIMITS = (7e-4, 300.0)


def panel_chart(panel: Panel, table: pd.DataFrame) -> go.Figure:
    """Published levels (diamonds) beside the medians of our runs (lines), over the bound without privacy."""
    chart = theme.figure(height=520)
    colors = theme.palette()
    theme.epsilon_axis(chart, *_EPSILON_LIMITS)
    chart.update_yaxes(type="log", title="samples until the stop", dtick=1)
    chart.add_hline(y=panel.lower_bound, line={"color": colors.without_privacy, "dash": "dash", "width": 2})
    curves = all_curves()
    for (name, threshold), rows in table.groupby(["algorithm", "threshold"], sort=False):
        curve = curves[name if threshold == "proven" else f"{name}-{threshold}"]
        epsilons = rows["epsilon"] if curve.is_private else pd.Series(_EPSILON_LIMITS)
        chart.add_scatter(
            x=epsilons,
            y=(rows["median"].fillna(rows["max_samples"]) if curve.is_private else [rows["median"].iloc[0]] * 2),
            mode="lines",
            name=f"{curve.label}, simulated",
            line=curve.line(width=2.5),
            hovertemplate=f"{curve.label}, median of our runs: %{{y:,.0f}} samples at ε = %{{x:.3g}}<extra></extra>",
        )
    for name, pairs in panel.readings.items():
        curve = curves.get(name) or curves[f"{name}-heuristic"]
        chart.add_scatter(
            x=[_EPSILON_LIMITS[1] if epsilon is None else epsilon for epsilon, _ in pairs],
            y=[samples for _, samples in pairs],
            mode="markers",
            cliponaxis=False,  # levels without privacy stand at the right edge
            name=f"{curve.label.removesuffix(' (heuristic)')}, published",
            marker={
                "symbol": "diamond-open",
                "size": 11,
                "color": curve.color,
                "line": {"width": 2.5, "color": curve.color},
            },
            hovertemplate="published: %{y:,.0f} samples at ε = %{x:.3g}<extra></extra>",
        )
    return marks.legend_above(chart)

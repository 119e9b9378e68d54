"""The pictures of privacy definitions: delta against epsilon, and the two inputs of the worst pair."""

import plotly.graph_objects as go

from dpcore.privacy import WorstPair
from ui.look import marks, theme
from ui.look.axes import between_ends
from ui.look.numbers import setting
from ui.promise.numbers import DEFINITIONS, Promise, PromiseView

# Where definitions agree their curves coincide: wide ones are drawn below narrow ones, so that all are seen.
_WIDTHS = {"view": 6.5, "table": 4.0, "interactive": 2.0}


def definition_color(name: str) -> str:
    """One colour per definition; Table DP, the usual meaning of private, is blue."""
    colors = theme.palette()
    return {"view": theme.BESIDE[0], "table": colors.private, "interactive": theme.BESIDE[1]}[name]


def delta_chart(view: PromiseView, epsilon: float, deltas: dict[str, float]) -> go.Figure:
    """Exact delta against epsilon; the chosen epsilon's line is dragged by ui.components.knob."""
    colors, promise = theme.palette(), view.promise
    chart = theme.figure(height=400)
    last = float(promise.epsilons[-1])
    top = 1.08 * max(promise.delta, *(float(curve[0]) for curve in promise.curves.values()), 0.05)
    bottom = 0.85 * min(promise.delta, *promise.floors.values())
    chart.update_xaxes(title=between_ends(), range=[0, last], fixedrange=True)
    chart.update_yaxes(title="smallest δ", tickformat=".0%", range=[bottom, top], fixedrange=True)
    says = f"the promised δ = {setting(promise.delta)}"
    marks.curve(chart, [0, last], [promise.delta] * 2, colors.choice, says, width=1.5, dash="dot")
    marks.curve(chart, [epsilon] * 2, [bottom, top], colors.choice)
    for name in DEFINITIONS:
        _add_curve(chart, promise, name, epsilon, deltas[name])
    if view.is_published:
        chart.add_scatter(
            x=[0.98],
            y=[0.17],
            mode="markers",
            marker={"symbol": "x-thin-open", "size": 11, "color": colors.text, "line": {"width": 2}},
            hovertemplate="published: Table DP from ε = 0.98 at δ = 0.17; the exact value is 0.98398<extra></extra>",
            showlegend=False,
        )
    marks.legend_above(chart, room=0.06, font={"size": 13})
    return chart.update_layout(dragmode=False)


def _add_curve(chart: go.Figure, promise: Promise, name: str, epsilon: float, delta: float) -> None:
    color, label = definition_color(name), DEFINITIONS[name]
    says = f"{label}: δ = %{{y:.6f}} at ε = %{{x:.3f}}"
    marks.curve(chart, promise.epsilons, promise.curves[name], color, says, width=_WIDTHS[name], name=label)
    minimal = promise.minimal[name]
    chart.add_scatter(
        x=[epsilon, minimal],
        y=[delta, promise.delta],
        mode="markers",
        marker={"color": color, "opacity": 1, "size": [11, 10], "symbol": ["circle", "diamond"]},
        hovertemplate=[
            f"{label} at ε = {setting(epsilon)}: δ = %{{y:.6f}}<extra></extra>",
            f"{label} at δ = {setting(promise.delta)}: ε = %{{x:.5f}} is the smallest<extra></extra>",
        ],
        showlegend=False,
    )


def inputs_html(pair: WorstPair) -> str:
    """The two inputs side by side, the differing row marked; the third row is never shown before an action."""
    colors = theme.palette()

    def table(title: str, color: str, rows: tuple[tuple[int, ...], ...]) -> str:
        heads = (
            "".join(f"<th>arm {arm}</th>" for arm in range(len(rows[0]))) if len(rows[0]) > 1 else "<th>outcome</th>"
        )
        body = ""
        for step, row in enumerate(rows):
            differs = pair.rows[step] != pair.neighbour_rows[step]
            cells = "".join(f"<td>{value if step < 2 else '·'}</td>" for value in row)
            body += f"<tr{' class=differs' if differs else ''}><th>step {step + 1}</th>{cells}</tr>"
        head = f"<b style='color:{color}'>{title}</b>"
        return f"<div>{head}<table class='inputs'><tr><td></td>{heads}</tr>{body}</table></div>"

    return (
        "<style>.two-inputs{display:flex;gap:1rem 2rem;flex-wrap:wrap}"
        ".inputs{border-collapse:collapse;margin-top:.3rem}"
        ".inputs th,.inputs td{padding:.2rem .55rem;text-align:center;font-weight:400;border:0}"
        ".inputs .differs td{background:color-mix(in srgb, currentColor 14%, transparent);font-weight:700}</style>"
        f"<div class='two-inputs'>{table('This input', colors.private, pair.rows)}"
        f"{table('Its neighbour', colors.choice, pair.neighbour_rows)}</div>"
    )

"""The pictures of privacy definitions: what they keep, delta against epsilon, and the two inputs of the worst pair."""

from html import escape

import plotly.graph_objects as go

from dpcore.privacy import WorstPair
from ui.look import marks, theme
from ui.look.axes import between_ends
from ui.look.numbers import percent, rounded_up, setting
from ui.promise.numbers import DEFINITIONS, Promise, PromiseView, is_kept

# Where definitions agree their curves coincide: wide ones are drawn below narrow ones, so that all are seen.
_WIDTHS = {"view": 6.5, "table": 4.0, "interactive": 2.0}
PROTECTED = {
    "view": "one outcome that the policy saw",
    "table": "one participant, with every possible answer",
    "interactive": "one participant, even against an active adversary",
}
_LONGEST = 58  # of the bars, as a percentage of the width; the rest is left for the words after them
_STYLE = """<style>
.kept { font-size: 1rem; line-height: 1.35; }
.kept .bar { position: relative; display: flex; align-items: center; height: 1.8rem; margin: 0.2rem 0 0.6rem; }
.kept .bar * { height: 1.25rem; }
.kept .bar b { margin-left: 0.6rem; line-height: 1.25rem; white-space: nowrap; }
.kept .bar .limit { position: absolute; width: 0; height: 1.8rem; border-left: 3px solid; }
.kept .promised { display: inline-block; min-width: max-content; text-align: right; font-weight: 600; }
</style>"""


def definition_color(name: str) -> str:
    """One colour per definition; Table DP, the usual meaning of private, is blue."""
    colors = theme.palette()
    return {"view": theme.BESIDE[0], "table": colors.private, "interactive": theme.BESIDE[1]}[name]


def kept_html(promised: float, deltas: dict[str, float]) -> str:
    """One bar per definition, as long as the policy's delta; hatched beyond the promised one, which is a line."""
    scale = _LONGEST / max(promised, *deltas.values(), 0.05)
    rows = "".join(_row(name, deltas[name], promised, scale) for name in DEFINITIONS)
    spoken = "; ".join(f"{DEFINITIONS[name]}: {_outcome(deltas[name], promised)}" for name in DEFINITIONS)
    label = f"<span class='promised' style='width: {scale * promised:.2f}%'>promised δ: {percent(promised)} ↑</span>"
    return f"{_STYLE}<div class='kept' role='img' aria-label='{escape(spoken)}'>{rows}{label}</div>"


def _row(name: str, delta: float, promised: float, scale: float) -> str:
    colors = theme.palette()
    hatched = f"repeating-linear-gradient(135deg, {colors.choice} 0 2px, {colors.forbidden} 2px 6px)"
    parts = ((min(delta, promised), definition_color(name)), (max(0.0, delta - promised), hatched))
    bars = "".join(
        f"<span style='width: {scale * length:.2f}%; background: {color}'></span>" for length, color in parts
    )
    limit = f"<span class='limit' style='left: {scale * promised:.2f}%; color: {colors.choice}'></span>"
    return (
        f"<b>{DEFINITIONS[name]}</b> protects {PROTECTED[name]}"
        f"<div class='bar'>{bars}{limit}<b>{_outcome(delta, promised)}</b></div>"
    )


def _outcome(delta: float, promised: float) -> str:
    return f"{percent(rounded_up(delta))}, {'kept' if is_kept(delta, promised) else 'broken'}"


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

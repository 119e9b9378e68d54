"""The pictures of privacy definitions: what they keep, delta against epsilon, and the worst pair's inputs and tree."""

from html import escape
from itertools import product

import plotly.graph_objects as go

from dpcore.privacy import ThreeStepPolicy, WorstPair
from ui.look import marks, theme
from ui.look.axes import between_ends
from ui.look.numbers import number, percent, rounded_up, setting
from ui.promise.numbers import DEFINITIONS, ActionPath, History, Promise, PromiseView, is_kept, paths

# Where definitions agree their curves coincide: wide ones are drawn below narrow ones, so that all are seen.
_WIDTHS = {"view": 6.5, "table": 4.0, "interactive": 2.0}
PROTECTED = {
    "view": "one outcome that the policy saw",
    "table": "one participant, with every possible answer",
    "interactive": "one participant, even against an active adversary",
}
_LONGEST = 58  # of the bars, as a percentage of the width; the rest is left for the words after them
TREE_HEIGHT = 860
_HISTORIES = [history for length in range(1, 6) for history in product((0, 1), repeat=length)]
_COLUMNS = (0.0, 1.0, 1.6, 2.6, 3.2, 4.2)  # start, arm, reward, arm, reward, arm
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
        says = "published: Table DP from ε = 0.98 at δ = 0.17; the exact value is 0.98398"
        marks.points(chart, [0.98], [0.17], colors.text, says, size=11, symbol="x-thin-open", rim=2)
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


def tree_chart(policy: ThreeStepPolicy, pair: WorstPair) -> go.Figure:
    """All histories of three steps; the two inputs of the worst pair each reach eight of the 32 leaves."""
    colors = theme.palette()
    chart = theme.figure(TREE_HEIGHT)
    ours, neighbours = paths(pair)
    on = [{path.history[:length] for path in found for length in range(6)} for found in (ours, neighbours)]
    styles = {  # by whether this input and its neighbour reach it
        (False, False): (theme.translucent(colors.without_privacy, 0.3), 1.0, "never reached"),
        (True, True): (colors.text, 2.2, "reached under both inputs"),
        (True, False): (colors.private, 2.8, "reached under this input"),
        (False, True): (colors.choice, 2.8, "reached under its neighbour"),
    }
    for kind, (color, width, name) in styles.items():
        ends = [history for history in _HISTORIES if (history in on[0], history in on[1]) == kind]
        xs = [x for end in ends for x in (_COLUMNS[len(end) - 1], _COLUMNS[len(end)], None)]
        ys = [y for end in ends for y in (_height(end[:-1]), _height(end), None)]
        marks.curve(chart, xs, ys, color, width=width, name=name)
    _add_nodes(chart, policy, on)
    _add_leaves(chart, ours, colors.private, "under this input")
    _add_leaves(chart, neighbours, colors.choice, "under its neighbour", shift=0.85)
    chart.update_xaxes(visible=False, range=[-0.15, _COLUMNS[-1] + 2.4], fixedrange=True)
    chart.update_yaxes(visible=False, range=[-31.6, 2.2], fixedrange=True)
    heads = ("arm", "outcome", "arm", "outcome", "arm", "probability")
    for column, text in zip((*_COLUMNS[1:], _COLUMNS[-1] + 1.5), heads, strict=True):
        marks.note(chart, column, 1.3, text, colors.without_privacy, 12)
    chart.update_layout(dragmode=False, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    return marks.legend_above(chart, font={"size": 12})


def _height(history: History) -> float:
    """Leaves lie at 0, -1, ..., -31; an inner node in the middle of its leaves."""
    first = sum(bit << (4 - place) for place, bit in enumerate(history))
    return -(first + ((1 << (5 - len(history))) - 1) / 2)


def _add_nodes(chart: go.Figure, policy: ThreeStepPolicy, on: list[set[History]]) -> None:
    """Arms as discs and rewards as squares, faint where neither input leads; each arm's probability right of it."""
    colors = theme.palette()
    shown = [h for h in _HISTORIES if len(h) < 5 or any(h in nodes for nodes in on)]
    reached = [any(history in nodes for nodes in on) for history in shown]
    shades = [colors.text if hit else colors.without_privacy for hit in reached]
    arms = [len(history) % 2 == 1 for history in shown]
    chances = [_probability(policy, history) if arm else None for history, arm in zip(shown, arms, strict=True)]
    place = {"x": [_COLUMNS[len(history)] for history in shown], "y": [_height(history) for history in shown]}
    chart.add_scatter(
        **place,
        mode="markers+text",
        text=[str(history[-1]) for history in shown],
        textfont={"color": shades, "size": 12},
        marker={
            "color": colors.background,
            "size": [19 if hit else 14 for hit in reached],
            "opacity": 1,
            "symbol": ["circle" if arm else "square" for arm in arms],
            "line": {"color": shades, "width": [1.2 if hit else 0.5 for hit in reached]},
        },
        hovertext=[
            f"outcome {history[-1]}" if chance is None else f"arm {history[-1]} with probability {chance:.6g}"
            for history, chance in zip(shown, chances, strict=True)
        ],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
    )
    chart.add_scatter(
        **place,
        mode="markers+text",
        marker={"size": 19, "opacity": 0},  # keeps the text beside the disc
        text=["" if chance is None else number(chance, 2) for chance in chances],
        textposition="middle right",
        textfont={"color": shades, "size": 11},
        hoverinfo="skip",
        showlegend=False,
    )


def _probability(policy: ThreeStepPolicy, history: History) -> float:
    row = sum(bit << (len(history) - 2 - place) for place, bit in enumerate(history[:-1]))
    table = (policy.first[None], policy.second, policy.third)[len(history) // 2]
    return float(table[row, history[-1]])


def _add_leaves(chart: go.Figure, found: list[ActionPath], color: str, where: str, shift: float = 0.0) -> None:
    """The probability of each sequence at its leaf; sequences of the event in bold with a filled mark."""
    figures = [f"{path.probability:.3f}" for path in found]
    chart.add_scatter(
        x=[_COLUMNS[-1] + 0.78 + shift] * len(found),
        y=[_height(path.history) for path in found],
        mode="markers+text",
        text=[f"<b>{told}</b>" if path.in_event else told for told, path in zip(figures, found, strict=True)],
        textposition="middle right",
        textfont={"color": color, "size": 12},
        marker={
            "color": color,
            "size": 9,
            "symbol": ["circle" if path.in_event else "circle-open" for path in found],
        },
        hovertext=[
            f"arms {', '.join(map(str, path.history[::2]))} {where}: {path.probability:.6f}"
            f"{', in the event' if path.in_event else ''}"
            for path in found
        ],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
    )

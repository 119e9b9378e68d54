"""All histories of a three-step policy as a tree, and what the two inputs of a worst pair reach in it."""

from itertools import product

import plotly.graph_objects as go

from dpcore.privacy import ThreeStepPolicy, WorstPair
from ui.look import marks, theme
from ui.look.numbers import number
from ui.promise.numbers import ActionPath, History, paths

HEIGHT = 860
_HISTORIES = [history for length in range(1, 6) for history in product((0, 1), repeat=length)]
_COLUMNS = (0.0, 1.0, 1.6, 2.6, 3.2, 4.2)  # start, arm, reward, arm, reward, arm


def tree_chart(policy: ThreeStepPolicy, pair: WorstPair) -> go.Figure:
    """All histories of three steps; the two inputs of the worst pair each reach eight of the 32 leaves."""
    colors = theme.palette()
    chart = theme.figure(HEIGHT)
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

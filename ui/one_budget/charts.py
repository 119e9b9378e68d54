"""The picture: how epsilon is shared among the analyses, and the participants that each then needs at least."""

import plotly.graph_objects as go

from ui.look import marks, theme
from ui.look.numbers import at_least, number, percent, plural, rounded_down, setting
from ui.one_budget.numbers import SPLITS, SharingAnswer

_LANE = 23  # pixels: of a bar or a line of words
_OPACITY = {"equal": 0.4, "best": 0.85}
_ROOM = 1.75  # the axis of participants in lengths of the longest bar; the rest is left for the words after it
_SHARES = 4.0  # lanes of the upper part


def sharing_chart(answer: SharingAnswer) -> go.Figure:
    """Above, one bar per split: each analysis' share of the budget.  Below, one bar per analysis and split."""
    lanes = _SHARES + 3 * len(answer.question.plan) + 0.4
    chart = theme.figure(height=round(_LANE * lanes) + 8)
    chart.update_layout(barmode="overlay", margin={"l": 8, "r": 8, "t": 4, "b": 4}, dragmode=False)
    longest = max(shared.largest for shared in answer.splits.values())
    hidden = {"visible": False, "fixedrange": True}
    top = _SHARES / lanes
    chart.update_layout(
        xaxis={**hidden, "range": [0, longest * _ROOM]},
        yaxis={**hidden, "range": [lanes - _SHARES - 0.8, -0.8], "domain": [0, 1 - top]},
        xaxis2={**hidden, "range": [0, 1], "anchor": "y2"},
        yaxis2={**hidden, "range": [_SHARES - 0.6, -0.6], "domain": [1 - top, 1], "anchor": "x2"},
    )
    _draw_shares(chart, answer)
    _draw_participants(chart, answer)
    return chart


def _draw_shares(chart: go.Figure, answer: SharingAnswer) -> None:
    for lane, (split, label) in enumerate(SPLITS.items()):
        left, shares = 0.0, answer.budget_shares(split)
        spare = 1 - sum(shares)
        tail = f", {percent(rounded_down(spare, 2))} left over" if spare > 0.005 else ""
        rho = number(rounded_down(answer.budget(split)))
        of = f"ρ = {rho}" if answer.splits[split].by_rho else f"ε = {setting(answer.question.epsilon)}"
        marks.say(chart, 0.0, 2 * lane - 0.1, f"<b>{label}</b> of {of}{tail}", axes="2")
        for place, (row, share) in enumerate(zip(answer.question.plan, shares, strict=True)):
            chart.add_bar(
                x=[share], y=[2 * lane + 0.8], base=left, width=0.8, orientation="h", xaxis="x2", yaxis="y2",
                marker=_fill(place, split),
                hovertemplate=f"{row.name}: {percent(share)} of the budget for {row.runs:,} run{plural(row.runs)}"
                f"<extra>{label}</extra>",
            )  # fmt: skip
            if share > 0.12:
                marks.say(chart, left + 0.008, 2 * lane + 0.8, percent(share, 2), axes="2")
            left += share


def _draw_participants(chart: go.Figure, answer: SharingAnswer) -> None:
    for place, row in enumerate(answer.question.plan):
        needs = "1 run needs" if row.runs == 1 else f"each of {row.runs:,} runs needs"
        marks.say(chart, 0.0, 3 * place, f"<b>{row.name}</b>, {needs} at least")
        for lane, (split, label) in enumerate(SPLITS.items(), start=1):
            shared = answer.splits[split]
            size, share = float(shared.participants[place]), float(shared.epsilons[place])
            chart.add_bar(
                x=[size], y=[3 * place + lane * 0.95], width=0.8, orientation="h",
                marker=_fill(place, split),
                hovertemplate=f"{row.name}, {label}: at least {at_least(size)} participants at ε = "
                f"{number(rounded_down(share))}<extra></extra>",
            )  # fmt: skip
            words = f" {at_least(size)} · ε {number(rounded_down(share))}"
            marks.say(chart, size, 3 * place + lane * 0.95, words + (f", {split}" if place == 0 else ""))


def _fill(place: int, split: str) -> dict[str, object]:
    """Colour and stripes of the analysis at this place."""
    color = theme.translucent(theme.arm_color(place), _OPACITY[split])
    return {"color": color, "pattern": theme.arm_pattern(place)}

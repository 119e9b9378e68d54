"""The picture of a student's arms, and the colours of the feedback."""

import plotly.graph_objects as go

from ui.look import theme

_LANE = 34  # pixels of an arm


def arms_chart(means: tuple[float, ...]) -> go.Figure:
    """A bar for each arm, with its mean beside it."""
    chart = theme.figure(height=_LANE * len(means) + 16)
    names = [f"Option {arm}" for arm in range(1, len(means) + 1)]
    chart.add_bar(
        x=means, y=names, orientation="h", width=0.7, text=[f"{mean:.3f}" for mean in means], textposition="outside",
        marker={"color": [theme.arm_color(arm) for arm in range(len(means))]}, textfont={"size": 15},
        hovertemplate="%{y}: success rate %{x:.3f}<extra></extra>", cliponaxis=False,
    )  # fmt: skip
    chart.update_layout(margin={"l": 76, "r": 8, "t": 4, "b": 4}, dragmode=False)
    chart.update_xaxes(visible=False, range=[0, 1], fixedrange=True)
    chart.update_yaxes(autorange="reversed", fixedrange=True, tickfont={"size": 15}, showgrid=False, ticks="")
    return chart


def answer_colors() -> str:
    """A style sheet: green beside what was said to a right answer, and the colour of a choice beside a wrong one."""
    colors = theme.palette()
    rules = (("right", colors.achievable), ("wrong", colors.choice))
    told = " ".join(f'[class*="st-key-{kind}-"] {{ border-color: {color}; }}' for kind, color in rules)
    return f"<style>{told}</style>"

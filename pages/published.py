"""Do the published figures reproduce?  Levels read off the prints beside simulations of the stated settings."""

import streamlit as st

import dpcore
from ui.look.numbers import count
from ui.published import study as published
from ui.shell import page

page.title("Do the published figures reproduce?")
titles = [panel.title for panel in published.PANELS]
title = st.segmented_control("Figure", titles, default=titles[0], required=True, key="figure", bind="query-params")
panel = published.PANELS[titles.index(title)]
with_heuristics = st.toggle(
    "Also the heuristic thresholds", True, key="heuristics", bind="query-params", help="Lighter, and not proven."
)
bound = dpcore.sample_lower_bounds(panel.means, 1.0, 0.01)["non_private"]
table = published.simulated_for(panel, with_heuristics)
page.verdict(panel.finding)
page.chart(published.panel_chart(panel, table, bound), key="published-figure")
page.reading(
    f"Diamonds: published. Lines: medians of {table['runs'].max()} of our runs each, solid for proven thresholds, "
    "dashed for heuristic ones; where half of the runs were capped, the line lies at the cap. Grey: no algorithm stops "
    f"before {count(bound)} samples on average, even without privacy (means {', '.join(map(str, panel.means))})."
)
page.reading(f"Source: {panel.source}.")
with st.expander("Numbers"):
    st.dataframe(table, hide_index=True, width="stretch")
    page.reading("Every row again: python -m benchmarks.published_stopping_times (about ten minutes on two cores).")
page.downloads({"published-stopping-times": table}, {"published figure": "published-figure"})
first = table.iloc[0]
page.snippet(
    f"""import dpcore

result = dpcore.simulate_fixed_confidence(
    {first["algorithm"]!r}, {list(panel.means)}, epsilon=0.1, risk=0.01, runs={first["runs"]},
    seed={first["seed"]}, max_samples={first["max_samples"]}, threshold={first["threshold"]!r},
)
print(result.summary())"""
)

"""Buttons that save a chart of this page as PNG or SVG, drawn by the browser itself."""

import streamlit as st

# Plotly's own camera button does the work; its options say which format, so both formats share one button.
_SCRIPT = """
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector('.figure-downloads')
  root.replaceChildren()
  const save = (key, format) => {
    const plot = document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`)
    const camera = plot && plot.querySelector('.modebar-btn[data-attr="toImage"], .modebar-btn')
    if (!camera) return
    Object.assign(plot._context.toImageButtonOptions, { format, filename: key, scale: 2 })
    camera.click()
  }
  for (const [label, key] of Object.entries(data)) {
    const row = document.createElement('div')
    row.append(`${label}: `)
    for (const format of ['png', 'svg']) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = format.toUpperCase()
      button.setAttribute('aria-label', `Download ${label} as ${format.toUpperCase()}`)
      button.onclick = () => save(key, format)
      row.append(button)
    }
    root.append(row)
  }
}
"""
_STYLE = """
.figure-downloads { font-family: var(--st-font); color: var(--st-text-color); line-height: 2.4; }
.figure-downloads button {
  font: inherit; color: inherit; background: none; cursor: pointer; margin-left: .4rem; padding: .1rem .6rem;
  border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius);
}
.figure-downloads button:hover, .figure-downloads button:focus-visible {
  border-color: var(--st-primary-color); color: var(--st-primary-color);
}
"""

_component = st.components.v2.component(
    "figure_downloads", html='<div class="figure-downloads"></div>', css=_STYLE, js=_SCRIPT
)


def figure_download_buttons(charts: dict[str, str]) -> None:
    """PNG and SVG buttons for charts of this page; charts: label -> the key of its st.plotly_chart."""
    _component(data=charts, key="figure-downloads")

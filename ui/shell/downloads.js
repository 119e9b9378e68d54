// Plotly's own camera button does the work; its options say which format, so both formats share one button.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".figure-downloads")
  root.replaceChildren()
  const save = (key, format) => {
    const plot = document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`)
    const camera = plot && plot.querySelector('.modebar-btn[data-attr="toImage"], .modebar-btn')
    if (!camera) return
    Object.assign(plot._context.toImageButtonOptions, { format, filename: key, scale: 2 })
    camera.click()
  }
  for (const [label, key] of Object.entries(data)) {
    const row = document.createElement("div")
    row.append(`${label}: `)
    for (const format of ["png", "svg"]) {
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = format.toUpperCase()
      button.setAttribute("aria-label", `Download ${label} as ${format.toUpperCase()}`)
      button.onclick = () => save(key, format)
      row.append(button)
    }
    root.append(row)
  }
}

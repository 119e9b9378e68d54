// A picture that draws itself saves itself when it hears "take".  For Plotly's charts their own camera button does the
// work; its options say which format, so both formats share one button.
const LOOK_MS = 100

async function save(key, format) {
  const name = CSS.escape(key)
  document.querySelector(`.st-key-place-of-${name}`)?.scrollIntoView({ block: "center" }) // then it is drawn
  // Asked again until it is there: a picture may just be mounted anew.
  while (dispatchEvent(new CustomEvent("take", { detail: { key, format }, cancelable: true }))) {
    const camera = document.querySelector(`.st-key-${name} .js-plotly-plot .modebar-btn`)
    if (camera) {
      Object.assign(camera.closest(".js-plotly-plot")._context.toImageButtonOptions, { format, filename: key, scale: 2 })
      camera.click()
      return
    }
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".figure-downloads")
  const charts = JSON.stringify(data)
  if (root.dataset.charts === charts) return // a button that is replaced under a finger does not hear the click
  root.dataset.charts = charts
  root.replaceChildren()
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

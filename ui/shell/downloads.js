// A picture that draws itself saves itself when it hears "take".  For Plotly's charts their own camera button does the
// work; its options say which format, so both formats share one button.
const LOOK_MS = 100

async function cameraOf(key) {
  const find = () => document.querySelector(`.st-key-${key} .js-plotly-plot .modebar-btn`)
  document.querySelector(`.st-key-place-of-${key}`)?.scrollIntoView({ block: "center" }) // then it is drawn
  while (!find()) await new Promise((done) => setTimeout(done, LOOK_MS))
  return find()
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".figure-downloads")
  root.replaceChildren()
  const save = async (key, format) => {
    const take = new CustomEvent("take", { detail: { key, format }, cancelable: true })
    if (!dispatchEvent(take)) return
    const camera = await cameraOf(CSS.escape(key))
    Object.assign(camera.closest(".js-plotly-plot")._context.toImageButtonOptions, { format, filename: key, scale: 2 })
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

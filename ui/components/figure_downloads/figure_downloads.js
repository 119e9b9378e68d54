// A picture that draws itself saves itself when it receives the event "take".  A Plotly chart is saved by its camera button;
// the button's options say in which format, so one button serves both.
import { saveSlide } from "./slide.js"

const LOOK_MS = 100
const PATIENCE_MS = 20_000 // how long to wait for a file from Plotly, which may have failed
const LEAST_OF_HEIGHT = 0.85 // the smallest height, as a share, for which a chart is laid out

// wanted: format, or for a slide size and give.
async function take(key, wanted, byCamera) {
  const name = CSS.escape(key)
  document.querySelector(`.st-key-place-of-${name}`)?.scrollIntoView({ block: "center" }) // scrolling there makes it draw itself
  // Ask again until the picture is there, since it may just be mounted again.
  while (dispatchEvent(new CustomEvent("take", { detail: { key, ...wanted }, cancelable: true }))) {
    const camera = document.querySelector(`.st-key-${name} .js-plotly-plot button`)
    if (camera) return byCamera(camera, camera.closest(".js-plotly-plot")._context.toImageButtonOptions)
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
  return undefined
}

function saveChart(key, format) {
  return take(key, { format }, (camera, options) => {
    Object.assign(options, { format, filename: key, scale: 2 })
    camera.click()
  })
}

function drawn(key, size) {
  return new Promise((give) => take(key, { size, give }, (camera, options) => give(laidOutByPlotly(camera, options, key, size))))
}

// Plotly lays out a chart at another size only for a file, so we catch that file on its way.  A chart that was made for a
// larger height keeps most of that height, and is drawn smaller.
function laidOutByPlotly(camera, options, key, room) {
  const chart = camera.closest(".js-plotly-plot")
  const { layout } = chart
  const larger = Math.max(1, (LEAST_OF_HEIGHT * layout.height) / room.height)
  const size = { width: Math.round(larger * room.width), height: Math.round(larger * room.height) }
  const filename = `for-the-slide-of-${key}`
  const create = URL.createObjectURL
  let file = null
  URL.createObjectURL = (blob) => {
    if (blob.type?.startsWith("image/svg")) file = blob
    return create.call(URL, blob)
  }
  chart._context.toImageButtonOptions = { ...options, format: "svg", filename, scale: 1, ...size }
  return new Promise((done, fail) => {
    const end = () => {
      clearTimeout(waiting)
      removeEventListener("click", caught, true)
      URL.createObjectURL = create
      chart._context.toImageButtonOptions = options
    }
    const waiting = setTimeout(() => {
      end()
      fail(new Error("Plotly returned no file"))
    }, PATIENCE_MS)
    const caught = async (event) => {
      if (event.target.download !== `${filename}.svg`) return
      event.preventDefault()
      end()
      const svg = new DOMParser().parseFromString(await file.text(), "image/svg+xml").documentElement
      svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`)
      done(document.importNode(svg, true))
    }
    addEventListener("click", caught, true)
    chart.layout = layoutOfSlide(layout)
    camera.click() // the click reads the layout at once
    chart.layout = layout
  })
}

// No word of a legend is smaller than the others.
function layoutOfSlide(layout) {
  const its = structuredClone(layout)
  for (const name in its) if (name.startsWith("yaxis")) its[name].automargin = true
  if (its.legend) its.legend.font = { ...its.legend.font, size: its.font.size }
  return its
}

function rowOf(label, act) {
  const row = document.createElement("div")
  row.append(`${label}: `)
  for (const format of ["png", "svg"]) {
    const name = format.toUpperCase()
    const told = { type: "button", textContent: name, ariaLabel: `Download ${label} as ${name}`, onclick: () => act(format) }
    row.append(Object.assign(document.createElement("button"), told))
  }
  return row
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".figure-downloads")
  root.slide = data.slide
  const charts = JSON.stringify([data.charts, data.slide?.key])
  if (root.dataset.charts === charts) return // a button that is replaced while a finger is on it would miss the click
  root.dataset.charts = charts
  const rows = Object.entries(data.charts).map(([label, key]) => rowOf(label, (format) => saveChart(key, format)))
  let made = Promise.resolve() // one slide after another, because Plotly's file is caught on its way
  const slide = (format) => {
    made = made.catch(() => {}).then(() => saveSlide(root.slide.key, format, root.slide, (size) => drawn(root.slide.key, size)))
  }
  root.replaceChildren(...rows, ...(data.slide ? [rowOf("Slide", slide)] : []))
}

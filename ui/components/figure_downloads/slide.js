// A picture as a slide of 16:9: the page's question and the setting above it, its source below it, all in large type.
import { wrapped } from "../shared/labels.js"
import { NAMESPACE, saveDrawn, widthIn } from "../shared/svg.js"

const SLIDE = { width: 960, height: 540, margin: 40, gap: 14 }
const ENLARGED = 1.35 // the picture, compared with its size on a page; the same as on a projector (ui/look/projector.py)
const LEAST_HEIGHT = 300 // the least height at which the picture is laid out
const LETTERS = { title: [32, 22, 1], setting: [19, 14, 3], source: [15, 12, 2] } // size, smallest size, most lines
const LEADING = 1.25
const FONT = "Source Sans, sans-serif" // the page's (ui/look/theme.py)

function add(parent, tag, attributes, words = "") {
  const element = parent.appendChild(document.createElementNS(NAMESPACE, tag))
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.textContent = words
}

// As large as fits into so many lines; if even the smallest does not fit, the text is cut and ends with an ellipsis.
function fitted(words, [size, smallest, most], width, bold = false) {
  const broken = () => wrapped(words, width, (row) => widthIn(FONT, row, size, bold))
  let lines = broken()
  while (lines.length > most && size > smallest) {
    size -= 1
    lines = broken()
  }
  if (lines.length > most) lines = [...lines.slice(0, most - 1), `${lines[most - 1].slice(0, -2)} …`]
  return { size, lines, height: lines.length * size * LEADING }
}

// told: title, setting, source, and the colours text and background.  drawn: returns a promise of the picture, laid out at a
// size, as an SVG element.
export async function saveSlide(name, format, told, drawn) {
  const { width, height, margin, gap } = SLIDE
  const inner = width - 2 * margin
  const title = fitted(told.title, LETTERS.title, inner, true)
  const setting = fitted(told.setting, LETTERS.setting, inner)
  const source = fitted(told.source, LETTERS.source, inner)
  const top = gap + title.height + setting.height + gap
  const bottom = height - gap - source.height - gap
  const place = { x: margin, y: top, width: inner, height: bottom - top }
  const scale = Math.min(ENLARGED, place.height / LEAST_HEIGHT)
  const picture = await drawn({ width: Math.round(inner / scale), height: Math.round(place.height / scale) })
  const slide = document.createElementNS(NAMESPACE, "svg")
  for (const [key, value] of Object.entries({ width, height, "font-family": FONT })) slide.setAttribute(key, value)
  add(slide, "rect", { width: "100%", height: "100%", fill: told.background })
  const write = ({ size, lines }, y, look = {}) =>
    lines.forEach((line, i) => add(slide, "text", { x: margin, y: y + (0.8 + i) * size * LEADING, "font-size": size, fill: told.text, ...look }, line))
  write(title, gap, { "font-weight": 700 })
  write(setting, gap + title.height)
  write(source, bottom + gap, { opacity: 0.8 })
  for (const [key, value] of Object.entries(place)) picture.setAttribute(key, value)
  slide.append(picture)
  await saveDrawn(slide, { name: `${name}-slide`, format, width, height })
}

// What a map's lines and colours mean: the lines' names above it, and a bar of colours at its right.
import { scaleLog } from "../shared/scale.js"
import { line } from "../shared/svg.js"

const KEY = { row: 18, sample: 24, gap: 6, between: 16, size: 12 } // pixels
const SHADES = { away: 12, width: 12, ticks: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], last: "≥ 1,000" }
const TITLE = "times the bound without privacy"

// names: { words, dash } of each line, in rows from the frame's left side on.  Also says where the last row ends.
export function key(frame, names, { top, width }) {
  let [x, y, drawn] = [frame.left, top, ""]
  for (const { words, dash } of names) {
    const wide = KEY.sample + KEY.gap + frame.widthOf(words, KEY.size)
    if (x > frame.left && x + wide > frame.width) [x, y] = [frame.left, y + KEY.row]
    const middle = y + KEY.row / 2
    drawn += line([[x, middle], [x + KEY.sample, middle]], frame.colors.text, width, dash)
    drawn += frame.text(x + KEY.sample + KEY.gap, middle + 4, words, "start", { size: KEY.size })
    x += wide + KEY.between
  }
  return { drawn, bottom: y + KEY.row + KEY.gap }
}

// From 1 to the factor from which on the colour stays the same.
export function scale(frame) {
  const { right, top, bottom, colors } = frame
  const left = right + SHADES.away
  const stops = [[0, colors.background], [1, colors.private]]
  const shades = stops.map(([share, color]) => `<stop offset="${share}" stop-color="${color}"/>`).join("")
  const place = `x="${left}" y="${top}" width="${SHADES.width}" height="${bottom - top}"`
  const last = SHADES.ticks.at(-1)
  const heightOf = scaleLog([1, last], [bottom, top])
  const ticks = SHADES.ticks.map((tick) =>
    frame.text(left + SHADES.width + 5, heightOf(tick) + 4, tick === last ? SHADES.last : String(tick), "start", { size: KEY.size }),
  )
  const turned = `translate(${frame.width - 10} ${(top + bottom) / 2}) rotate(-90)`
  return `<linearGradient id="shades" x1="0" y1="1" x2="0" y2="0">${shades}</linearGradient>` +
    `<rect ${place} fill="url(#shades)" stroke="${colors.grid}"/>${ticks.join("")}` +
    `<g transform="${turned}">${frame.text(0, 0, TITLE, "middle")}</g>`
}

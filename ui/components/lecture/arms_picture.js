// Arms as bars: alone, or small in a corner of another picture.
import { wrapped } from "../shared/labels.js"
import { clamp } from "../shared/scale.js"
import { wordsAt } from "./plot.js"

const LEAST = 0.01
const THOUSANDTHS = 1000

const SMALLEST = 0.6 // a name's letters, in type sizes; where they would be smaller, or in more rows, numbers stand
const MOST_ROWS = 3

export const nameOf = (names, arm) => names[arm] || String(arm + 1)

// box: { left, right, top, bottom } of the bars with their words.  Returns { drawn, handles }.
export function armsIn(view, box, { means, names }, isMovable) {
  const { type, colors, arm_colors: fills } = view
  const lane = (box.right - box.left) / means.length
  const { rows, size } = namesIn(view, lane, means.map((_, arm) => nameOf(names, arm)))
  const below = Math.max(...rows.map(({ length }) => length))
  const floor = box.bottom - 1.2 * size * below
  const roof = box.top + 1.3 * type
  const best = Math.max(...means)
  const drawn = means.map((mean, arm) => {
    const [x, y] = [box.left + lane * arm, floor - mean * (floor - roof)]
    const place = `x="${(x + 0.14 * lane).toFixed(1)}" y="${y.toFixed(1)}" width="${(0.72 * lane).toFixed(1)}" height="${(floor - y).toFixed(1)}"`
    const middle = x + lane / 2
    const said = lane > 2.2 * type ? wordsAt(view, middle, y - (isMovable ? 1 : 0.4) * type, mean.toFixed(2).replace("0.", "."), "middle", { bold: mean === best }) : ""
    const name = rows[arm].map((row, i) => wordsAt(view, middle, box.bottom - 1.2 * size * (below - 1 - i), row, "middle", { size }))
    return `<rect ${place} fill="${fills[arm % fills.length]}"/>${said}${name.join("")}`
  })
  const base = `<path d="M${box.left} ${floor}H${box.right}" stroke="${colors.text}" stroke-width="2"/>`
  const handles = means.map((mean, arm) => ({
    key: `mean ${arm}`, axis: "y", name: `rate of ${nameOf(names, arm)}`, told: mean.toFixed(3), pixels: floor - roof, share: mean, lane,
    at: [box.left + lane * (arm + 0.5), floor - mean * (floor - roof)],
    set: (share) => ({ means: means.with(arm, clamp(Math.round(share * THOUSANDTHS) / THOUSANDTHS, LEAST, 1 - LEAST)) }),
  }))
  return { drawn: drawn.join("") + base, handles: isMovable ? handles : [] }
}

// The rows of each name under its bar, and the size of their letters.
function namesIn({ type, widthOf }, lane, names) {
  const room = 0.94 * lane
  const rows = names.map((name) => wrapped(name, room, (row) => widthOf(row, type)))
  const size = type * Math.min(1, room / Math.max(...rows.flat().map((row) => widthOf(row, type))))
  const fits = size >= SMALLEST * type && rows.every(({ length }) => length <= MOST_ROWS)
  return fits ? { rows, size } : { rows: names.map((_, arm) => [String(arm + 1)]), size: type }
}

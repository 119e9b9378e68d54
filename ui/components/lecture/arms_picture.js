// Arms as bars: alone, or small in a corner of another picture.
import { clamp } from "../shared/numbers.js"
import { wordsAt } from "./plot.js"

const TOP = 1 // the top of the scale, since means are probabilities
const LEAST = 0.01
const THOUSANDTHS = 1000

export const nameOf = (names, arm) => names[arm] || String(arm + 1)

// box: { left, right, top, bottom } of the bars with their words.  Returns { drawn, handles }.
export function armsIn(view, box, { means, names }, isMovable) {
  const { type, colors, arm_colors: fills } = view
  const floor = box.bottom - 1.2 * type
  const roof = box.top + 1.3 * type
  const lane = (box.right - box.left) / means.length
  const best = Math.max(...means)
  const drawn = means.map((mean, arm) => {
    const [x, y] = [box.left + lane * arm, floor - (mean / TOP) * (floor - roof)]
    const place = `x="${(x + 0.14 * lane).toFixed(1)}" y="${y.toFixed(1)}" width="${(0.72 * lane).toFixed(1)}" height="${(floor - y).toFixed(1)}"`
    const middle = x + lane / 2
    const said = lane > 2.2 * type ? wordsAt(view, middle, y - (isMovable ? 1 : 0.4) * type, mean.toFixed(2).replace("0.", "."), "middle", { bold: mean === best }) : ""
    return `<rect ${place} fill="${fills[arm % fills.length]}"/>${said}${wordsAt(view, middle, box.bottom, nameOf(names, arm), "middle")}`
  })
  const base = `<path d="M${box.left} ${floor}H${box.right}" stroke="${colors.text}" stroke-width="2"/>`
  const handles = isMovable ? means.map((mean, arm) => handleOf({ means, names, mean, arm, lane, box, floor, roof })) : []
  return { drawn: drawn.join("") + base, handles }
}

function handleOf({ means, names, mean, arm, lane, box, floor, roof }) {
  const set = (share) => ({ means: means.map((old, i) => (i === arm ? clamp(Math.round(share * THOUSANDTHS) / THOUSANDTHS, LEAST, 1 - LEAST) : old)) })
  const at = [box.left + lane * (arm + 0.5), floor - (mean / TOP) * (floor - roof)]
  return { key: `mean ${arm}`, axis: "y", name: `rate of ${nameOf(names, arm)}`, told: mean.toFixed(3), pixels: floor - roof, share: mean / TOP, at, set, lane }
}

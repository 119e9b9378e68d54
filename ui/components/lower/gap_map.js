// The map of T*_epsilon / T*_KL of two arms, p and p - gap, over a grid of gaps and epsilons; ui/explore/lower.py makes
// the same.  A map: { best, gaps: [smallest, widest], factors: rows from the smallest gap up, boundaries: by name }.
import { atLogShare, clamp, logShare } from "../shared/scale.js"
import { mixed } from "./colors.js"

const [LEAST, WIDEST] = [2e-16, 0.999] // gaps, as shares of the best mean; rounding would swallow smaller ones
const UNUSED = { epsilon: 1, risk: 0.1 } // an overview needs these too, but the map does not depend on them
const DARKEST = 3 // from the factor with this logarithm on, the colour stays the same

// The best of these means and the ends of the range of gaps, which goes down to the decade of the smallest gap.
export function extentOf(means) {
  const [best, second] = means.toSorted((a, b) => b - a)
  const decade = Math.floor(Math.log10(Math.min(best - second, best / 100)))
  return { best, gaps: [Math.max(Number(`1e${decade}`), LEAST * best), WIDEST * best] }
}

export const epsilonsOf = (columns, range) => Array.from({ length: columns }, (_, i) => atLogShare(i / (columns - 1), range))

// rows: how many gaps; overviews: those of two arms at the epsilons of the map's columns.  Null if there is no map.
export function gapMapOf({ best, gaps }, rows, overviews) {
  const found = []
  for (let row = 0; row < rows; row += 1) {
    const { problem, kl, curve, boundaries } = overviews.of({ ...UNUSED, means: [best, best - atLogShare(row / (rows - 1), gaps)] })
    if (problem) return null
    found.push({ factors: Array.from(curve.times, (time) => time / kl.time), boundaries })
  }
  const names = Object.keys(found[0].boundaries)
  return {
    best,
    gaps,
    factors: found.map(({ factors }) => factors),
    boundaries: Object.fromEntries(names.map((name) => [name, found.map(({ boundaries }) => boundaries[name])])),
  }
}

// Where a gap and an epsilon lie among the grid's rows and columns.
const placeOf = (share, count) => clamp(share, 0, 1) * (count - 1)

export function pointNear({ gaps, factors }, epsilon, gap, range) {
  const [rows, columns] = [factors.length, factors[0].length]
  const row = Math.round(placeOf(logShare(gap, gaps), rows))
  const column = Math.round(placeOf(logShare(epsilon, range), columns))
  return { gap: atLogShare(row / (rows - 1), gaps), epsilon: atLogShare(column / (columns - 1), range), factor: factors[row][column] }
}

// About the factor at any place: its logarithm between the four points around it.
export function factorAt({ gaps, factors }, epsilon, gap, range) {
  const [row, column] = [placeOf(logShare(gap, gaps), factors.length), placeOf(logShare(epsilon, range), factors[0].length)]
  const [below, left] = [Math.floor(row), Math.floor(column)]
  const along = (line) => {
    const [from, to] = [left, Math.min(left + 1, line.length - 1)].map((i) => Math.log(line[i]))
    return from + (column - left) * (to - from)
  }
  const [low, high] = [below, Math.min(below + 1, factors.length - 1)].map((i) => along(factors[i]))
  return Math.exp(low + (row - below) * (high - low))
}

// The grid as a small image, a pixel a point, stretched so that the outer points lie on the edges.
export function paint(canvas, { factors }, { background, private: dark }) {
  const [rows, columns] = [factors.length, factors[0].length]
  const small = Object.assign(document.createElement("canvas"), { width: columns, height: rows })
  const pen = small.getContext("2d")
  factors.toReversed().forEach((line, row) =>
    line.forEach((factor, column) => {
      pen.fillStyle = mixed(background, dark, clamp(Math.log10(factor) / DARKEST, 0, 1))
      pen.fillRect(column, row, 1, 1)
    }),
  )
  const wide = canvas.getContext("2d")
  wide.imageSmoothingQuality = "high"
  wide.drawImage(small, 0.5, 0.5, columns - 1, rows - 1, 0, 0, canvas.width, canvas.height)
}

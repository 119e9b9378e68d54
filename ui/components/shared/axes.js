// The titles of axes, their ticks, and labels that avoid each other: the same as ui/look/axes.py, from the same table.
import axesTable from "../../look/axes.json" with { type: "json" }
import { significant } from "./scale.js"

const MOST_AIR = 1.2 // decades of empty space at an end

// What an axis or a slider of epsilon or risk is called, the longer name first, and the words at its ends.
export const titlesOf = (name) => axesTable.titles[name]
export const endsOf = (name) => [`← ${axesTable.ends[name][0]}`, `${axesTable.ends[name][1]} →`]

// The ticks between the ends of a log axis: powers of ten, or denser until there are three.
export function logTicks([low, high]) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))]
  const powers = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const ticksAt = (digits) => powers.flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`))).filter((x) => x >= low && x <= high)
  const found = axesTable.digits.map(ticksAt)
  return found.find((ticks) => ticks.length >= axesTable.fewest_ticks) ?? found.at(-1)
}

// Round numbers in a range, at most about as many as wanted.
export function roundTicks([low, high], wanted) {
  const rough = (high - low) / Math.max(2, wanted)
  const decade = 10 ** Math.floor(Math.log10(rough))
  const step = decade * [1, 2, 5, 10].find((factor) => factor * decade >= rough)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => significant((first + i) * step, 6))
}

// A tick: 0.001, 100, 20k, 1M.
export function inThousands(x) {
  const group = Math.floor(Math.log10(x) / 3 + 1e-9)
  const word = axesTable.thousands[group]
  return word ? `${significant(x / 1000 ** group, 3)}${word}` : group < 1 ? String(x) : x.toExponential()
}

// At most so many ticks, evenly.
export function thinned(ticks, most) {
  const step = Math.ceil(ticks.length / Math.max(2, most))
  return ticks.filter((_, i) => i % step === 0)
}

// The ends of a log axis, as exponents of ten, which stay put while what is between them moves a little.
export const halfDecades = ([low, high]) => [Math.floor(2 * low) / 2, Math.ceil(2 * high) / 2]

// before: the ends until now, or null.  The second argument, [low, high], is what must be between them.  fitted: the ends that
// fit it best.  During a drag an end is only pushed, so that nothing jumps; otherwise the axis is fitted again if one would be.
export function rested(before, [low, high], fitted, isUnderHand) {
  if (!before) return fitted
  const pushed = [Math.max(low - MOST_AIR, Math.min(low, before[0])), Math.min(high + MOST_AIR, Math.max(high, before[1]))]
  return isUnderHand || String(pushed) === String(before) ? pushed : fitted
}

// Where to put the middles of labels that belong at these places and must not overlap: the nearest places (least squares)
// that keep their order, between low and high.  If there is no room for all, labels go beyond the high end.
export function apart(wanted, widths, low, high) {
  const order = wanted.map((_, i) => i).toSorted((a, b) => wanted[a] - wanted[b])
  const before = [] // the distance from the first label's edge to each middle if all labels touch
  const blocks = [] // neighbours that touch: the sum of their places, less the widths before them, and their number
  const mean = ({ sum, count }) => sum / count
  let whole = 0
  for (const i of order) {
    before.push(whole + widths[i] / 2)
    whole += widths[i]
    blocks.push({ sum: wanted[i] - before.at(-1), count: 1 })
    while (blocks.length > 1 && mean(blocks.at(-2)) >= mean(blocks.at(-1))) {
      const { sum, count } = blocks.pop()
      blocks.at(-1).sum += sum
      blocks.at(-1).count += count
    }
  }
  const fitted = blocks.flatMap((block) => Array(block.count).fill(mean(block)))
  const places = []
  order.forEach((i, rank) => (places[i] = before[rank] + Math.max(low, Math.min(high - whole, fitted[rank]))))
  return places
}

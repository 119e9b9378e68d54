// The plane in which arms and theta lie: its window on the screen, its places, and the line beyond which an arm is better.
import { clamp, significant } from "../shared/scale.js"

const AIR = 0.1 // the margin around the points, as a share of their extent
const STRETCHED = 3 // up to this much stretching, both axes keep one scale
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1]
export const span = ([low, high]) => high - low
export const quantum = (range) => 10 ** Math.floor(Math.log10(span(range) / 500)) // places are multiples of it

// The ranges of x and y that hold these places in so many pixels, with one scale unless the points would shrink to a line.
export function windowOf(places, pixels) {
  const ranges = [0, 1].map((axis) => {
    const values = places.map((place) => place[axis])
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const pad = AIR * (high - low || 1)
    return [low - pad, high + pad]
  })
  const units = ranges.map((range, axis) => span(range) / pixels[axis])
  const unit = Math.max(...units)
  if (unit > STRETCHED * Math.min(...units)) return ranges
  return ranges.map(([low, high], axis) => [-1, 1].map((way) => (low + high + way * unit * pixels[axis]) / 2))
}

// Where a place is after a change.  start: the unrounded place, which a slow drag moves by less than a quantum at a time.
export function movedTo(start, change, ranges) {
  return ranges.map((range, axis) => {
    start[axis] = clamp(start[axis] + change[axis], ...range)
    return significant(Math.round(start[axis] / quantum(range)) * quantum(range), 6)
  })
}

// Two ends, outside the window, of the line of all places with the mean of this arm; null where theta says nothing.
export function contourOf(arm, theta, ranges) {
  const size = dot(theta, theta)
  if (!size) return null
  const foot = theta.map((value) => (value * dot(arm, theta)) / size)
  const reach = (span(ranges[0]) + span(ranges[1]) + Math.abs(foot[0]) + Math.abs(foot[1])) / Math.sqrt(size)
  return [-1, 1].map((way) => [foot[0] - way * reach * theta[1], foot[1] + way * reach * theta[0]])
}

// The corners of the parallelogram of one arm or two.
export const cornersOf = ([a, b]) => (b ? [[0, 0], a, [a[0] + b[0], a[1] + b[1]], b] : [[0, 0], a])

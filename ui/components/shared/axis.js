// The ends of a log axis, as exponents of ten, that rest while what they hold moves a little.
import { clamp } from "./numbers.js"

const MOST_AIR = 1.2 // decades at an end

export const halfDecades = ([low, high]) => [Math.floor(2 * low) / 2, Math.ceil(2 * high) / 2]

// before: the ends until now, or null.  held: [low, high], what must stand between them.  fitted: the ends for it alone.
// Under a hand an end is pushed, so that nothing jumps; else the axis is fitted anew where one would be.
export function rested(before, [low, high], fitted, isUnderHand) {
  if (!before) return fitted
  const pushed = [clamp(before[0], low - MOST_AIR, low), clamp(before[1], high, high + MOST_AIR)]
  return isUnderHand || String(pushed) === String(before) ? pushed : fitted
}

// Conversions of numbers between pixels, ranges and words.
const MOST_TIMES = 1000 // how often a fine step must be repeated, at most, to cross a range
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x))
export const significant = (x, digits) => Number(x.toPrecision(digits))

// The share of a log range at which a value is, and the reverse.
export const logShare = (value, [low, high]) => Math.log(value / low) / Math.log(high / low)
export const atLogShare = (share, [low, high]) => low * (high / low) ** share

// Read off a curve between two of its points, whose x are evenly spaced on a log axis; its y are on a log axis, too.
export function readOff(x, xs, ys) {
  const last = xs.length - 1
  const place = clamp(logShare(x, [xs[0], xs[last]]), 0, 1) * last
  const left = Math.min(Math.floor(place), last - 1)
  return ys[left] * (ys[left + 1] / ys[left]) ** (place - left)
}

// The share one step further along a range, or as many steps as it takes to reach another value; the same share at the end.
export function shareOfNext(share, distance, valueAt) {
  const here = valueAt(share)
  for (let times = 1; times < MOST_TIMES; times += 1) {
    if (valueAt(share + times * distance) !== here) return share + times * distance
  }
  return share
}

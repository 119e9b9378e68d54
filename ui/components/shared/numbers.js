// Numbers on the way between pixels, ranges and words.
const MOST_TIMES = 1000 // as far as a fine step must be repeated to cross a range
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x))
export const significant = (x, digits) => Number(x.toPrecision(digits))

// The share of a log range at which a value lies, and back.
export const logShare = (value, [low, high]) => Math.log(value / low) / Math.log(high / low)
export const atLogShare = (share, [low, high]) => low * (high / low) ** share

// Read off between two points of a curve whose x are evenly spaced on a log axis, as its y are drawn on one.
export function readOff(x, xs, ys) {
  const last = xs.length - 1
  const place = clamp(logShare(x, [xs[0], xs[last]]), 0, 1) * last
  const left = Math.min(Math.floor(place), last - 1)
  return ys[left] * (ys[left + 1] / ys[left]) ** (place - left)
}

// The share that far along a range, or as many times that as it takes to reach another value; here if none is left.
export function shareOfNext(share, distance, valueAt) {
  const here = valueAt(share)
  for (let times = 1; times < MOST_TIMES; times += 1) {
    if (valueAt(share + times * distance) !== here) return share + times * distance
  }
  return share
}

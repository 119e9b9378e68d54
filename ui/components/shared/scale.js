// Places on scales: shares of a range, and pixels.
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

// A scale, named as in d3-scale: from values of a domain to pixels of a range, and back by invert.
// slack: how far outside its range a place may be, as a share of the range; values beyond that are moved to there.
export function scaleLog(domain, [start, end], slack = Infinity) {
  const scale = (value) => start + clamp(logShare(value, domain), -slack, 1 + slack) * (end - start)
  return Object.assign(scale, { domain, invert: (place) => atLogShare((place - start) / (end - start), domain) })
}

export function scaleLinear([low, high], [start, end]) {
  const scale = (value) => start + ((value - low) / (high - low)) * (end - start)
  return Object.assign(scale, { domain: [low, high], invert: (place) => low + ((place - start) / (end - start)) * (high - low) })
}

// Scales, named as in d3-scale: from values of a domain to pixels of a range, and back by invert.
import { atLogShare, clamp, logShare } from "./numbers.js"

// slack: how far outside its range a place may be, as a share of the range; values beyond that are moved to there.
export function scaleLog(domain, [start, end], slack = Infinity) {
  const scale = (value) => start + clamp(logShare(value, domain), -slack, 1 + slack) * (end - start)
  return Object.assign(scale, { domain, invert: (place) => atLogShare((place - start) / (end - start), domain) })
}

export function scaleLinear([low, high], [start, end]) {
  const scale = (value) => start + ((value - low) / (high - low)) * (end - start)
  return Object.assign(scale, { domain: [low, high], invert: (place) => low + ((place - start) / (end - start)) * (high - low) })
}

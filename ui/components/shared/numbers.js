// Numbers on the way between pixels, ranges and words.
const MOST_TIMES = 1000 // as far as a fine step must be repeated to cross a range
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x))
export const significant = (x, digits) => Number(x.toPrecision(digits))

// The share of a log range at which a value lies, and back.
export const logShare = (value, [low, high]) => Math.log(value / low) / Math.log(high / low)
export const atLogShare = (share, [low, high]) => low * (high / low) ** share

// The share so much further along a range, or as many times as far as it takes to reach another value; here if none is left.
export function shareOfNext(share, distance, valueAt) {
  const here = valueAt(share)
  for (let times = 1; times < MOST_TIMES; times += 1) {
    if (valueAt(share + times * distance) !== here) return share + times * distance
  }
  return share
}

// The exponents of the powers of ten in a range.
export function decades([low, high]) {
  const first = Math.ceil(Math.log10(low))
  return Array.from({ length: Math.floor(Math.log10(high)) - first + 1 }, (_, i) => first + i)
}

// Round numbers in a range, at most about as many as wanted.
export function roundTicks([low, high], wanted) {
  const rough = (high - low) / Math.max(2, wanted)
  const decade = 10 ** Math.floor(Math.log10(rough))
  const step = decade * [1, 2, 5, 10].find((factor) => factor * decade >= rough)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => significant((first + i) * step, 6))
}

// Numbers for a log axis: powers of ten or, where they are fewer than two, also 2 and 5 times those.
export function logTicks([low, high]) {
  const powers = decades([low, high]).map((k) => Number(`1e${k}`))
  if (powers.length > 1) return powers
  const first = Math.floor(Math.log10(low))
  return [first, first + 1].flatMap((k) => [1, 2, 5].map((factor) => Number(`${factor}e${k}`))).filter((x) => x >= low && x <= high)
}

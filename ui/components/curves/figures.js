// The figures of one cell's runs, as FixedConfidenceResult.summary and ui/stopping/charts.py make them.
const NORMAL_95 = 1.959964 // standard errors on either side of a mean

// times: those of all runs, negative for capped ones.  figure: "mean" or "median".  cap: where an undetermined one is drawn.
// Returns [low, middle, high, share of capped runs, runs].
export function figuresOf(times, figure, cap) {
  const known = times.filter((time) => time > 0).toSorted((a, b) => a - b)
  const shares = [(times.length - known.length) / times.length, times.length]
  if (figure === "median") return [...[0.1, 0.5, 0.9].map((level) => quantileOf(known, level, times.length) ?? cap), ...shares]
  if (known.length < times.length) return [cap, cap, cap, ...shares]
  const mean = known.reduce((sum, time) => sum + time, 0) / known.length
  const squares = known.reduce((sum, time) => sum + (time - mean) ** 2, 0)
  const half = known.length > 1 ? (NORMAL_95 * Math.sqrt(squares / (known.length - 1))) / Math.sqrt(known.length) : 0
  return [mean - half, mean, mean + half, ...shares]
}

// By linear interpolation between ranks, the capped runs after all others; undefined where they leave it undetermined.
function quantileOf(known, level, runs) {
  const rank = level * (runs - 1)
  const [below, above] = [known[Math.floor(rank)], known[Math.ceil(rank)]]
  return above === undefined ? undefined : below + (above - below) * (rank - Math.floor(rank))
}

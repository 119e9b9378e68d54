// Where the published average of an arm falls: first the part of chance (in its normal limit), then that of the noise.
const POINTS = 161
const WIDEST = 4 // standard deviations on either side
const PLACES = 81
const REACH = 8 // how far we sum over the narrower one, in units of its scale

// For two arms with half the participants each, the densities at evenly spaced averages from low to high.
export function curvesOf({ means, participants, epsilon }) {
  const each = participants / 2
  const noise = 1 / (epsilon * each) // scale of the Laplace noise in an average
  const spreads = means.slice(0, 2).map((mean) => Math.hypot(Math.sqrt((mean * (1 - mean)) / each), Math.SQRT2 * noise))
  const reach = WIDEST * Math.max(...spreads)
  const [low, high] = [Math.min(...means) - reach, Math.max(...means) + reach]
  const places = Array.from({ length: POINTS }, (_, i) => low + (i / (POINTS - 1)) * (high - low))
  const laws = means.slice(0, 2).map((mean) => places.map((x) => density(x - mean, Math.sqrt((mean * (1 - mean)) / each), noise)))
  return { low, high, laws }
}

// The density of the sum of a normal and a Laplace number: the wider one's density, averaged over the narrower one.
function density(x, spread, scale) {
  const [wide, narrow, step] = scale > spread ? [laplace, normal, spread] : [normal, laplace, scale]
  const wider = Math.max(spread, scale)
  let [sum, weights] = [0, 0]
  for (let i = 0; i < PLACES; i += 1) {
    const place = REACH * step * ((2 * i) / (PLACES - 1) - 1)
    const weight = narrow(place, step)
    sum += weight * wide(x - place, wider)
    weights += weight
  }
  return sum / weights
}

const normal = (x, spread) => Math.exp(-0.5 * (x / spread) ** 2) / (spread * Math.sqrt(2 * Math.PI))
const laplace = (x, scale) => Math.exp(-Math.abs(x) / scale) / (2 * scale)

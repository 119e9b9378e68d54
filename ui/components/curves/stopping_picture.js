// Participants until the stop against epsilon, on log axes: simulated points with bands over the two lower bounds.
import { apart, halfDecades, rested } from "../shared/axes.js"
import { atLeast, count, percent, plural, setting } from "../shared/numbers.js"
import { Frame } from "../shared/frame.js"
import { clamp, logShare, significant } from "../shared/scale.js"
import { area, line, pathOf } from "../shared/svg.js"
import { boundAt } from "./under_hand.js"

const MARGIN = { left: 64, right: 24, top: 30, bottom: 54 }
const END = { size: 13, apart: 17, away: 8, cut: 6 } // words at the right ends of lines, in pixels
const ABOVE = 8 // words above the frame
const NARROW = { width: 480, row: 16 } // pixels; the row says what is faded
const AIR = 0.1 // decades between what is shown and the ends of its axis, at least
const SHADE = 0.18
const FADED = 0.35
const NEAR = { point: 12, line: 6 } // pixels
const SIZE = { point: 4.5, triangle: 6 }
const log10 = Math.log10

const SLACK = 10 // how far outside the frame places are still told apart, in frames
const BOUND = "lower bound"
const WITHOUT = "bound, no privacy"
const UNKNOWN = "unknown" // what capped runs leave undetermined: a triangle at the cap
const LIMIT = " (risk → 0)" // for a bound that is proven only in this limit

export class StoppingPicture {
  // range: that of epsilon.  cap: where figures are drawn that capped runs leave undetermined.
  //  epsilon: the current one.  bound: the one there; free: without privacy; bounds: { epsilons, private }.
  //  is_asymptotic: whether these are proven only as the risk goes to 0.
  // curves: { name (at its end), label, color, dash, is_private, points }; earlier: { words, curves } or null, faded.
  // A point: [epsilon, low, middle, high, share of capped runs, runs]; middle is a mean or a median (`figure`).
  adopt(shown, isUnderHand = false) {
    Object.assign(this, { shown, isUnderHand })
  }

  words() {
    const { epsilon, bound: least, free, is_asymptotic: isAsymptotic, curves, figure, earlier } = this.shown
    const here = curves.flatMap(({ label, points, is_private }) => {
      const point = points.find(([place]) => !is_private || place === epsilon)
      return point ? [`${label} ${this.told(point, 2)} (${figure} of ${runsOf(point)}${capped(point)})`] : []
    })
    const bound = `${isAsymptotic ? "as risk → 0 " : ""}at least ${atLeast(least)} on average, ${atLeast(free)} without privacy`
    const runs = here.length ? `simulated: ${here.join(", ")}` : "no simulated runs"
    const old = earlier ? `; faded: ${earlier.words}` : ""
    return `Participants until a run stops against ε; at ε = ${setting(epsilon)}: ${bound}; ${runs}${old}`
  }

  get boundNames() {
    return [BOUND, WITHOUT].map((name) => (this.shown.is_asymptotic ? name + LIMIT : name))
  }

  draw(view) {
    const { range, curves, earlier, epsilon } = this.shown
    const ends = Math.max(...[...this.boundNames, ...curves.map(({ name }) => name)].map((name) => view.widthOf(name, END.size)))
    const right = view.width - ends - END.away - END.cut
    this.measure()
    this.row = view.width < NARROW.width ? NARROW.row : 0
    const edges = { left: MARGIN.left, right, top: MARGIN.top + this.row, bottom: view.height - MARGIN.bottom }
    this.frame = new Frame({ ...view, range }, edges, { y: this.ends.map((end) => 10 ** end), slack: SLACK })
    const old = earlier ? earlier.curves.map((curve) => this.path(curve, FADED)).join("") : ""
    const lines = this.bounds() + curves.map((curve) => this.band(curve) + this.path(curve) + this.marks(curve)).join("")
    const inside = this.frame.clipped(old + lines, "plot", SIZE.triangle) // points on the frame's sides stick out of it
    return [this.frame.axisLeft("participants until a run stops") + this.frame.epsilonAxis(), inside, this.names() + this.choice(epsilon) + this.note(earlier, epsilon)]
  }

  // The axis of participants.
  measure() {
    const { free, bounds, curves, earlier } = this.shown
    const heights = [free, ...bounds.private, ...[...curves, ...(earlier?.curves ?? [])].flatMap(({ points }) => points.flatMap((point) => point.slice(1, 4)))]
    const [lowest, highest] = heights.filter((y) => y > 0).reduce(([low, high], y) => [Math.min(low, y), Math.max(high, y)], [Infinity, 0])
    const held = [log10(lowest) - AIR, log10(highest) + AIR]
    const [low, high] = halfDecades(held)
    this.ends = rested(this.ends, held, [low, Math.max(high, low + 0.5)], this.isUnderHand)
  }

  places(points, column) {
    return points.map((point) => [this.frame.x(point[0]), this.frame.y(point[column])])
  }

  bounds() {
    const { range, free, bounds } = this.shown
    const { colors } = this.frame
    const places = bounds.epsilons.map((epsilon, i) => [this.frame.x(epsilon), this.frame.y(bounds.private[i])])
    return line(range.map((epsilon) => [this.frame.x(epsilon), this.frame.y(free)]), colors.without_privacy, 2, "7 5") +
      line(places, colors.private, 4)
  }

  band({ points, color }) {
    if (points.length === 0) return ""
    return area([...this.places(points, 3), ...this.places(points, 1).toReversed()], color, SHADE)
  }

  path({ points, color, dash }, opacity = 1) {
    return points.length ? line(this.places(points, 2), color, 2, dash, opacity) : ""
  }

  marks({ points, color, is_private }) {
    if (!is_private) return ""
    const drawn = this.places(points, 2).map(([x, y], i) => {
      if (this.told(points[i], 2) !== UNKNOWN) return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${SIZE.point}" fill="${color}"/>`
      const corners = [[x - SIZE.triangle, y + SIZE.triangle], [x, y - SIZE.triangle], [x + SIZE.triangle, y + SIZE.triangle]]
      return `<path class="capped" d="${pathOf(corners)}Z" fill="${color}"/>`
    })
    return drawn.join("")
  }

  names() {
    const { free, bounds, curves } = this.shown
    const { right, top, bottom, colors } = this.frame
    const [withPrivacy, without] = this.boundNames
    const ends = [
      [withPrivacy, bounds.private.at(-1), colors.private], [without, free, colors.without_privacy],
      ...curves.flatMap(({ name, color, points }) => (points.at(-1)?.[0] === this.shown.range[1] ? [[name, points.at(-1)[2], color]] : [])),
    ]
    const places = apart(ends.map(([, samples]) => this.frame.y(samples)), ends.map(() => END.apart), top - END.apart / 2, bottom + END.apart / 2)
    return ends.map(([name, , color], i) => this.frame.text(right + END.away, places[i] + 4, name, "start", { color, size: END.size })).join("")
  }

  choice(epsilon) {
    const { left, right, top } = this.frame
    const x = this.frame.x(epsilon)
    if (x < left - 1 || x > right + 1) return ""
    const words = `ε = ${setting(epsilon)}`
    const half = this.frame.widthOf(words, END.size) / 2
    const place = clamp(x, left + half, right - half)
    return this.frame.choiceLine(epsilon) + this.frame.text(place, top - ABOVE, words, "middle", { color: this.frame.colors.choice })
  }

  // Words about what is faded, on the side where the current epsilon is not.
  note(earlier, epsilon) {
    if (!earlier) return ""
    const { left, right, top, range, colors } = this.frame
    const isLeft = this.row > 0 || logShare(epsilon, range) > 0.5
    return this.frame.text(isLeft ? left : right, top - ABOVE - this.row, `faded: ${earlier.words}`, isLeft ? "start" : "end", { color: colors.without_privacy })
  }

  // The reading of the nearest point or, if none is near, of a bound.
  readingAt(x, y) {
    const { frame, shown } = this
    if (x < frame.left - NEAR.point || x > frame.right + NEAR.point || y < frame.top || y > frame.bottom) return null
    const near = shown.curves.flatMap((curve) =>
      this.places(curve.points, 2).map(([left, top], i) => ({ curve, point: curve.points[i], away: Math.hypot(left - x, top - y) })),
    )
    const nearest = near.reduce((best, one) => (one.away < best.away ? one : best), { away: NEAR.point })
    if (nearest.point) return this.readingOf(nearest)
    const epsilon = clamp(frame.x.invert(x), ...shown.range)
    const samples = boundAt(epsilon, shown.bounds)
    if (Math.abs(this.frame.y(samples) - y) < NEAR.line) {
      return `${this.boundNames[0]} at ε = ${significant(epsilon, 3)}: about ${atLeast(samples)} participants on average`
    }
    if (Math.abs(this.frame.y(shown.free) - y) > NEAR.line) return null
    return `lower bound without privacy${shown.is_asymptotic ? LIMIT : ""}: ${atLeast(shown.free)} participants on average`
  }

  // One of a point's figures, unless capped runs leave it undetermined.
  told(point, column) {
    return point[4] && point[column] >= this.shown.cap ? UNKNOWN : count(point[column])
  }

  readingOf({ curve, point }) {
    const [epsilon] = point
    const place = curve.is_private ? ` at ε = ${setting(epsilon)}` : ""
    return `<strong>${curve.label}</strong>${place}: participants (${this.shown.figure}): ${this.told(point, 2)}<br>` +
      `from ${this.told(point, 1)} to ${this.told(point, 3)}<br>${runsOf(point)}, ${point[4] ? `${percent(point[4])} of them capped` : "all stopped"}`
  }
}

const runsOf = ([, , , , , runs]) => `${runs} run${plural(runs)}`
const capped = (point) => (point[4] ? `, ${percent(point[4])} of them capped` : "")

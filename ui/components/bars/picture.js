// The main picture: participants needed against epsilon, on log axes.  We draw it here and not with Plotly, because Streamlit
// mounts a Plotly chart again whenever its figure changes, and that takes longer than a whole step of a drag may.
import { halfDecades, rested } from "../shared/axes.js"
import { atLeast, number, setting } from "../shared/numbers.js"
import { Frame } from "../shared/frame.js"
import { Labels } from "../shared/labels.js"
import { atLogShare, clamp, readOff, significant } from "../shared/scale.js"
import { line } from "../shared/svg.js"

const MARGIN = { left: 62, right: 16, top: 8, bottom: 52 }
const AIR = 0.4 // decades above and below what the axis must hold
const ROW = 17 // pixels for each boundary's flag, above the curves
const REGIME = 0.12 // the opacity of a zone
const FLAG = { size: 12.5 }
const NAME = { size: 13 } // of a line
const POINT = { size: 15, bold: true }
const log10 = Math.log10
// Whether a pole at x crosses words that start there.
const stands = (x, start, width) => x > start - 4 && x < start + width + 4

const point = (x, y, color, rim, name = "") =>
  `<circle class="${name}" cx="${x}" cy="${y}" r="7" fill="${color}" stroke="${rim}" stroke-width="2"/>`

export class Picture {
  // shown: as ui/explore/charts.py makes it; epsilon: under the hand.
  adopt(shown, epsilon, isUnderHand) {
    Object.assign(this, { data: shown, epsilon, isUnderHand })
  }

  // The curve's value at this epsilon: exact if the server has computed it, otherwise read off between two points.
  samplesAt(epsilon) {
    const { epsilons, samples, here } = this.data
    return epsilon === here.epsilon ? here.samples : readOff(epsilon, epsilons, samples)
  }

  words() {
    const { epsilon } = this
    const { epsilons, samples, free, is_asymptotic: isAsymptotic, marks, achieved, here } = this.data
    const bound = [
      `at ε = ${setting(epsilon)} ${epsilon === here.epsilon ? "" : "about "}${atLeast(this.samplesAt(epsilon))}`,
      ...[0, epsilons.length - 1].map((end) => `at ε = ${setting(epsilons[end])} ${atLeast(samples[end])}`),
      `without privacy ${atLeast(free)}`,
    ]
    const reached = achieved && epsilon === here.epsilon ? [`${achieved.method} takes ${number(achieved.samples)}`] : []
    const start = `Participants on average against ε; lower bound${isAsymptotic ? " for a risk that tends to 0" : ""}`
    return `${start}: ${[bound.join(", "), ...reached, ...marks.map(({ flag }) => flag)].join("; ")}`
  }

  draw(view) {
    const { marks, free, samples } = this.data
    const held = [log10(free / 2), log10(2 * Math.max(samples[0], 20 * free))]
    this.ends = rested(this.ends, held, halfDecades([held[0] - AIR, held[1] + AIR]), this.isUnderHand)
    const edges = { left: MARGIN.left, right: view.width - MARGIN.right, top: MARGIN.top + ROW * marks.length + 6, bottom: view.height - MARGIN.bottom }
    this.frame = new Frame(view, edges, { y: this.ends.map((end) => 10 ** end) })
    const widthOf = (words, { size, bold }) => view.widthOf(words, size, bold)
    this.labels = new Labels(widthOf, { ...edges, right: view.width - 2 })
    const axes = this.frame.axisLeft("participants on average") + this.frame.epsilonAxis()
    return [this.regimes(), axes, this.reading(), this.bounds(), this.flags(), this.choice() + this.achieved(), this.names()]
  }

  // The shading shows where privacy dominates and where the bound is nearly unchanged; the flags name these zones.
  regimes() {
    const { price_dominated: end, almost_free: start } = this.data.regimes
    const { range, colors } = this.frame
    return this.frame.band([range[0], end], colors.private, REGIME) + this.frame.band([start, range[1]], colors.without_privacy, REGIME)
  }

  bounds() {
    const { epsilons, samples, free, others } = this.data
    const { frame } = this
    const { private: blue, without_privacy: grey, text } = frame.colors
    const [low, high] = frame.range
    const at = (epsilon, value) => [frame.x(clamp(epsilon, low, high)), frame.y(value)]
    const drawn = (points, ...style) => {
      this.labels.avoid(points)
      return line(points, ...style)
    }
    let lines = ""
    if (others) {
      const { price, bends } = others
      const bent = (bend, divisor) => [
        ...(bend > low ? [at(low, price / (divisor * low))] : []), at(bend, free), at(high, free),
      ]
      lines += line(bent(bends.first, 6), text, 1)
      lines += line(bent(bends.improved, 1), blue, 9, "", 0.25)
      lines += line([at(low, price / low), at(high, price / high)], blue, 2, "2 4")
    }
    lines += drawn([at(low, free), at(high, free)], grey, 2, "7 5")
    lines += drawn(epsilons.map((epsilon, i) => at(epsilon, samples[i])), blue, 4)
    return frame.clipped(lines, "plot")
  }

  // Written on the lines, where there is room.
  names() {
    const { free, others, is_asymptotic: isAsymptotic } = this.data
    const { range, left: start, right: end, bottom: floor, colors } = this.frame
    const [low, high] = range
    const limit = isAsymptotic ? " (risk → 0)" : ""
    const right = end - 4
    const along = (shares, ends, height, [aside, down], anchor) =>
      shares.map((share) => {
        const epsilon = atLogShare(share, ends)
        return [this.frame.x(epsilon) + aside, this.frame.y(height(epsilon)) + down, anchor]
      })
    const names = [
      this.named(`bound with privacy${limit}`, { ...NAME, bold: true, color: colors.private }, [
        ...along([0.02, 0.1, 0.2, 0.3, 0.4], range, (epsilon) => this.samplesAt(epsilon), [16, -10], "start"),
        [right, this.frame.y(this.samplesAt(high)) - 12, "end"],
      ]),
      this.named(`bound without privacy${limit}`, NAME, [
        [right, this.frame.y(free) + 19, "end"], [start + 8, this.frame.y(free) + 19, "start"], [start + 8, this.frame.y(free) - 9, "start"],
      ]),
    ]
    if (others) {
      const { price, bends } = others
      const tail = [bends.improved, Math.min(price / this.frame.y.invert(floor), high)]
      const shares = [0.5, 0.3, 0.7]
      names.push(this.named("price of privacy alone", NAME, along(shares, tail, (epsilon) => price / epsilon, [8, 0], "start")))
      const head = [low, Math.max(bends.first, low)]
      names.push(this.named("first bound", NAME, along(shares, head, (epsilon) => price / (6 * epsilon), [-8, 12], "end")))
    }
    return names.join("")
  }

  named(words, look, places, must) {
    const place = this.labels.place(words, look, places, must)
    return place ? this.frame.text(place[0], place[1], words, place[2], look) : ""
  }

  // Each boundary has a row, higher the further left it is.  Its words are on the side where it holds, unless a pole cuts them.
  flags() {
    const { frame } = this
    const [low, high] = frame.range
    const flags = []
    this.data.marks.forEach(({ epsilon, flag, before }, row) => {
      if (epsilon < low || epsilon > high) return
      const [x, y] = [frame.x(epsilon), MARGIN.top + ROW * (row + 0.5)]
      const width = frame.widthOf(flag, FLAG.size)
      const [left, right, inside] = [x - 9 - width, x + 9, clamp(x, 0, frame.width - width)]
      const isFree = (from) => from >= 0 && from + width <= frame.width && !flags.some((other) => stands(other.x, from, width))
      const start = (before ? [left, right] : [right, left]).find(isFree) ?? inside
      flags.push({ row, flag, x, y, width, start, isInside: start === inside })
    })
    return flags.map((flag, i) => this.flag(flag, flags.slice(i + 1))).join("")
  }

  // Its pole is interrupted where a lower flag's words have no other place.
  flag({ row, flag, x, y, start, isInside }, lower) {
    const broken = lower.filter((other) => stands(x, other.start, other.width)).flatMap((other) => [other.y - ROW / 2, other.y + ROW / 2])
    const { colors, bottom } = this.frame
    const heights = [isInside ? y + 7 : y, ...broken, bottom]
    const parts = heights.flatMap((top, i) => (i % 2 ? [] : [[[x, top], [x, heights[i + 1]]]]))
    parts.forEach((part) => this.labels.avoid(part))
    const pole = parts.map((part) => line(part, colors.text, 1, "", 0.4)).join("")
    const diamond = isInside ? "" : `<path d="M${x} ${y - 4}l4 4l-4 4l-4 -4z" fill="${colors.text}"/>`
    return `<g data-mark="${row}" style="cursor:help">${pole}${diamond}${this.frame.text(start, y + 4, flag, "start", FLAG)}</g>`
  }

  // From the curve at the current epsilon to both axes.
  reading() {
    const { left, bottom, colors } = this.frame
    const [x, y] = this.here()
    const points = [[left, y], [x, y], [x, bottom]]
    this.labels.avoid(points)
    return line(points, colors.choice, 2)
  }

  here() {
    return [this.frame.x(this.epsilon), this.frame.y(this.samplesAt(this.epsilon))]
  }

  choice() {
    const { choice: color, background } = this.frame.colors
    const { epsilon } = this
    const [x, y] = this.here()
    const words = `${epsilon === this.data.here.epsilon ? "" : "≈ "}${atLeast(this.samplesAt(epsilon))} at ε = ${setting(epsilon)}`
    return (
      point(x, y, color, background) +
      `<rect class="grip-epsilon" x="${x - 6}" y="${this.frame.bottom - 9}" width="12" height="18" rx="4" fill="${color}" stroke="${background}" stroke-width="2"/>` +
      this.named(words, { ...POINT, color }, [[x + 12, y - 12, "start"], [x - 12, y + 24, "end"], [x - 12, y - 12, "end"]], true)
    )
  }

  // What an algorithm needs at the server's epsilon; an arrow where that lies above the picture.
  achieved() {
    const { achieved, here } = this.data
    if (!achieved || this.epsilon !== here.epsilon) return ""
    const { top, colors } = this.frame
    const color = colors.achievable
    const [x, bound] = this.here()
    const at = this.frame.y(achieved.samples)
    const y = Math.max(at, top + 10)
    const words = `${y > at ? "↑ " : ""}${number(achieved.samples)} by ${achieved.method}`
    const places = [5, -14, 22].flatMap((down) => [[x + 12, y + down, "start"], [x - 12, y + down, "end"]])
    return (
      line([[x, y], [x, bound]], color, 2, "2 4") +
      point(x, y, color, colors.background, "achieved") +
      this.named(words, { ...POINT, color }, places, true)
    )
  }

  // A boundary's formula, or the curve.
  readingAt(x, y, target) {
    const { marks, free, is_asymptotic: isAsymptotic } = this.data
    const mark = target.closest?.("[data-mark]")
    if (mark) return marks[mark.dataset.mark].tip
    if (!this.frame.holds(x, y)) return null
    const epsilon = this.frame.x.invert(x)
    const samples = this.samplesAt(epsilon)
    const factor = significant(samples / free, 3)
    return `ε = ${epsilon.toPrecision(3)}: lower bound${isAsymptotic ? " (risk → 0)" : ""} ≈ ${atLeast(samples)} participants on average,<br>${factor} times the bound without privacy`
  }
}

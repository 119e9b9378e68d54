// The optimal shares of the participants against epsilon, stacked, with the shares at the current epsilon beside them.
import { armName } from "../shared/names.js"
import { percent } from "../shared/numbers.js"
import { atLogShare, clamp, logShare, significant } from "../shared/scale.js"
import { mixed } from "./colors.js"
import { BELOW, Frame, stripes } from "../shared/frame.js"

const MARGIN = { left: 64, right: 12, top: 12, bottom: 54 }
const CURVE = 0.8 // the curves' share of the width; the bar gets the rest, less a gap
const GAP = 0.04
const PALE = 0.75
const WRITTEN = { share: 0.1, size: 12, smallest: 8, leading: 1.2, padding: 4 } // words in the bar, for shares from this one on
const DIGITS = { curve: 3, bar: 6 }

export class Allocation {
  // What the server says.  here: the shares at the current epsilon; shares: at each one of the curve, row by row.
  adopt({ means, names, epsilon, here, shares }) {
    this.shown = { means, names, epsilon, here, shares }
  }

  // What the bars say during a drag.
  follow({ means, names, epsilon, overview }) {
    this.adopt({ means, names, epsilon, here: [...overview.private.allocation], shares: overview.curve.allocations })
  }

  words() {
    const { epsilon, here, names } = this.shown
    const each = here.map((share, arm) => `${armName(names, arm)} ${percent(share, DIGITS.curve)}`)
    return `The optimal shares of the participants at ε = ${significant(epsilon, 4)}: ${each.join(", ")}`
  }

  draw(view) {
    const { left, right, top, bottom } = MARGIN
    const inner = view.width - left - right
    const edges = { top, bottom: view.height - bottom }
    this.frame = new Frame(view, { ...edges, left, right: left + CURVE * inner })
    this.bar = new Frame(view, { ...edges, left: left + (CURVE + GAP) * inner, right: view.width - right })
    const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => [share, `${Math.round(100 * share)} %`])
    const axes = this.frame.epsilonAxis() + this.frame.axisLeft("share of the participants", { ticks, isGrid: false })
    return [stripes(view.colors.background) + this.areas(), axes, this.frame.choiceLine(this.shown.epsilon), this.stack()]
  }

  // How many epsilons the curve has.
  points() {
    return this.shown.shares.length / this.shown.means.length
  }

  color(arm) {
    const { arm_colors: colors } = this.frame
    return colors[arm % colors.length]
  }

  // Over the colour of an earlier arm: the colours repeat.
  striped(arm, shape) {
    return arm < this.frame.arm_colors.length ? "" : `<${shape} fill="url(#hatch)"/>`
  }

  // From the top down: each area covers what lies below its upper edge, and the next one its lower part.
  areas() {
    const { shares, means } = this.shown
    const { frame } = this
    const tops = new Float64Array(this.points())
    const across = Array.from(tops, (_, i) => frame.left + (i / (tops.length - 1)) * (frame.right - frame.left))
    const drawn = means.map((_, arm) => {
      const edge = across.map((x, i) => {
        tops[i] = Math.min(1, tops[i] + shares[i * means.length + arm])
        return `${x.toFixed(1)} ${frame.y(tops[i]).toFixed(1)}`
      })
      const ends = `V${frame.bottom}H${frame.left}Z`
      const fill = mixed(frame.colors.background, this.color(arm), PALE)
      const shape = `path d="M${edge.join("L")}${ends}"`
      return `<${shape} fill="${fill}" stroke="${this.color(arm)}" stroke-width=".5"/>${this.striped(arm, shape)}`
    })
    return drawn.toReversed().join("")
  }

  stack() {
    const { here, epsilon } = this.shown
    const { bar } = this
    const { left, right, colors } = bar
    const [width, middle] = [right - left, (left + right) / 2]
    let below = 0
    const parts = here.map((share, arm) => {
      const [high, low] = [bar.y(below + share), bar.y(below)]
      below += share
      const style = `fill="${this.color(arm)}" stroke="${colors.background}"`
      const shape = `rect x="${left}" y="${high.toFixed(1)}" width="${width}" height="${(low - high).toFixed(1)}"`
      return `<${shape} ${style}/>${this.striped(arm, shape)}` + (share > WRITTEN.share ? this.written(arm, share, middle, (high + low) / 2, width) : "")
    })
    const said = bar.text(middle, bar.bottom + BELOW.title, `ε = ${significant(epsilon, 4)}`, "middle", { color: colors.choice })
    return parts.join("") + said
  }

  // The arm's name over its share, as large as fits.
  written(arm, share, x, y, width) {
    const lines = [armName(this.shown.names, arm), `${(100 * share).toFixed(1)} %`]
    const widest = Math.max(...lines.map((words) => this.frame.widthOf(words, WRITTEN.size)))
    const size = Math.min(WRITTEN.size, (WRITTEN.size * (width - WRITTEN.padding)) / widest)
    if (size < WRITTEN.smallest) return ""
    const look = { color: "#000000", background: this.color(arm), size }
    return lines.map((words, row) => this.bar.text(x, y + size * (row * WRITTEN.leading - 0.25), words, "middle", look)).join("")
  }

  readingAt(x, y) {
    const { frame, bar } = this
    const { shares, here, means, names } = this.shown
    const isBar = bar.holds(x, y)
    if (!isBar && !frame.holds(x, y)) return null
    const last = this.points() - 1
    const place = clamp(Math.round(logShare(frame.x.invert(x), frame.range) * last), 0, last)
    const row = isBar ? here : shares.slice(place * means.length, (place + 1) * means.length)
    let left = frame.y.invert(y)
    const arm = row.findIndex((share) => (left -= share) <= 0)
    if (arm < 0) return null
    const epsilon = isBar ? significant(this.shown.epsilon, 4) : significant(atLogShare(place / last, frame.range), 3)
    const share = percent(row[arm], isBar ? DIGITS.bar : DIGITS.curve)
    return `${armName(names, arm)} (mean ${significant(means[arm], 6)}): ${share} of the participants at ε = ${epsilon}`
  }
}

// A picture of a talk with two log axes, in letters that the last row reads: sizes follow the type of the stage.
import { atLogShare, clamp, logShare, logTicks } from "../shared/numbers.js"
import { inThousands, tenTo } from "../shared/frame.js"
import { asHtml } from "../shared/sentences.js"
import { label, line } from "../shared/svg.js"

export const LINE = { thick: 6, usual: 4, thin: 2 }
const HANDLE = 0.62 // of the type: its radius

export class Plot {
  // view: { width, height, type, colors }; x, y: { range, title, ends? }.
  constructor(view, { x, y, right = 0 }) {
    Object.assign(this, view, { across: x, up: y })
    this.frame = { left: 4.2 * view.type, right: view.width - 0.8 * view.type - right, top: 0.9 * view.type, bottom: view.height - 2.7 * view.type }
  }

  x(value) {
    const { left, right } = this.frame
    return left + clamp(logShare(value, this.across.range), -0.1, 1.1) * (right - left)
  }

  y(value) {
    const { top, bottom } = this.frame
    return bottom - clamp(logShare(value, this.up.range), -0.1, 1.1) * (bottom - top)
  }

  get pixels() {
    const { left, right, top, bottom } = this.frame
    return { x: right - left, y: bottom - top }
  }

  axes() {
    const { left, right, top, bottom } = this.frame
    const { type, colors } = this
    const ticks = (range, most) => thinned(logTicks(range), most)
    const below = ticks(this.across.range, (right - left) / (3.6 * type)).map((tick) => this.words(this.x(tick), bottom + 1.3 * type, short(tick), "middle"))
    const beside = ticks(this.up.range, (bottom - top) / (1.6 * type)).map((tick) => {
      const y = this.y(tick)
      return line([[left, y], [right, y]], colors.grid, 1) + this.words(left - 0.3 * type, y + 0.35 * type, short(tick), "end")
    })
    const { ends = [], title } = this.across
    const foot = bottom + 2.45 * type
    const named = ends.length ? this.words(left, foot, ends[0], "start") + this.words(right, foot, ends[1], "end") : ""
    const turned = `translate(${0.95 * type} ${(top + bottom) / 2}) rotate(-90)`
    return beside.join("") + below.join("") + line([[left, bottom], [right, bottom]], colors.text, 2) + named +
      this.words((left + right) / 2, foot, title, "middle") + `<g transform="${turned}">${this.words(0, 0, this.up.title, "middle")}</g>`
  }

  path(points, color, width, dash = "") {
    return line(points.map(([x, y]) => [this.x(x), this.y(y)]), color, width, dash)
  }

  band([from, to], color, opacity = 0.14) {
    const { left, right, top, bottom } = this.frame
    const [low, high] = [from, to].map((value) => clamp(this.x(value), left, right))
    return `<rect x="${low}" y="${top}" width="${Math.max(0, high - low)}" height="${bottom - top}" fill="${color}" opacity="${opacity}"/>`
  }

  words(x, y, text, anchor, look = {}) {
    return wordsAt(this, x, y, text, anchor, look)
  }

  // A handle along one axis; set(value) says what it moves.
  handle(axis, key, at, name, told, set) {
    const range = axis === "x" ? this.across.range : this.up.range
    const value = at[axis === "x" ? 0 : 1]
    return { key, axis, name, told, pixels: this.pixels[axis], share: logShare(value, range), at: [this.x(at[0]), this.y(at[1])], set: (share) => set(atLogShare(share, range)) }
  }
}

// text: letter by letter; of a talk that anybody may have written.
export function wordsAt({ colors, type }, x, y, text, anchor, look = {}) {
  return label(x, y, asHtml(String(text)), anchor, { color: colors.text, background: colors.background, size: type, ...look })
}

export const knob = ({ type, colors }, [x, y], color = colors.choice) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${HANDLE * type}" fill="${color}" stroke="${colors.background}" stroke-width="3"/>`

const short = (tick) => (tick >= 1000 ? inThousands(tick) : tenTo(Math.log10(tick)).length > 7 ? tick.toExponential() : String(Number(tick.toPrecision(3))))

// At most so many, evenly.
function thinned(ticks, most) {
  const step = Math.max(1, Math.ceil(ticks.length / Math.max(2, most)))
  return ticks.filter((_, i) => i % step === 0)
}

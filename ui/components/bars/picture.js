// The main picture: participants needed against epsilon on log axes.  Drawn here and not by Plotly, because Streamlit mounts a
// Plotly chart anew whenever its figure changes, which takes longer than a whole step of a drag may.
import { halfDecades, rested } from "../shared/axis.js"
import { atLeast, number, setting } from "../shared/formats.js"
import { inThousands } from "../shared/frame.js"
import { Labels } from "../shared/labels.js"
import { atLogShare, clamp, decades, logShare } from "../shared/numbers.js"
import { label, laidOut, Layers, line, measured, save, showTip } from "../shared/svg.js"

const MARGIN = { left: 62, right: 16, top: 8, bottom: 52 }
const AIR = 0.4 // decades above and below what the axis must hold
const ROW = 17 // of a boundary's flag, above the curves
const FLAG = { size: 12.5 }
const NAME = { size: 13 } // of a line
const POINT = { size: 15, bold: true }
const log10 = Math.log10
// Whether a pole at x stands in words that start there.
const stands = (x, start, width) => x > start - 4 && x < start + width + 4

const point = (x, y, color, rim, name = "") =>
  `<circle class="${name}" cx="${x}" cy="${y}" r="7" fill="${color}" stroke="${rim}" stroke-width="2"/>`

export class Picture {
  // range: of epsilon.
  constructor(svg, tip, range) {
    this.svg = svg
    this.range = range
    this.layers = new Layers(svg)
    this.tip = tip
    this.pen = document.createElement("canvas").getContext("2d")
    svg.addEventListener("pointermove", (event) => this.read(event))
    svg.addEventListener("pointerleave", () => (tip.hidden = true))
  }

  x(epsilon) {
    return MARGIN.left + logShare(epsilon, this.range) * this.inner
  }

  epsilonAt(x) {
    return atLogShare((x - MARGIN.left) / this.inner, this.range)
  }

  y(samples) {
    return this.floor - ((log10(samples) - this.bottom) / (this.top - this.bottom)) * (this.floor - this.ceiling)
  }

  // What the curve says at this epsilon: exact where the server has computed it, else read off between two points.
  samplesAt(epsilon) {
    const { epsilons, samples, here } = this.data
    if (epsilon === here.epsilon) return here.samples
    const place = logShare(epsilon, this.range) * (epsilons.length - 1)
    const left = Math.min(Math.max(Math.floor(place), 0), epsilons.length - 2)
    return samples[left] * (samples[left + 1] / samples[left]) ** (place - left)
  }

  // After a change of its size; it draws nothing before the first.
  measure() {
    Object.assign(this, measured(this.svg))
  }

  // What it shows to who does not see it.
  words(epsilon) {
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

  draw(data, colors, epsilon, isUnderHand) {
    this.data = data
    this.svg.setAttribute("aria-label", this.words(epsilon))
    if (!this.width) return
    this.inner = this.width - MARGIN.left - MARGIN.right
    this.ceiling = MARGIN.top + ROW * data.marks.length + 6
    this.floor = this.height - MARGIN.bottom
    const [low, high] = [log10(data.free / 2), log10(2 * Math.max(data.samples[0], 20 * data.free))]
    this.ends = rested(this.ends, [low, high], halfDecades([low - AIR, high + AIR]), isUnderHand)
    ;[this.bottom, this.top] = this.ends
    this.colors = colors
    const frame = { left: MARGIN.left, right: this.width - 2, top: this.ceiling, bottom: this.floor }
    this.labels = new Labels((words, look) => this.widthOf(words, look), frame)
    this.layers.draw([
      this.regimes(), this.axes(), this.reading(epsilon),
      this.bounds(), this.flags(),
      this.choice(epsilon) + this.achieved(epsilon), this.names(),
    ])
  }

  widthOf(words, { size, bold }) {
    this.pen.font = `${bold ? 700 : 400} ${size}px ${this.font}`
    return this.pen.measureText(words).width
  }

  // Shaded where privacy dominates, and where the bound is nearly unchanged: the flags say so.
  regimes() {
    const { price_dominated: end, almost_free: start } = this.data.regimes
    const [low, high] = this.range
    const band = (from, to, color) => {
      const [left, right] = [this.x(clamp(from, low, high)), this.x(clamp(to, low, high))]
      return `<rect x="${left}" y="${this.ceiling}" width="${right - left}" height="${this.floor - this.ceiling}" fill="${color}" opacity=".12"/>`
    }
    return band(low, end, this.colors.private) + band(start, high, this.colors.without_privacy)
  }

  axes() {
    let out = ""
    for (const k of decades(this.range)) {
      const x = this.x(10 ** k)
      out += line([[x, this.floor], [x, this.floor + 5]], this.colors.text, 1, "", 0.6)
      out += this.text(x, this.floor + 19, String(Number((10 ** k).toPrecision(1))), "middle")
    }
    for (let k = Math.ceil(this.bottom); k <= this.top; k += 1) {
      const y = this.y(10 ** k)
      out += line([[MARGIN.left, y], [this.width - MARGIN.right, y]], this.colors.grid, 1)
      out += this.text(MARGIN.left - 8, y + 4, inThousands(Number(`1e${k}`)), "end")
    }
    const middle = (this.ceiling + this.floor) / 2
    out += line([[MARGIN.left, this.floor], [this.width - MARGIN.right, this.floor]], this.colors.text, 1, "", 0.6)
    out += this.text(MARGIN.left, this.height - 8, "← more privacy", "start")
    out += this.text(this.width - MARGIN.right, this.height - 8, "less privacy →", "end")
    if (this.inner > 330) out += this.text(MARGIN.left + this.inner / 2, this.height - 8, "privacy budget ε", "middle")
    out += `<g transform="translate(14 ${middle}) rotate(-90)">${this.text(0, 0, "participants on average", "middle")}</g>`
    return out
  }

  bounds() {
    const { epsilons, samples, free, others } = this.data
    const { private: blue, without_privacy: grey, text } = this.colors
    const [low, high] = this.range
    const at = (epsilon, value) => [this.x(clamp(epsilon, low, high)), this.y(value)]
    const clip = `<clipPath id="plot"><rect x="${MARGIN.left}" y="${this.ceiling}" width="${this.inner}" height="${this.floor - this.ceiling}"/></clipPath>`
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
    return `${clip}<g clip-path="url(#plot)">${lines}</g>`
  }

  // Written on the lines, where there is room.
  names() {
    const { free, others, is_asymptotic: isAsymptotic } = this.data
    const [low, high] = this.range
    const [least, limit] = isAsymptotic ? ["bound", " (risk → 0)"] : ["at least,", ""]
    const right = this.width - MARGIN.right - 4
    const along = (shares, range, height, [aside, down], anchor) =>
      shares.map((share) => {
        const epsilon = atLogShare(share, range)
        return [this.x(epsilon) + aside, this.y(height(epsilon)) + down, anchor]
      })
    const names = [
      this.named(`${least} with privacy${limit}`, { ...NAME, bold: true, color: this.colors.private }, [
        ...along([0.02, 0.1, 0.2, 0.3, 0.4], this.range, (epsilon) => this.samplesAt(epsilon), [16, -10], "start"),
        [right, this.y(this.samplesAt(high)) - 12, "end"],
      ]),
      this.named(`${least} without privacy${limit}`, NAME, [
        [right, this.y(free) + 19, "end"], [MARGIN.left + 8, this.y(free) + 19, "start"], [MARGIN.left + 8, this.y(free) - 9, "start"],
      ]),
    ]
    if (others) {
      const { price, bends } = others
      const tail = [bends.improved, Math.min(price / 10 ** this.bottom, high)]
      const shares = [0.5, 0.3, 0.7]
      names.push(this.named("price of privacy alone", NAME, along(shares, tail, (epsilon) => price / epsilon, [8, 0], "start")))
      const start = [low, Math.max(bends.first, low)]
      names.push(this.named("first bound", NAME, along(shares, start, (epsilon) => price / (6 * epsilon), [-8, 12], "end")))
    }
    return names.join("")
  }

  named(words, look, places, must) {
    const place = this.labels.place(words, look, places, must)
    return place ? this.text(place[0], place[1], words, place[2], look) : ""
  }

  // A row for each boundary, the further left the higher, its words on the side where it holds if no pole cuts them.
  flags() {
    const [low, high] = this.range
    const flags = []
    this.data.marks.forEach(({ epsilon, flag, before }, row) => {
      if (epsilon < low || epsilon > high) return
      const [x, y] = [this.x(epsilon), MARGIN.top + ROW * (row + 0.5)]
      const width = this.widthOf(flag, FLAG)
      const [left, right, inside] = [x - 9 - width, x + 9, clamp(x, 0, this.width - width)]
      const isFree = (from) => from >= 0 && from + width <= this.width && !flags.some((other) => stands(other.x, from, width))
      const start = (before ? [left, right] : [right, left]).find(isFree) ?? inside
      flags.push({ row, flag, x, y, width, start, isInside: start === inside })
    })
    return flags.map((flag, i) => this.flag(flag, flags.slice(i + 1))).join("")
  }

  // Its pole is broken where the words of a lower one have no other place.
  flag({ row, flag, x, y, start, isInside }, lower) {
    const broken = lower.filter((other) => stands(x, other.start, other.width)).flatMap((other) => [other.y - ROW / 2, other.y + ROW / 2])
    const heights = [isInside ? y + 7 : y, ...broken, this.floor]
    const parts = heights.flatMap((top, i) => (i % 2 ? [] : [[[x, top], [x, heights[i + 1]]]]))
    parts.forEach((part) => this.labels.avoid(part))
    const pole = parts.map((part) => line(part, this.colors.text, 1, "", 0.4)).join("")
    const diamond = isInside ? "" : `<path d="M${x} ${y - 4}l4 4l-4 4l-4 -4z" fill="${this.colors.text}"/>`
    return `<g data-mark="${row}" style="cursor:help">${pole}${diamond}${this.text(start, y + 4, flag, "start", FLAG)}</g>`
  }

  // From the curve at the current epsilon to both axes.
  reading(epsilon) {
    const [x, y] = [this.x(epsilon), this.y(this.samplesAt(epsilon))]
    const points = [[MARGIN.left, y], [x, y], [x, this.floor]]
    this.labels.avoid(points)
    return line(points, this.colors.choice, 2)
  }

  choice(epsilon) {
    const color = this.colors.choice
    const samples = this.samplesAt(epsilon)
    const [x, y] = [this.x(epsilon), this.y(samples)]
    const exact = epsilon === this.data.here.epsilon
    const words = `${exact ? "" : "≈ "}${atLeast(samples)} at ε = ${setting(epsilon)}`
    return (
      point(x, y, color, this.colors.background) +
      `<rect class="grip-epsilon" x="${x - 6}" y="${this.floor - 9}" width="12" height="18" rx="4" fill="${color}" stroke="${this.colors.background}" stroke-width="2"/>` +
      this.named(words, { ...POINT, color }, [[x + 12, y - 12, "start"], [x - 12, y + 24, "end"], [x - 12, y - 12, "end"]], true)
    )
  }

  // What an algorithm needs at the server's epsilon; an arrow where that lies above the picture.
  achieved(epsilon) {
    const { achieved, here } = this.data
    if (!achieved || epsilon !== here.epsilon) return ""
    const color = this.colors.achievable
    const x = this.x(epsilon)
    const [y, bound] = [Math.max(this.y(achieved.samples), this.ceiling + 10), this.y(here.samples)]
    const words = `${y > this.y(achieved.samples) ? "↑ " : ""}${number(achieved.samples)} by ${achieved.method}`
    const places = [5, -14, 22].flatMap((down) => [[x + 12, y + down, "start"], [x - 12, y + down, "end"]])
    return (
      line([[x, y], [x, bound]], color, 2, "2 4") +
      point(x, y, color, this.colors.background, "achieved") +
      this.named(words, { ...POINT, color }, places, true)
    )
  }

  // A reading under the pointer: a boundary's formula, or the curve.
  read(event) {
    const box = this.svg.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left) / this.larger, (event.clientY - box.top) / this.larger]
    const mark = event.target.closest?.("[data-mark]")
    if (event.buttons) this.tip.hidden = true
    else if (mark) this.show(x, y, this.data.marks[mark.dataset.mark].tip)
    else if (x < MARGIN.left || x > this.width - MARGIN.right || y < this.ceiling || y > this.floor) this.tip.hidden = true
    else {
      const epsilon = this.epsilonAt(x)
      const samples = this.samplesAt(epsilon)
      const factor = Number((samples / this.data.free).toPrecision(3))
      this.show(x, y, `ε = ${epsilon.toPrecision(3)}: lower bound${this.data.is_asymptotic ? " (risk → 0)" : ""} ≈ ${atLeast(samples)} participants on average,<br>${factor} times the bound without privacy`)
    }
  }

  show(x, y, html) {
    showTip(this.tip, html, x * this.larger, y * this.larger, this.width * this.larger, [14, 18])
  }

  text(x, y, words, anchor, look = {}) {
    const { text: color, background } = this.colors
    return label(x, y, words, anchor, { color, background, size: 13, ...look })
  }

  // A copy that is laid out at a size, for who asks for it by the window's event "take".
  give(event, { key, picture }, draw) {
    const { size, give } = event.detail
    if (key !== event.detail.key || !picture || !give) return
    event.preventDefault()
    give(laidOut(this, this.svg, size, draw))
  }

  save(format) {
    return save(this.svg, { name: "participants-against-epsilon", format, background: this.colors.background })
  }
}

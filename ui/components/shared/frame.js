// The frame of a picture: its scales, its axes and its zones.
import axesTable from "../../look/axes.json" with { type: "json" }
import { endsOf, inThousands, logTicks, thinned, titlesOf } from "./axes.js"
import { clamp, scaleLinear, scaleLog } from "./scale.js"
import { label, line } from "./svg.js"

export const SIZE_OF_WORDS = 13
export const BELOW = axesTable.below // pixels below the frame, of an axis' numbers and its title
const FAINT = 0.6
const BETWEEN = 1.6 // the distance of two ticks one above the other, in font sizes

// The pattern "hatch" of a picture.
export const stripes = (color) => axesTable.hatch.replace("{color}", color)

export class Frame {
  // view: { width, height, range (of epsilon), colors, widthOf(words, size) } of a picture; edges: of the frame in it.
  // x, y: the ends of its axes, which are log axes unless `scale` is another one; without y, heights are shares.
  // size: the font size.  below: pixels below the frame, as in BELOW.
  constructor(view, edges, { x = view.range, y, scale = scaleLog, size = SIZE_OF_WORDS, below = BELOW, slack } = {}) {
    Object.assign(this, view, edges, { size, below, unit: size / SIZE_OF_WORDS })
    const up = [this.bottom, this.top]
    this.x = scale(x, [this.left, this.right], slack)
    this.y = y ? scale(y, up, slack) : scaleLinear([0, 1], up)
  }

  holds(x, y) {
    return x >= this.left && x <= this.right && y >= this.top && y <= this.bottom
  }

  epsilonAxis() {
    return this.axisBottom(titlesOf("epsilon"), endsOf("epsilon"))
  }

  // titles: the longer one first; the first one that fits is written.  ends: words for the axis's two ends.
  axisBottom(titles, ends = []) {
    const { left, right, bottom, size, unit, colors } = this
    const widest = Math.max(...logTicks(this.x.domain).map((tick) => this.widthOf(inThousands(tick), size)))
    const ticks = thinned(logTicks(this.x.domain), (right - left) / (widest + size / 2)).map((tick) => {
      const x = this.x(tick)
      return line([[x, bottom], [x, bottom + 4 * unit]], colors.text, unit, "", FAINT) +
        this.text(x, bottom + this.below.numbers, inThousands(tick), "middle")
    })
    return ticks.join("") + line([[left, bottom], [right, bottom]], colors.text, unit, "", FAINT) + this.axisTitle(titles, ends)
  }

  // If the frame is too narrow for both, the right one sticks out of it; if the picture is too narrow, there are none.
  axisTitle(titles, ends) {
    const { left, right, size } = this
    const y = this.bottom + this.below.title
    const wide = this.widthOf(ends.join("  "), size)
    const shown = left + wide <= this.width ? ends : []
    const room = shown.length ? right - left - this.widthOf(`${ends.join("  ")}  `, size) : Infinity
    const title = titles.find((words) => this.widthOf(words, size) < room) ?? ""
    const [first, last] = shown.length ? [this.text(left, y, ends[0], "start"), this.text(Math.max(right, left + wide), y, ends[1], "end")] : ["", ""]
    return first + last + (title && this.text((left + right) / 2, y, title, "middle"))
  }

  // ticks: [value, words]; by default those of a log axis.  isGrid: whether they are drawn as lines across the frame.
  axisLeft(title, { ticks = this.ticksUp(), isGrid = true } = {}) {
    const { left, right, top, bottom, unit, colors } = this
    const drawn = ticks.map(([value, words]) => {
      const y = this.y(value)
      const mark = isGrid ? line([[left, y], [right, y]], colors.grid, 1) : line([[left - 4 * unit, y], [left, y]], colors.text, unit, "", FAINT)
      return mark + this.text(left - 8 * unit, y + 4 * unit, words, "end")
    })
    const turned = `translate(${14 * unit} ${(top + bottom) / 2}) rotate(-90)`
    return `${drawn.join("")}<g transform="${turned}">${this.text(0, 0, title, "middle")}</g>`
  }

  ticksUp() {
    const ticks = thinned(logTicks(this.y.domain), (this.bottom - this.top) / (BETWEEN * this.size))
    return ticks.map((tick) => [tick, inThousands(tick)])
  }

  choiceLine(epsilon) {
    const x = this.x(epsilon)
    return line([[x, this.top], [x, this.bottom]], this.colors.choice, 2)
  }

  band(ends, color, opacity) {
    const [from, to] = ends.map((value) => clamp(this.x(value), this.left, this.right))
    return `<rect ${this.box(from, Math.max(from, to))} fill="${color}" opacity="${opacity}"/>`
  }

  // The same as in ui/look/svg.py.
  forbidden(ends) {
    const color = this.colors.forbidden
    return stripes(color) + this.band(ends, color, axesTable.ruled_out) + this.band(ends, "url(#hatch)", 1)
  }

  // Keep only what is in the frame, or so many pixels beside it.
  clipped(drawn, name, beside = 0) {
    return `<clipPath id="${name}"><rect ${this.box(this.left - beside, this.right + beside)}/></clipPath><g clip-path="url(#${name})">${drawn}</g>`
  }

  box(left, right) {
    return `x="${left}" y="${this.top}" width="${right - left}" height="${this.bottom - this.top}"`
  }

  text(x, y, words, anchor, look = {}) {
    const { text: color, background } = this.colors
    return label(x, y, words, anchor, { color, background, size: this.size, ...look })
  }
}

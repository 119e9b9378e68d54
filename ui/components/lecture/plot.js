// A picture of a talk with two log axes.  Its sizes follow the stage's type, so that the last row can read it.
import { apart } from "../shared/axes.js"
import { Frame } from "../shared/frame.js"
import { atLogShare, logShare } from "../shared/scale.js"
import { asHtml } from "../shared/sentences.js"
import { label, line } from "../shared/svg.js"

export const LINE = { thick: 6, usual: 4, thin: 2 }
const SLACK = 0.1 // how far outside the frame a place may be

export class Plot extends Frame {
  // view: { width, height, type, colors, widthOf }; x, y: { range, title }; x may have titles and ends instead.
  constructor(view, { x, y, right = 0 }) {
    const { type, width, height } = view
    const edges = { left: 4.2 * type, right: width - 0.8 * type - right, top: 0.9 * type, bottom: height - 2.7 * type }
    super(view, edges, { x: x.range, y: y.range, size: type, below: { numbers: 1.3 * type, title: 2.45 * type }, slack: SLACK })
    Object.assign(this, { across: x, up: y })
  }

  axes() {
    const { title, titles = [title], ends } = this.across
    return this.axisLeft(this.up.title) + this.axisBottom(titles, ends)
  }

  path(points, color, width, dash = "") {
    return line(points.map(([x, y]) => [this.x(x), this.y(y)]), color, width, dash)
  }

  // The names of lines beside their ends, [name, color, x, y], each on a separate row; a name may be a list of rows.
  names(ends, right, top) {
    const { type, bottom } = this
    const step = 1.2 * type
    const named = ends.map(([name, ...end]) => [[name].flat(), ...end])
    const middles = apart(ends.map(([, , , y]) => y), named.map(([rows]) => rows.length * step), top, bottom + 0.2 * type)
    const drawn = named.map(([rows, color, x, y], i) => {
      const first = middles[i] - ((rows.length - 1) / 2) * step
      const words = rows.map((row, k) => wordsAt(this, right + 0.8 * type, first + k * step + 0.35 * type, row, "start", { color, bold: true }))
      return line([[x, y], [right + 0.6 * type, middles[i]]], color, LINE.thin) + words.join("")
    })
    return drawn.join("")
  }

  // A handle along one axis; set(value) says what it moves.
  handle(axis, key, at, name, told, set) {
    const [range, value, pixels] = axis === "x" ? [this.across.range, at[0], this.right - this.left] : [this.up.range, at[1], this.bottom - this.top]
    return { key, axis, name, told, pixels, share: logShare(value, range), at: [this.x(at[0]), this.y(at[1])], set: (share) => set(atLogShare(share, range)) }
  }
}

// text: shown as it is, because anybody may have written the talk.
export function wordsAt({ colors, type }, x, y, text, anchor, look = {}) {
  return label(x, y, asHtml(String(text)), anchor, { color: colors.text, background: colors.background, size: type, ...look })
}

// A log scale with a knob under a picture, for a value that the picture has no axis for.
// place: { left, right, y }.  rounded(value): the value as it is reported.  Returns { drawn, handle }.
export function slider(view, { left, right, y }, { key, name, range, rounded, value, told, ends }) {
  const { type, colors } = view
  const share = logShare(value, range)
  const x = left + share * (right - left)
  const drawn = line([[left, y], [right, y]], colors.grid, 6) + line([[left, y], [x, y]], colors.choice, 6) +
    wordsAt(view, left, y + 1.5 * type, ends[0], "start") + wordsAt(view, right, y + 1.5 * type, ends[1], "end") +
    wordsAt(view, (left + right) / 2, y + 1.5 * type, told, "middle", { color: colors.choice, bold: true })
  const set = (place) => ({ [key]: rounded(atLogShare(place, range)) })
  return { drawn, handle: { key, axis: "x", name, told, pixels: right - left, share, at: [x, y], set } }
}

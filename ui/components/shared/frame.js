// The frame of a picture whose axis is epsilon: places, axes and words in it.
import { atLogShare, logShare, logTicks, significant } from "./numbers.js"
import { label, line } from "./svg.js"

export const SIZE_OF_WORDS = 13 // of words
const TICK = 4
export const BELOW = { numbers: 19, title: 44 } // the frame, in pixels

export const tenTo = (k) => String(Number(`1e${k}`))

const THOUSANDS = ["", "k", "M", "G", "T"]

// A tick of an axis of participants: 100, 20k, 1M.
export function inThousands(x) {
  const group = Math.floor(Math.log10(x) / 3 + 1e-9)
  return group < 1 ? String(x) : THOUSANDS[group] ? `${significant(x / 1000 ** group, 3)}${THOUSANDS[group]}` : x.toExponential()
}

export class Frame {
  // view: { width, height, range (of epsilon), colors } of a picture; edges: of the frame in it.
  constructor(view, edges) {
    Object.assign(this, view, edges)
  }

  x(epsilon) {
    return this.left + logShare(epsilon, this.range) * (this.right - this.left)
  }

  epsilonAt(x) {
    return atLogShare((x - this.left) / (this.right - this.left), this.range)
  }

  // A share of the frame's height, from below.
  y(share) {
    return this.bottom - share * (this.bottom - this.top)
  }

  holds(x, y) {
    return x >= this.left && x <= this.right && y >= this.top && y <= this.bottom
  }

  epsilonAxis() {
    const below = this.bottom + BELOW.title
    const numbers = logTicks(this.range).map((epsilon) => {
      const x = this.x(epsilon)
      return line([[x, this.bottom], [x, this.bottom + TICK]], this.colors.text, 1, "", 0.6) +
        this.text(x, this.bottom + BELOW.numbers, String(epsilon), "middle")
    })
    const [more, less] = ["← more privacy", "less privacy →"]
    const taken = this.widthOf(` ${more} ε ${less} `, SIZE_OF_WORDS)
    const end = Math.max(this.right, this.left + this.widthOf(`${more}  ${less}`, SIZE_OF_WORDS)) // of a narrow frame: outside
    return numbers.join("") + this.base() +
      this.text(this.left, below, more, "start") +
      (taken < this.right - this.left ? this.text((this.left + this.right) / 2, below, "ε", "middle") : "") +
      this.text(end, below, less, "end")
  }

  base() {
    return line([[this.left, this.bottom], [this.right, this.bottom]], this.colors.text, 1, "", 0.6)
  }

  // ticks: [share of the height, words]
  upwardAxis(ticks, title) {
    const drawn = ticks.map(([share, words]) => {
      const y = this.y(share)
      return line([[this.left - TICK, y], [this.left, y]], this.colors.text, 1, "", 0.6) +
        this.text(this.left - 8, y + 4, words, "end")
    })
    const turned = `translate(14 ${(this.top + this.bottom) / 2}) rotate(-90)`
    return `${drawn.join("")}<g transform="${turned}">${this.text(0, 0, title, "middle")}</g>`
  }

  choiceLine(epsilon) {
    const x = this.x(epsilon)
    return line([[x, this.top], [x, this.bottom]], this.colors.choice, 2)
  }

  text(x, y, words, anchor, look = {}) {
    const { text: color, background } = this.colors
    return label(x, y, words, anchor, { color, background, size: SIZE_OF_WORDS, ...look })
  }
}

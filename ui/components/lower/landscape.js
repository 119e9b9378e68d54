// The map: how many times the bound without privacy two arms need, by their gap and epsilon; this instance's arms as dots.
import { Overviews } from "../bars/overviews.js"
import { inThousands, logTicks } from "../shared/axes.js"
import { Frame, SIZE_OF_WORDS } from "../shared/frame.js"
import { armName } from "../shared/names.js"
import { exact } from "../shared/numbers.js"
import { atLogShare, logShare, significant } from "../shared/scale.js"
import { line } from "../shared/svg.js"
import { epsilonsOf, extentOf, factorAt, gapMapOf, paint, pointNear } from "./gap_map.js"
import { key, scale } from "./legends.js"

const EDGES = { left: 64, title: 32, right: 92, top: 8, bottom: 54 } // pixels between the frame's edges and the picture's
const COARSE = [13, 31] // the numbers of gaps and epsilons during a drag
const REST_MS = 150 // after so long without a move, the full grid is drawn
const DASHES = { price_dominated: "2 4", improved: "7 5", almost_free: "", exact: "7 3 2 3" }
const LINE = 1.5
const NEAR = { dot: 9, line: 5 } // pixels

export class Landscape {
  // redraw(): asks for a new drawing, when the full grid is there.
  constructor(canvas, redraw) {
    Object.assign(this, { canvas, redraw, painted: [], overviews: {} })
  }

  // What the server says: the map of these means on the full grid.
  adopt({ means, names, epsilon, range, tolerance, map, flags }) {
    clearTimeout(this.resting)
    Object.assign(this, { shown: { means, names, epsilon }, range, tolerance, map, flags })
    this.full = [map.factors.length, map.factors[0].length]
  }

  // What the bars send during a drag; a map of other gaps is computed here.
  follow({ means, names, epsilon, kernels }) {
    clearTimeout(this.resting)
    this.shown = { means, names, epsilon }
    const extent = extentOf(means)
    const isSame = extent.best === this.map.best && extent.gaps[0] === this.map.gaps[0]
    if (isSame && this.map.factors.length === this.full[0]) return
    if (!isSame) this.compute(extent, COARSE, kernels)
    this.resting = setTimeout(() => {
      this.compute(extent, this.full, kernels)
      this.redraw()
    }, REST_MS)
  }

  // If there is no map for these numbers, the last one stays.
  compute(extent, [rows, columns], kernels) {
    this.overviews[columns] ??= new Overviews(kernels, epsilonsOf(columns, this.range), this.tolerance)
    this.map = gapMapOf(extent, rows, this.overviews[columns]) ?? this.map
  }

  words() {
    const { epsilon } = this.shown
    const each = this.rivals().map(({ arm, gap }) => {
      const factor = significant(factorAt(this.map, epsilon, gap, this.range), 2)
      return `${this.name(arm)}, gap ${significant(gap, 4)}: about ${exact(factor)}`
    })
    const start = "The lower bound for two arms as a multiple of the one without privacy, by their gap and ε"
    return `${start}; at ε = ${significant(epsilon, 4)}: ${each.join("; ")}`
  }

  name(arm) {
    return armName(this.shown.names, arm)
  }

  // All arms but the best, and their gaps to it.
  rivals() {
    const best = Math.max(...this.shown.means)
    return this.shown.means.map((mean, arm) => ({ arm, gap: best - mean })).filter(({ gap }) => gap > 0)
  }

  // Its layers, from the back.
  draw(view) {
    const ticks = logTicks(this.map.gaps).map((gap) => [gap, inThousands(gap)])
    const left = Math.max(EDGES.left, EDGES.title + Math.max(...ticks.map(([, words]) => view.widthOf(words, SIZE_OF_WORDS))))
    const names = Object.entries(this.flags).map(([name, words]) => ({ words, dash: DASHES[name] }))
    const above = key(new Frame(view, { left }), names, { top: EDGES.top, width: LINE })
    const edges = { left, right: view.width - EDGES.right, top: above.bottom, bottom: view.height - EDGES.bottom }
    this.frame = new Frame(view, edges, { y: this.map.gaps })
    this.surface()
    const title = `gap to the best mean ${significant(this.map.best, 6)}`
    const axes = this.frame.epsilonAxis() + this.frame.axisLeft(title, { ticks, isGrid: false })
    return [above.drawn + scale(this.frame), this.boundaries(), this.frame.choiceLine(this.shown.epsilon), axes, this.dots()]
  }

  // The colours, on the canvas behind the frame.
  surface() {
    const { left, top, right, bottom, colors, larger = 1 } = this.frame
    const [width, height] = [right - left, bottom - top].map(Math.round)
    const places = Object.entries({ left, top, width, height }).map(([name, pixels]) => [name, `${larger * pixels}px`])
    Object.assign(this.canvas.style, Object.fromEntries(places))
    const wanted = [this.map.factors, width, height, colors.background]
    if (wanted.every((part, i) => part === this.painted[i])) return
    this.painted = wanted
    Object.assign(this.canvas, { width, height, hidden: false })
    paint(this.canvas, this.map, colors)
  }

  // The gaps of the rows from which the boundaries are drawn.
  gaps() {
    const last = this.map.factors.length - 1
    return this.map.factors.map((_, row) => atLogShare(row / last, this.map.gaps))
  }

  boundaries() {
    const gaps = this.gaps()
    const lines = Object.keys(this.flags).map((name) => {
      const points = this.map.boundaries[name].map((epsilon, row) => [this.frame.x(epsilon), this.frame.y(gaps[row])])
      return line(points, this.frame.colors.text, LINE, DASHES[name])
    })
    return this.frame.clipped(lines.join(""), "map")
  }

  dots() {
    const { colors, arm_colors: fills } = this.frame
    const x = this.frame.x(this.shown.epsilon).toFixed(1)
    const drawn = this.rivals().map(({ arm, gap }) => {
      const style = `fill="${fills[arm % fills.length]}" stroke="${colors.choice}" stroke-width="2"`
      const place = `cx="${x}" cy="${this.frame.y(gap).toFixed(1)}"`
      const core = arm < fills.length ? "" : `<circle ${place} r="2" fill="${colors.background}"/>` // the colours repeat
      return `<circle ${place} r="6" ${style}/>${core}`
    })
    return drawn.join("")
  }

  // The reading of a dot, a boundary, or the surface.
  readingAt(x, y) {
    if (!this.frame.holds(x, y)) return null
    const { means, epsilon } = this.shown
    const isNear = (gap) => Math.hypot(x - this.frame.x(epsilon), y - this.frame.y(gap)) < NEAR.dot
    const dot = this.rivals().findLast(({ gap }) => isNear(gap))
    if (dot) {
      const mean = significant(means[dot.arm], 6)
      return `${this.name(dot.arm)} (mean ${mean}): gap ${significant(dot.gap, 4)} at ε = ${significant(epsilon, 4)}`
    }
    const under = this.frame.y.invert(y)
    const row = Math.round(logShare(under, this.map.gaps) * (this.map.factors.length - 1))
    const isOn = (name) => Math.abs(x - this.frame.x(this.map.boundaries[name][row])) < NEAR.line
    const name = Object.keys(this.flags).find(isOn)
    if (name) {
      const [at, gap] = [this.map.boundaries[name][row], this.gaps()[row]]
      return `${this.flags[name]}: ε = ${significant(at, 3)} at gap ${significant(gap, 3)}`
    }
    const point = pointNear(this.map, this.frame.x.invert(x), under, this.range)
    const place = `ε = ${significant(point.epsilon, 3)}, gap ${significant(point.gap, 3)}`
    return `${place}: ${exact(significant(point.factor, 4))} times the bound without privacy`
  }

  // In a saved picture, the surface is part of it.
  whole(copy) {
    const { left, top } = this.frame
    const { width, height } = this.canvas
    const place = `x="${left}" y="${top}" width="${width}" height="${height}"`
    copy.insertAdjacentHTML("afterbegin", `<image href="${this.canvas.toDataURL()}" ${place} preserveAspectRatio="none"/>`)
  }
}

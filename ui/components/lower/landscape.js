// The map: how many times the bound without privacy two arms need, by their gap and epsilon; this instance's arms as dots.
import { Overviews } from "../bars/overviews.js"
import { inThousands, logTicks } from "../shared/axes.js"
import { Frame, SIZE_OF_WORDS } from "../shared/frame.js"
import { armName } from "../shared/names.js"
import { exact } from "../shared/numbers.js"
import { atLogShare, logShare, scaleLog, significant } from "../shared/scale.js"
import { line } from "../shared/svg.js"
import { epsilonsOf, extentOf, factorAt, gapMapOf, paint, pointNear } from "./gap_map.js"

const EDGES = { left: 64, title: 32, right: 92, top: 8, bottom: 54 } // pixels between the frame's edges and the picture's
const COARSE = [13, 31] // the numbers of gaps and epsilons during a drag
const REST_MS = 150 // after so long without a move, the full grid is drawn
const DASHES = { price_dominated: "2 4", improved: "7 5", almost_free: "", exact: "7 3 2 3" }
const LINE = 1.5
// What the map's lines and colours mean: the lines' names above it, and a bar of colours at its right.
const KEY = { row: 18, sample: 24, gap: 6, between: 16, size: 12 } // pixels
const SHADES = { away: 12, width: 12, ticks: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], last: "≥ 1,000" }
const TITLE = "times the bound without privacy"
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
    const { epsilon, names } = this.shown
    const each = this.rivals().map(({ arm, gap }) => {
      const factor = significant(factorAt(this.map, epsilon, gap, this.range), 2)
      return `${armName(names, arm)}, gap ${significant(gap, 4)}: about ${exact(factor)}`
    })
    const start = "The lower bound for two arms as a multiple of the one without privacy, by their gap and ε"
    return `${start}; at ε = ${significant(epsilon, 4)}: ${each.join("; ")}`
  }

  // All arms but the best, and their gaps to it.
  rivals() {
    const best = Math.max(...this.shown.means)
    return this.shown.means.map((mean, arm) => ({ arm, gap: best - mean })).filter(({ gap }) => gap > 0)
  }

  draw(view) {
    const ticks = logTicks(this.map.gaps).map((gap) => [gap, inThousands(gap)])
    const left = Math.max(EDGES.left, EDGES.title + Math.max(...ticks.map(([, words]) => view.widthOf(words, SIZE_OF_WORDS))))
    const names = Object.entries(this.flags).map(([name, words]) => ({ words, dash: DASHES[name] }))
    const above = keyOf(new Frame(view, { left }), names)
    const edges = { left, right: view.width - EDGES.right, top: above.bottom, bottom: view.height - EDGES.bottom }
    this.frame = new Frame(view, edges, { y: this.map.gaps })
    this.surface()
    const title = `gap to the best mean ${significant(this.map.best, 6)}`
    const axes = this.frame.epsilonAxis() + this.frame.axisLeft(title, { ticks, isGrid: false })
    return [above.drawn + shadesOf(this.frame), this.boundaries(), this.frame.choiceLine(this.shown.epsilon), axes, this.dots()]
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

  // The gap of a row of the grid.
  gapOf(row) {
    return atLogShare(row / (this.map.factors.length - 1), this.map.gaps)
  }

  boundaries() {
    const lines = Object.keys(this.flags).map((name) => {
      const points = this.map.boundaries[name].map((epsilon, row) => [this.frame.x(epsilon), this.frame.y(this.gapOf(row))])
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
    const { means, names, epsilon } = this.shown
    const isNear = (gap) => Math.hypot(x - this.frame.x(epsilon), y - this.frame.y(gap)) < NEAR.dot
    const dot = this.rivals().findLast(({ gap }) => isNear(gap))
    if (dot) {
      const mean = significant(means[dot.arm], 6)
      return `${armName(names, dot.arm)} (mean ${mean}): gap ${significant(dot.gap, 4)} at ε = ${significant(epsilon, 4)}`
    }
    const under = this.frame.y.invert(y)
    const row = Math.round(logShare(under, this.map.gaps) * (this.map.factors.length - 1))
    const isOn = (name) => Math.abs(x - this.frame.x(this.map.boundaries[name][row])) < NEAR.line
    const name = Object.keys(this.flags).find(isOn)
    if (name) {
      return `${this.flags[name]}: ε = ${significant(this.map.boundaries[name][row], 3)} at gap ${significant(this.gapOf(row), 3)}`
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

// names: { words, dash } of each line, in rows from the frame's left side on.  Also says where the last row ends.
function keyOf(frame, names) {
  let [x, y, drawn] = [frame.left, EDGES.top, ""]
  for (const { words, dash } of names) {
    const wide = KEY.sample + KEY.gap + frame.widthOf(words, KEY.size)
    if (x > frame.left && x + wide > frame.width) [x, y] = [frame.left, y + KEY.row]
    const middle = y + KEY.row / 2
    drawn += line([[x, middle], [x + KEY.sample, middle]], frame.colors.text, LINE, dash)
    drawn += frame.text(x + KEY.sample + KEY.gap, middle + 4, words, "start", { size: KEY.size })
    x += wide + KEY.between
  }
  return { drawn, bottom: y + KEY.row + KEY.gap }
}

// From 1 to the factor from which on the colour stays the same.
function shadesOf(frame) {
  const { right, top, bottom, colors } = frame
  const left = right + SHADES.away
  const stops = [[0, colors.background], [1, colors.private]]
  const shades = stops.map(([share, color]) => `<stop offset="${share}" stop-color="${color}"/>`).join("")
  const place = `x="${left}" y="${top}" width="${SHADES.width}" height="${bottom - top}"`
  const last = SHADES.ticks.at(-1)
  const heightOf = scaleLog([1, last], [bottom, top])
  const ticks = SHADES.ticks.map((tick) =>
    frame.text(left + SHADES.width + 5, heightOf(tick) + 4, tick === last ? SHADES.last : String(tick), "start", { size: KEY.size }),
  )
  const turned = `translate(${frame.width - 10} ${(top + bottom) / 2}) rotate(-90)`
  return `<linearGradient id="shades" x1="0" y1="1" x2="0" y2="0">${shades}</linearGradient>` +
    `<rect ${place} fill="url(#shades)" stroke="${colors.grid}"/>${ticks.join("")}` +
    `<g transform="${turned}">${frame.text(0, 0, TITLE, "middle")}</g>`
}

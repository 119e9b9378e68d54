// The parts of the server's picture that move during a drag if the browser computes; found by name and moved in place.
import { apart } from "../shared/axes.js"
import { scaleLog } from "../shared/scale.js"

const GAP = 8 // between two words in a row
const SHORT = 30 // letters; the names of zones in a narrow picture are no longer than this, and contain no number

export class MovingPicture {
  // svg: as ui/choose/picture.py draws it.  drawing: its size and frame.  lines: those that are dragged, with the ranges of their axes.
  constructor(svg, { width, frame }, { epsilon, participants }) {
    const [left, top, right, bottom] = frame
    const [x, y] = [scaleLog(epsilon.range, [left, right], 0), scaleLog(participants.range, [bottom, top], 0)]
    Object.assign(this, { svg, width, frame, x, y })
    this.parts = Object.fromEntries([...svg.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]))
  }

  // epsilons, and the curves at them: enough, second, bound (null leaves it as drawn).  budget, epsilon, and crossings: the
  // participants where epsilon meets the curves.  marks: {epsilon, words} by name; those with epsilon null are not shown.
  // zone: what the forbidden zone is called now, or "" to leave it as drawn.
  show({ epsilons, enough, second, bound, budget, epsilon, crossings, marks, zone }) {
    const [, top, , bottom] = this.frame
    if (enough) {
      this.line("curve", epsilons, enough)
      this.area("enough", epsilons, enough, top)
    }
    if (second) this.line("second", epsilons, second)
    if (this.parts["second-name"] && second) this.parts["second-name"].style.display = "none"
    if (bound) {
      this.line("bound", epsilons, bound)
      this.area("ruled-out", epsilons, bound, bottom)
    }
    this.place("budget", "line", { y1: this.y(budget), y2: this.y(budget) })
    for (const name of ["epsilon", "crossings"]) {
      if (this.parts[name]) this.parts[name].style.display = epsilon === null ? "none" : ""
    }
    const called = this.parts["zone-name"]?.querySelector("text")
    if (zone && called?.textContent.length > SHORT) called.textContent = zone
    if (epsilon !== null) {
      this.place("epsilon", "line", { x1: this.x(epsilon), x2: this.x(epsilon) })
      crossings.forEach((count, i) => {
        const dot = this.parts.crossings?.children[i]
        if (dot) set(dot, { cx: this.x(epsilon), cy: this.y(count) })
      })
    }
    this.showMarks(marks, budget)
  }

  showMarks(marks, budget) {
    const [low, high] = this.x.domain
    const shown = []
    for (const [name, { epsilon, words }] of Object.entries(marks)) {
      const part = this.parts[`mark-${name}`]
      if (!part) continue
      const isShown = epsilon !== null && epsilon > low && epsilon <= high
      part.style.display = isShown ? "" : "none"
      if (!isShown) continue
      const [line, dot, text] = ["line", "circle", "text"].map((tag) => part.querySelector(tag))
      const x = this.x(epsilon)
      set(line, { x1: x, x2: x, ...(dot && { y1: this.y(budget) }) })
      if (dot) set(dot, { cx: x, cy: this.y(budget) })
      if (text.textContent !== words) text.textContent = words
      shown.push({ x, text, row: text.getAttribute("y") })
    }
    this.spreadWords(shown)
  }

  // Move the words of one row apart; words that have a row to themselves only stay inside the picture.
  spreadWords(shown) {
    for (const row of new Set(shown.map((each) => each.row))) {
      const here = shown.filter((each) => each.row === row).toSorted((one, other) => one.x - other.x)
      const widths = here.map(({ text }) => text.getComputedTextLength() + GAP)
      const places = apart(here.map(({ x }) => x), widths, 4, this.width - 4)
      here.forEach(({ text }, i) => set(text, { x: places[i] }))
    }
  }

  points(epsilons, participants) {
    return [...epsilons].map((epsilon, i) => `${this.x(epsilon).toFixed(1)},${this.y(participants[i]).toFixed(1)}`)
  }

  line(name, epsilons, participants) {
    this.place(name, "polyline", { points: this.points(epsilons, participants).join(" ") })
  }

  // The area between a curve and a height of the frame.
  area(name, epsilons, participants, height) {
    const back = [...epsilons].toReversed().map((epsilon) => `${this.x(epsilon).toFixed(1)},${height}`)
    const points = [...this.points(epsilons, participants), ...back].join(" ")
    for (const polygon of this.parts[name]?.querySelectorAll("polygon") ?? []) set(polygon, { points })
  }

  place(name, tag, attributes) {
    const element = this.parts[name]?.querySelector(tag)
    if (element) set(element, attributes)
  }
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? value.toFixed(1) : value)
  }
}

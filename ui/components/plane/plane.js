// Arms as points of the plane and theta as an arrow.  Reports {features, theta}.
import { roundTicks } from "../shared/axes.js"
import { Frame } from "../shared/frame.js"
import { Gestures } from "../shared/gestures.js"
import { mounted } from "../shared/mounted.js"
import { Reports } from "../shared/reports.js"
import { scaleLinear, significant } from "../shared/scale.js"
import { Sheet } from "../shared/sheet.js"
import { line, pathOf } from "../shared/svg.js"
import { contourOf, cornersOf, dot, movedTo, quantum, span, windowOf } from "./geometry.js"

const MARGIN = { left: 46, right: 18, top: 20, bottom: 30 }
const CROWDED = 12
const THETA = -1 // the index of theta among the handles
const FILE = "arms-in-the-plane"
const GRIP = `<circle class="halo" r="15"/><circle class="grip" r="15" fill="transparent"/><g class="mark"></g>`
const markupOf = (index) => {
  const name = index === THETA ? "Theta" : `Arm ${index + 1}`
  const role = `tabindex="0" role="slider" aria-label="${name}" aria-roledescription="point of the plane"`
  return `<g class="handle" data-index="${index}" ${role}>${GRIP}</g>`
}
const short = (x, digits = 3) => String(significant(x, digits)).replace("-", "−")

class Plane {
  constructor(root) {
    this.root = root
    this.handles = root.querySelector(".handles")
    this.sheet = new Sheet(root, this)
    this.reports = new Reports(root, () => ({ features: this.features, theta: this.theta }))
    this.gestures = new Gestures((final) => this.moved(final))
    root.querySelector(".add").onclick = () => this.addArm()
    this.gestures.listenToPointers(this.sheet.svg, (event) => this.handleOf(event))
    this.gestures.listenToKeys(this.sheet.svg, (event) => this.handleOf(event))
  }

  update({ data, setStateValue }) {
    this.data = data
    this.reports.answered(data.sequence, setStateValue, data.key)
    if (!this.gestures.held && this.reports.resting) this.adopt(data)
    this.show()
  }

  // The server's state replaces ours: after a release, a preset, a link.
  adopt({ features, theta }) {
    this.features = features.map((row) => [...row])
    this.theta = [...theta]
    this.buildHandles()
  }

  moved(final) {
    this.show()
    this.reports.report(final)
  }

  show() {
    this.sheet.show(FILE, { colors: this.data.colors })
  }

  // ---- the window on the plane, which rests under a hand
  fit(view) {
    const { left, right, top, bottom } = MARGIN
    const edges = { left, right: view.width - right, top, bottom: view.height - bottom }
    this.pixels = [edges.right - edges.left, edges.bottom - edges.top]
    this.ranges = windowOf([[0, 0], this.theta, ...this.features], this.pixels)
    const [x, y] = this.ranges
    this.frame = new Frame(view, edges, { x, y, scale: scaleLinear, size: 14 })
  }

  screen([x, y]) {
    return [this.frame.x(x), this.frame.y(y)]
  }

  place(index) {
    return index === THETA ? this.theta : this.features[index]
  }

  // ---- handles
  buildHandles() {
    const wanted = this.features.length + 1
    if (this.handles.children.length === wanted) return
    const order = [...this.features.keys(), THETA]
    this.handles.innerHTML = order.map(markupOf).join("")
    this.root.classList.toggle("crowded", this.features.length > CROWDED)
    this.root.querySelector(".add").disabled = this.features.length >= this.data.arms[1]
  }

  addArm() {
    this.gestures.letGo()
    const count = this.features.length
    const middle = [0, 1].map((axis) => this.features.reduce((sum, row) => sum + row[axis], 0) / (2 * count))
    this.features.push(middle.map((value) => significant(value, 3)))
    this.changedArms()
  }

  removeArm(index) {
    if (index === THETA || this.features.length <= this.data.arms[0]) return
    this.gestures.letGo()
    this.features.splice(index, 1)
    this.changedArms()
  }

  changedArms() {
    this.buildHandles()
    this.moved(true)
  }

  // ---- pointer and keys
  handleOf(event) {
    const element = event.target.closest(".handle")
    if (!element) return null
    const index = Number(element.dataset.index)
    const start = [...this.place(index)]
    const by = (right, up) => Object.assign(this.place(index), movedTo(start, [right, up], this.ranges))
    const stepOf = (size, range) => Math.max(size * span(range), quantum(range))
    const [x, y] = this.ranges
    const [width, height] = this.pixels.map((pixels) => this.frame.larger * pixels)
    return {
      element,
      drag: (right, up) => by((right / width) * span(x), (up / height) * span(y)),
      step: (right, up, size) => by(right * stepOf(size, x), up * stepOf(size, y)),
      end: (last) => by((last ? 1 : -1) * span(x), 0),
      remove: () => this.removeArm(index),
    }
  }

  handle(index) {
    return this.handles.querySelector(`[data-index="${index}"]`)
  }

  // ---- drawing
  words() {
    return "Features of the arms and theta in the plane"
  }

  // Its layer, and the handles above it, which stay elements, as the focus does.
  draw(view) {
    if (!this.gestures.held || !this.frame) this.fit(view)
    // The pair comes from the server's answer; when an arm has just been removed, it may still name that arm.
    const pulled = this.data.pulled.filter((arm) => arm < this.features.length)
    this.features.forEach((_, arm) => this.drawArm(arm, pulled.includes(arm)))
    this.drawTheta()
    const arrow = line([this.screen([0, 0]), this.screen(this.theta)], this.data.colors.text, 2.5)
    return [this.axes() + this.frame.clipped(this.volume(pulled) + this.contour(), "plane-window") + arrow]
  }

  // Its letter stands on the right, or on the left where an arm lies under it.
  drawTheta() {
    const [[x, y], ...arms] = [this.theta, ...this.features].map((place) => this.screen(place))
    const room = (side) => Math.min(...arms.map(([right, down]) => Math.hypot(right - x - 15 * side, down - y - 9)))
    const [side, anchor] = room(1) < 25 && room(-1) > room(1) ? [-1, "end"] : [1, "start"]
    const letter = this.frame.text(11 * side, 14, "θ", anchor, { bold: true })
    this.drawHandle(THETA, `<circle r="6" fill="${this.data.colors.text}"/>${letter}`)
  }

  drawArm(arm, isPulled) {
    const { choice, text, background } = this.data.colors
    const isBest = arm === this.data.best_arm
    const radius = this.features.length > CROWDED && !isPulled ? 5 : 8
    const fill = isPulled ? `fill="${choice}"` : `fill="${text}" fill-opacity=".6"`
    const ring = isBest ? `<circle r="${radius + 4}" fill="none" stroke="${text}" stroke-width="1.5"/>` : ""
    const name = isBest ? `arm ${arm + 1}, best` : isPulled ? `arm ${arm + 1}` : `${arm + 1}`
    const left = this.screen(this.features[arm])[0] > this.frame.width - 100
    const written = this.frame.text(left ? -13 : 13, -9, name, left ? "end" : "start", { bold: isPulled, color: isPulled ? choice : text })
    this.handle(arm).classList.toggle("named", isPulled || isBest)
    this.drawHandle(arm, `${ring}<circle r="${radius}" ${fill} stroke="${background}" stroke-width="1.5"/><g class="name">${written}</g>`)
  }

  drawHandle(index, mark) {
    const element = this.handle(index)
    const [x, y] = this.screen(this.place(index))
    element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`)
    element.querySelector(".mark").innerHTML = mark
    const mean = index === THETA ? this.features.length : dot(this.features[index], this.theta)
    element.setAttribute("aria-valuenow", mean)
    element.setAttribute("aria-valuetext", this.told(index).replace("<br>", ", ").replaceAll(/<.*?>/g, ""))
  }

  told(index) {
    const [x, y] = this.place(index)
    if (index === THETA) return `θ = (${short(x)}, ${short(y)})`
    const { pulled, coefficients } = this.data
    const own = `arm ${index + 1} at (${short(x)}, ${short(y)}), mean ${short(dot([x, y], this.theta))}`
    if (pulled.includes(index)) return `${own}<br>in the Max-Det collection`
    const parts = (coefficients[index] ?? []).map((value, j) => `${short(value)} × arm ${pulled[j] + 1}`)
    return this.gestures.held ? own : `${own}<br>= ${parts.join(" + ").replaceAll("+ −", "− ")}`
  }

  axes() {
    const { left, right, top, bottom } = this.frame
    const [x, y] = this.ranges
    const across = roundTicks(x, this.frame.width / 90).map((value) => {
      const at = this.frame.x(value)
      return this.gridLine(value, [[at, top], [at, bottom]]) + this.frame.text(at, bottom + 18, short(value), "middle", { size: 12 })
    })
    const up = roundTicks(y, this.frame.height / 60).map((value) => {
      const at = this.frame.y(value)
      return this.gridLine(value, [[left, at], [right, at]]) + this.frame.text(left - 8, at + 4, short(value), "end", { size: 12 })
    })
    return across.join("") + up.join("")
  }

  gridLine(value, ends) {
    const { grid, text } = this.data.colors
    return value === 0 ? line(ends, text, 1, "", 0.5) : line(ends, grid, 1)
  }

  volume(pulled) {
    const { choice } = this.data.colors
    const [a, b] = pulled.map((arm) => this.features[arm])
    if (!a) return ""
    const path = pathOf(cornersOf([a, b]).map((corner) => this.screen(corner)))
    return `<path class="parallelogram" d="${path}Z" fill="${choice}" fill-opacity=".14" stroke="${choice}" stroke-width="1.5"/>`
  }

  // The line of all places with the best arm's mean; an arm beyond it would be better.
  contour() {
    const best = this.features[this.data.best_arm]
    if (!best) return ""
    const ends = contourOf(best, this.theta, this.ranges)?.map((place) => this.screen(place))
    return ends ? line(ends, this.data.colors.text, 1.2, "1 4", 0.8) : ""
  }

  readingAt(x, y, target) {
    const handle = target.closest(".handle")
    return handle && this.told(Number(handle.dataset.index))
  }

  // A saved picture has no handles' halos, and of many arms the names of those that are named.
  whole(copy) {
    const isCrowded = this.features.length > CROWDED
    copy.querySelectorAll(`.halo${isCrowded ? ", .handle:not(.named) .name" : ""}`).forEach((part) => part.remove())
  }
}

export default mounted(".plane-drag", Plane)

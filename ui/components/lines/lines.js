// A picture that the server draws, with its lines of epsilon and of participants dragged.  Reports {line, value}, and also
// where the other line was let go, as long as the server has not answered that: a later report may overtake it.
import { Gestures } from "../shared/gestures.js"
import { isLate } from "../shared/late.js"
import { atLogShare, clamp, logShare, shareOfNext, significant } from "../shared/numbers.js"
import { Reports } from "../shared/reports.js"
import { save } from "../shared/svg.js"

const WIDE = 560 // pixels from which the first drawing fits
const SLIDE_LETTERS = 14 // pixels of the drawing, which is drawn smaller there
const SAYS = {
  epsilon: (value) => `ε = ${value}`,
  participants: (value, isWide, hasRail) => value.toLocaleString("en-US") + (isWide ? (hasRail ? " participants" : " available") : ""),
}
const pictures = new WeakMap()
const prepare = (copy) => {
  for (const text of copy.querySelectorAll(".written")) text.classList.remove("written")
}

export default function (component) {
  if (isLate(component)) return undefined
  const root = component.parentElement.querySelector(".lines")
  let picture = pictures.get(root)
  if (!picture) pictures.set(root, (picture = new LinePicture(root)))
  picture.update(component)
  return () => {
    picture.gestures.letGo()
    if (!root.isConnected) removeEventListener("take", picture.listener)
  }
}

class LinePicture {
  constructor(root) {
    this.root = root
    this.stage = root.querySelector(".stage")
    this.knobs = Object.fromEntries([...root.querySelectorAll(".knob")].map((knob) => [knob.dataset.name, knob]))
    this.values = {}
    this.letGo = {}
    this.reports = new Reports(root, () => ({ line: this.moved, value: this.values[this.moved], also: this.others() }))
    this.gestures = new Gestures((final) => this.report(final))
    for (const [name, knob] of Object.entries(this.knobs)) {
      this.gestures.listenToPointers(knob, () => this.handle(name))
      this.gestures.listenToKeys(knob, () => this.handle(name))
    }
    for (const button of root.querySelectorAll("[data-take]")) button.onclick = () => this.take(button.dataset.take)
    new ResizeObserver(() => this.data && this.draw()).observe(root)
    this.listener = (event) => this.give(event)
  }

  update({ data, setStateValue }) {
    this.data = data
    addEventListener("take", this.listener)
    const style = { "--choice": data.color, "--halo": `${data.color}55`, "--paper": data.background }
    for (const [name, value] of Object.entries(style)) this.root.style.setProperty(name, value)
    this.reports.answered(data.sequence, setStateValue, data.key)
    if (this.reports.resting) this.letGo = {}
    if (!this.gestures.held && this.reports.resting) this.values = { ...data.values }
    this.draw()
  }

  others() {
    return Object.entries(this.letGo).flatMap(([line, value]) => (line === this.moved ? [] : [{ line, value }]))
  }

  report(final) {
    this.place()
    if (final) this.letGo[this.moved] = this.values[this.moved]
    this.reports.report(final)
  }

  draw() {
    this.isWide = this.root.clientWidth >= WIDE
    this.drawing = this.data.drawings[this.isWide ? 0 : 1]
    if (this.drawn !== this.drawing.svg) this.root.querySelector(".drawing").innerHTML = this.drawn = this.drawing.svg
    this.place()
  }

  // Places are shares of the picture, so that they hold at every size.
  place() {
    const { width, height, frame } = this.drawing
    const [left, top, right, bottom] = frame
    const held = Object.keys(this.knobs).find((name) => this.knobs[name] === this.gestures.held?.element)
    const percent = (part, whole) => `${(100 * part) / whole}%`
    const x = (value) => percent(left + clamp(logShare(value, this.data.ranges.epsilon), 0, 1) * (right - left), width)
    const y = (value) => percent(bottom - clamp(logShare(value, this.data.ranges.participants), 0, 1) * (bottom - top), height)
    const { epsilon, participants } = this.values
    this.knobs.epsilon.hidden = epsilon === null
    this.knobs.participants.hidden = false
    if (epsilon !== null) Object.assign(this.knobs.epsilon.style, { left: x(epsilon), top: percent(top - 3, height) })
    Object.assign(this.knobs.participants.style, { left: percent(right, width), top: y(participants) })
    for (const [name, knob] of Object.entries(this.knobs)) this.describe(name, knob)
    const moving = this.root.querySelector(".moving")
    moving.style.display = held && !(this.data.hasRail && held === "participants") ? "block" : "none"
    if (held === "epsilon")
      Object.assign(moving.style, { left: x(epsilon), top: percent(top, height), width: "2px", height: percent(bottom - top, height) })
    if (held === "participants")
      Object.assign(moving.style, { left: percent(left, width), top: y(participants), width: percent(right - left, width), height: "2px" })
  }

  describe(name, knob) {
    const value = this.values[name]
    if (value === null) return
    const [low, high] = this.data.limits[name]
    const isVertical = name === "participants"
    const says = (isWide) => SAYS[name](value, isWide, this.data.hasRail)
    knob.textContent = `${says(this.isWide)} ${isVertical ? "↕" : "↔"}`
    knob.setAttribute("aria-label", this.data.labels[name])
    knob.setAttribute("aria-orientation", isVertical ? "vertical" : "horizontal")
    knob.setAttribute("aria-valuemin", low)
    knob.setAttribute("aria-valuemax", high)
    knob.setAttribute("aria-valuenow", value)
    knob.setAttribute("aria-valuetext", says(true))
  }

  // The exact share is kept during a drag: rounding every small step would swallow it.
  handle(name) {
    const range = this.data.ranges[name]
    const limits = this.data.limits[name]
    const { width, height } = this.stage.getBoundingClientRect()
    const [left, top, right, bottom] = this.drawing.frame
    const isVertical = name === "participants"
    const length = isVertical
      ? (height * (bottom - top)) / this.drawing.height
      : (width * (right - left)) / this.drawing.width
    let share = logShare(this.values[name], range)
    const valueAt = (place) => {
      const value = significant(atLogShare(place, range), isVertical ? 2 : 3)
      return clamp(isVertical ? Math.round(value) : value, ...limits)
    }
    const moveTo = (place) => {
      this.moved = name
      this.values[name] = valueAt(place)
    }
    return {
      element: this.knobs[name],
      drag: (rightwards, up) => moveTo((share += (isVertical ? up : rightwards) / length)),
      step: (rightwards, up, size) => moveTo((share = shareOfNext(share, (rightwards + up) * size, valueAt))),
      end: (last) => moveTo((share = logShare(limits[last ? 1 : 0], range))),
    }
  }

  // The wide drawing, for who asks for it by the window's event "take": the server has laid it out.
  give(event) {
    if (event.detail.key !== this.data.key || !event.detail.give) return
    event.preventDefault()
    const drawn = document.createElement("div")
    drawn.innerHTML = this.data.drawings[0].svg
    const copy = drawn.querySelector("svg")
    prepare(copy)
    copy.setAttribute("font-size", SLIDE_LETTERS)
    event.detail.give(copy)
  }

  take(format) {
    void save(this.root.querySelector("svg"), { name: this.data.name, format, background: this.data.background, prepare })
  }
}

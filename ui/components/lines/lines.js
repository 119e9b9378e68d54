// A picture that the server draws, with its lines of epsilon, participants and (on a rail) the difference to find dragged.
// Reports {line, value}, and also where other lines were let go, as long as the server has not answered that: a later report
// may overtake it.
import { Gestures } from "../shared/gestures.js"
import { alongScale, describe } from "../shared/handle.js"
import { mounted } from "../shared/mounted.js"
import { atLogShare, clamp, logShare, significant } from "../shared/numbers.js"
import { Reports } from "../shared/reports.js"
import { save } from "../shared/svg.js"
import { Live } from "./live.js"

const WIDE = 560 // pixels from which the first drawing fits
const SLIDE_LETTERS = 14 // pixels of the drawing, which is drawn smaller there
const SAYS = {
  epsilon: (value) => `ε = ${value}`,
  participants: (value, isWide, hasRail) => value.toLocaleString("en-US") + (isWide ? (hasRail ? " participants" : " available") : ""),
  difference: (value) => `${value} points to find`,
}
const MOVES_UP = ["participants"]
const prepare = (copy) => {
  for (const text of copy.querySelectorAll(".written")) text.classList.remove("written")
}

class LinePicture {
  constructor(root) {
    this.root = root
    this.stage = root.querySelector(".stage")
    this.knobs = Object.fromEntries([...root.querySelectorAll(".knob")].map((knob) => [knob.dataset.name, knob]))
    this.values = {}
    this.letGo = {}
    this.live = new Live()
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
    this.reports.answered(data.sequence, setStateValue, data.key)
    if (this.reports.resting) this.letGo = {}
    void this.live.load(data.live)
    if (!this.gestures.held && this.reports.resting) this.adopt(data)
    this.draw()
  }

  leave() {
    this.gestures.letGo()
    removeEventListener("take", this.listener)
  }

  // The server's answer replaces what the browser has shown meanwhile.
  adopt(data) {
    this.values = { ...data.values }
    if (this.isFollowed) this.drawn = null
    this.isFollowed = false
    this.live.settle(data.live)
  }

  others() {
    return Object.entries(this.letGo).flatMap(([line, value]) => (line === this.moved ? [] : [{ line, value }]))
  }

  // Where the browser computes, the server hears of it when it is let go.
  report(final) {
    const isFollowed = this.live.isReady && this.follow(final)
    this.place()
    if (isFollowed && !final) return
    if (final) this.letGo[this.moved] = this.values[this.moved]
    this.reports.report(final)
  }

  // At most once in a frame, at once when it is let go; false where a kernel fails: then the server follows the hand.
  follow(final) {
    cancelAnimationFrame(this.frame)
    const show = () => {
      const { epsilon } = this.values
      this.isFollowed = true
      const shown = this.live.follow({ ...this.values }, this.moved, this.root.querySelector("svg"), this.drawing, this.data.ranges)
      if (this.moved !== "epsilon" || epsilon === null) this.values.epsilon = shown
      this.place()
    }
    try {
      if (final) show()
      else this.frame = requestAnimationFrame(show)
      return true
    } catch {
      this.live.kernels = null
      return false
    }
  }

  draw() {
    this.isWide = this.root.clientWidth >= WIDE
    this.drawing = this.data.drawings[this.isWide ? 0 : 1]
    if (this.drawn !== this.drawing.svg) this.root.querySelector(".drawing").innerHTML = this.drawn = this.drawing.svg
    this.place()
  }

  // Places are shares of the picture, so that they hold at every size.
  place() {
    const { width, height, frame, rail } = this.drawing
    const [left, top, right, bottom] = frame
    const held = Object.keys(this.knobs).find((name) => this.knobs[name] === this.gestures.held?.element)
    const percent = (part, whole) => `${(100 * part) / whole}%`
    const x = (value) => percent(left + clamp(logShare(value, this.data.ranges.epsilon), 0, 1) * (right - left), width)
    const y = (value) => percent(bottom - clamp(logShare(value, this.data.ranges.participants), 0, 1) * (bottom - top), height)
    const { epsilon, participants, difference = null } = this.values
    this.knobs.epsilon.hidden = epsilon === null
    this.knobs.participants.hidden = false
    this.knobs.difference.hidden = difference === null
    if (difference !== null) {
      const share = clamp(logShare(difference, this.data.ranges.difference), 0, 1)
      Object.assign(this.knobs.difference.style, { left: percent(rail.left + share * (rail.right - rail.left), width), top: percent(rail.y, height) })
    }
    if (epsilon !== null) Object.assign(this.knobs.epsilon.style, { left: x(epsilon), top: percent(top - 3, height) })
    Object.assign(this.knobs.participants.style, { left: percent(right, width), top: y(participants) })
    for (const [name, knob] of Object.entries(this.knobs)) this.describe(name, knob)
    const moving = this.root.querySelector(".moving")
    const isOnRail = held === "difference" || (this.data.hasRail && held === "participants")
    moving.style.display = held && !isOnRail ? "block" : "none"
    if (held === "epsilon")
      Object.assign(moving.style, { left: x(epsilon), top: percent(top, height), width: "2px", height: percent(bottom - top, height) })
    if (held === "participants")
      Object.assign(moving.style, { left: percent(left, width), top: y(participants), width: percent(right - left, width), height: "2px" })
  }

  describe(name, knob) {
    const value = this.values[name] ?? null
    if (value === null) return
    const isVertical = MOVES_UP.includes(name)
    const says = (isWide) => SAYS[name](value, isWide, this.data.hasRail)
    knob.textContent = `${says(this.isWide)} ${isVertical ? "↕" : "↔"}`
    describe(knob, { label: this.data.labels[name], limits: this.data.limits[name], value, words: says(true), isVertical })
  }

  handle(name) {
    const range = this.data.ranges[name]
    const limits = this.data.limits[name]
    const { width, height } = this.stage.getBoundingClientRect()
    const [left, top, right, bottom] = this.drawing.frame
    const isVertical = MOVES_UP.includes(name)
    const length = isVertical
      ? (height * (bottom - top)) / this.drawing.height
      : (width * (right - left)) / this.drawing.width
    const valueAt = (place) => {
      const value = significant(atLogShare(place, range), isVertical ? 2 : 3)
      return clamp(isVertical ? Math.round(value) : value, ...limits)
    }
    const moveTo = (place) => {
      this.moved = name
      this.values[name] = valueAt(place)
    }
    const ends = limits.map((limit) => logShare(limit, range))
    const share = () => logShare(this.values[name], range)
    return alongScale({ element: this.knobs[name], isVertical, pixels: () => length, share, moveTo, valueAt, ends })
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
    void save(this.root.querySelector("svg"), { name: this.data.name, format, background: this.data.colors.background, prepare })
  }
}

export default mounted(".lines", LinePicture)

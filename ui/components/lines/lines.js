// A picture that the server draws, in which visitors drag the lines of epsilon, of participants and (on a rail) of the
// difference to find.  It reports {line, value}, and also where other lines were dropped until the server has answered that,
// since a later report may overtake it.
import { plural, whole } from "../shared/numbers.js"
import { Gestures } from "../shared/gestures.js"
import { alongScale, describe } from "../shared/handle.js"
import { mounted } from "../shared/mounted.js"
import { atLogShare, clamp, logShare, scaleLog, significant } from "../shared/scale.js"
import { Reports } from "../shared/reports.js"
import { save } from "../shared/svg.js"
import { Live } from "./live.js"

const WIDE = 560 // pixels; from this width on the first drawing fits
const SLIDE_LETTERS = 14 // in pixels of the drawing, which a slide shows smaller
const SAYS = {
  epsilon: (value) => `ε = ${value}`,
  participants: (value, isWide, hasRail) => whole(value) + (isWide ? (hasRail ? " participants" : " available") : ""),
  difference: (value) => `${value} point${plural(value)} to find`,
}
const UPWARD = "participants" // the line that moves up and down
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
    for (const button of root.querySelectorAll("[data-take]")) button.onclick = () => this.save(button.dataset.take)
    new ResizeObserver(() => this.data && this.draw()).observe(root)
  }

  update({ data, setStateValue }) {
    this.data = data
    this.reports.answered(data.sequence, setStateValue, data.key)
    void this.live.load(data.live)
    if (!this.gestures.held && this.reports.resting) this.adopt(data)
    this.draw()
  }

  leave() {
    this.gestures.letGo()
  }

  // The server's answer replaces what the browser has shown meanwhile.  Lines that were dropped are told until then: a
  // report that overtakes them drops them only when it is itself the last of its drag.
  adopt(data) {
    this.letGo = {}
    this.values = Object.fromEntries(Object.entries(data.lines).map(([name, { value }]) => [name, value]))
    if (this.isFollowed) this.drawn = null
    this.isFollowed = false
    this.live.settle()
  }

  others() {
    return Object.entries(this.letGo).flatMap(([line, value]) => (line === this.moved ? [] : [{ line, value }]))
  }

  // If the browser computes, it reports to the server only on release.
  report(final) {
    const isFollowed = this.live.isReady && this.follow(final)
    this.place()
    if (isFollowed && !final) return
    if (final) this.letGo[this.moved] = this.values[this.moved]
    this.reports.report(final)
  }

  // Show the state at most once per frame, and at once on release.  Returns false if a kernel fails; then the server computes.
  follow(final) {
    cancelAnimationFrame(this.frame)
    const show = () => {
      const { epsilon } = this.values
      this.isFollowed = true
      const shown = this.live.follow({ ...this.values }, this.moved, this.root.querySelector("svg"), this.drawing, this.data.lines)
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

  // Where a line's values lie in the drawing: the ends of its scale.
  endsOf(name) {
    const { frame: [left, top, right, bottom], rail } = this.drawing
    if (name === UPWARD) return [bottom, top]
    return name === "difference" ? [rail.left, rail.right] : [left, right]
  }

  // Places are shares of the picture, so that they are right at every size.
  place() {
    const { width, height, frame: [left, top, right, bottom], rail } = this.drawing
    const of = (name) => scaleLog(this.data.lines[name].range, this.endsOf(name), 0)(this.values[name])
    const at = (x, y) => ({ left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` })
    const places = {
      epsilon: () => at(of("epsilon"), top - 3), participants: () => at(right, of("participants")), difference: () => at(of("difference"), rail.y),
    }
    for (const [name, knob] of Object.entries(this.knobs)) {
      const value = this.values[name] ?? null
      knob.hidden = value === null
      if (knob.hidden) continue
      Object.assign(knob.style, places[name]())
      this.describe(name, knob, value)
    }
    const held = Object.keys(this.knobs).find((name) => this.knobs[name] === this.gestures.held?.element)
    const moving = this.root.querySelector(".moving")
    const isOnRail = held === "difference" || (this.data.hasRail && held === "participants")
    moving.style.display = held && !isOnRail ? "block" : "none"
    const size = at(right - left, bottom - top)
    if (held === "epsilon") Object.assign(moving.style, at(of("epsilon"), top), { width: "2px", height: size.top })
    if (held === "participants") Object.assign(moving.style, at(left, of("participants")), { width: size.left, height: "2px" })
  }

  describe(name, knob, value) {
    const isVertical = name === UPWARD
    const { label, limits } = this.data.lines[name]
    const says = (isWide) => SAYS[name](value, isWide, this.data.hasRail)
    knob.textContent = `${says(this.isWide)} ${isVertical ? "↕" : "↔"}`
    describe(knob, { label, limits, value, words: says(true), isVertical })
  }

  handle(name) {
    const { range, limits } = this.data.lines[name]
    const isVertical = name === UPWARD
    const [start, end] = this.endsOf(name)
    const length = (this.stage.getBoundingClientRect().width * Math.abs(end - start)) / this.drawing.width
    const valueAt = (place) => {
      const value = significant(atLogShare(place, range), isVertical ? 2 : 3)
      return clamp(isVertical ? Math.round(value) : value, ...limits)
    }
    const set = (value) => {
      this.moved = name
      this.values[name] = value
    }
    const ends = limits.map((limit) => logShare(limit, range))
    const share = () => logShare(this.values[name], range)
    return alongScale({ element: this.knobs[name], isVertical, pixels: () => length, share, valueAt, set, ends })
  }

  // The wide drawing, which the server has laid out.
  copy() {
    const drawn = document.createElement("div")
    drawn.innerHTML = this.data.drawings[0].svg
    const copy = drawn.querySelector("svg")
    prepare(copy)
    copy.setAttribute("font-size", SLIDE_LETTERS)
    return copy
  }

  save(format) {
    void save(this.root.querySelector("svg"), { name: this.data.name, format, background: this.data.colors.background, prepare })
  }
}

export default mounted(".lines", LinePicture)

// A knob on a straight line of a Plotly chart.  Reports {value}.
import { Gestures } from "../shared/gestures.js"
import { alongScale, describe } from "../shared/handle.js"
import { mounted } from "../shared/mounted.js"
import { Reports } from "../shared/reports.js"
import { clamp, significant } from "../shared/scale.js"

const REST_MS = 50 // between two looks at a chart that does not move; to look at every frame would take 6 % of a core

class Knob {
  constructor(root) {
    this.root = root
    this.knob = root.querySelector(".knob")
    this.line = root.querySelector(".line")
    this.reports = new Reports(root, () => ({ value: this.value }))
    this.gestures = new Gestures((final) => this.moved(final))
    this.gestures.listenToPointers(this.knob, () => this.handle())
    this.gestures.listenToKeys(this.knob, () => this.handle())
  }

  update({ data, setStateValue }) {
    this.data = data
    this.root.classList.add(`axis-${data.axis}`)
    this.reports.answered(data.sequence, setStateValue, data.key)
    if (!this.gestures.held && this.reports.resting) this.value = data.value
    this.describe()
    this.follow()
  }

  leave() {
    this.gestures.letGo()
  }

  // The chart moves for more reasons than there are events for: its size, the text below it, a new drawing.
  follow() {
    cancelAnimationFrame(this.frame)
    clearTimeout(this.rest)
    if (!this.root.isConnected) return
    const before = this.whereabouts()
    this.place()
    if (this.whereabouts() !== before) this.frame = requestAnimationFrame(() => this.follow())
    else this.rest = setTimeout(() => this.follow(), REST_MS)
  }

  whereabouts() {
    return this.root.className + this.knob.style.cssText + this.line.style.cssText
  }

  moved(final) {
    this.describe()
    this.place()
    this.reports.report(final)
  }

  // ---- the chart
  // Where the chart's frame is on the screen, and the axis of the drag.
  plotFrame() {
    const plot = document.querySelector(`.st-key-${CSS.escape(this.data.chart)} .js-plotly-plot`)
    const box = plot?.querySelector(".nsewdrag")?.getBoundingClientRect()
    if (!box?.width) return null
    this.lastFrame = { box, axis: plot.layout[`${this.data.axis}axis`] }
    return this.lastFrame
  }

  place() {
    const frame = this.plotFrame()
    this.root.classList.toggle("adrift", !frame)
    if (!frame) return
    const own = this.root.getBoundingClientRect()
    const { width, height } = frame.box
    const [left, top] = [frame.box.left - own.left, frame.box.top - own.top]
    const share = shareOn(frame.axis, this.value)
    const isVertical = this.data.axis === "y"
    const [x, y] = isVertical ? [left + width, top + (1 - share) * height] : [left + share * width, top]
    Object.assign(this.knob.style, { left: `${x}px`, top: `${y}px` })
    const line = isVertical ? { left, top: y - 1, width } : { left: x - 1, top, height }
    for (const [name, pixels] of Object.entries(line)) this.line.style[name] = `${pixels}px`
    this.root.classList.add("placed")
  }

  describe() {
    const { label, limits, axis } = this.data
    const isVertical = axis === "y"
    this.knob.textContent = `${label} ${this.value}\u00a0${isVertical ? "↕" : "↔"}`
    describe(this.knob, { label, limits, value: this.value, isVertical })
  }

  // While a new chart is being drawn we use the last one's frame, so that no key press is lost.
  handle() {
    const frame = this.plotFrame() ?? this.lastFrame
    if (!frame) return null
    const { axis, box } = frame
    const isVertical = this.data.axis === "y"
    return alongScale({
      element: this.knob,
      isVertical,
      pixels: () => (isVertical ? box.height : box.width),
      share: () => shareOn(axis, this.value),
      set: (value) => (this.value = value),
      valueAt: (share) => valueOn(axis, share, this.data),
      ends: this.data.limits.map((limit) => shareOn(axis, limit)),
    })
  }
}

export default mounted(".line-handle", Knob)

// ---- values on an axis of a Plotly chart, as shares of its length
const endsOfAxis = ({ range }) => range.map(Number)

export function shareOn(axis, value) {
  const [low, high] = endsOfAxis(axis)
  return ((axis.type === "log" ? Math.log10(value) : value) - low) / (high - low)
}

// The value as it is reported, kept within its limits.
export function valueOn(axis, share, { limits, is_whole: isWhole }) {
  const [low, high] = endsOfAxis(axis)
  const place = low + share * (high - low)
  const value = axis.type === "log" ? 10 ** place : place
  return clamp(significant(isWhole ? Math.round(value) : value, 3), ...limits)
}

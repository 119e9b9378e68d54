// A picture below the one that is dragged.  It shows what the server says, and during a drag what the bars say:
// the window's event "overview".  The event "take" has it saved: { key, format }.
import { isLate } from "../shared/late.js"
import { Layers, measured, save, showTip } from "../shared/svg.js"
import { Allocation } from "./allocation.js"
import { Landscape } from "./landscape.js"

const widgets = new WeakMap()
const instanceOf = ({ means, names, epsilon }) => JSON.stringify([means, names, epsilon])

export default function (component) {
  if (isLate(component)) return undefined
  const root = component.parentElement.querySelector(".lower")
  let widget = widgets.get(root)
  if (!widget) widgets.set(root, (widget = new Lower(root, component.data)))
  widget.update(component.data)
  return () => root.isConnected || widget.listen(removeEventListener) // of data passed over, too, Streamlit cleans up
}

class Lower {
  constructor(root, { kind }) {
    this.root = root
    this.svg = root.querySelector(".drawing")
    this.tip = root.querySelector(".tip")
    this.layers = new Layers(this.svg)
    this.pen = document.createElement("canvas").getContext("2d")
    const canvas = root.querySelector(".surface")
    this.picture = kind === "map" ? new Landscape(canvas, () => this.draw()) : new Allocation()
    this.listeners = { overview: ({ detail }) => this.follow(detail), take: (event) => this.take(event) }
    this.svg.addEventListener("pointermove", (event) => this.read(event))
    this.svg.addEventListener("pointerleave", () => (this.tip.hidden = true))
    new ResizeObserver(() => this.resize()).observe(this.svg)
    new IntersectionObserver((entries) => this.seen(entries.at(-1).isIntersecting)).observe(this.svg)
  }

  listen(addOrRemove) {
    for (const [name, listener] of Object.entries(this.listeners)) addOrRemove(name, listener)
  }

  update(data) {
    this.data = data
    this.root.style.height = `${data.height}px`
    this.picture.adopt(data)
    this.listen(addEventListener)
    if (this.told) this.catchUp()
    else this.draw()
  }

  // What the bars say last holds, also when data for an earlier place come: of new data they speak when they show them.
  // They are silent (null) where the server follows the hand.
  follow(told) {
    this.told = told
    this.isBehind = told !== null
    if (this.isBehind && this.isInSight) this.catchUp()
  }

  seen(isInSight) {
    this.isInSight = isInSight
    if (isInSight && this.isBehind) this.catchUp()
  }

  catchUp() {
    this.isBehind = false
    if (instanceOf(this.told) === instanceOf(this.data)) this.picture.adopt(this.data)
    else this.picture.follow(this.told)
    this.draw()
  }

  resize() {
    const { font, ...size } = measured(this.svg)
    Object.assign(this, { font, size })
    this.draw()
  }

  draw() {
    if (!this.size?.width) return
    const { colors, arm_colors, range } = this.data
    const widthOf = (words, size) => this.widthOf(words, size)
    this.svg.setAttribute("aria-label", this.picture.words())
    this.layers.draw(this.picture.draw({ ...this.size, colors, arm_colors, range, widthOf }))
  }

  widthOf(words, size) {
    this.pen.font = `${size}px ${this.font}`
    return this.pen.measureText(words).width
  }

  read(event) {
    const box = this.svg.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const reading = event.buttons ? null : this.picture.readingAt(x, y)
    if (reading) showTip(this.tip, reading, x, y, box.width, [14, 18])
    else this.tip.hidden = true
  }

  take(event) {
    const { key, format } = event.detail
    if (key !== this.data.name) return
    event.preventDefault()
    const prepare = (copy) => this.picture.whole?.(copy)
    void save(this.svg, { name: key, format, background: this.data.colors.background, prepare })
  }
}

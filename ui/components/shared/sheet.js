// The sheet that a picture draws itself on: its size, the reading under the pointer, and the picture as a file.
import { Layers, measured, save, showTip, widthIn } from "./svg.js"

const AWAY = [14, 18] // pixels between a reading and the pointer, above it and below

export class Sheet {
  // root: contains .tip and the svg in which the picture is drawn.
  // picture: draws itself in layers, from the back, on a view (the sheet's size, widthOf, and what `show` is given); words()
  // describes it for people who cannot see it; readingAt(x, y, target) gives HTML or null; and it may complete a copy of itself.
  constructor(root, picture, svg = root.querySelector(".drawing")) {
    Object.assign(this, { picture, svg, tip: root.querySelector(".tip") })
    this.layers = new Layers(this.svg.querySelector(".layers") ?? this.svg)
    this.svg.addEventListener("pointermove", (event) => this.read(event))
    this.svg.addEventListener("pointerleave", () => (this.tip.hidden = true))
    for (const button of root.querySelectorAll("[data-take=png], [data-take=svg]")) button.onclick = () => this.save(button.dataset.take)
    new ResizeObserver(() => this.resize()).observe(this.svg)
  }

  // name: what it is saved as.
  show(name, view) {
    Object.assign(this, { name, view })
    this.draw()
  }

  resize() {
    const { font, ...size } = measured(this.svg)
    Object.assign(this, { font, size })
    this.draw()
  }

  draw() {
    if (!this.size?.width || !this.view) return
    const widthOf = (...words) => widthIn(this.font, ...words)
    this.svg.setAttribute("aria-label", this.picture.words())
    this.layers.draw(this.picture.draw({ ...this.size, ...this.view, widthOf }))
  }

  read(event) {
    const box = this.svg.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const { larger } = this.size
    const reading = event.buttons ? null : this.picture.readingAt(x / larger, y / larger, event.target)
    if (reading) showTip(this.tip, reading, x, y, box.width, AWAY)
    else this.tip.hidden = true
  }

  // An SVG that is laid out at this size.
  copy(size) {
    const usual = this.size
    this.size = size
    this.draw()
    const copy = this.svg.cloneNode(true)
    copy.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`)
    this.picture.whole?.(copy)
    this.size = usual
    this.draw()
    return copy
  }

  save(format) {
    const prepare = (copy) => this.picture.whole?.(copy)
    void save(this.svg, { name: this.name, format, background: this.view.colors.background, prepare })
  }
}

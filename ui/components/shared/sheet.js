// The sheet that a picture draws itself on: its size, the reading under the pointer, and the picture as a file.
import { laidOut, Layers, measured, save, showTip, widthIn } from "./svg.js"

const AWAY = [14, 18] // of a reading from the pointer, above it and below

export class Sheet {
  // root: holds svg, which the picture is drawn in, and .tip.  picture: draws itself in layers on a view (the sheet's size, widthOf, and what
  // `show` is given), describes itself in words() for people who cannot see it, says readingAt(x, y, target) in HTML or null, and may make a copy whole.
  constructor(root, picture, svg = root.querySelector(".drawing")) {
    Object.assign(this, { picture, svg, tip: root.querySelector(".tip") })
    this.layers = new Layers(this.svg)
    this.take = (event) => this.save(event)
    this.svg.addEventListener("pointermove", (event) => this.read(event))
    this.svg.addEventListener("pointerleave", () => (this.tip.hidden = true))
    new ResizeObserver(() => this.resize()).observe(this.svg)
  }

  // name: what it is saved as, and called by the window's event "take": { key, format }.
  show(name, view) {
    Object.assign(this, { name, view })
    addEventListener("take", this.take)
    this.draw()
  }

  leave() {
    removeEventListener("take", this.take)
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

  laidOut(size) {
    const { font } = this
    const place = { ...this.size, font }
    const copy = laidOut(place, this.svg, size, () => {
      Object.assign(this, { size: { width: place.width, height: place.height }, font: place.font })
      this.draw()
    })
    this.picture.whole?.(copy)
    return copy
  }

  // format: of a file; or `give` takes a copy that is laid out at `size`.
  save(event) {
    const { key, format, size, give } = event.detail
    if (key !== this.name) return
    event.preventDefault()
    if (give) give(this.laidOut(size))
    else this.saveAs(format, key)
  }

  saveAs(format, name) {
    const prepare = (copy) => this.picture.whole?.(copy)
    void save(this.svg, { name, format, background: this.view.colors.background, prepare })
  }
}

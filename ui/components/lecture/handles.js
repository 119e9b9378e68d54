// The handles: elements that stay, and so keep the focus, while the picture under them is redrawn.
import { Gestures } from "../shared/gestures.js"
import { alongScale, describe } from "../shared/handle.js"
import { clamp } from "../shared/scale.js"

export class Handles {
  // place: the element that holds them.  move(values): called with a handle's values; moved(isFinal): called after each move.
  constructor(place, { move, moved }) {
    Object.assign(this, { place, move, known: new Map(), gestures: new Gestures(moved) })
    this.gestures.listenToPointers(place, (event) => this.gripOf(this.nearestTo(event)))
    place.addEventListener("pointerup", () => place.closest("[tabindex]").focus({ preventScroll: true })) // or keys would move it on
    this.gestures.listenToKeys(place, (event) => this.gripOf(event.target.closest?.(".handle")))
  }

  get isHeld() {
    return this.gestures.held !== null
  }

  // If the touch areas of several handles overlap, the one whose middle is nearest.
  nearestTo({ clientX, clientY }) {
    const { left, top } = this.place.getBoundingClientRect()
    const away = ({ handle: { at } }) => Math.hypot(at[0] - (clientX - left), at[1] - (clientY - top))
    return [...this.known.values()].reduce((best, one) => (away(one) < away(best) ? one : best)).element
  }

  gripOf(element) {
    const now = () => this.known.get(element.dataset.key).handle
    if (!element || !this.known.has(element.dataset.key)) return null
    return alongScale({
      element,
      isVertical: now().axis === "y",
      pixels: () => now().pixels,
      share: () => now().share,
      valueAt: (place) => JSON.stringify(now().set(clamp(place, 0, 1))),
      set: (values) => this.move(JSON.parse(values)),
    })
  }

  // handles: { key, axis, name, told, pixels, share, at, set, lane? } of the picture; lane: the pixels that no other handle uses.
  draw(handles) {
    const keys = new Set(handles.map(({ key }) => key))
    for (const [key, { element }] of this.known) {
      if (keys.has(key)) continue
      this.known.delete(key) // first, because an element that loses the focus is released and drawn once more
      element.remove()
    }
    for (const handle of handles) {
      const { element } = this.known.get(handle.key) ?? { element: this.add(handle.key) }
      this.known.set(handle.key, { element, handle })
      Object.assign(element.style, { left: `${handle.at[0]}px`, top: `${handle.at[1]}px` })
      element.style.setProperty("--lane", handle.lane ? `${handle.lane}px` : "")
      const value = Math.round(100 * clamp(handle.share, 0, 1))
      describe(element, { label: handle.name, limits: [0, 100], value, words: handle.told, isVertical: handle.axis === "y" })
    }
  }

  add(key) {
    const element = Object.assign(document.createElement("div"), { className: "handle", tabIndex: 0, role: "slider" })
    element.dataset.key = key
    return this.place.appendChild(element)
  }
}

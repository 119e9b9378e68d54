// One pointer (mouse, pen or finger) or the keys move one handle at a time; with Shift they move it ten times more finely.
// A handle: { element, grab?(event), drag(right, up), step(right, up, size), end?(last), remove?(), page? }:
// element gets the focus and the class "held"; drag moves by pixels; step by `size` of the whole range, to the right or
// up (1, 0 or -1); end goes to the range's first or last value; page: the size of a step by PageUp and PageDown.
const KEY_REST_MS = 500 // so long after the last key press, the move has ended
const FINE = 0.1
const STEP = 0.01
const PAGE = 0.1
const WAYS = {
  ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], PageUp: [0, 1], PageDown: [0, -1],
}

export class Gestures {
  // moved(isFinal): called after every change of a value, and when the handle is released.
  constructor(moved) {
    Object.assign(this, { moved, held: null, pointer: null })
  }

  // find(event): the handle under the pointer, or nothing.
  listenToPointers(surface, find) {
    surface.addEventListener("pointerdown", (event) => {
      const handle = event.button === 0 && this.pointer === null ? find(event) : null
      if (!handle) return
      event.preventDefault()
      handle.element.focus({ preventScroll: true })
      surface.setPointerCapture(event.pointerId)
      this.hold(handle, event.pointerId)
      this.last = event
      if (!handle.grab) return
      handle.grab(event)
      this.moved(false)
    })
    surface.addEventListener("pointermove", (event) => {
      if (this.pointer !== event.pointerId) return
      const factor = event.shiftKey ? FINE : 1
      this.held.drag(factor * (event.clientX - this.last.clientX), factor * (this.last.clientY - event.clientY))
      this.last = event
      this.moved(false)
    })
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      surface.addEventListener(end, (event) => this.pointer === event.pointerId && this.letGo())
    }
  }

  // find(event): the handle with the focus, or nothing.
  listenToKeys(surface, find) {
    surface.addEventListener("keydown", (event) => {
      const found = find(event)
      const handle = found && this.held?.element === found.element ? this.held : found
      const isEnd = handle?.end && (event.key === "Home" || event.key === "End")
      if (!handle || !(event.key in WAYS || isEnd || (event.key === "Delete" && handle.remove))) return
      event.preventDefault()
      if (this.pointer !== null) return
      if (event.key === "Delete") {
        this.letGo()
        handle.remove()
        return
      }
      this.hold(handle, null)
      if (isEnd) handle.end(event.key === "End")
      else handle.step(...WAYS[event.key], stepSize(event, handle))
      this.typing = setTimeout(() => this.letGo(), KEY_REST_MS)
      this.moved(false)
    })
    surface.addEventListener("focusout", () => this.pointer === null && this.letGo())
  }

  hold(handle, pointer) {
    clearTimeout(this.typing)
    if (this.held && this.held.element !== handle.element) this.letGo()
    this.held = handle
    this.pointer = pointer
    handle.element.classList.add("held")
  }

  letGo() {
    clearTimeout(this.typing)
    if (!this.held) return
    this.held.element.classList.remove("held")
    this.held = this.pointer = null
    this.moved(true)
  }
}

function stepSize(event, handle) {
  if (event.key.startsWith("Page")) return handle.page ?? PAGE
  return event.shiftKey ? FINE * STEP : STEP
}

// A knob on a straight line of a Plotly chart.  Reports {sequence, value, final} as `moved`.
// A new report leaves only after the previous one came back drawn (data.sequence), so the page never falls behind.
const ACKNOWLEDGE_MS = 1500
const KEY_REST_MS = 500
const handles = new WeakMap()

export default function (component) {
  const root = component.parentElement.querySelector(".line-handle")
  let handle = handles.get(root)
  if (!handle) handles.set(root, (handle = new Handle(root)))
  handle.update(component)
  return () => handle.leave()
}

class Handle {
  constructor(root) {
    this.root = root
    this.knob = root.querySelector(".knob")
    this.line = root.querySelector(".line")
    this.sequence = 0
    this.sizes = new ResizeObserver(() => this.place())
    this.sizes.observe(document.body)
    this.listen()
  }

  update({ data, setStateValue }) {
    Object.assign(this, { data, send: setStateValue })
    const style = { "--choice": data.color, "--halo": data.color + "55", "--paper": data.background }
    for (const [name, value] of Object.entries(style)) this.root.style.setProperty(name, value)
    this.root.classList.add(`axis-${data.axis}`)
    this.root.dataset.shown = data.sequence
    if (data.sequence >= this.sequence) this.acknowledge(data.sequence)
    if (!this.held && !this.inFlight && !this.waiting) this.value = data.value
    this.place()
  }

  leave() {
    this.sizes.disconnect()
    clearTimeout(this.retry)
    clearTimeout(this.typing)
  }

  acknowledge(sequence) {
    this.sequence = sequence
    this.inFlight = false
    clearTimeout(this.patience)
    if (this.waiting) requestAnimationFrame(() => this.sendWaiting())
  }

  // What waits stays marked until it leaves, so that an earlier answer does not overwrite it.
  sendWaiting() {
    if (!this.waiting || this.inFlight) return
    const { final } = this.waiting
    this.waiting = null
    this.report(final)
  }

  report(final) {
    if (this.inFlight) {
      this.waiting = { final }
      return
    }
    this.inFlight = true
    this.sequence += 1
    this.patience = setTimeout(() => this.acknowledge(this.sequence), ACKNOWLEDGE_MS)
    this.send("moved", { sequence: this.sequence, value: this.value, final })
  }

  // ---- the chart
  axes() {
    const plot = document.querySelector(`.st-key-${CSS.escape(this.data.chart)} .js-plotly-plot`)
    const layout = plot?._fullLayout
    if (!layout?.xaxis?._length || !layout.yaxis._length) return null
    if (plot !== this.plot) {
      this.plot = plot
      this.sizes.observe(plot)
      plot.on("plotly_afterplot", () => this.place())
    }
    return { box: plot.getBoundingClientRect(), x: layout.xaxis, y: layout.yaxis }
  }

  place() {
    clearTimeout(this.retry)
    const axes = this.axes()
    if (!axes) {
      this.retry = setTimeout(() => this.place(), 100)
      return
    }
    const own = this.root.getBoundingClientRect()
    const left = axes.box.left - own.left + axes.x._offset
    const top = axes.box.top - own.top + axes.y._offset
    const width = axes.x._length
    const height = axes.y._length
    const share = this.share(axes[this.data.axis], this.value)
    if (this.data.axis === "y") {
      const y = top + (1 - share) * height
      Object.assign(this.knob.style, { left: `${left + width}px`, top: `${y}px` })
      Object.assign(this.line.style, { left: `${left}px`, top: `${y - 1}px`, width: `${width}px`, height: "2px" })
    } else {
      const x = left + share * width
      Object.assign(this.knob.style, { left: `${x}px`, top: `${top}px` })
      Object.assign(this.line.style, { left: `${x - 1}px`, top: `${top}px`, width: "2px", height: `${height}px` })
    }
    this.root.classList.add("placed")
    this.describe()
  }

  describe() {
    const [low, high] = this.data.limits
    this.knob.textContent = `${this.data.label} ${this.value} ${this.data.axis === "y" ? "↕" : "↔"}`
    this.knob.setAttribute("aria-label", this.data.label)
    this.knob.setAttribute("aria-orientation", this.data.axis === "y" ? "vertical" : "horizontal")
    this.knob.setAttribute("aria-valuemin", low)
    this.knob.setAttribute("aria-valuemax", high)
    this.knob.setAttribute("aria-valuenow", this.value)
  }

  share(axis, value) {
    const [low, high] = axis.range.map(Number)
    return ((axis.type === "log" ? Math.log10(value) : value) - low) / (high - low)
  }

  moveTo(share) {
    const axis = this.axes()?.[this.data.axis]
    if (!axis) return
    const [low, high] = axis.range.map(Number)
    const place = low + share * (high - low)
    const [least, most] = this.data.limits
    const value = axis.type === "log" ? 10 ** place : place
    this.value = Math.min(most, Math.max(least, Number(value.toPrecision(3))))
    this.place()
    this.report(false)
  }

  shareNow() {
    const axis = this.axes()?.[this.data.axis]
    return axis ? this.share(axis, this.value) : 0
  }

  // ---- pointer and keys
  listen() {
    const knob = this.knob
    knob.onpointerdown = (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      knob.focus({ preventScroll: true })
      knob.setPointerCapture(event.pointerId)
      this.hold({ x: event.clientX, y: event.clientY, share: this.shareNow() })
    }
    knob.onpointermove = (event) => {
      const axes = this.held?.x !== undefined && this.axes()
      if (!axes) return
      const vertical = this.data.axis === "y"
      const way = vertical ? (this.held.y - event.clientY) / axes.y._length : (event.clientX - this.held.x) / axes.x._length
      this.moveTo(this.held.share + way * (event.shiftKey ? 0.1 : 1))
    }
    knob.onpointerup = knob.onpointercancel = () => this.held && this.letGo()
    knob.onkeydown = (event) => {
      const up = ["ArrowUp", "ArrowRight", "PageUp"].includes(event.key)
      const down = ["ArrowDown", "ArrowLeft", "PageDown"].includes(event.key)
      if (!up && !down) return
      event.preventDefault()
      const size = event.key.startsWith("Page") ? 0.1 : event.shiftKey ? 0.001 : 0.01
      this.hold({})
      this.moveTo(this.shareNow() + (up ? size : -size))
      clearTimeout(this.typing)
      this.typing = setTimeout(() => this.letGo(), KEY_REST_MS)
    }
    knob.onblur = () => this.held && this.letGo()
  }

  hold(held) {
    this.held = held
    this.root.classList.add("held")
  }

  letGo() {
    clearTimeout(this.typing)
    this.held = null
    this.root.classList.remove("held")
    this.report(true)
  }
}

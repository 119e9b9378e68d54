// Arms as points of the plane and theta as an arrow.  Reports {sequence, features, theta, final} as `moved`.
// A new report leaves only after the previous one came back drawn (data.sequence), so the page never falls behind.
const MAX_ARMS = 40
const ACKNOWLEDGE_MS = 1500
const KEY_REST_MS = 500
const MARGIN = { left: 46, right: 18, top: 20, bottom: 30 }
const CROWDED = 12
const THETA = -1 // the index of theta among the handles
const planes = new WeakMap()

export default function (component) {
  const root = component.parentElement.querySelector(".plane-drag")
  let plane = planes.get(root)
  if (!plane) planes.set(root, (plane = new Plane(root)))
  plane.update(component)
}

const clamp = (x, low, high) => Math.min(high, Math.max(low, x))
const short = (x, digits = 3) => String(Number(x.toPrecision(digits))).replace("-", "−")
const dot = (a, b) => a[0] * b[0] + a[1] * b[1]
const span = ([low, high]) => high - low

class Plane {
  constructor(root) {
    this.root = root
    this.svg = root.querySelector(".plane")
    this.scene = root.querySelector(".scene")
    this.handles = root.querySelector(".handles")
    this.tip = root.querySelector(".tip")
    this.sequence = 0
    root.querySelector(".add").onclick = () => this.addArm()
    for (const button of root.querySelectorAll("[data-take]")) button.onclick = () => this.save(button.dataset.take)
    new ResizeObserver(() => this.data && (this.fit(), this.draw())).observe(this.svg)
    this.listen()
  }

  update({ data, setStateValue }) {
    this.send = setStateValue
    this.data = data
    this.root.style.setProperty("--halo", data.colors.choice + "44")
    this.root.dataset.shown = data.sequence
    if (data.sequence >= this.sequence) this.acknowledge(data.sequence)
    if (!this.held && !this.inFlight && !this.waiting) this.adopt(data)
    this.draw()
  }

  // The server's state replaces ours: after a release, a preset, a link.
  adopt({ features, theta }) {
    this.features = features.map((row) => [...row])
    this.theta = [...theta]
    this.buildHandles()
    this.fit()
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
    this.send("moved", { sequence: this.sequence, features: this.features, theta: this.theta, final })
  }

  // ---- the window on the plane
  fit() {
    this.width = this.svg.clientWidth
    this.height = this.svg.clientHeight
    const places = [[0, 0], this.theta, ...this.features]
    const range = (axis) => {
      const values = places.map((place) => place[axis])
      const [low, high] = [Math.min(...values), Math.max(...values)]
      const pad = 0.1 * (high - low || 1)
      return [low - pad, high + pad]
    }
    this.x = range(0)
    this.y = range(1)
    const inner = [this.width - MARGIN.left - MARGIN.right, this.height - MARGIN.top - MARGIN.bottom]
    // One scale for both axes, unless the points would shrink to a line.
    const units = [span(this.x) / inner[0], span(this.y) / inner[1]]
    const unit = Math.max(...units)
    this.sameScale = unit <= 3 * Math.min(...units)
    if (!this.sameScale) return
    for (const [axis, pixels] of [["x", inner[0]], ["y", inner[1]]]) {
      const middle = (this[axis][0] + this[axis][1]) / 2
      this[axis] = [middle - (unit * pixels) / 2, middle + (unit * pixels) / 2]
    }
  }

  screen([x, y]) {
    return [
      MARGIN.left + ((x - this.x[0]) / span(this.x)) * (this.width - MARGIN.left - MARGIN.right),
      this.height - MARGIN.bottom - ((y - this.y[0]) / span(this.y)) * (this.height - MARGIN.top - MARGIN.bottom),
    ]
  }

  place(index) {
    return index === THETA ? this.theta : this.features[index]
  }

  move(index, dx, dy) {
    const place = this.place(index)
    ;[[dx, this.x], [dy, this.y]].forEach(([change, range], axis) => {
      const quantum = 10 ** Math.floor(Math.log10(span(range) / 500))
      const value = clamp(this.start[axis] + change, ...range)
      this.start[axis] = value
      place[axis] = Number((Math.round(value / quantum) * quantum).toPrecision(6))
    })
  }

  // ---- handles
  buildHandles() {
    const wanted = this.features.length + 1
    if (this.handles.children.length === wanted) return
    const order = [...this.features.keys(), THETA]
    this.handles.replaceChildren(...order.map((index) => this.buildHandle(index)))
    this.root.classList.toggle("crowded", this.features.length > CROWDED)
    this.root.querySelector(".add").disabled = this.features.length >= MAX_ARMS
  }

  buildHandle(index) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "g")
    element.setAttribute("class", "handle")
    element.dataset.index = index
    element.innerHTML = `<circle class="halo" r="15"/><circle r="15" fill="transparent"/><g class="mark"></g>`
    const name = index === THETA ? "Theta" : `Arm ${index + 1}`
    const attributes = { tabindex: 0, role: "slider", "aria-label": name, "aria-roledescription": "point of the plane" }
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }

  addArm() {
    const count = this.features.length
    const middle = [0, 1].map((axis) => this.features.reduce((sum, row) => sum + row[axis], 0) / (2 * count))
    this.features.push(middle.map((value) => Number(value.toPrecision(3))))
    this.changedArms()
  }

  removeArm(index) {
    if (index === THETA || this.features.length <= 2) return
    this.features.splice(index, 1)
    this.changedArms()
  }

  changedArms() {
    this.buildHandles()
    this.draw()
    this.report(true)
  }

  // ---- pointer and keys
  listen() {
    const { svg } = this
    const handleOf = (event) => event.target.closest?.(".handle")
    svg.onpointerdown = (event) => {
      const handle = handleOf(event)
      if (event.button !== 0 || !handle || this.held) return
      event.preventDefault()
      handle.focus({ preventScroll: true })
      svg.setPointerCapture(event.pointerId)
      this.hold(Number(handle.dataset.index), event.pointerId)
      this.last = event
    }
    svg.onpointermove = (event) => {
      if (this.held?.pointer !== event.pointerId) return this.read(event)
      const finer = event.shiftKey ? 0.1 : 1
      const perPixel = [
        span(this.x) / (this.width - MARGIN.left - MARGIN.right), span(this.y) / (this.height - MARGIN.top - MARGIN.bottom),
      ]
      const [right, up] = [event.clientX - this.last.clientX, this.last.clientY - event.clientY]
      this.last = event
      this.move(this.held.index, finer * right * perPixel[0], finer * up * perPixel[1])
      this.moved()
    }
    svg.onpointerup = svg.onpointercancel = (event) => this.held?.pointer === event.pointerId && this.letGo()
    svg.onpointerleave = () => (this.tip.hidden = true)
    svg.onkeydown = (event) => {
      const handle = handleOf(event)
      const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], PageUp: [0, 10], PageDown: [0, -10] }
      const way = ways[event.key]
      if (event.key === "Delete" && handle) return this.removeArm(Number(handle.dataset.index))
      if (!way || !handle) return
      event.preventDefault()
      if (!this.held) this.hold(Number(handle.dataset.index), null)
      const size = event.shiftKey ? 0.001 : 0.01
      this.move(this.held.index, way[0] * size * span(this.x), way[1] * size * span(this.y))
      clearTimeout(this.typing)
      this.typing = setTimeout(() => this.letGo(), KEY_REST_MS)
      this.moved()
    }
    svg.addEventListener("focusout", () => this.held && this.held.pointer === null && this.letGo())
  }

  hold(index, pointer) {
    this.held = { index, pointer }
    this.start = [...this.place(index)]
    this.tip.hidden = true
    this.handle(index).classList.add("held")
  }

  letGo() {
    clearTimeout(this.typing)
    this.handle(this.held.index).classList.remove("held")
    this.held = null
    this.report(true)
    this.draw()
  }

  handle(index) {
    return this.handles.querySelector(`[data-index="${index}"]`)
  }

  moved() {
    this.draw()
    this.report(false)
  }

  // ---- drawing
  draw() {
    if (!this.width || !this.features) return
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`)
    // The pair is the server's answer; while an arm has just gone it may name one too many.
    const pulled = this.data.pulled.filter((arm) => arm < this.features.length)
    this.scene.innerHTML = this.axes() + this.volume(pulled) + this.contour() + this.arrow()
    this.features.forEach((_, arm) => this.drawArm(arm, pulled.includes(arm)))
    this.drawHandle(THETA, `<circle r="6" fill="${this.data.colors.text}"/>${this.text(11, 14, "θ", "start", { bold: true, italic: true })}`)
  }

  drawArm(arm, isPulled) {
    const { choice, text, background } = this.data.colors
    const isBest = arm === this.data.best_arm
    const radius = this.features.length > CROWDED && !isPulled ? 5 : 8
    const fill = isPulled ? `fill="${choice}"` : `fill="${text}" fill-opacity=".6"`
    const ring = isBest ? `<circle r="${radius + 4}" fill="none" stroke="${text}" stroke-width="1.5"/>` : ""
    const name = `a<tspan dy="4" font-size="10">${arm + 1}</tspan>${isBest ? '<tspan dy="-4"> best</tspan>' : ""}`
    const left = this.screen(this.features[arm])[0] > this.width - 80
    const label = this.text(left ? -13 : 13, -9, name, left ? "end" : "start", { bold: isPulled, color: isPulled ? choice : text })
    this.handle(arm).classList.toggle("named", isPulled || isBest)
    this.drawHandle(arm, `${ring}<circle r="${radius}" ${fill} stroke="${background}" stroke-width="1.5"/><g class="name">${label}</g>`)
  }

  drawHandle(index, mark) {
    const element = this.handle(index)
    const [x, y] = this.screen(this.place(index))
    element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`)
    element.querySelector(".mark").innerHTML = mark
    const mean = index === THETA ? this.features.length : dot(this.features[index], this.theta)
    element.setAttribute("aria-valuenow", mean)
    element.setAttribute("aria-valuetext", this.words(index).replace("<br>", ", ").replaceAll(/<.*?>/g, ""))
  }

  words(index) {
    const [x, y] = this.place(index)
    if (index === THETA) return `θ = (${short(x)}, ${short(y)})`
    const { pulled, coefficients } = this.data
    const own = `arm ${index + 1} at (${short(x)}, ${short(y)}), mean ${short(dot([x, y], this.theta))}`
    if (pulled.includes(index)) return `${own}<br>in the Max-Det collection`
    const parts = (coefficients[index] ?? []).map((value, j) => `${short(value)} a<sub>${pulled[j] + 1}</sub>`)
    return this.held ? own : `${own}<br>= ${parts.join(" + ").replaceAll("+ −", "− ")}`
  }

  axes() {
    const { grid, text } = this.data.colors
    const [left, right, top, floor] = [MARGIN.left, this.width - MARGIN.right, MARGIN.top, this.height - MARGIN.bottom]
    let out = ""
    for (const value of ticks(this.x, this.width / 90)) {
      const [x] = this.screen([value, 0])
      out += this.line([[x, top], [x, floor]], value === 0 ? text : grid, 1, "", value === 0 ? 0.5 : 1)
      out += this.text(x, floor + 18, short(value), "middle", { size: 12 })
    }
    for (const value of ticks(this.y, this.height / 60)) {
      const [, y] = this.screen([0, value])
      out += this.line([[left, y], [right, y]], value === 0 ? text : grid, 1, "", value === 0 ? 0.5 : 1)
      out += this.text(left - 8, y + 4, short(value), "end", { size: 12 })
    }
    const clip = `<clipPath id="plane-window"><rect x="${left}" y="${top}" width="${right - left}" height="${floor - top}"/></clipPath>`
    return clip + out
  }

  // The parallelogram of the pulled arms, and dashed the room of all arms with coefficients between -1 and 1.
  volume(pulled) {
    const { choice } = this.data.colors
    const corners = ([a, b]) => (b ? [[0, 0], a, [a[0] + b[0], a[1] + b[1]], b] : [[0, 0], a])
    const [a, b] = pulled.map((arm) => this.features[arm])
    if (!a) return ""
    const path = (points) => `M${points.map((point) => this.screen(point).map((x) => x.toFixed(1)).join(" ")).join("L")}Z`
    const room = b ? [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([s, t]) => [s * a[0] + t * b[0], s * a[1] + t * b[1]]) : [a, [-a[0], -a[1]]]
    return `<g clip-path="url(#plane-window)">
      <path d="${path(room)}" fill="none" stroke="${choice}" stroke-dasharray="3 5" opacity=".7"/>
      <path class="parallelogram" d="${path(corners([a, b]))}" fill="${choice}" fill-opacity=".14" stroke="${choice}" stroke-width="1.5"/></g>`
  }

  // All places with the mean of the best arm: beyond this line an arm would be better.
  contour() {
    const best = this.features[this.data.best_arm]
    if (!best) return ""
    const mean = dot(best, this.theta)
    const size = dot(this.theta, this.theta)
    if (!size) return ""
    const foot = this.theta.map((value) => (value * mean) / size)
    const reach = (span(this.x) + span(this.y) + Math.abs(foot[0]) + Math.abs(foot[1])) / Math.sqrt(size)
    const ends = [-1, 1].map((way) => this.screen([foot[0] - way * reach * this.theta[1], foot[1] + way * reach * this.theta[0]]))
    return `<g clip-path="url(#plane-window)">${this.line(ends, this.data.colors.text, 1.2, "1 4", 0.8)}</g>`
  }

  arrow() {
    return this.line([this.screen([0, 0]), this.screen(this.theta)], this.data.colors.text, 2.5)
  }

  read(event) {
    const handle = event.target.closest?.(".handle")
    this.tip.hidden = !handle
    if (!handle) return
    this.tip.innerHTML = this.words(Number(handle.dataset.index))
    const [x, y] = this.screen(this.place(Number(handle.dataset.index)))
    this.tip.style.left = `${clamp(x - this.tip.offsetWidth / 2, 0, this.width - this.tip.offsetWidth)}px`
    this.tip.style.top = `${y > 90 ? y - this.tip.offsetHeight - 16 : y + 18}px`
  }

  line(points, color, width, dash = "", opacity = 1) {
    const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")
    return `<path d="M${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dash}" opacity="${opacity}"/>`
  }

  text(x, y, words, anchor, { bold, italic, color = this.data.colors.text, size = 14 } = {}) {
    const style = `${bold ? ' font-weight="700"' : ""}${italic ? ' font-style="italic"' : ""}`
    const halo = `paint-order="stroke" stroke="${this.data.colors.background}" stroke-width="3" stroke-linejoin="round"`
    return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="${color}" ${halo}${style}>${words}</text>`
  }

  // The picture as a file, drawn by the browser.
  async save(format) {
    const copy = this.svg.cloneNode(true)
    copy.querySelectorAll(".halo").forEach((halo) => halo.remove())
    if (this.root.classList.contains("crowded")) copy.querySelectorAll(".handle:not(.named) .name").forEach((name) => name.remove())
    const attributes = { xmlns: "http://www.w3.org/2000/svg", width: this.width, height: this.height, "font-family": getComputedStyle(this.svg).fontFamily }
    for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value)
    copy.insertAdjacentHTML("afterbegin", `<rect width="100%" height="100%" fill="${this.data.colors.background}"/>`)
    const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }))
    const link = document.createElement("a")
    link.download = `arms-in-the-plane.${format}`
    link.href = format === "svg" ? url : await rasterised(url, this.width, this.height)
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
}

function ticks([low, high], wanted) {
  const rough = (high - low) / Math.max(2, wanted)
  const decade = 10 ** Math.floor(Math.log10(rough))
  const step = decade * [1, 2, 5, 10].find((factor) => factor * decade >= rough)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(6)))
}

async function rasterised(url, width, height) {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height })
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL("image/png")
}

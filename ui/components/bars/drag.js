// Arms as bars whose tops are dragged, two log sliders, and the picture they move.  Reports {sequence, means, epsilon, risk, final} as `moved`.
// A new report leaves only after the previous one came back drawn (data.sequence), so the page never falls behind.
const RAILS = {
  epsilon: { label: "privacy budget ε", low: LOW, high: HIGH, ends: ["← more privacy", "less privacy →"] },
  risk: { label: "risk of a wrong answer", low: 1e-4, high: 0.4, ends: ["← more certain", "less certain →"] },
}
const MAX_ARMS = 20
const ACKNOWLEDGE_MS = 1500
const KEY_REST_MS = 500
const widgets = new WeakMap()

export default function (component) {
  const root = component.parentElement.querySelector(".drag")
  let widget = widgets.get(root)
  if (!widget) widgets.set(root, (widget = new Widget(root)))
  widget.update(component)
}

const clamp = (x, low, high) => Math.min(high, Math.max(low, x))
const significant = (x, digits) => Number(x.toPrecision(digits))
const niceTop = (mean) => [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].find((top) => mean <= 0.8 * top) ?? 1
const text = (x) => String(significant(x, 4))

class Widget {
  constructor(root) {
    this.root = root
    this.bars = root.querySelector(".bars")
    this.held = null
    this.inFlight = false
    this.waiting = null
    this.sequence = 0
    root.querySelector(".add").onclick = () => this.addArm()
    for (const track of root.querySelectorAll(".track")) this.buildTrack(track)
    this.buildPicture(root.querySelector(".plot"))
  }

  update({ data, setStateValue }) {
    this.send = setStateValue
    this.data = data
    this.root.style.setProperty("--choice", data.colors.choice)
    this.root.style.setProperty("--halo", data.colors.choice + "44")
    this.root.classList.toggle("strip", !data.picture)
    this.root.querySelector(".verdict").textContent = data.verdict
    this.root.querySelector(".caption").textContent = data.caption
    this.root.dataset.shown = data.sequence
    if (data.sequence >= this.sequence) this.acknowledge(data.sequence)
    const busy = this.held || this.inFlight || this.waiting
    if (!busy) this.adopt(data)
    this.draw()
  }

  // The server's state replaces ours: after a release, an undo, a story, a link.
  adopt({ means, epsilon, risk }) {
    Object.assign(this, { means: [...means], epsilon, risk, top: niceTop(Math.max(...means)) })
    if (this.bars.children.length !== means.length) this.buildArms()
  }

  acknowledge(sequence) {
    this.sequence = sequence
    this.inFlight = false
    clearTimeout(this.patience)
    // The charts of this answer are drawn in the same frame: the next report leaves after it.
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
    if (!this.data.picture && !final) return
    if (this.inFlight) {
      this.waiting = { final }
      return
    }
    this.inFlight = true
    this.sequence += 1
    this.root.dataset.sent = this.sequence
    this.patience = setTimeout(() => this.acknowledge(this.sequence), ACKNOWLEDGE_MS)
    this.send("moved", { sequence: this.sequence, means: this.means, epsilon: this.epsilon, risk: this.risk, final })
  }

  // ---- arms
  buildArms() {
    this.bars.replaceChildren(...this.means.map((_, arm) => this.buildArm(arm)))
    this.bars.classList.toggle("crowded", this.means.length > 9)
    this.bars.classList.toggle("removable", this.means.length > 2)
    this.root.querySelector(".add").disabled = this.means.length >= MAX_ARMS
  }

  buildArm(arm) {
    const element = document.createElement("div")
    element.className = "arm"
    element.tabIndex = 0
    element.innerHTML = `<div class="room"><div class="bar"></div><div class="value"></div><div class="grip"></div></div>
      <div class="foot"><div class="name"></div><div class="share"></div></div>
      <button class="remove" type="button" tabindex="-1" aria-label="Remove arm ${arm + 1}">×</button>`
    const attributes = { role: "slider", "aria-label": `Mean of arm ${arm + 1}`, "aria-orientation": "vertical" }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    const room = element.querySelector(".room")
    this.draggable(element.querySelector(".grip"), element, {
      start: () => this.means[arm] / this.top,
      change: (right, up) => up / room.clientHeight,
      set: (share) => this.setMean(arm, share * this.top),
    })
    element.querySelector(".remove").onclick = () => this.removeArm(arm)
    this.keys(element, {
      step: (direction, event) => {
        const size = this.quantum() * (event.key.startsWith("Page") ? 50 : event.shiftKey ? 1 : 10)
        this.setMean(arm, this.means[arm] + direction * size)
      },
      ends: (last) => this.setMean(arm, last ? this.top : 0),
      remove: () => this.removeArm(arm),
    })
    return element
  }

  quantum() {
    return this.top / 1000
  }

  setMean(arm, value) {
    const quantum = this.quantum()
    const snapped = Math.round(value / quantum) * quantum
    this.means[arm] = significant(clamp(snapped, quantum, Math.min(this.top, 1 - quantum)), 4)
  }

  addArm() {
    this.means.push(Math.min(...this.means))
    this.changedArms()
  }

  removeArm(arm) {
    if (this.means.length <= 2) return
    this.means.splice(arm, 1)
    this.changedArms()
  }

  changedArms() {
    this.buildArms()
    this.draw()
    this.report(true)
  }

  // ---- epsilon and risk
  buildTrack(track) {
    const name = track.dataset.name
    const { label, low, high, ends } = RAILS[name]
    track.innerHTML = `<div class="line"><span>${label}</span><span class="now"></span></div>
      <div class="rail" tabindex="0" role="slider" aria-label="${label}"><div class="knob"></div></div>
      <div class="ends"><span>${ends[0]}</span><span>${ends[1]}</span></div>`
    const rail = track.querySelector(".rail")
    for (let decade = Math.ceil(Math.log10(low)); decade <= Math.log10(high); decade += 1) {
      const tick = document.createElement("div")
      tick.className = "tick"
      tick.style.left = `${100 * position(10 ** decade, low, high)}%`
      rail.prepend(tick)
    }
    const set = (share) => (this[name] = significant(low * (high / low) ** clamp(share, 0, 1), 3))
    this.draggable(rail, rail, {
      start: (event) => {
        const box = rail.getBoundingClientRect()
        const share = (event.clientX - box.left) / box.width
        if (!event.target.classList.contains("knob")) set(share)
        return position(this[name], low, high)
      },
      change: (right) => right / rail.clientWidth,
      set,
    })
    this.keys(rail, {
      step: (direction, event) => {
        const size = event.key.startsWith("Page") ? 0.1 : event.shiftKey ? 0.001 : 0.01
        set(position(this[name], low, high) + direction * size)
      },
      ends: (last) => set(last ? 1 : 0),
    })
  }

  // ---- the picture, whose line at the current epsilon is a handle too
  buildPicture(svg) {
    this.picture = new Picture(svg, this.root.querySelector(".tip"))
    new ResizeObserver(() => this.data && this.drawPicture()).observe(svg)
    this.draggable(svg, svg, {
      grabs: (event) => Math.abs(event.clientX - svg.getBoundingClientRect().left - this.picture.x(this.epsilon)) < 14,
      start: () => position(this.epsilon, LOW, HIGH),
      change: (right) => right / this.picture.inner,
      set: (share) => (this.epsilon = significant(LOW * (HIGH / LOW) ** clamp(share, 0, 1), 3)),
    })
    const take = {
      png: () => this.picture.save("png"),
      svg: () => this.picture.save("svg"),
      screen: () => (document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen()),
    }
    for (const button of this.root.querySelectorAll("[data-take]")) button.onclick = take[button.dataset.take]
  }

  drawPicture() {
    if (this.data.picture) this.picture.draw(this.data.picture, this.data.colors, this.epsilon)
  }

  // ---- pointer and keys
  // start: the share of the whole range where a drag begins; change: what a step of the pointer adds to it.
  draggable(grip, element, { start, change, set, grabs = () => true }) {
    const stop = (event) => {
      if (this.held?.pointer !== event.pointerId) return
      this.held = null
      element.classList.remove("held")
      this.report(true)
      this.draw()
    }
    grip.onpointerdown = (event) => {
      if (event.button !== 0 || this.held?.pointer || !grabs(event)) return
      event.preventDefault()
      element.focus({ preventScroll: true })
      grip.setPointerCapture(event.pointerId)
      this.held = { pointer: event.pointerId, last: event, share: start(event) }
      element.classList.add("held")
      this.moved()
    }
    grip.onpointermove = (event) => {
      const { held } = this
      if (held?.pointer !== event.pointerId) return
      const step = change(event.clientX - held.last.clientX, held.last.clientY - event.clientY)
      held.share += event.shiftKey ? step / 10 : step
      held.last = event
      set(held.share)
      this.moved()
    }
    grip.onpointerup = grip.onpointercancel = stop
  }

  keys(element, { step, ends, remove }) {
    const finish = () => {
      if (!this.typing) return
      clearTimeout(this.typing)
      this.typing = this.held = null
      this.report(true)
    }
    element.onkeydown = (event) => {
      const up = ["ArrowUp", "ArrowRight", "PageUp"].includes(event.key)
      const down = ["ArrowDown", "ArrowLeft", "PageDown"].includes(event.key)
      if (up || down) step(up ? 1 : -1, event)
      else if (event.key === "Home" || event.key === "End") ends(event.key === "End")
      else if (event.key === "Delete" && remove) return remove()
      else return
      event.preventDefault()
      this.held = { pointer: null }
      clearTimeout(this.typing)
      this.typing = setTimeout(finish, KEY_REST_MS)
      this.moved()
    }
    element.onblur = finish
  }

  moved() {
    this.draw()
    this.report(false)
  }

  // ---- drawing
  draw() {
    const best = Math.max(...this.means)
    const ticks = [0, 0.5, 1].map((share) => share * this.top)
    this.root.querySelector(".scale").innerHTML = ticks
      .map((tick) => `<span style="bottom:${(100 * tick) / this.top}%">${text(tick)}</span>`)
      .join("")
    this.means.forEach((mean, arm) => {
      const element = this.bars.children[arm]
      const height = `${100 * Math.min(1, mean / this.top)}%`
      element.classList.toggle("best", mean === best)
      element.querySelector(".bar").style.cssText = `height:${height};background:${this.data.arm_colors[arm % this.data.arm_colors.length]}`
      element.querySelector(".grip").style.bottom = height
      const value = element.querySelector(".value")
      value.style.bottom = height
      value.textContent = text(mean)
      element.querySelector(".name").textContent = !this.data.picture || this.means.length > 6 ? arm + 1 : `arm ${arm + 1}`
      const share = this.data.shares?.[arm]
      element.querySelector(".share").textContent = share === undefined ? "" : share < 1e-3 ? "<0.1 %" : `${significant(100 * share, 2)} %`
      element.setAttribute("aria-valuemin", 0)
      element.setAttribute("aria-valuemax", 1)
      element.setAttribute("aria-valuenow", mean)
      element.setAttribute("aria-valuetext", `${text(mean)}${mean === best ? ", best" : ""}`)
    })
    this.drawPicture()
    for (const [name, { low, high }] of Object.entries(RAILS)) {
      const track = this.root.querySelector(`[data-name=${name}]`)
      const rail = track.querySelector(".rail")
      track.querySelector(".knob").style.left = `${100 * clamp(position(this[name], low, high), 0, 1)}%`
      track.querySelector(".now").textContent = text(this[name])
      rail.setAttribute("aria-valuemin", low)
      rail.setAttribute("aria-valuemax", high)
      rail.setAttribute("aria-valuenow", this[name])
    }
  }
}

function position(value, low, high) {
  return Math.log(value / low) / Math.log(high / low)
}

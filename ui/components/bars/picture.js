// The main picture: samples needed against epsilon on log axes.  Drawn here and not by Plotly, because Streamlit mounts a
// Plotly chart anew whenever its figure changes, which takes longer than a whole step of a drag may.
const LOW = 1e-3
const HIGH = 1e2
const MARGIN = { left: 62, right: 16, top: 8, bottom: 52 }
const ROW = 17 // of a boundary's flag, above the curves
const log10 = Math.log10
const grouped = (x) => x.toLocaleString("en-US", { maximumFractionDigits: 0 })
const short = (x) => (x < 1e5 ? grouped(x) : grouped(Number(x.toPrecision(3))))
const decade = (k) => (k < 0 ? String(10 ** k) : `${10 ** (k % 3)}${["", "k", "M", "G", "T"][Math.floor(k / 3)] ?? `e${k}`}`)

class Picture {
  constructor(svg, tip) {
    svg.innerHTML = "<g></g><g></g><g></g>"
    this.svg = svg
    this.layers = [...svg.children].map((layer) => ({ layer, content: "" }))
    this.tip = tip
    svg.addEventListener("pointermove", (event) => this.read(event))
    svg.addEventListener("pointerleave", () => (tip.hidden = true))
  }

  x(epsilon) {
    return MARGIN.left + ((log10(epsilon) - log10(LOW)) / log10(HIGH / LOW)) * this.inner
  }

  epsilonAt(x) {
    return LOW * (HIGH / LOW) ** ((x - MARGIN.left) / this.inner)
  }

  y(samples) {
    return this.floor - ((log10(samples) - this.bottom) / (this.top - this.bottom)) * (this.floor - this.ceiling)
  }

  // What the curve says at this epsilon: exact where the server has computed it, else read off between two points.
  samplesAt(epsilon) {
    const { epsilons, samples, here } = this.data
    if (epsilon === here.epsilon) return here.samples
    const place = ((log10(epsilon) - log10(LOW)) / log10(HIGH / LOW)) * (epsilons.length - 1)
    const left = Math.min(Math.max(Math.floor(place), 0), epsilons.length - 2)
    return samples[left] * (samples[left + 1] / samples[left]) ** (place - left)
  }

  draw(data, colors, epsilon) {
    this.data = data
    this.width = this.svg.clientWidth
    this.height = this.svg.clientHeight
    if (!this.width) return
    this.inner = this.width - MARGIN.left - MARGIN.right
    this.ceiling = MARGIN.top + ROW * data.marks.length + 6
    this.floor = this.height - MARGIN.bottom
    // Half decades, so that the axis rests while a bar is dragged a little.
    this.bottom = Math.floor(2 * log10(data.free / 5)) / 2
    this.top = Math.ceil(2 * log10(Math.max(data.samples[0], 20 * data.free)) + 0.1) / 2
    this.colors = colors
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`)
    // What did not change stays: a drag of epsilon leaves the curves alone.
    const contents = [
      this.regimes() + this.axes() + this.reading(epsilon),
      this.bounds() + this.flags(),
      this.choice(epsilon) + this.names(epsilon),
    ]
    this.layers.forEach((drawn, i) => {
      if (drawn.content !== contents[i]) drawn.layer.innerHTML = drawn.content = contents[i]
    })
  }

  regimes() {
    const { price_dominated: end, almost_free: start } = this.data.regimes
    const band = (from, to, color, name) => {
      const [left, right] = [this.x(clamp(from, LOW, HIGH)), this.x(clamp(to, LOW, HIGH))]
      const label = right - left > 7 * name.length ? this.text((left + right) / 2, this.ceiling + 18, name, "middle", { italic: true }) : ""
      const fill = color ? `<rect x="${left}" y="${this.ceiling}" width="${right - left}" height="${this.floor - this.ceiling}" fill="${color}" opacity=".12"/>` : ""
      return fill + label
    }
    return (
      band(LOW, end, this.colors.private, "privacy dominates") +
      band(end, start, null, "transition") +
      band(start, HIGH, this.colors.without_privacy, "almost free")
    )
  }

  axes() {
    let out = ""
    for (let k = log10(LOW); k <= log10(HIGH); k += 1) {
      const x = this.x(10 ** k)
      out += this.line([[x, this.floor], [x, this.floor + 5]], this.colors.text, 1, "", 0.6)
      out += this.text(x, this.floor + 19, String(Number((10 ** k).toPrecision(1))), "middle")
    }
    for (let k = Math.ceil(this.bottom); k <= this.top; k += 1) {
      const y = this.y(10 ** k)
      out += this.line([[MARGIN.left, y], [this.width - MARGIN.right, y]], this.colors.grid, 1)
      out += this.text(MARGIN.left - 8, y + 4, decade(k), "end")
    }
    const middle = (this.ceiling + this.floor) / 2
    out += this.line([[MARGIN.left, this.floor], [this.width - MARGIN.right, this.floor]], this.colors.text, 1, "", 0.6)
    out += this.text(MARGIN.left, this.height - 8, "← more privacy", "start")
    out += this.text(this.width - MARGIN.right, this.height - 8, "less privacy →", "end")
    if (this.inner > 330) out += this.text(MARGIN.left + this.inner / 2, this.height - 8, "privacy budget ε", "middle")
    out += `<g transform="translate(14 ${middle}) rotate(-90)">${this.text(0, 0, "participants (samples), at least", "middle")}</g>`
    return out
  }

  bounds() {
    const { epsilons, samples, free, price, bends } = this.data
    const { private: blue, without_privacy: grey, text } = this.colors
    const at = (epsilon, value) => [this.x(clamp(epsilon, LOW, HIGH)), this.y(value)]
    const bent = (bend, divisor) => [
      ...(bend > LOW ? [at(LOW, price / (divisor * LOW))] : []), at(bend, free), at(HIGH, free),
    ]
    const clip = `<clipPath id="plot"><rect x="${MARGIN.left}" y="${this.ceiling}" width="${this.inner}" height="${this.floor - this.ceiling}"/></clipPath>`
    const lines = [
      this.line(bent(bends.first, 6), text, 1),
      this.line(bent(bends.improved, 1), blue, 9, "", 0.25),
      this.line([at(LOW, free), at(HIGH, free)], grey, 2, "7 5"),
      this.line([at(LOW, price / LOW), at(HIGH, price / HIGH)], blue, 2, "2 4"),
      this.line(epsilons.map((epsilon, i) => at(epsilon, samples[i])), blue, 4),
    ]
    return `${clip}<g clip-path="url(#plot)">${lines.join("")}</g>`
  }

  // Written on the lines, where there is room.
  names(epsilon) {
    const { free, price, bends } = this.data
    const start = epsilon < 10 * LOW ? 30 * LOW : 1.2 * LOW
    const names = [
      this.text(this.width - MARGIN.right - 4, this.y(free) + 19, "without privacy", "end"),
      this.text(this.x(start) + 16, this.y(this.samplesAt(start)) - 10, "with privacy", "start", { bold: true, color: this.colors.private }),
    ]
    const tail = Math.min(bends.improved * Math.sqrt(free / 10 ** this.bottom), HIGH / 20)
    if (tail > 2 * LOW && this.x(tail) + 150 < this.width) {
      names.push(this.text(this.x(tail) + 8, this.y(price / tail), "price of privacy alone", "start"))
    }
    const place = (share) => LOW * (bends.first / LOW) ** share
    const crossed = Math.abs(this.y(price / (6 * place(0.7))) + 12 - this.y(this.samplesAt(epsilon))) < 24
    const first = place(crossed ? 0.5 : 0.7)
    if (this.x(first) - MARGIN.left > 70) {
      const [x, y] = [this.x(first) - 8, this.y(price / (6 * first))]
      names.push(this.text(x, y + 8, "first published", "end"), this.text(x, y + 24, "bound", "end"))
    }
    return names.join("")
  }

  // The further left a boundary, the higher its flag: no pole cuts another flag's text.
  flags() {
    return this.data.marks
      .map(({ epsilon, flag }, row) => {
        if (epsilon < LOW || epsilon > HIGH) return ""
        const [x, y] = [this.x(epsilon), MARGIN.top + ROW * (row + 0.5)]
        const toLeft = x + 8 * flag.length > this.width
        const text = this.text(x + (toLeft ? -9 : 9), y + 4, flag, toLeft ? "end" : "start", { size: 12.5 })
        const pole = this.line([[x, y], [x, this.floor]], this.colors.text, 1, "", 0.4)
        const diamond = `<path d="M${x} ${y - 4}l4 4l-4 4l-4 -4z" fill="${this.colors.text}"/>`
        return `<g data-mark="${row}" style="cursor:help">${pole}${diamond}${text}</g>`
      })
      .join("")
  }

  // From the curve at the current epsilon to both axes.
  reading(epsilon) {
    const [x, y] = [this.x(epsilon), this.y(this.samplesAt(epsilon))]
    return this.line([[MARGIN.left, y], [x, y], [x, this.floor]], this.colors.choice, 2)
  }

  choice(epsilon) {
    const color = this.colors.choice
    const samples = this.samplesAt(epsilon)
    const [x, y] = [this.x(epsilon), this.y(samples)]
    const exact = epsilon === this.data.here.epsilon
    const words = `${exact ? "" : "≈ "}${short(exact ? samples : Number(samples.toPrecision(3)))} at ε = ${Number(epsilon.toPrecision(4))}`
    const fits = x + 9 * words.length < this.width
    return (
      `<circle cx="${x}" cy="${y}" r="7" fill="${color}" stroke="${this.colors.background}" stroke-width="2"/>` +
      `<rect class="grip-epsilon" x="${x - 6}" y="${this.floor - 9}" width="12" height="18" rx="4" fill="${color}" stroke="${this.colors.background}" stroke-width="2"/>` +
      this.text(x + (fits ? 12 : -12), y - 12, words, fits ? "start" : "end", { bold: true, color, size: 15 })
    )
  }

  // A reading under the pointer: a boundary's formula, or the curve.
  read(event) {
    const box = this.svg.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const mark = event.target.closest?.("[data-mark]")
    if (event.buttons) this.tip.hidden = true
    else if (mark) this.show(x, y, this.data.marks[mark.dataset.mark].tip)
    else if (x < MARGIN.left || x > this.width - MARGIN.right || y < this.ceiling || y > this.floor) this.tip.hidden = true
    else {
      const epsilon = this.epsilonAt(x)
      const samples = Number(this.samplesAt(epsilon).toPrecision(3))
      const factor = Number((samples / this.data.free).toPrecision(3))
      this.show(x, y, `ε = ${epsilon.toPrecision(3)}: at least ${grouped(samples)} samples,<br>${factor} times those without privacy`)
    }
  }

  show(x, y, html) {
    this.tip.innerHTML = html
    this.tip.hidden = false
    this.tip.style.left = `${clamp(x - this.tip.offsetWidth / 2, 0, this.width - this.tip.offsetWidth)}px`
    this.tip.style.top = `${y > 90 ? y - this.tip.offsetHeight - 14 : y + 18}px`
  }

  line(points, color, width, dash = "", opacity = 1) {
    const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")
    return `<path d="M${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dash}" stroke-linejoin="round" opacity="${opacity}"/>`
  }

  text(x, y, words, anchor, { bold, italic, color = this.colors.text, size = 13 } = {}) {
    const style = `${bold ? ' font-weight="700"' : ""}${italic ? ' font-style="italic" opacity=".7"' : ""}`
    const halo = `paint-order="stroke" stroke="${this.colors.background}" stroke-width="3" stroke-linejoin="round"`
    return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="${color}" ${halo}${style}>${words}</text>`
  }

  // The picture as a file, drawn by the browser.
  async save(format) {
    const copy = this.svg.cloneNode(true)
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg")
    copy.setAttribute("width", this.width)
    copy.setAttribute("height", this.height)
    copy.setAttribute("font-family", getComputedStyle(this.svg).fontFamily)
    copy.insertAdjacentHTML("afterbegin", `<rect width="100%" height="100%" fill="${this.colors.background}"/>`)
    const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }))
    const link = document.createElement("a")
    link.download = `participants-against-epsilon.${format}`
    link.href = format === "svg" ? url : await rasterised(url, this.width, this.height)
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
}

async function rasterised(url, width, height) {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height })
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL("image/png")
}

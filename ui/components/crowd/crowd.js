// Participants as dots that appear one by one, a lane for each arm; a slide shows all of them at once.
import { mounted } from "../shared/mounted.js"
import { measured } from "../shared/svg.js"

export const COLUMNS = 75 // dots in a row
const ROW = 6.5 // pixels between two rows
const TEXT = 17 // pixels above a lane's dots
const WIDEST = 4.6 // pixels of a dot
const OPENING_MS = 3000 // how long it takes until a run's first participants are there
const NEXT_MS = 900

// share: of the way from `start` to `goal`, a number of people for each lane.
export const comeSoFar = (start, goal, share) => goal.map((people, lane) => Math.round(start[lane] + share * (people - start[lane])))

// As the path of a stroke with round ends; pitch: pixels between two dots of a row; top: above the first row.
export function dotsPath(dots, pitch, top) {
  const at = (dot) => `M${((dot % COLUMNS) + 0.5) * pitch} ${top + (Math.floor(dot / COLUMNS) + 0.5) * ROW}h0`
  return Array.from({ length: dots }, (_, dot) => at(dot)).join("")
}

class Crowd {
  constructor(svg) {
    Object.assign(this, { svg, run: null, there: [] })
    new ResizeObserver(() => this.data && this.draw()).observe(svg)
  }

  // Within a run only new participants appear one by one; any that are no longer shown disappear at once.
  update({ data }) {
    const isNew = data.run !== this.run
    const goal = data.lanes.map((lane) => lane.participants)
    const start = goal.map((people, arm) => (isNew ? 0 : Math.min(people, this.there[arm])))
    Object.assign(this, { data, run: data.run, there: start })
    cancelAnimationFrame(this.frame)
    this.build()
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
    this.come(start, goal, performance.now(), isStill ? 0 : isNew ? OPENING_MS : NEXT_MS)
  }

  come(start, goal, began, duration) {
    const share = duration ? Math.min(1, (performance.now() - began) / duration) : 1
    this.there = comeSoFar(start, goal, share)
    this.draw()
    if (share < 1) this.frame = requestAnimationFrame(() => this.come(start, goal, began, duration))
  }

  build() {
    const { lanes, height } = this.data
    const { larger } = measured(this.svg)
    this.svg.setAttribute("height", larger * height * lanes.length)
    this.svg.setAttribute("aria-label", lanes.map(({ name, words }) => `${name}: ${words}`).join("; "))
    this.svg.innerHTML = this.markup()
  }

  markup() {
    const { lanes, height } = this.data
    return lanes
      .map(({ name, words, color }, arm) => `<g transform="translate(0 ${height * arm})">
        <text class="name" y="12">${name}</text><text x="100%" y="12" text-anchor="end">${words}</text>
        <path stroke="${color}"/></g>`)
      .join("")
  }

  draw() {
    this.place(this.svg, measured(this.svg).width, this.there)
  }

  place(svg, width, there) {
    const pitch = width / COLUMNS
    svg.style.strokeWidth = Math.min(WIDEST, 0.75 * pitch)
    svg.querySelectorAll("path").forEach((path, arm) => {
      path.setAttribute("d", dotsPath(Math.ceil(there[arm] / this.data.each), pitch, TEXT))
    })
  }

  // A copy for a slide, which has no style sheet: all lanes, fitted into the slide's space.
  copy(size) {
    const { lanes, height, said } = this.data
    const { fill, fontSize } = getComputedStyle(this.svg.querySelector("text"))
    const copy = this.svg.cloneNode(false)
    const foot = height * lanes.length + TEXT
    copy.innerHTML = `${this.markup()}<text y="${foot - 5}">${said}</text>`
    this.place(copy, size.width, lanes.map((lane) => lane.participants))
    copy.setAttribute("viewBox", `0 0 ${size.width} ${foot}`)
    Object.assign(copy.style, { fill, fontSize })
    for (const name of copy.querySelectorAll(".name")) name.style.fontWeight = 600
    for (const path of copy.querySelectorAll("path")) Object.assign(path.style, { fill: "none", strokeLinecap: "round" })
    return copy
  }
}

export default mounted(".crowd", Crowd)

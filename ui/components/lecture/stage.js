// What a scene shows: its question, its picture, the vote and, after the reveal, what to remember.
import { LiveRuns } from "../curves/live_runs.js"
import { saveSlide } from "../figure_downloads/slide.js"
import { Layers, measured, widthIn } from "../shared/svg.js"
import { Bounds } from "./bounds.js"
import { Handles } from "./handles.js"
import { PICTURES } from "./pictures.js"

const COMPUTED = ["gaps", "price", "runs", "budget", "promises"] // pictures that stay empty without their bounds
const SAVED_TYPE = 16 // of a picture in a file, where it is some 700 wide

const unbroken = (text) => text.replaceAll(" %", "\u00a0%").replaceAll("ε = ", "ε\u00a0=\u00a0")
const unmarked = (text) => text.replaceAll("T*_", "T*")

export class Stage {
  // acts: choose(option), move(values), moved(isFinal), and changed(), which says that there is something new to draw.
  constructor(root, acts) {
    Object.assign(this, { root, acts, find: (selector) => root.querySelector(selector), bounds: new Bounds() })
    this.svg = this.find(".drawing")
    this.layers = new Layers(this.svg)
    this.handles = new Handles(this.find(".handles"), acts)
    new ResizeObserver(acts.changed).observe(this.find(".picture"))
  }

  // A new scene: the runs of the last one end.
  enter({ asked }) {
    this.runs?.leave()
    this.runs = asked ? new LiveRuns(this.acts.changed, () => {}) : null
    if (asked) void this.runs.adopt(asked)
  }

  drag({ means }) {
    if (means) this.runs?.drag(means)
  }

  leave() {
    this.runs?.leave()
  }

  // shown: { data, scene, place, state, scenes, guess, votes (counts or null) }.
  draw(shown) {
    this.shown = shown
    const { scene, place, scenes } = shown
    const after = (text) => (place.step ? text : "")
    const texts = { ".question": scene.question, ".text": scene.text, ".ask": scene.ask, ".reveal": after(scene.reveal), ".remember": after(scene.remember) }
    for (const [selector, text] of Object.entries(texts)) write(this.find(selector), text)
    this.find(".remember").hidden = !place.step
    this.find(".progress div").style.width = `${(100 * (place.scene + (1 + place.step) / 2)) / scenes}%`
    this.drawOptions(shown)
    this.drawPicture(shown)
  }

  drawOptions({ scene: { options, right }, place, guess, votes }) {
    const isClosed = place.step > 0
    const key = JSON.stringify([place.scene, options, votes, isClosed, guess])
    if (key === this.drawn) return
    this.drawn = key
    const most = Math.max(1, ...(votes ?? []))
    const buttons = options.map((words, i) => {
      const [isRight, isOwn] = [isClosed && i === right, guess === i]
      const className = `option${isOwn ? " own" : ""}${isRight ? " right" : ""}`
      const how = { type: "button", className, disabled: isClosed, ariaPressed: isOwn, onclick: () => this.acts.choose(i) }
      const button = Object.assign(document.createElement("button"), how)
      button.style.setProperty("--share", votes ? `${(100 * votes[i]) / most}%` : "0")
      const marks = [isRight ? "✓" : "", isOwn ? "your guess" : "", votes ? votes[i] : ""].filter((mark) => mark !== "")
      button.append(span("", unbroken(words)), span("mark", marks.join(" · ")))
      return button
    })
    this.find(".options").replaceChildren(...buttons)
  }

  drawPicture(shown) {
    const view = this.viewOf(shown)
    if (!view.width) return
    const { drawn, handles, words } = this.pictureOf(shown, view)
    this.layers.draw([drawn])
    this.svg.setAttribute("aria-label", words)
    this.handles.draw(handles)
  }

  // Save what is shown as a picture of 16:9, without the options.
  save() {
    const { shown } = this
    const { data: { colors }, scene, place } = shown
    const told = { title: scene.question, setting: unmarked((place.step ? [scene.text, scene.ask, scene.reveal] : [scene.text]).filter(Boolean).join(" ")), source: unmarked(scene.source), text: colors.text, background: colors.background }
    const drawn = async ({ width, height }) => {
      const svg = this.svg.cloneNode()
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`)
      svg.innerHTML = this.pictureOf(shown, { ...this.viewOf(shown), width, height, type: SAVED_TYPE }).drawn
      return svg
    }
    void saveSlide(`scene-${place.scene + 1}`, "png", told, drawn)
  }

  pictureOf({ scene, place, state }, view) {
    const origin = scene.picture === "price" ? this.bounds.boundariesOf(scene.state) : null // first, because the next call overwrites the curves
    const overview = this.bounds.overviewOf(state)
    if (!overview && COMPUTED.includes(scene.picture)) return { drawn: "", handles: [], words: "" }
    const points = this.runs && overview ? scene.algorithms.map((_, curve) => this.runs.pointsOf(curve, [], "mean", view.range)) : []
    const moment = { scene, state, overview, origin, points, boundsAt: (at) => this.bounds.at(at), isRevealed: place.step > 0 }
    return PICTURES[scene.picture](view, moment)
  }

  viewOf({ data: { colors, arm_colors, algorithm_colors, overviews }, scene }) {
    const { width, height, font } = measured(this.svg)
    const type = parseFloat(getComputedStyle(this.root).fontSize)
    return { width, height, widthOf: (...words) => widthIn(font, ...words), type, colors, arm_colors, algorithm_colors, range: overviews.ranges.epsilon, participants: overviews.ranges.participants, scene }
  }
}

const span = (className, text) => Object.assign(document.createElement("span"), { className, textContent: text })

// The words as they are, except that T*_KL gets a subscript, and no line breaks within "5 %" and "ε = 1".
export function write(element, text) {
  if (element.dataset.text === text) return
  element.dataset.text = text
  const parts = unbroken(text).split(/(?<=T\*)_(KL|TV|ε)/)
  element.replaceChildren(...parts.map((part, i) => (i % 2 ? Object.assign(document.createElement("sub"), { textContent: part }) : part)))
}

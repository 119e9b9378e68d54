// Arms as bars whose tops are dragged, two log sliders, and the picture they move.  Reports {means, epsilon, risk, indifference}.
import { endsOf, logTicks, titlesOf } from "../shared/axes.js"
import { Gestures } from "../shared/gestures.js"
import { alongScale, describe } from "../shared/handle.js"
import { wrapped } from "../shared/labels.js"
import { mounted } from "../shared/mounted.js"
import { armName } from "../shared/names.js"
import { percent, setting } from "../shared/numbers.js"
import { atLogShare, clamp, logShare, significant } from "../shared/scale.js"
import { Reports } from "../shared/reports.js"
import { Sheet } from "../shared/sheet.js"
import { widthIn } from "../shared/svg.js"
import { fade, write } from "../shared/write.js"
import { Explorer } from "./explorer.js"
import { goodAnswers } from "./overviews.js"
import { Picture } from "./picture.js"

const CROWDED = 9 // with more arms than this there is no room for all numbers
const ROOMY = 6 // up to so many arms without names are called "arm 1"
const TURNED = 1.2 // font sizes from one turned name to the next
const LONGEST = 6 // font sizes that a turned name may be long, which is about twelve letters
const FILE = "participants-against-epsilon"
const GRAB_PIXELS = 14 // how far beside the line of the current epsilon it can be grabbed
const niceTop = (mean) => [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].find((top) => mean <= 0.8 * top) ?? 1
// Any part of a bar can be grabbed, but a finger grabs only its top, so that a thumb can scroll the page over the bars.
const isGrip = ({ target, pointerType }) => target.closest(pointerType === "touch" ? ".grip" : ".grip, .bar")
const ARM = `<div class="arm" tabindex="0" role="slider">
  <div class="room"><div class="bar"></div><div class="value"><span class="whose"></span><span class="mean"></span></div><div class="grip"></div></div>
  <div class="foot"><div class="name"></div><div class="share"></div></div>
  <button class="remove" type="button" tabindex="-1">×</button></div>`
const SILENT = "The server is not answering. Your settings are kept, and will be sent once it is back."

class Widget {
  constructor(root, { limits }) {
    this.root = root
    this.limits = limits
    this.bars = root.querySelector(".bars")
    this.explorer = new Explorer()
    const silence = (isSilent) => this.drawProblem(isSilent)
    this.reports = new Reports(root, () => (this.explorer.needsServer ? this.state() : this.explorer.valid), silence)
    this.gestures = new Gestures((final) => this.moved(final))
    root.querySelector(".add").onclick = () => this.addArm()
    this.gestures.listenToPointers(this.bars, (event) => isGrip(event) && this.armOf(event))
    this.gestures.listenToKeys(this.bars, (event) => this.armOf(event))
    this.bars.onclick = (event) => event.target.closest(".remove") && this.armOf(event).remove()
    this.tracks = [...root.querySelectorAll(".track")]
    for (const track of this.tracks) this.buildTrack(track)
    this.buildPicture(root.querySelector(".plot"))
    new ResizeObserver(() => requestAnimationFrame(() => this.arrangeNames())).observe(this.bars)
  }

  update({ data, setStateValue }) {
    this.data = data
    this.explorer.answered(data)
    this.root.hidden = false
    this.root.classList.toggle("strip", !data.live)
    this.root.classList.toggle("alone", !data.picture)
    this.reports.answered(data.sequence, setStateValue, data.key)
    if (!this.gestures.held && this.reports.resting) this.adopt(data)
    this.draw()
  }

  // The server's state replaces ours: after a release, an undo, a story, a link.
  adopt({ means, names, epsilon, risk, indifference }) {
    Object.assign(this, { means: [...means], names: [...names], epsilon, risk, indifference, top: niceTop(Math.max(...means)) })
    if (this.bars.children.length !== means.length) this.buildArms()
    this.arrangeNames()
    this.explorer.adopt(this.state())
  }

  state() {
    const { means, names, epsilon, risk, indifference } = this
    return { means: [...means], names: [...names], epsilon, risk, indifference }
  }

  // Show the state at most once per frame, and immediately on release.  Report it then, and during the drag as well if the
  // server computes.
  moved(final) {
    cancelAnimationFrame(this.frame)
    if (final) this.follow()
    else this.frame = requestAnimationFrame(() => this.follow())
    if (final || (this.data.live && this.explorer.needsServer)) this.reports.report(final)
  }

  follow() {
    this.explorer.follow(this.state())
    this.draw()
  }

  // ---- arms
  buildArms() {
    const [fewest, most] = this.limits.arms
    this.looks = []
    this.bars.innerHTML = ARM.repeat(this.means.length)
    this.bars.classList.toggle("removable", this.means.length > fewest)
    this.root.querySelector(".add").disabled = this.means.length >= most
  }

  // Names that do not fit side by side, on two rows each, are turned; where not even turned ones fit, arms are numbered.
  arrangeNames() {
    const arms = this.means?.length
    if (!arms || !this.bars.clientWidth) return
    const { fontFamily, fontSize } = getComputedStyle(this.bars.querySelector(".foot"))
    const [size, bar, place] = [parseFloat(fontSize), this.bars.firstElementChild.clientWidth, this.bars.clientWidth / arms]
    const widthOf = (it) => widthIn(fontFamily, it, size, true)
    const widest = (all) => Math.max(0, ...all.map(widthOf))
    const rows = this.names.map((name) => wrapped(name, bar, widthOf))
    const isTurned = widest(rows.flat()) > bar || rows.some(({ length }) => length > 2)
    this.isNumbered = isTurned && place < TURNED * size
    const looks = {
      "on-rows": !isTurned && rows.some(({ length }) => length > 1),
      turned: isTurned && !this.isNumbered,
      numbered: this.isNumbered,
      many: arms > CROWDED,
      crowded: arms > CROWDED && widest(this.means.map(setting)) > place,
    }
    for (const [look, isOn] of Object.entries(looks)) this.root.classList.toggle(look, isOn)
    this.root.style.setProperty("--longest", `${Math.min(Math.ceil(widest(this.names)), LONGEST * size)}px`)
    this.means.forEach((_, arm) => this.nameArm(arm))
  }

  nameArm(arm) {
    const element = this.bars.children[arm]
    const name = armName(this.names, arm)
    const isNumber = this.isNumbered || (!this.names[arm] && (!this.data.picture || this.means.length > ROOMY))
    const place = element.querySelector(".name")
    place.textContent = isNumber ? arm + 1 : name
    place.classList.toggle("number", isNumber)
    element.querySelector(".whose").textContent = `${name} `
    element.querySelector(".remove").setAttribute("aria-label", `Remove ${name}`)
  }

  armOf(event) {
    const element = event.target.closest(".arm")
    if (!element) return null
    const arm = [...this.bars.children].indexOf(element)
    const room = element.querySelector(".room")
    let share = this.means[arm] / this.top
    return {
      element,
      drag: (right, up) => this.setMean(arm, (share += up / room.clientHeight) * this.top),
      step: (right, up, size) => this.setMean(arm, this.means[arm] + (right + up) * size * this.top),
      end: (last) => this.setMean(arm, last ? this.top : 0),
      remove: () => this.removeArm(arm),
      page: 0.05,
    }
  }

  setMean(arm, value) {
    const quantum = this.top / 1000
    const snapped = Math.round(value / quantum) * quantum
    this.means[arm] = significant(clamp(snapped, quantum, Math.min(this.top, 1 - quantum)), 4)
  }

  addArm() {
    this.gestures.letGo()
    this.means.push(Math.min(...this.means))
    this.changedArms()
  }

  removeArm(arm) {
    if (this.means.length <= this.limits.arms[0]) return
    this.gestures.letGo()
    this.means.splice(arm, 1)
    this.names.splice(arm, 1)
    this.changedArms()
  }

  changedArms() {
    this.buildArms()
    this.arrangeNames()
    this.moved(true)
  }

  // ---- epsilon and risk
  buildTrack(track) {
    const name = track.dataset.name
    const [[label], ends] = [titlesOf(name), endsOf(name)]
    const range = this.limits[name]
    const ticks = logTicks(range).map((value) => `<div class="tick" style="left:${100 * logShare(value, range)}%"></div>`)
    track.innerHTML = `<div class="line"><span>${label}</span><span class="now"></span></div>
      <div class="rail" tabindex="0" role="slider">${ticks.join("")}<div class="knob"></div></div>
      <div class="ends"><span>${ends[0]}</span><span>${ends[1]}</span></div>`
    const rail = track.querySelector(".rail")
    const handle = () => ({
      ...this.onLogAxis(name, rail, () => rail.clientWidth),
      // A press beside the knob makes it jump to the pointer.
      grab(event) {
        const box = rail.getBoundingClientRect()
        if (!event.target.classList.contains("knob")) this.jump((event.clientX - box.left) / box.width)
      },
    })
    this.gestures.listenToPointers(rail, handle)
    this.gestures.listenToKeys(rail, handle)
  }

  // A handle that moves epsilon or risk along an axis of so many pixels.
  onLogAxis(name, element, pixels) {
    const range = this.limits[name]
    const valueAt = (place) => significant(atLogShare(clamp(place, 0, 1), range), 3)
    return alongScale({ element, pixels, share: () => logShare(this[name], range), valueAt, set: (value) => (this[name] = value) })
  }

  // ---- the picture, whose line at the current epsilon is a handle too
  buildPicture(svg) {
    this.picture = new Picture()
    this.sheet = new Sheet(this.root, this.picture, svg)
    this.gestures.listenToPointers(svg, (event) => {
      const [{ larger }, { frame }] = [this.sheet.size, this.picture]
      const away = (event.clientX - svg.getBoundingClientRect().left) / larger - frame.x(this.epsilon)
      return Math.abs(away) < GRAB_PIXELS && this.onLogAxis("epsilon", svg, () => (frame.right - frame.left) * larger)
    })
    const toggle = () => (document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen())
    this.root.querySelector("[data-take=screen]").onclick = toggle
  }

  drawPicture() {
    const { picture } = this.explorer.shown
    if (!picture) return
    this.picture.adopt(picture, this.epsilon, Boolean(this.gestures.held))
    this.sheet.show(FILE, { colors: this.data.colors, range: this.limits.epsilon })
  }

  // ---- drawing
  draw() {
    const good = goodAnswers(this)
    const ticks = [0, 0.5, 1].map((share) => share * this.top)
    const scale = ticks.map((tick) => `<span style="bottom:${(100 * tick) / this.top}%">${setting(tick)}</span>`)
    write(this.root.querySelector(".scale"), scale.join(""))
    this.means.forEach((_, arm) => this.drawArm(arm, good.includes(arm)))
    this.drawPicture()
    this.fade()
    write(this.root.querySelector(".verdict"), this.explorer.shown.sentences.verdict ?? "")
    this.explorer.write()
    this.drawProblem()
    for (const track of this.tracks) this.drawRail(track)
  }

  // What the page says below about the previous arms.
  fade() {
    const told = ({ means, epsilon, risk, indifference }) => [...means, epsilon, risk, indifference].join()
    fade(this.data.below, told(this) !== told(this.data))
  }

  drawProblem(isSilent = this.isSilent) {
    this.isSilent = isSilent
    const place = this.root.querySelector(".problem")
    const text = this.explorer.problem || this.explorer.shown.problem || (this.isSilent ? SILENT : "")
    if (place.textContent !== text) place.textContent = text
    place.hidden = !text
  }

  drawArm(arm, isGood) {
    const { arm_colors: colors } = this.data
    const { picture, shares } = this.explorer.shown
    const element = this.bars.children[arm]
    const mean = this.means[arm]
    const look = [mean, this.top, isGood, this.indifference, shares[arm], this.names[arm], !picture, colors[arm % colors.length]].join()
    if (this.looks[arm] === look) return
    this.looks[arm] = look
    const height = `${100 * Math.min(1, mean / this.top)}%`
    element.classList.toggle("best", isGood)
    element.querySelector(".bar").style.cssText = `height:${height};background-color:${colors[arm % colors.length]}`
    element.querySelector(".grip").style.bottom = height
    const value = element.querySelector(".value")
    value.style.bottom = height
    value.querySelector(".mean").textContent = setting(mean)
    element.querySelector(".share").textContent = shareInWords(shares[arm])
    const told = `${setting(mean)}${isGood ? `, ${this.indifference ? "good" : "best"}` : ""}`
    describe(element, { label: `Mean of ${armName(this.names, arm)}`, limits: [0, 1], value: mean, words: told, isVertical: true })
  }

  drawRail(track) {
    const { name } = track.dataset
    const range = this.limits[name]
    track.querySelector(".knob").style.left = `${100 * clamp(logShare(this[name], range), 0, 1)}%`
    track.querySelector(".now").textContent = setting(this[name])
    describe(track.querySelector(".rail"), { label: titlesOf(name)[0], limits: range, value: this[name] })
  }
}

export default mounted(".drag", Widget)

function shareInWords(share) {
  if (share === undefined) return ""
  return share < 1e-3 ? "<0.1 %" : percent(share, 2)
}

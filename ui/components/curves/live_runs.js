// Runs that this browser makes for a picture, and their reports to the server (ui/stopping/browser.py).
import workerSource from "../../../wasm/worker.js"
import { GrowingRuns } from "../../../wasm/growing.js"
import { floatsOf } from "../../../wasm/kernels.js"
import { fromPython } from "../../../wasm/simulation.js"
import { moduleAt } from "../shared/modules.js"
import { figuresOf } from "./figures.js"
import { asText, numbersIn, numbersOf } from "./messages.js"

const MOST_WORKERS = 8
// Milliseconds between two reports: while runs come in, before the last one, and if the server does not answer.  The first
// report comes early.
const PAUSE = { growing: 4000, resting: 1000, unanswered: 10_000 }
const FIRST_MS = 800
// During a drag: the runs per point, and how long the runs for one place may take before those for the next begin.
export const DRAGGED_RUNS = 4
const STEP_MS = 100
const MOST_NUMBERS = 200_000 // numbers in a report; ui/stopping/browser.py accepts no more

const UNABLE = "This browser does not run WebAssembly in workers, so no runs are simulated."

export class LiveRuns {
  // changed(): called when there is something new to draw.  send(report): sends it to the server.
  constructor(changed, send) {
    Object.assign(this, { changed, send, cells: [], bases: new Map(), figures: new Map(), sequence: 0, isRested: true })
    const size = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1)
    this.besideHand = Math.max(1, size - 1) // workers during a drag, which needs a core as well
    const failed = (sentence) => this.fail(sentence)
    this.growing = new GrowingRuns({ source: workerSource, size, changed: () => this.grew(), failed })
  }

  // asked: what ui/stopping/browser.py makes; its `heard` is null if there is no server to report to (ui/pocket).
  // isDragged: whether other arms are being dragged by now; then drag() is called next.
  async adopt(asked, isDragged = false) {
    const wish = JSON.stringify([asked.question, asked.wanted, asked.cells.map(({ key }) => key)])
    const isNew = wish !== this.wish
    Object.assign(this, { coming: asked, wish })
    this.asked ??= asked
    this.heard(asked)
    this.isDragged = isDragged
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
      if (asked.heard === null) this.fail(UNABLE)
      else if (this.sequence === asked.heard) this.tell({ unable: true })
      return
    }
    if (isNew) Object.assign(this, { isStopped: false, failure: "", started: null })
    const names = Object.keys(asked.modules)
    const modules = await Promise.all(names.map((name) => moduleAt(asked.modules[name]))).catch(({ message }) => this.fail(`The simulation could not be loaded: ${message}`))
    if (!modules || this.coming !== asked) return
    const compiled = Object.fromEntries(names.map((name, i) => [name, modules[i]]))
    Object.assign(this, { asked, compiled, leaves: asked.leaves.map(fromPython) })
    if (asked.waits) return this.drop() // the server follows a hand
    if (this.isDragged) return this.drag(this.dragged)
    this.cells = asked.cells.filter(({ known }) => known < asked.wanted).map((cell) => this.cellOf(cell, asked.means))
    if (!this.isStopped && !this.failure) this.grow()
    this.changed()
  }

  cellOf(cell, means) {
    const place = this.placeOf(cell, means)
    let base = this.bases.get(place)
    if (!base || this.completeOf(base.key) < cell.known || cell.known < base.times.length) {
      base = { key: `${place} from ${cell.known}`, times: [...numbersIn(cell.times)] }
      this.bases.set(place, base)
    }
    return this.orderOf(cell, means, base)
  }

  placeOf({ key }, means) {
    const { risk, indifference, cap, seed } = this.asked
    return `${JSON.stringify([means, risk, indifference, cap, seed])} ${key}`
  }

  orderOf({ key, curve, epsilon, module, leaves: places, known }, means, base) {
    const prepared = [floatsOf(means), ...places.map((i) => this.leaves[i])]
    const complete = base.times.length
    return { key: base.key, name: module, module: this.compiled[module], prepared, seed: this.asked.seed, complete, cell: key, curve, epsilon, known, base }
  }

  grow() {
    this.growing.grow(this.cells, this.asked.wanted)
    this.isRested = this.missing === 0
    if (this.cells.some(({ key, known }) => this.completeOf(key) > known)) this.reportSoon()
    if (this.isRested) return
    this.started ??= { time: performance.now(), missing: this.missing }
    this.last ??= performance.now() - PAUSE.growing + FIRST_MS
  }

  completeOf(key) {
    return this.growing.cells.get(key)?.complete ?? 0
  }

  get wanted() {
    return this.isDragged ? Math.min(DRAGGED_RUNS, this.asked.wanted) : this.asked.wanted
  }

  get missing() {
    const { wanted } = this
    return this.cells.reduce((sum, { key, base }) => sum + Math.max(0, wanted - Math.max(base.times.length, this.completeOf(key))), 0)
  }

  get total() {
    return this.asked.cells.length * this.asked.wanted
  }

  // Roughly how long the rest will take, in seconds; null while that is not known.
  get secondsLeft() {
    const made = this.started ? this.started.missing - this.missing : 0
    const seconds = this.started ? (performance.now() - this.started.time) / 1000 : 0
    return made > 0 && seconds > 1 ? (this.missing * seconds) / made : null
  }

  grew() {
    if (!this.isRested) this.reportSoon()
    this.changed()
  }

  // Stop at once, and keep the runs that were made.
  stop() {
    this.growing.stop()
    Object.assign(this, { isStopped: true, started: null })
    this.reportSoon()
    this.changed()
  }

  resume() {
    Object.assign(this, { isStopped: false, failure: "" })
    this.grow()
    this.changed()
  }

  // Make a few runs for the dragged arms, and report none of them.  means: null if the prepared arguments do not fit.
  drag(means) {
    clearTimeout(this.timer)
    this.isDragged = true
    this.dragged = means
    if (!means || this.failure) return this.drop()
    this.step ??= setTimeout(() => this.takeStep(), Math.max(0, (this.stepped ?? 0) + STEP_MS - performance.now()))
  }

  takeStep() {
    this.step = null
    if (!this.isDragged || !this.dragged) return
    if (!this.leaves || this.coming !== this.asked) return this.drop() // modules are still being loaded
    this.stepped = performance.now()
    this.figures.clear()
    this.cells = this.asked.cells.map((cell) => {
      const base = { key: `${this.placeOf(cell, this.dragged)} from 0`, times: [] }
      return this.orderOf({ ...cell, known: 0 }, this.dragged, base)
    })
    this.growing.grow(this.cells, this.wanted, this.besideHand)
    this.changed()
  }

  drop() {
    this.growing.stop()
    this.cells = []
    this.changed()
  }

  fail(sentence) {
    this.failure = sentence
    this.growing.stop()
    this.reportSoon()
    this.changed()
  }

  leave() {
    clearTimeout(this.timer)
    this.growing.stop()
  }

  // The curve's points, from the server's runs and from the runs made here.
  pointsOf(curve, points, figure, [low, high]) {
    const own = this.cells.filter((cell) => cell.curve === curve && (cell.base.times.length || this.completeOf(cell.key)))
    const made = own.flatMap((cell) => {
      const figures = this.figuresOf(cell, figure)
      return (cell.epsilon === null ? [low, high] : [cell.epsilon]).map((epsilon) => [epsilon, ...figures])
    })
    const places = new Set(made.map(([epsilon]) => epsilon))
    return [...points.filter(([epsilon]) => !places.has(epsilon)), ...made].toSorted((a, b) => a[0] - b[0])
  }

  figuresOf({ key, base }, figure) {
    const { cap } = this.asked
    const complete = Math.min(this.wanted, Math.max(base.times.length, this.completeOf(key)))
    const known = this.figures.get(key)
    if (known?.complete === complete && known.figure === figure) return known.found
    const times = [...base.times, ...this.madeOf(key, base.times.length).map(({ stopped, time }) => (stopped ? time : -Math.max(time, 1)))].slice(0, complete)
    const found = figuresOf(times, figure, cap)
    this.figures.set(key, { complete, figure, found })
    return found
  }

  // The runs of a cell from this one on.
  madeOf(key, first) {
    return this.growing.has(key) ? this.growing.runs(key).slice(first) : []
  }

  // ---- reports
  heard({ heard: sequence }) {
    this.sequence = Math.max(this.sequence, sequence)
    if (sequence >= this.sent) this.sent = null
    if (this.due) this.reportSoon()
  }

  // Send one report at a time, and only a few.
  reportSoon() {
    this.due = true
    clearTimeout(this.timer)
    const pause = PAUSE[this.sent ? "unanswered" : this.rests ? "resting" : "growing"]
    this.timer = setTimeout(() => this.report(), Math.max(0, (this.last ?? 0) + pause - performance.now()))
  }

  get rests() {
    return this.missing === 0 || this.isStopped || Boolean(this.failure)
  }

  report() {
    const { question, wanted, heard } = this.asked
    if (this.isDragged || heard === null) return
    let room = MOST_NUMBERS
    const runs = this.cells.flatMap(({ key, cell, known }) => {
      const rows = this.madeOf(key, known).slice(0, Math.max(0, wanted - known)).map(numbersOf)
      const part = rows.slice(0, rows.length && Math.floor(room / rows[0].length))
      room -= part.length * (part[0]?.length ?? 0)
      return part.length ? [{ cell, first: known, rows: asText(part.flat()) }] : []
    })
    this.due = false
    if (this.asked.problem) return // the server would refuse it again
    if (runs.length) this.tell({ question, runs, rests: this.rests })
  }

  tell(said) {
    this.sequence += 1
    Object.assign(this, { sent: this.sequence, last: performance.now() })
    this.send({ sequence: this.sequence, ...said })
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.report(), PAUSE.unanswered) // send again what a lost connection may have lost
  }
}

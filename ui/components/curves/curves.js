// The picture of stopping times against epsilon, drawn from the server's data and from runs that this browser makes.
// It reports {sequence, question, runs, rests}, or unable (it cannot make any), and asks: "server" (to make them there).
import stoppingWords from "../../stopping/sentences.json" with { type: "json" }
import { duration, whole } from "../shared/numbers.js"
import { mounted } from "../shared/mounted.js"
import { Sheet } from "../shared/sheet.js"
import { asHtml, said } from "../shared/sentences.js"
import { fade, writeSentence } from "../shared/write.js"
import { DRAGGED_RUNS, LiveRuns } from "./live_runs.js"
import { StoppingPicture } from "./stopping_picture.js"
import { boundsOf, fits, underHand } from "./under_hand.js"

const DRAGGED = `For these arms so far: up to ${DRAGGED_RUNS} runs per point.`

class Curves {
  constructor(root) {
    this.root = root
    this.picture = new StoppingPicture()
    this.sheet = new Sheet(root, this.picture)
    this.told = null
    this.hears = { overview: ({ detail }) => this.hear(detail) }
    const on = (name, act) => (root.querySelector(name).onclick = act)
    on(".halt", () => this.runs.stop())
    on(".on", () => this.runs.resume())
    on(".server", () => this.runs.tell({ asks: "server" }))
  }

  update({ data, setTriggerValue }) {
    this.data = this.isAlone(data) && this.data ? this.remembering(data) : data
    if (!data.asked || (this.told && this.isAnswered(this.told))) this.told = null
    this.root.style.setProperty("--height", `${data.height}px`)
    this.root.querySelector(".row").hidden = !data.asked
    if (data.asked) this.follow(data.asked, setTriggerValue)
    else this.runs?.leave()
    this.draw()
  }

  // Whether there is no server that takes the runs and remembers what was shown before.
  isAlone({ asked }) {
    return asked?.heard === null
  }

  remembering(data) {
    const isSame = data.asked.question === this.data.asked.question
    const words = previous(data.asked.risk === this.data.asked.risk)
    return { ...data, shown: { ...data.shown, earlier: isSame ? this.data.shown.earlier : this.fadedAs(words) } }
  }

  // The earlier runs, if there are any.
  fadedAs(words) {
    return this.before.some(({ points }) => points.length) ? { words, curves: this.before } : this.data.shown.earlier
  }

  follow(asked, send) {
    this.runs ??= new LiveRuns(() => this.drawSoon(), (report) => this.send("made", report))
    this.send = send
    void this.runs.adopt(asked, this.isElsewhere)
    if (this.isElsewhere) this.drag()
  }

  // What the bars send; null if the server computes during the drag.
  hear(told) {
    if (!this.data.asked || (!told && !this.told)) return
    const wasElsewhere = this.isElsewhere
    this.told = told && !this.isAnswered(told) ? underHand(told) : null
    if (this.isElsewhere) this.drag()
    else if (wasElsewhere) void this.runs.adopt(this.data.asked)
    this.draw()
  }

  isAnswered({ means, epsilon, risk }) {
    const { asked, shown } = this.data
    return JSON.stringify([means, epsilon, risk]) === JSON.stringify([asked.means, shown.epsilon, asked.risk])
  }

  // Whether the dragged arms are not those of the server's runs; another epsilon does not matter.
  get isElsewhere() {
    if (!this.told) return false
    const { means, risk } = this.data.asked
    return JSON.stringify([this.told.means, this.told.risk]) !== JSON.stringify([means, risk])
  }

  drag() {
    this.runs.drag(fits(this.told, this.data.asked) ? this.told.means : null)
  }

  // The picture during a drag: its bounds, few runs or none, and the earlier runs, faded.
  dragged(shown) {
    const bounds = boundsOf(this.told, shown.range)
    if (!this.isElsewhere) return { ...this.withRuns(shown), ...bounds }
    const bare = { ...shown, curves: shown.curves.map((curve) => ({ ...curve, points: [] })) }
    const earlier = this.fadedAs(previous(this.told.risk === this.data.asked.risk))
    return { ...this.withRuns(bare), ...bounds, earlier }
  }

  leave() {
    this.runs?.leave()
  }

  drawSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null
      this.draw()
    })
  }

  draw() {
    const { key, colors, shown, asked } = this.data
    const drawn = !asked ? shown : this.told ? this.dragged(shown) : this.withRuns(shown)
    if (!this.told) this.before = drawn.curves
    this.picture.adopt(drawn, Boolean(this.told))
    this.write()
    this.fade()
    this.sheet.show(key, { colors })
    if (asked) this.tell(asked)
  }

  withRuns(shown) {
    const { figure, range } = shown
    const curves = shown.curves.map((curve, i) => ({ ...curve, points: this.runs.pointsOf(i, curve.points, figure, range) }))
    const isWhole = this.runs.cells.every(({ key, base }) => base.times.length || this.runs.completeOf(key))
    return { ...shown, curves, earlier: isWhole && this.runs.cells.length ? null : shown.earlier }
  }

  // The page's sentences; during a drag they say nothing about runs, which are described once it rests.
  write() {
    const { sentences, given } = this.data
    const values = this.told && { ...given, ...this.told, has_runs: false }
    for (const [name, sentence] of Object.entries(sentences)) {
      writeSentence(name, asHtml(values ? said(stoppingWords, name, values) : sentence))
    }
  }

  // What the page says below about the previous arms.
  fade() {
    const { below, shown: { earlier, epsilon, curves } } = this.data
    const hasRuns = curves.some(({ points, is_private }) => points.some(([place]) => !is_private || place === epsilon))
    fade(below, this.isElsewhere || Boolean(earlier && !hasRuns))
  }

  // The row above the picture.
  tell({ problem, otherwise }) {
    const { runs, root } = this
    const failure = runs.failure || problem
    const [done, total] = [runs.total - runs.missing, runs.total]
    const isGrowing = !this.isElsewhere && !failure && !runs.isStopped && runs.missing > 0
    const rest = this.isElsewhere && runs.cells.length ? DRAGGED : otherwise
    const counted = `${whole(done)} of ${whole(total)} runs`
    const left = runs.secondsLeft === null ? "" : ` · about ${duration(runs.secondsLeft)} left`
    const part = (name) => root.querySelector(name)
    part(".told").textContent = failure || (isGrowing ? counted + left : runs.isStopped && done < total && !this.isElsewhere ? `Stopped at ${counted}` : rest)
    part(".done").style.width = `${(100 * done) / total}%`
    part(".row").classList.toggle("failed", Boolean(failure))
    part(".track").hidden = part(".halt").hidden = !isGrowing
    part(".on").hidden = !runs.isStopped || done === total || this.isElsewhere || Boolean(failure)
    part(".server").hidden = !failure || this.isAlone(this.data)
  }
}

export default mounted(".curves", Curves)

const previous = (isSameRisk) => `runs for the previous ${isSameRisk ? "arms" : "risk"}`

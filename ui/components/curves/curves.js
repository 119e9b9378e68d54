// The picture of stopping times against epsilon: of what the server says, and of runs that this browser makes.
// Reports {sequence, question, runs, rests}, unable (to make any), and asks: "server" (to have them made there).
import { isLate } from "../shared/late.js"
import { Sheet } from "../shared/sheet.js"
import { LiveRuns } from "./live_runs.js"
import { StoppingPicture } from "./stopping_picture.js"

const widgets = new WeakMap()

export default function (component) {
  if (isLate(component)) return undefined
  const root = component.parentElement.querySelector(".curves")
  let widget = widgets.get(root)
  if (!widget) widgets.set(root, (widget = new Curves(root)))
  widget.update(component)
  return () => root.isConnected || widget.leave()
}

class Curves {
  constructor(root) {
    this.root = root
    this.picture = new StoppingPicture()
    this.sheet = new Sheet(root, this.picture)
    const on = (name, act) => (root.querySelector(name).onclick = act)
    on(".halt", () => this.runs.stop())
    on(".on", () => this.runs.resume())
    on(".server", () => this.runs.tell({ asks: "server" }))
  }

  update({ data, setTriggerValue }) {
    this.data = data
    this.root.style.setProperty("--height", `${data.height}px`)
    this.root.querySelector(".row").hidden = !data.asked
    if (data.asked) this.follow(data.asked, setTriggerValue)
    else this.runs?.leave()
    this.draw()
  }

  follow(asked, send) {
    this.runs ??= new LiveRuns(() => this.drawSoon(), (report) => this.send("made", report))
    this.send = send
    void this.runs.adopt(asked)
  }

  leave() {
    this.runs?.leave()
    this.sheet.leave()
  }

  drawSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null
      this.draw()
    })
  }

  draw() {
    const { name, colors, shown, asked } = this.data
    this.picture.adopt(asked ? this.withRuns(shown) : shown)
    this.sheet.show(name, { colors })
    if (asked) this.tell(asked)
  }

  withRuns(shown) {
    const { figure, range } = shown
    const curves = shown.curves.map((curve, i) => ({ ...curve, points: this.runs.pointsOf(i, curve.points, figure, range) }))
    const isWhole = this.runs.cells.every(({ key, base }) => base.times.length || this.runs.completeOf(key))
    return { ...shown, curves, earlier: isWhole && this.runs.cells.length ? null : shown.earlier }
  }

  // The row above the picture.
  tell({ problem, otherwise }) {
    const { runs, root } = this
    const failure = runs.failure || problem
    const [done, total] = [runs.total - runs.missing, runs.total]
    const isGrowing = !failure && !runs.isStopped && runs.missing > 0
    const counted = `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} runs`
    const left = runs.secondsLeft === null ? "" : ` · about ${duration(runs.secondsLeft)} left`
    const part = (name) => root.querySelector(name)
    part(".told").textContent = failure || (isGrowing ? counted + left : runs.isStopped && done < total ? `Stopped at ${counted}` : otherwise)
    part(".done").style.width = `${(100 * done) / total}%`
    part(".row").classList.toggle("failed", Boolean(failure))
    part(".track").hidden = part(".halt").hidden = !isGrowing
    part(".on").hidden = !runs.isStopped || done === total || Boolean(failure)
    part(".server").hidden = !failure
  }
}

const duration = (seconds) => (seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`)

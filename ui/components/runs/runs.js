// Simulated runs for the server, made by workers of this browser in the order in which it lacks them.  Draws nothing.
// Reports {sequence, job, made: [{cell, first, times}], problem}.
import workerSource from "../../../wasm/worker.js"
import { fromPython } from "../../../wasm/simulation.js"
import { OrderedRuns } from "../../../wasm/ordered.js"
import { mounted } from "../shared/mounted.js"
import { moduleAt } from "../shared/modules.js"

const LOOK_MS = 100
const REPORT_MS = 1000 // about as often is reported while runs are made
const SILENCE_MS = 3000 // then it is reported that there is nothing new
const PATIENCE_MS = 4000 // then the next report leaves though the last one was not answered

class Maker {
  constructor() {
    Object.assign(this, { sequence: 0, sent: performance.now(), problem: "" })
  }

  update({ data, setStateValue }) {
    Object.assign(this, { data, send: setStateValue, sequence: Math.max(this.sequence, data.heard) })
    if (data.wishes.length === 0) this.stop()
    else this.make()
  }

  leave() {
    this.stop()
  }

  stop() {
    clearInterval(this.timer)
    this.runs?.stop()
  }

  async make() {
    clearInterval(this.timer)
    this.timer = setInterval(() => this.look(), LOOK_MS)
    try {
      const module = await moduleAt(this.data.module)
      if (this.data.wishes.length > 0) this.work(module)
    } catch (error) {
      this.failed(`This browser has failed to make the runs: ${error.message}`)
    }
  }

  work(module) {
    const { job, seed, common, wishes } = this.data
    if (job !== this.job) {
      this.runs?.stop()
      const size = navigator.hardwareConcurrency || 2
      this.runs = new OrderedRuns({ source: workerSource, size, changed: () => this.look(), failed: (why) => this.failed(why) })
      Object.assign(this, { job, problem: "" })
    }
    if (this.problem) return
    const leaves = common.map(fromPython)
    this.wishes = wishes.map(({ changes, ...wish }) => ({ ...wish, name: "runs", module, seed, prepared: changed(leaves, changes) }))
    this.runs.want(this.wishes)
    this.look()
  }

  failed(why) {
    this.problem = why
    this.report([])
  }

  look() {
    const waited = performance.now() - this.sent
    if (this.data.heard < this.sequence && waited < PATIENCE_MS) return
    const made = this.made()
    const isNew = `${this.data.number} ${JSON.stringify(made.map(({ cell, first, times }) => [cell, first, times.length]))}`
    const isUrgent = made.length > 0 && this.wishes.slice(0, this.data.urgent).every((wish) => this.runs.hasMade(wish))
    if (isNew === this.told ? waited < SILENCE_MS : !isUrgent && waited < REPORT_MS) return
    this.told = isNew
    this.report(made)
  }

  // What the server lacks and this browser has made.
  made() {
    if (!this.runs || this.data.job !== this.job) return []
    const made = this.wishes.map((wish) => ({ cell: wish.cell, first: wish.first, times: this.runs.times(wish) }))
    return made.filter(({ times }) => times.length > 0)
  }

  // With nothing made, too: it says that this browser is at it.
  report(made) {
    this.sequence += 1
    this.sent = performance.now()
    const { job } = this.data
    this.send("made", { sequence: this.sequence, job, made, problem: this.problem })
  }
}

export default mounted(".runs", Maker)

const changed = (leaves, changes) => leaves.map((leaf, place) => (place in changes ? fromPython(changes[place]) : leaf))

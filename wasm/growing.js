// Simulated runs by cell (a point of a picture), grown in rounds that double, so that every cell has some soon.
import { Pool } from "./pool.js"

const FIRST_ROUND = 4
const TASK_MS = 40 // about as long as a task is to take: what is not wanted any more is over soon

export class GrowingRuns {
  // source: see Pool.  changed(): there are more runs.  failed(sentence): there will be no more.
  constructor({ source, size, changed, failed }) {
    this.cells = new Map()
    this.pool = new Pool({ source, size, next: () => this.next(), done: (...made) => this.done(...made), failed })
    this.changed = changed
  }

  // Bring these cells to `wanted` runs: {key, name, module, prepared, seed, complete: how many are made elsewhere}; those
  // of a known key keep their runs.  workers: how many are at it.
  grow(cells, wanted, workers) {
    const kept = cells.filter(({ key }) => this.cells.has(key))
    if (kept.length === 0) this.pool.forget()
    const fresh = (cell) => ({ ...cell, runs: [], asked: cell.complete, pace: Infinity })
    this.cells = new Map(cells.map((cell) => [cell.key, this.cells.get(cell.key) ?? fresh(cell)]))
    this.wanted = wanted
    this.pool.start(workers)
  }

  // At once, until grow().
  stop() {
    this.pool.stop()
    for (const cell of this.cells.values()) {
      cell.asked = cell.runs.length = cell.complete
    }
  }

  has(key) {
    return this.cells.has(key)
  }

  // The unbroken sequence of a cell's runs, from the first; without those that were made elsewhere.
  runs(key) {
    const { runs, complete } = this.cells.get(key)
    return runs.slice(0, complete)
  }

  next() {
    const lacking = [...this.cells.values()].filter(({ asked }) => asked < this.wanted)
    if (lacking.length === 0) return null
    const fewest = Math.min(...lacking.map(({ asked }) => asked))
    const round = Math.min(this.wanted, FIRST_ROUND * 2 ** Math.max(0, Math.floor(Math.log2(fewest / FIRST_ROUND)) + 1))
    const cell = lacking.find(({ asked }) => asked < round)
    const count = Math.max(1, Math.min(round - cell.asked, Math.floor(TASK_MS / cell.pace)))
    const { name, module, prepared, seed, asked } = cell
    cell.asked += count
    return { cell, name, module, order: { prepared, seed, first: asked, count } }
  }

  done({ cell, order }, runs, milliseconds) {
    if (this.cells.get(cell.key) !== cell) return
    runs.forEach((run, i) => (cell.runs[order.first + i] = run))
    while (cell.runs[cell.complete]) cell.complete += 1
    cell.pace = milliseconds / runs.length
    this.changed()
  }
}

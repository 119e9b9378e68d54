// Simulated runs in the order in which they are wanted: of several cells (points of a picture), so many runs of each.
import { Pool } from "./pool.js"

const TASK_MS = 40 // about as long as a task is to take: what is not wanted any more is over soon

export class OrderedRuns {
  // source: see Pool.  changed(): there are more runs.  failed(sentence): there will be no more.
  constructor({ source, size, changed, failed }) {
    Object.assign(this, { changed, wishes: [], cells: new Map(), pace: Infinity })
    this.pool = new Pool({ source, size, next: () => this.next(), done: (...made) => this.done(...made), failed })
  }

  // Make these, the first ones first: {cell, first, count, name, module, prepared, seed}; what was made before is kept.
  want(wishes) {
    for (const { cell } of wishes) if (!this.cells.has(cell)) this.cells.set(cell, { asked: new Set(), times: new Map() })
    this.wishes = wishes
    this.pool.start()
  }

  // At once, until want().
  stop() {
    this.wishes = []
    this.pool.stop()
    for (const cell of this.cells.values()) cell.asked = new Set(cell.times.keys())
  }

  // The unbroken sequence of a wish's stopping times, from its first run; 0 where a run did not stop.
  times({ cell, first, count }) {
    const { times } = this.cells.get(cell)
    const found = []
    while (found.length < count && times.has(first + found.length)) found.push(times.get(first + found.length))
    return found
  }

  hasMade(wish) {
    return this.times(wish).length === wish.count
  }

  next() {
    for (const { cell, first, count, name, module, prepared, seed } of this.wishes) {
      const { asked } = this.cells.get(cell)
      let from = first
      while (from < first + count && asked.has(from)) from += 1
      const most = Math.min(first + count - from, Math.max(1, Math.floor(TASK_MS / this.pace)))
      let runs = 0
      while (runs < most && !asked.has(from + runs)) asked.add(from + runs++)
      if (runs > 0) return { cell, name, module, order: { prepared, seed, first: from, count: runs } }
    }
    return null
  }

  done({ cell, order }, runs, milliseconds) {
    const { times } = this.cells.get(cell)
    runs.forEach(({ stopped, time }, i) => times.set(order.first + i, stopped ? time : 0))
    this.pace = milliseconds / runs.length
    this.changed()
  }
}

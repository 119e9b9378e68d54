// Workers that make runs (see worker.js), one a core: each asks for its next task when it has none.
const DEATHS = 2 // of one worker: after the first it is started again
const STALE_MS = 150 // for a task that nobody waits for any more

export class Pool {
  // source: worker.js with all that it imports.  next: () => the next task, {name, module, order}, or null.
  // done(task, runs, milliseconds); failed(sentence), after which the pool rests.
  constructor({ source, size, next, done, failed }) {
    Object.assign(this, { next, done, failed, again: null })
    this.address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
    this.places = Array.from({ length: size }, () => ({ worker: null, task: null, known: new Set(), deaths: 0 }))
  }

  // Give work to all who have none, or to so many at most.
  start(most = this.places.length) {
    this.most = most
    for (const place of this.places) if (!place.task) this.feed(place)
  }

  // What is being made is not wanted any more.
  forget() {
    for (const place of this.places) {
      if (place.task && !place.patience) place.patience = setTimeout(() => this.renew(place), STALE_MS)
    }
  }

  // At once; start() begins anew.
  stop() {
    for (const place of this.places) this.end(place)
  }

  feed(place) {
    if (this.places.indexOf(place) >= this.most) return
    const task = this.again ?? this.next()
    this.again = null
    place.task = task
    if (!task) return
    if (!place.worker && !this.begin(place)) return
    const module = place.known.has(task.name) ? undefined : task.module
    place.known.add(task.name)
    place.worker.postMessage({ name: task.name, module, order: task.order })
  }

  begin(place) {
    try {
      place.worker = new Worker(this.address)
    } catch ({ message }) {
      this.died(place, message) // where a policy forbids them
      return false
    }
    place.worker.addEventListener("message", ({ data }) => this.finished(place, data))
    place.worker.addEventListener("error", ({ message }) => this.died(place, message))
    return true
  }

  finished(place, { runs, milliseconds }) {
    const { task, patience } = place
    clearTimeout(patience)
    Object.assign(place, { task: null, patience: null })
    if (!patience) this.done(task, runs, milliseconds)
    this.feed(place)
  }

  renew(place) {
    this.end(place)
    this.feed(place)
  }

  // The task is tried once more.
  died(place, message) {
    const { task } = place
    place.deaths += 1
    this.end(place)
    if (place.deaths >= DEATHS) {
      this.stop()
      this.failed(`The simulation in this browser has failed twice: ${message}`)
      return
    }
    this.again = task
    this.feed(place)
  }

  end(place) {
    clearTimeout(place.patience)
    place.worker?.terminate()
    Object.assign(place, { worker: null, task: null, patience: null, known: new Set() })
  }
}

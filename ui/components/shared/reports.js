// A component's reports to the server: they are numbered, and only one is in flight at a time.
// The next one is sent only after the answer to the last one has been drawn, so that the page never falls behind.
const PATIENCE_MS = 1500 // after this time the next report is sent without waiting for an answer
// After this time the page says that a release is unanswered, and sends it again, because a cut connection may have lost it.
// Each repetition waits twice as long: a browser that is too busy to draw the answer must not get ever more to do.
const SILENCE_MS = 3000
const LONGEST_SILENCE_MS = 4 * SILENCE_MS

const latest = new Map() // by a component's key: its Reports that were answered last

export class Reports {
  // fields: what a report says, read when it is sent.  silence(isSilent): called to say whether a release stays unanswered.
  constructor(root, fields, silence = () => {}) {
    Object.assign(this, { root, fields, silence, sequence: 0, shown: 0, inFlight: false, waiting: null, released: null })
  }

  // The server has drawn everything up to this report.  If the number falls, the server was restarted, and a release that it
  // did not answer is sent again.  The same happens if the server has mounted the component again; key says which one it is.
  answered(sequence, send, key) {
    this.send = send
    const before = key && latest.get(key)
    latest.set(key, this)
    const isNew = sequence < this.shown
    this.shown = sequence
    this.root.dataset.shown = sequence
    if (!isNew && sequence < this.sequence) return
    this.sequence = sequence
    this.open()
    if (before && before !== this) this.takeOver(before)
    else if (isNew && this.released) this.tellAnew(this.released)
    else this.heard()
  }

  tellAnew(released) {
    this.released = { ...released, first: this.sequence + 1 }
    this.post(this.released)
  }

  // Send after the frame in which the component shows the server's state, because it has no other state yet.
  takeOver({ released }) {
    if (!released || released.first <= this.shown) return
    this.released = released
    this.listen(SILENCE_MS)
    requestAnimationFrame(() => this.inFlight || this.tellAnew(released)) // unless a newer drag is being reported
  }

  heard() {
    clearTimeout(this.silent)
    this.released = null
    this.silence(false)
  }

  // Whether the server's state is the latest: while a report waits or is on its way, any answer is to an older one.
  get resting() {
    return !this.waiting && this.shown >= this.sequence
  }

  report(final) {
    if (this.inFlight) {
      this.waiting = { final }
      return
    }
    this.waiting = null // it has nothing newer, and must not reopen a drag that ends with this report
    const told = { ...this.fields(), final }
    if (final) {
      if (!this.released) this.listen(SILENCE_MS)
      this.released = told
    }
    this.post(told)
  }

  // first: the number under which a release was first sent; a server that has dealt with it ignores the repetition.
  post(told) {
    this.inFlight = true
    this.sequence += 1
    if (told.final) told.first ??= this.sequence
    this.root.dataset.sent = this.sequence
    this.patience = setTimeout(() => this.open(), PATIENCE_MS)
    this.send("moved", { sequence: this.sequence, ...told })
  }

  listen(milliseconds) {
    this.silent = setTimeout(() => this.repeat(milliseconds), milliseconds)
  }

  repeat(waited) {
    if (!this.root.isConnected) return // the component that was mounted in its place takes over
    this.silence(true)
    this.listen(Math.min(2 * waited, LONGEST_SILENCE_MS))
    if (!this.inFlight) this.post(this.released)
  }

  // An answer's charts are drawn in the same frame: a waiting report is sent after it, and stays marked until then.
  open() {
    this.inFlight = false
    clearTimeout(this.patience)
    if (this.waiting) requestAnimationFrame(() => this.waiting && !this.inFlight && this.report(this.waiting.final))
  }
}

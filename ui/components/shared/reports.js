// Reports of a component to the server: numbered, and one in flight at a time.
// A new one leaves only after the answer to the last one is drawn, so that the page never falls behind.
const PATIENCE_MS = 1500 // then the next report leaves without an answer
// Then a release without an answer is spoken of and sent again, as a cut connection may have lost it, and again each time
// after twice as long: a browser that is too busy to draw the answer must not get ever more to do.
const SILENCE_MS = 3000
const LONGEST_SILENCE_MS = 4 * SILENCE_MS

const latest = new Map() // by a component's key, the one that was answered last

export class Reports {
  // fields: what a report says, read when it leaves.  silence(isSilent): whether a release stays without an answer.
  constructor(root, fields, silence = () => {}) {
    Object.assign(this, { root, fields, silence, sequence: 0, shown: 0, inFlight: false, waiting: null, released: null })
  }

  // The server has drawn everything up to this report; a number that falls is a server that has started anew, which is
  // told again what was let go and not answered.  So is a server that has drawn the component anew: key says which.
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

  // After the frame in which the component shows what the server says: it has nothing else yet.
  takeOver({ released }) {
    if (!released || released.first <= this.shown) return
    this.released = released
    this.listen(SILENCE_MS)
    requestAnimationFrame(() => this.inFlight || this.tellAnew(released)) // what the hand did since is newer
  }

  heard() {
    clearTimeout(this.silent)
    this.released = null
    this.silence(false)
  }

  // Whether the server's state is the latest: while a report waits or is on its way, an answer is to an older one.
  get resting() {
    return !this.waiting && this.shown >= this.sequence
  }

  report(final) {
    if (this.inFlight) {
      this.waiting = { final }
      return
    }
    this.waiting = null // it says nothing newer, and must not reopen a drag that ends with this report
    const told = { ...this.fields(), final }
    if (final) {
      if (!this.released) this.listen(SILENCE_MS)
      this.released = told
    }
    this.post(told)
  }

  // first: the number that a release was sent with first; a server that has taken that over lets the repetition be.
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
    if (!this.root.isConnected) return // what is mounted in its place takes over
    this.silence(true)
    this.listen(Math.min(2 * waited, LONGEST_SILENCE_MS))
    if (!this.inFlight) this.post(this.released)
  }

  // The charts of an answer are drawn in the same frame: what waits leaves after it, and stays marked until then.
  open() {
    this.inFlight = false
    clearTimeout(this.patience)
    if (this.waiting) requestAnimationFrame(() => this.sendWaiting())
  }

  sendWaiting() {
    if (!this.waiting || this.inFlight) return
    this.report(this.waiting.final)
  }
}

// A room on the server: what it tells, and what a presenter or a follower sends.
const BREATH_MS = 60_000 // between two of a presenter's signs of life
const RETRY_MS = 3000 // roughly, after a lost connection, so that the class does not come back all at once
const KEY = "x-room-key"
const VOTER = "room-voter " // in this tab's storage, so that nobody gets a second vote by reloading
const KEPT = "room-key " // in this browser's storage, so that whoever opened a room still steers it after reloading

const server = () => location.origin + location.pathname.replace(/[^/]+$/, "") + "rooms"

async function answered(path, options) {
  const answer = await fetch(server() + path, options)
  const said = answer.status === 204 ? null : await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Error(said?.problem ?? "The server sent an unexpected answer.")
  return said
}

const posted = (said, headers = {}) => ({ method: "POST", body: JSON.stringify(said), headers: { "content-type": "application/json", ...headers } })

// Open a room for a talk that was started then: { talk or text, state, address }.  Resolves to { code, link, qr }.
export async function openRoom(asked, started) {
  const { key, ...room } = await answered("", posted(asked))
  localStorage.setItem(KEPT + room.code, JSON.stringify({ key, started, ...room }))
  return room
}

// What this browser knows of a room that it has opened.
export function ownRoom(code) {
  return JSON.parse(localStorage.getItem(KEPT + code) ?? "null")
}

// A code as it is written on the screen, however it was typed; everything but letters and digits is dropped.
function written(code) {
  const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, "")
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}`
}

export class RoomLink {
  // heard: { state(state), votes(votes), end(), lost(isLost), place(): where this page is }.
  constructor(typed, heard) {
    const code = written(typed)
    Object.assign(this, { code, heard, voter: sessionStorage.getItem(VOTER + code) ?? "", own: ownRoom(code) })
  }

  get steers() {
    return this.own !== null
  }

  look() {
    return answered(`/${this.code}`)
  }

  follow() {
    this.events = new EventSource(`${server()}/${this.code}/events?${new URLSearchParams({ voter: this.voter, presents: this.steers })}`)
    const on = (name, act) => this.events.addEventListener(name, ({ data }) => act(JSON.parse(data)))
    on("voter", (voter) => sessionStorage.setItem(VOTER + this.code, (this.voter = voter)))
    on("state", (state) => this.heard.state(state))
    on("votes", (votes) => this.heard.votes(votes))
    on("end", () => this.leave() || this.heard.end())
    this.events.onopen = () => this.heard.lost(false)
    this.events.onerror = () => this.again()
    if (this.steers) this.breath ??= setInterval(() => this.steer(this.heard.place()), BREATH_MS)
  }

  // Connect again under the same name, so that no vote counts twice.  If the room has ended, this page leaves it.
  again() {
    this.heard.lost(true)
    this.events.close()
    clearTimeout(this.retry)
    this.retry = setTimeout(async () => {
      const status = await fetch(`${server()}/${this.code}`).then((answer) => answer.status, () => 0)
      if (status === 404) {
        this.leave()
        this.heard.end()
      } else if (status === 200) this.follow()
      else this.again()
    }, RETRY_MS * (0.5 + Math.random()))
  }

  leave() {
    clearInterval(this.breath)
    clearTimeout(this.retry)
    this.isGone = true
    this.events?.close()
  }

  // Sends the latest place; while one is on its way, those in between are skipped.
  async steer(state) {
    if (this.isGone) return
    this.unsaid = state
    if (this.isSending) return
    this.isSending = true
    while (this.unsaid && !this.isGone) {
      const said = posted(this.unsaid, { [KEY]: this.own.key })
      this.unsaid = null
      await answered(`/${this.code}/state`, said).catch(() => this.heard.lost(true))
    }
    this.isSending = false
  }

  vote(scene, option) {
    return answered(`/${this.code}/votes`, posted({ voter: this.voter, scene, option }))
  }

  async end() {
    await answered(`/${this.code}/end`, posted({}, { [KEY]: this.own.key })).catch(() => {})
    localStorage.removeItem(KEPT + this.code)
  }
}

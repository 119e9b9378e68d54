// A room on the server: what is told there, and what a presenter or a follower says.
const BREATH_MS = 60_000 // after which a presenter is heard of anew
const KEY = "x-room-key"
const KEPT = "room-key " // in this browser's storage: who has opened a room steers it, also after a reload

const server = () => location.origin + location.pathname.replace(/[^/]+$/, "") + "rooms"

async function answered(path, options) {
  const answer = await fetch(server() + path, options)
  const said = answer.status === 204 ? null : await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Error(said?.problem ?? "The server does not answer as it should.")
  return said
}

const posted = (said, headers = {}) => ({ method: "POST", body: JSON.stringify(said), headers: { "content-type": "application/json", ...headers } })

// Open a room for a talk: { talk or text, state, address }.  Gives { code, link, qr }.
export async function openRoom(asked) {
  const { key, ...room } = await answered("", posted(asked))
  localStorage.setItem(KEPT + room.code, JSON.stringify({ key, opened: Date.now(), ...room }))
  return room
}

// What this browser knows of a room that it has opened.
export function ownRoom(code) {
  return JSON.parse(localStorage.getItem(KEPT + code) ?? "null")
}

export class RoomLink {
  // heard: { state(state), votes(votes), end(), lost(isLost) }.
  constructor(code, heard) {
    Object.assign(this, { code, heard, voter: "", own: ownRoom(code) })
  }

  get steers() {
    return this.own !== null
  }

  look() {
    return answered(`/${this.code}`)
  }

  follow() {
    this.events = new EventSource(`${server()}/${this.code}/events${this.voter ? `?voter=${this.voter}` : ""}`)
    const on = (name, act) => this.events.addEventListener(name, ({ data }) => act(JSON.parse(data)))
    on("voter", (voter) => (this.voter = voter))
    on("state", (state) => this.heard.state(state))
    on("votes", (votes) => this.heard.votes(votes))
    on("end", () => this.leave() || this.heard.end())
    this.events.onopen = () => this.heard.lost(false)
    this.events.onerror = () => this.again()
    if (this.steers) this.breath = setInterval(() => this.said && this.steer(this.said), BREATH_MS)
  }

  // With the name that it had: a vote is not counted twice.
  again() {
    this.heard.lost(true)
    this.events.close()
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.follow(), 2000)
  }

  leave() {
    clearInterval(this.breath)
    clearTimeout(this.retry)
    this.events?.close()
  }

  // The latest place; while one is on its way, those between are passed over.
  async steer(state) {
    this.said = state
    if (this.isSending) {
      this.waits = true
      return
    }
    this.isSending = true
    try {
      await answered(`/${this.code}/state`, posted(state, { [KEY]: this.own.key }))
    } catch {
      this.heard.lost(true)
    }
    this.isSending = false
    if (this.waits) {
      this.waits = false
      this.steer(this.said)
    }
  }

  vote(scene, option) {
    return answered(`/${this.code}/votes`, posted({ voter: this.voter, scene, option }))
  }

  async end() {
    await answered(`/${this.code}/end`, posted({}, { [KEY]: this.own.key })).catch(() => {})
    localStorage.removeItem(KEPT + this.code)
  }
}

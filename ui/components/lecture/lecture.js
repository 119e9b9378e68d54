// A talk, played: scenes with a vote, a reveal and something to drag; alone, before a class, in a class, or as notes.
import { mounted } from "../shared/mounted.js"
import { clamp } from "../shared/scale.js"
import { Classroom } from "./classroom.js"
import { placeAfter, placeBefore, placeOf } from "./keys.js"
import { openRoom, ownRoom } from "./room_link.js"
import { drawClock, drawNotes } from "./speaker_notes.js"
import { Stage, write } from "./stage.js"
import { cover, fullScreen, isLocal, setAddress, uncover } from "./window.js"

const BEAT_MS = 1000
const STILL_MS = 2500 // if the mouse does not move for this long, the buttons are hidden
const NO_KERNELS = "This browser does not run WebAssembly, so some pictures stay empty."
const OVER = "The session has ended. You can keep exploring on your own."
const CLOSED = { talk: "The room is closed. The talk goes on here.", notes: "The room is closed, so these notes no longer follow the talk. Press N in the talk to open them again." }
const NOT_YET = "You will see this answer as soon as the presenter shows it."
const LOST = "The connection was lost. Trying again …"
const NO_WINDOW = "Your browser blocked the notes window. Allow pop-ups for this page."

class Lecture {
  constructor(root, data) {
    Object.assign(this, { root, data, talk: data.talk, place: { scene: 0, step: 0, black: false }, values: {}, guesses: {}, said: "", started: Date.now() })
    this.find = (selector) => root.querySelector(selector)
    const changed = () => this.drawSoon()
    this.stage = new Stage(root, { choose: (option) => this.choose(option), move: (values) => Object.assign(this.values, values), moved: () => this.dragged(), changed })
    this.room = new Classroom({ adopt: (state) => this.adopt(state), changed, over: () => this.over(), isHeld: () => this.stage.handles.isHeld, sent: () => this.sent })
    this.listen()
    void this.begin()
  }

  listen() {
    const acts = {
      back: () => this.goTo(...placeBefore(this.place)), on: () => this.goTo(...placeAfter(this.place)), room: () => this.toggleRoom(), notes: () => this.openNotes(), full: fullScreen,
      save: () => this.stage.save(), leave: () => this.exit(), end: () => this.room.link.end(),
    }
    for (const button of this.root.querySelectorAll("[data-do]")) {
      button.onclick = () => {
        button.blur()
        acts[button.dataset.do]()
      }
    }
    this.find(".catch").onclick = () => this.room.catchUp()
    this.keys = (event) => this.pressed(event)
    addEventListener("keydown", this.keys, true)
    this.root.addEventListener("pointermove", () => this.stir())
    this.tick = setInterval(() => this.beat(), BEAT_MS)
  }

  beat() {
    cover(this.root)
    if (this.data.notes) this.drawSoon()
  }

  update({ data, setTriggerValue }) {
    Object.assign(this, { data, tell: setTriggerValue })
    this.draw()
  }

  async begin() {
    const { room, scene, overviews } = this.data
    this.stir()
    try {
      if (room) await this.join(room)
      else this.place.scene = clamp(scene, 0, this.talk.scenes.length - 1)
    } catch ({ message }) {
      this.say(this.talk ? message : `${message} Leave this page to type a code again.`)
    }
    this.show()
    if (!this.talk) return
    this.enter()
    await this.stage.bounds.load(overviews).catch(() => this.say(NO_KERNELS))
    this.draw()
  }

  show() {
    const { notes } = this.data
    this.root.hidden = false
    this.root.classList.toggle("empty", !this.talk)
    cover(this.root)
    this.root.classList.toggle("with-notes", notes)
    this.find(".notes").hidden = !notes
    for (const name of ["room", "notes"]) this.find(`.bar [data-do=${name}]`).hidden = this.room.follows || this.room.hasFollowed || notes
    if (!notes) this.find(".stage").focus({ preventScroll: true })
  }

  // ---- where the talk is
  get scene() {
    return this.talk.scenes[this.place.scene]
  }

  get sent() {
    return { ...this.place, moved: this.values }
  }

  goTo(scene, step) {
    if (scene < 0 || scene >= this.talk.scenes.length) return
    if (step && !this.room.mayReveal(scene)) return scene === this.place.scene ? this.say(NOT_YET) : this.goTo(scene, 0)
    this.take({ scene, step, black: false, moved: scene === this.place.scene ? this.values : {} })
    this.room.moved()
  }

  // Where the room is.
  adopt(state) {
    if (!this.root.hidden) this.take(state)
  }

  take({ scene, step, black, moved }) {
    const isNew = scene !== this.place.scene
    if (isNew || step !== this.place.step) {
      this.find(".room").hidden = true // the notes window has moved the talk
      this.said = ""
    }
    Object.assign(this, { place: { scene, step, black }, values: { ...moved } })
    if (isNew) this.enter()
    else this.stage.drag(this.values)
    this.draw()
  }

  enter() {
    if (!this.data.notes) {
      this.stage.enter(this.scene)
      const { room, choice } = this.data
      setAddress({ ...(room ? {} : { talk: choice.own ? "own" : this.talk.title }), scene: this.place.scene + 1 })
    }
    this.draw()
  }

  dragged() {
    this.stage.drag(this.values)
    this.room.moved()
    this.drawSoon()
  }

  blacken(black) {
    this.place = { ...this.place, black }
    this.room.moved()
    this.draw()
  }

  async choose(option) {
    const { scene } = this.place
    this.guesses[scene] = option
    this.draw()
    await this.room.vote(scene, option).catch(({ message }) => this.say(message))
  }

  // ---- keys of a keyboard or of a presenter's remote
  pressed(event) {
    const target = event.composedPath()[0]
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "TEXTAREA"].includes(target.tagName) || !this.talk) return
    const isOnHandle = !this.showsCode && target.classList?.contains("handle") && /^(Arrow|Home$|End$)/.test(event.key)
    const isOnButton = target.tagName === "BUTTON" && (event.key === " " || event.key === "Enter")
    const act = isOnHandle || isOnButton ? null : this.actOf(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  actOf(key) {
    if (this.place.black && !this.room.follows) return () => this.blacken(false)
    const place = placeOf(key, this.place, this.talk.scenes.length)
    if (this.showsCode && (place || key === "Escape")) return () => this.toggleRoom()
    if (place) return () => this.goTo(...place)
    const others = { f: fullScreen, b: () => this.blacken(true), ".": () => this.blacken(true) }
    const seen = { s: () => this.stage.save() }
    const leading = { r: () => this.toggleRoom(), n: () => this.openNotes() }
    return { ...others, ...(this.data.notes ? {} : seen), ...(this.room.follows || this.data.notes ? {} : leading) }[key.toLowerCase()]
  }

  // The room's code covers the stage; what moves the talk first uncovers it, so that nothing happens unseen.
  get showsCode() {
    return !this.find(".room").hidden
  }

  stir() {
    this.root.classList.add("moving")
    clearTimeout(this.still)
    this.still = setTimeout(() => this.root.classList.remove("moving"), STILL_MS)
  }

  exit() {
    if (document.fullscreenElement) void document.exitFullscreen()
    const isOwn = location.search.includes("talk=own") // also after a reload, which has lost its text
    setAddress({ scene: null, room: null, notes: null, ...(isOwn && { talk: null }) })
    this.root.leave() // a talk that is started before Streamlit has taken this one away begins anew
    this.tell("left", { room: this.room.link?.code ?? "", led: this.room.presents }) // if it is still open, the page says so
  }

  // ---- rooms
  async join(code) {
    this.talk = await this.room.join(code)
    const { scene, step, black, moved } = this.room.told
    Object.assign(this, { place: { scene, step, black }, values: moved, said: "" })
    if (this.room.presents) this.drawRoom(this.room.link.own)
  }

  async toggleRoom() {
    const panel = this.find(".room")
    panel.hidden = this.room.link ? !panel.hidden : !(await this.openRoom())
  }

  async openRoom() {
    if (this.isOpening) return false
    this.isOpening = true
    const { name, own: text } = this.data.choice
    try {
      const { code } = await openRoom({ talk: name, text, state: this.sent, address: location.origin + location.pathname }, this.started)
      await this.join(code)
      setAddress({ room: code })
      return true
    } catch ({ message }) {
      this.say(message)
      return false
    } finally {
      this.isOpening = false
    }
  }

  drawRoom({ code, link, qr }) {
    write(this.find(".code"), code)
    write(this.find(".link"), link)
    const isAlone = isLocal(link) // a phone that reads such an address looks for the talk on itself
    write(this.find(".how"), isAlone ? "Follow in a browser on this computer" : "Follow on your phone")
    write(this.find(".alone"), isAlone ? this.data.alone : "")
    this.find(".code-picture").innerHTML = isAlone ? "" : qr // the server's own drawing
  }

  // The notes open in a separate window, which the room keeps in step; the room itself need not be shown.
  async openNotes() {
    const window = globalThis.open("", "notes", "width=720,height=560")
    if (!this.room.link && !(await this.openRoom())) return
    const address = new URL(location.href)
    address.searchParams.set("notes", "true")
    if (window) window.location = address
    else this.say(NO_WINDOW)
  }

  over() {
    this.find(".room").hidden = true
    setAddress({ room: null })
    this.say(this.room.hasFollowed ? OVER : CLOSED[this.data.notes ? "notes" : "talk"])
    this.show()
  }

  // ---- drawing
  say(words) {
    this.said = words
    this.draw()
  }

  drawSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null
      this.draw()
    })
  }

  draw() {
    this.drawTold()
    if (!this.talk || this.root.hidden) return
    const { data, place, talk: { scenes }, room } = this
    const guess = this.guesses[place.scene]
    const votes = room.countsOf(place)
    Object.assign(this.root.dataset, { scene: place.scene, step: place.step, leads: room.presents })
    this.find(".black").hidden = !place.black
    write(this.find(".where"), `${place.scene + 1} of ${scenes.length}${room.presents ? room.madeOn(place) : ""}`)
    write(this.find(".followers"), room.followers)
    if (!data.notes) {
      this.stage.draw({ data, scene: this.scene, place, state: { ...this.scene.state, ...this.values }, scenes: scenes.length, guess, votes })
      return
    }
    drawNotes(this.find(".notes"), { scenes, place, made: room.madeOn(place) })
    if (room.presents) drawClock(this.find(".notes"), ownRoom(room.link.code)?.started ?? Date.now(), this.talk.minutes)
  }

  drawTold() {
    const { room, place } = this
    const behind = () => (room.told.scene === place.scene ? "The presenter is showing something else in this scene." : `The talk is at scene ${room.told.scene + 1}.`)
    const words = room.isLost ? LOST : this.said || (room.isBehind ? behind() : "")
    this.find(".told").hidden = !words
    write(this.find(".told span"), words)
    this.find(".catch").hidden = !room.isBehind
  }

  leave() {
    uncover()
    removeEventListener("keydown", this.keys, true)
    clearInterval(this.tick)
    this.stage.leave()
    this.room.leave()
  }
}

export default mounted(".lecture", Lecture)

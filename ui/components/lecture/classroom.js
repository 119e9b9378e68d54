// The room that this page is in, as the presenter or as one of the class, who stops following at the first touch.
import { RoomLink } from "./room_link.js"

export class Classroom {
  // page: { adopt(state), changed(), over(), isHeld(), sent() }, what this page shows.
  constructor(page) {
    Object.assign(this, { page, link: null, votes: null, told: null, isOwn: false, isLost: false })
  }

  // Join the room of this code; resolves to its talk, or rejects if there is none.
  async join(code) {
    const link = new RoomLink(code, {
      state: (state) => this.heard(state),
      votes: (votes) => this.note({ votes }),
      end: () => this.end(),
      lost: (isLost) => this.note({ isLost }),
      place: () => this.page.sent(),
    })
    const { talk, state } = await link.look()
    if (!talk) throw new Error("The server sent an unexpected answer.")
    Object.assign(this, { link, told: state })
    link.follow()
    return talk
  }

  get follows() {
    return this.link !== null && !this.link.steers
  }

  get presents() {
    return this.link?.steers === true
  }

  get isBehind() {
    return this.follows && this.isOwn && this.isElsewhere
  }

  get isElsewhere() {
    return JSON.stringify(this.told) !== JSON.stringify(this.page.sent())
  }

  // The votes on this scene, by option; null before the reveal, when they would sway the others.
  countsOf({ scene, step }) {
    return step && this.votes?.scene === scene ? this.votes.counts : null
  }

  // Whether this page may show a scene's answer; a class sees it once the talk has shown it, so that nobody votes knowing it.
  mayReveal(scene) {
    if (!this.follows) return true
    return this.told.scene > scene || (this.told.scene === scene && this.told.step === 1)
  }

  // How many have voted on this scene.
  madeOn({ scene }) {
    const made = this.votes?.scene === scene ? this.votes.made : 0
    return made ? ` · ${made} ${made === 1 ? "vote" : "votes"}` : ""
  }

  get followers() {
    const number = this.votes?.followers ?? 0
    return `${number} ${number === 1 ? "phone connected" : "phones connected"}`
  }

  heard(state) {
    this.told = state
    this.isOwn &&= this.isElsewhere
    if (this.isOwn || (this.presents && this.page.isHeld())) this.page.changed()
    else this.page.adopt(state)
  }

  note(news) {
    Object.assign(this, news)
    this.page.changed()
  }

  end() {
    Object.assign(this, { hasFollowed: this.follows, link: null, votes: null, isOwn: false, isLost: false })
    this.page.over()
  }

  // This page has gone somewhere by itself.
  moved() {
    if (this.follows) this.isOwn = true
    if (this.presents) void this.link.steer(this.page.sent())
  }

  catchUp() {
    this.isOwn = false
    this.page.adopt(this.told)
  }

  // Rejects if the vote is closed.
  async vote(scene, option) {
    if (this.follows && this.told.scene === scene) await this.link.vote(scene, option)
  }

  leave() {
    this.link?.leave()
  }
}

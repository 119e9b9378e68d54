// A picture below the one that is dragged.  It shows what the server says, and during a drag what the bars say:
// the window's event "overview".
import { mounted } from "../shared/mounted.js"
import { Sheet } from "../shared/sheet.js"
import { Allocation } from "./allocation.js"
import { Landscape } from "./landscape.js"

const instanceOf = ({ means, names, epsilon }) => JSON.stringify([means, names, epsilon])

class Lower {
  constructor(root, { kind }) {
    this.root = root
    const canvas = root.querySelector(".surface")
    this.picture = kind === "map" ? new Landscape(canvas, () => this.sheet.draw()) : new Allocation()
    this.sheet = new Sheet(root, this.picture)
    this.hears = { overview: ({ detail }) => this.follow(detail) }
    new IntersectionObserver((entries) => this.seen(entries.at(-1).isIntersecting)).observe(this.sheet.svg)
  }

  update({ data }) {
    this.data = data
    this.root.style.height = `${data.height}px`
    this.picture.adopt(data)
    if (this.told) this.catchUp()
    else this.draw()
  }

  // What the bars sent last counts, even if data for an earlier state arrive: once the bars show new data, they send them too.
  // They send null while the server computes during a drag.
  follow(told) {
    this.told = told
    this.isBehind = told !== null
    if (this.isBehind && this.isInSight) this.catchUp()
  }

  seen(isInSight) {
    this.isInSight = isInSight
    if (isInSight && this.isBehind) this.catchUp()
  }

  catchUp() {
    this.isBehind = false
    if (instanceOf(this.told) === instanceOf(this.data)) this.picture.adopt(this.data)
    else this.picture.follow(this.told)
    this.draw()
  }

  draw() {
    const { key, colors, arm_colors, range } = this.data
    this.sheet.show(key, { colors, arm_colors, range })
  }
}

export default mounted(".lower", Lower)

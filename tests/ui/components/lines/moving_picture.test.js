import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { MovingPicture } from "../../../../ui/components/lines/moving_picture.js"

const LINES = { epsilon: { range: [1e-3, 1e2] }, participants: { range: [100, 10_000] } }
const DRAWING = { width: 600, frame: [50, 20, 550, 320] }

// As much of an SVG element as a picture moves.
class Part {
  constructor(name, children = {}) {
    Object.assign(this, { dataset: { part: name }, style: {}, given: {}, inside: children, textContent: "" })
    this.children = Object.values(children)
  }
  querySelector(tag) {
    return this.inside[tag] ?? null
  }
  querySelectorAll(tag) {
    return tag === "[data-part]" ? this.children : Object.entries(this.inside).filter(([name]) => name.startsWith(tag)).map(([, part]) => part)
  }
  setAttribute(name, value) {
    this.given[name] = value
  }
  getAttribute(name) {
    return this.given[name] ?? null
  }
  getComputedTextLength() {
    return 100
  }
}

const markOf = (name, row) => {
  const text = new Part("")
  text.given.y = row
  return new Part(`mark-${name}`, { line: new Part(""), circle: new Part(""), text })
}
let picture, parts
const show = (more = {}) =>
  picture.show({ epsilons: [], budget: 1000, epsilon: 0.1, crossings: [], marks: {}, ...more })

beforeEach(() => {
  const named = {
    curve: new Part("curve", { polyline: new Part("") }), enough: new Part("enough", { polygon: new Part("") }),
    bound: new Part("bound", { polyline: new Part("") }), zone: new Part("ruled-out", { polygon: new Part(""), "polygon 2": new Part("") }),
    budget: new Part("budget", { line: new Part("") }), epsilon: new Part("epsilon", { line: new Part("") }),
    crossings: new Part("crossings", { circle: new Part(""), "circle 2": new Part("") }), called: new Part("zone-name", { text: new Part("") }), one: markOf("one", "354"), two: markOf("two", "354"),
  }
  picture = new MovingPicture(new Part("", named), DRAWING, LINES)
  parts = picture.parts
})

test("values stand where the server's axes have them, kept in the frame", () => {
  assert.deepEqual([1e-3, 1e2, 1e9, 0].map(picture.x), [50, 550, 550, 50])
  assert.deepEqual([100, 10_000, Infinity, 0].map(picture.y), [320, 20, 20, 320])
})

test("lines of the budget and of epsilon follow, and the dots where they cross the curves", () => {
  show({ crossings: [100, 10_000] })
  assert.equal(parts.budget.inside.line.given.y1, "170.0")
  assert.deepEqual(parts.epsilon.inside.line.given, { x1: "250.0", x2: "250.0" })
  assert.deepEqual(parts.crossings.children.map(({ given }) => given.cy), ["320.0", "20.0"])
})

test("a curve moves with the area above it, the bound with both polygons below it", () => {
  show({ epsilons: [1e-3, 1e2], enough: [10_000, 100], bound: [1000, 100] })
  assert.equal(parts.curve.inside.polyline.given.points, "50.0,20.0 550.0,320.0")
  assert.equal(parts.enough.inside.polygon.given.points, "50.0,20.0 550.0,320.0 550.0,20 50.0,20")
  for (const polygon of parts["ruled-out"].children) assert.equal(polygon.given.points, "50.0,170.0 550.0,320.0 550.0,320 50.0,320")
})

test("a mark is hidden outside the axis, else it follows, its words beside those of its row", () => {
  show({ marks: { one: { epsilon: 0.1, words: "enough" }, two: { epsilon: 0.12, words: "free" } } })
  const [one, two] = [parts["mark-one"], parts["mark-two"]]
  assert.deepEqual([one.inside.text.textContent, one.inside.line.given.x1, one.inside.circle.given.cy], ["enough", "250.0", "170.0"])
  assert.ok(Math.abs(two.inside.text.given.x - one.inside.text.given.x - 108) < 0.11)
  show({ marks: { one: { epsilon: 1e3, words: "enough" }, two: { epsilon: null, words: "" } } })
  assert.deepEqual([one.style.display, two.style.display], ["none", "none"])
})

test("the zone's name follows the difference where it names one, and stays as drawn elsewhere", () => {
  const drawn = "impossible for a method that finds every lead of 10 points"
  const moved = "impossible for a method that finds every lead of 5.5 points"
  const name = parts["zone-name"].inside.text
  const called = (before, zone) => {
    name.textContent = before
    show({ zone })
    return name.textContent
  }
  assert.equal(called(drawn, moved), moved)
  assert.equal(called(drawn, ""), drawn)
  assert.equal(called(drawn, undefined), drawn)
  assert.equal(called("impossible for this promise", moved), "impossible for this promise") // narrow: it names no number
  delete parts["zone-name"] // as where the promise has no bound
  assert.doesNotThrow(() => show({ zone: moved }))
})

test("without an epsilon its line and its dots are hidden, and seen again with one", () => {
  const shown = () => [parts.epsilon.style.display, parts.crossings.style.display]
  show({ epsilon: null })
  assert.deepEqual(shown(), ["none", "none"])
  show()
  assert.deepEqual(shown(), ["", ""])
})

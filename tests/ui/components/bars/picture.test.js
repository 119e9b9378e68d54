import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { Picture } from "../../../../ui/components/bars/picture.js"
import { numbersOf, texts, VIEW } from "../lower/view.js"

const epsilons = Array.from({ length: 51 }, (_, i) => 1e-3 * 1e5 ** (i / 50))
const bound = (epsilon) => Math.max(1000, 100 / epsilon)
const SHOWN = {
  epsilons, samples: epsilons.map(bound), free: 1000, is_asymptotic: false, regimes: { price_dominated: 0.02, almost_free: 0.2 },
  others: { price: 100, bends: { first: 0.02, improved: 0.1 } }, here: { epsilon: 0.05, samples: 2000 },
  marks: [{ epsilon: 0.02, flag: "sets up to 0.02", before: true, tip: "a formula" }, { epsilon: 0.2, flag: "unchanged from 0.2", tip: "another" }],
  achieved: { samples: 9000, method: "PRISE" },
}
const view = { ...VIEW, colors: { ...VIEW.colors, achievable: "#009E73" } }
const nowhere = { closest: () => null }
let picture
const draw = (more = {}, epsilon = 0.05, width = VIEW.width) => {
  picture.adopt({ ...SHOWN, ...more }, epsilon, false)
  return picture.draw({ ...view, width }).join("")
}

beforeEach(() => (picture = new Picture()))

test("the bound, what a method takes, the boundaries and all names are drawn, wherever the hand is", () => {
  for (const width of [330, 600, 1100]) {
    for (const epsilon of [1e-3, 0.05, 0.2, 100]) assert.doesNotMatch(draw({}, epsilon, width), /NaN|undefined|Infinity/)
  }
  const said = texts(draw())
  for (const words of ["2,000 at ε = 0.05", "9,000 by PRISE", "sets up to 0.02", "unchanged from 0.2", "1k", "less privacy →"]) {
    assert.ok(said.includes(words), words)
  }
})

test("under a hand the curve is read off; what was computed for another epsilon is not said of this one", () => {
  const said = texts(draw({}, 0.01))
  assert.ok(said.includes("≈ 10,000 at ε = 0.01"))
  assert.ok(!said.some((words) => words.includes("PRISE")))
  assert.match(picture.words(), /at ε = 0\.01 about 10,000, .* without privacy 1,000; sets up to 0\.02; unchanged from 0\.2$/)
})

test("zones lie where the boundaries are", () => {
  const [sets, free] = [numbersOf(draw(), "rect", "x"), numbersOf(draw(), "rect", "width")]
  const { x, left, right } = picture.frame
  assert.deepEqual(sets.slice(0, 2).map(Math.round), [left, x(0.2)].map(Math.round))
  assert.deepEqual(free.slice(0, 2).map(Math.round), [x(0.02) - left, right - x(0.2)].map(Math.round))
})

test("a reading is of a flag under the pointer, else of the curve, and of nothing outside the frame", () => {
  draw()
  const { x, top } = picture.frame
  assert.match(picture.readingAt(x(0.01), top + 9, nowhere), /^ε = 0\.0100: lower bound ≈ (10,000|9,999) participants on average,<br>10 times/)
  assert.equal(picture.readingAt(5, 5, { closest: () => ({ dataset: { mark: "1" } }) }), "another")
  assert.equal(picture.readingAt(5, 5, nowhere), null)
})

test("what a method takes beyond the picture is an arrow at its top", () => {
  const said = texts(draw({ achieved: { samples: 1e12, method: "DP-SE" } }))
  assert.ok(said.some((words) => words.startsWith("↑ ") && words.endsWith("by DP-SE")))
})

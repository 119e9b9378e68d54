import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { Allocation } from "../../../../ui/components/lower/allocation.js"
import { numbersOf, texts, VIEW } from "./view.js"

// Shares at epsilon .001, .316 (in the middle of the log range) and 100, and at the current one.
const SERVER = {
  means: [0.9, 0.6, 0.3], names: ["A"], epsilon: 0.1, here: [0.5, 0.45, 0.05],
  shares: [0.6, 0.2, 0.2, 0.5, 0.4, 0.1, 0.4, 0.4, 0.2],
}
let picture, drawn

beforeEach(() => {
  picture = new Allocation()
  picture.adopt(SERVER)
  drawn = picture.draw(VIEW).join("")
})

// The corners of each area, from the last arm's (which is drawn first) to the first one's.
const edges = (markup) =>
  [...markup.matchAll(/<path d="M([^"]*)V[^"]*Z"/g)].map(([, path]) => path.split("L").map((point) => point.split(" ").map(Number)))

test("areas are stacked from the first arm up, over the whole range of epsilon", () => {
  const [third, second, first] = edges(drawn)
  const { top, bottom, left, right } = picture.frame
  const height = (share) => Number((bottom - share * (bottom - top)).toFixed(1))
  assert.deepEqual(first.map(([, y]) => y), [0.6, 0.5, 0.4].map(height))
  assert.deepEqual(second.map(([, y]) => y), [0.8, 0.9, 0.8].map(height))
  assert.deepEqual(third.map(([, y]) => y), [1, 1, 1].map(height))
  assert.deepEqual(first.map(([x]) => x), [left, (left + right) / 2, right].map((x) => Number(x.toFixed(1))))
})

test("the bar holds the shares at the current epsilon; those above a tenth are written", () => {
  const heights = numbersOf(drawn, "rect", "height")
  const whole = picture.bar.bottom - picture.bar.top
  assert.deepEqual(heights, SERVER.here.map((share) => Number((share * whole).toFixed(1))))
  const words = texts(drawn)
  for (const said of ["A", "50.0 %", "arm 2", "45.0 %", "ε = 0.1"]) assert.ok(words.includes(said), said)
  assert.ok(!words.includes("arm 3"))
})

test("a bar too narrow for a name has none", () => {
  picture.adopt({ ...SERVER, names: ["a name of twenty letters"] })
  assert.ok(!texts(picture.draw({ ...VIEW, width: 390 }).join("")).includes("a name of twenty letters"))
})

test("the line of the current epsilon stands at its place", () => {
  const { left, right } = picture.frame
  const x = (left + 0.4 * (right - left)).toFixed(1) // .1 of .001 to 100
  assert.match(drawn, new RegExp(`<path d="M${x} [\\d.]+L${x} [\\d.]+" fill="none" stroke="#D55E00" stroke-width="2"`))
})

test("a reading says the arm and its share under the pointer, of the nearest epsilon or of the bar", () => {
  const { left, right, bottom, top } = picture.frame
  const at = (share) => bottom - share * (bottom - top)
  assert.equal(picture.readingAt(left + 1, at(0.7)), "arm 2 (mean 0.6): 20 % of the participants at ε = 0.001")
  assert.equal(picture.readingAt((left + right) / 2 + 3, at(0.2)), "A (mean 0.9): 50 % of the participants at ε = 0.316")
  const middle = (picture.bar.left + picture.bar.right) / 2
  assert.equal(picture.readingAt(middle, at(0.97)), "arm 3 (mean 0.3): 5 % of the participants at ε = 0.1")
  assert.equal(picture.readingAt(left - 5, at(0.5)), null)
  assert.equal(picture.readingAt((right + picture.bar.left) / 2, at(0.5)), null)
})

test("during a drag it draws what the bars say", () => {
  const [allocation, allocations] = [[0.3, 0.7], [0.1, 0.9, 0.2, 0.8]].map((shares) => Float64Array.from(shares))
  const overview = { private: { best_arm: 1, allocation }, curve: { allocations } }
  picture.follow({ means: [0.4, 0.5], names: [], epsilon: 1, risk: 0.1, overview })
  const moved = picture.draw(VIEW).join("")
  assert.equal(edges(moved).length, 2)
  assert.ok(texts(moved).includes("70.0 %"))
  assert.equal(picture.words(), "The optimal shares of the participants at ε = 1: arm 1 30 %, arm 2 70 %")
})

test("an arm that has an earlier one's colour is striped, in the areas and in the bar", () => {
  const means = [0.9, 0.8, 0.7, 0.6]
  const striped = (shares) => {
    picture.adopt({ ...SERVER, means: means.slice(0, shares.length), here: shares, shares: [shares, shares].flat() })
    return picture.draw(VIEW).join("").match(/fill="url\(#hatch\)"/g)?.length ?? 0
  }
  assert.equal(striped([0.4, 0.3, 0.3]), 0) // as many as there are colours
  assert.equal(striped([0.4, 0.3, 0.2, 0.1]), 2)
})

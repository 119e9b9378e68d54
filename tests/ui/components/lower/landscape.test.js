import assert from "node:assert/strict"
import { beforeEach, mock, test } from "node:test"
import { Landscape } from "../../../../ui/components/lower/landscape.js"
import { numbersOf, texts, VIEW } from "./view.js"

const FLAGS = { price_dominated: "privacy sets it", improved: "bends", almost_free: "nearly unchanged", exact: "unchanged" }
// A kernel whose numbers are made up: arguments and outputs as those of overview_kernel.
const kernels = {
  call(_, means, _indifference, _epsilon, _risk, _tolerance, epsilons, times, _allocations, curve, _shares, boundaries) {
    const gap = means.values[0] - means.values[1]
    asked.push(epsilons.values.length)
    times.values.fill(1)
    curve.values.set(epsilons.values.map((epsilon) => Math.max(1, 1 / (gap * epsilon))))
    boundaries.values.set([0, 2 * gap, 0, 10 * gap, 3 * gap, gap / 10])
  },
}
const steps = (count, low, high) => Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)))
const mapOf = (best, smallest) => {
  const gaps = steps(49, smallest, 0.999 * best)
  return {
    best, gaps: [gaps[0], gaps.at(-1)],
    factors: gaps.map((gap) => steps(61, 1e-3, 1e2).map((epsilon) => Math.max(1, 1 / (gap * epsilon)))),
    boundaries: { price_dominated: gaps.map((gap) => gap / 10), improved: gaps.map((gap) => 2 * gap), almost_free: gaps.map((gap) => 3 * gap), exact: gaps.map((gap) => 10 * gap) },
  }
}
const SERVER = { means: [0.5, 0.9, 0.89], names: ["A"], epsilon: 0.1, range: VIEW.range, tolerance: 0.05, flags: FLAGS, map: mapOf(0.9, 0.001) }
let asked, redrawn, map

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ["setTimeout"] })
  asked = []
  redrawn = 0
  const pen = { fillRect: () => {}, drawImage: () => {} }
  const canvas = () => ({ style: {}, getContext: () => pen })
  globalThis.document = { createElement: canvas }
  map = new Landscape(canvas(), () => (redrawn += 1))
  map.adopt(SERVER)
})

const moved = (means, epsilon = 0.1) => map.follow({ means, names: [], epsilon, kernels })

test("each arm but the best is a dot at the current epsilon and its gap", () => {
  const drawn = map.draw(VIEW).join("")
  const { left, right, top, bottom } = map.frame
  const y = (gap) => bottom - ((bottom - top) * Math.log(gap / 0.001)) / Math.log(0.8991 / 0.001)
  assert.deepEqual(numbersOf(drawn, "circle", "cx"), [0.4, 0.4].map((share) => Number((left + share * (right - left)).toFixed(1))))
  assert.deepEqual(numbersOf(drawn, "circle", "cy"), [0.4, 0.01].map((gap) => Number(y(gap).toFixed(1))))
})

test("the boundaries are named above, and both axes and the colours have numbers", () => {
  const words = texts(map.draw(VIEW).join(""))
  for (const said of [...Object.values(FLAGS), "0.001", "0.1", "gap to the best mean 0.9", "≥ 1,000", "← more privacy"]) assert.ok(words.includes(said), said)
})

test("names that do not fit one row take another", () => {
  const [wide, narrow] = [900, 390].map((width) => (map.draw({ ...VIEW, width }), map.frame.top))
  assert.equal(narrow - wide, 18)
})

test("a reading is of a dot, else of a boundary, else of the surface", () => {
  map.draw(VIEW)
  const { frame } = map
  const [x, y] = [(epsilon) => frame.x(epsilon), (gap) => map.frame.y(gap)]
  assert.equal(map.readingAt(x(0.1) + 5, y(0.4) - 5), "A (mean 0.5): gap 0.4 at ε = 0.1")
  assert.match(map.readingAt(x(0.3), y(0.1)), /^nearly unchanged: ε = 0\.\d+ at gap 0\.\d+$/)
  assert.equal(map.readingAt(x(0.001), y(0.001)), "ε = 0.001, gap 0.001: 1,000,000 times the bound without privacy")
  assert.equal(map.readingAt(frame.right + 3, y(0.1)), null)
})

test("its words say about how many times the bound is at each arm", () => {
  assert.match(map.words(), /at ε = 0\.1: A, gap 0\.4: about 25; arm 3, gap 0\.01: about 1,000$/)
})

test("a drag that leaves the extent of the gaps alone moves dots and line, and computes nothing", () => {
  moved([0.3, 0.9, 0.89], 1)
  assert.deepEqual(asked, [])
  assert.match(map.words(), /at ε = 1: arm 1, gap 0\.6: /)
})

test("another best mean has a coarse map at once, and the full one when the hand rests", () => {
  moved([0.5, 0.8, 0.7])
  assert.deepEqual([map.map.best, map.map.factors.length, map.map.factors[0].length], [0.8, 13, 31])
  mock.timers.tick(140)
  moved([0.5, 0.81, 0.7])
  mock.timers.tick(140)
  assert.equal(redrawn, 0)
  assert.deepEqual(asked, Array(26).fill(31))
  mock.timers.tick(20)
  assert.deepEqual([map.map.best, map.map.factors.length, map.map.factors[0].length, redrawn], [0.81, 49, 61, 1])
})

test("a move beside a coarse map leaves the full one due", () => {
  moved([0.5, 0.8, 0.7])
  moved([0.4, 0.8, 0.7])
  assert.equal(asked.length, 13)
  mock.timers.tick(200)
  assert.equal(map.map.factors.length, 49)
})

test("what the server says replaces it, and what was due is not done", () => {
  moved([0.5, 0.8, 0.7])
  map.adopt(SERVER)
  mock.timers.tick(1000)
  assert.deepEqual([map.map.best, redrawn], [0.9, 0])
})

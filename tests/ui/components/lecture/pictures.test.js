import assert from "node:assert/strict"
import { test } from "node:test"
import { PICTURES } from "../../../../ui/components/lecture/pictures.js"
import { alongScale } from "../../../../ui/components/shared/handle.js"
import { clamp } from "../../../../ui/components/shared/scale.js"
import { texts, VIEW } from "../lower/view.js"

const COLORS = { ...VIEW.colors, forbidden: "#F2B8B5", achievable: "#009E73" }
const ALGORITHMS = [["prise", "PRISE", true], ["ttucb", "TTUCB", false]]
const SCENE = { algorithms: ALGORITHMS, cap: 1e6, times: [10, 100, 1000, 1e5], counts: [[5, 5], [60, 40], [700, 300], [9e4, 1e4]], lead: { epsilons: [0.01, 0.1, 1], participants: [9000, 1800, 900] }, simulated: [[0.01, 9e4], [1, 8000]] }
const VIEWS = { wide: { width: 760, height: 480, type: 26 }, phone: { width: 380, height: 260, type: 16 } }
const viewOf = (size) => ({
  ...VIEWS[size], widthOf: VIEW.widthOf, colors: COLORS, arm_colors: VIEW.arm_colors, algorithm_colors: { prise: "#009E73", ttucb: "#9A9A9A" },
  range: VIEW.range, participants: [100, 1e6], scene: SCENE,
})
const STATE = { means: [0.62, 0.5], names: ["A", ""], epsilon: 0.1, risk: 0.01, participants: 3000 }
// A bound of 1000 participants without privacy and 100 / epsilon with, whatever the arms.
const bounds = ({ epsilon }) => ({ non_private: 1000, tightest_private: Math.max(1000, 100 / epsilon) })
const epsilons = Array.from({ length: 51 }, (_, i) => 1e-3 * 1e5 ** (i / 50))
const OVERVIEW = {
  bounds: bounds(STATE), kl: { time: 10 }, boundaries: { price_dominated: 0.02111, almost_free: 0.2011 },
  curve: { epsilons, times: epsilons.map((epsilon) => bounds({ epsilon }).tightest_private / 100) },
}
const POINTS = [[[0.01, 2e4, 3e4, 5e4, 0, 9], [1, 2000, 3000, 4000, 0, 9]], [[0.01, 900, 1000, 1200, 0, 7], [1, 900, 1000, 1200, 0, 7]]]
const moment = (isRevealed, more = {}) => ({ scene: SCENE, state: { ...STATE, ...more }, overview: OVERVIEW, origin: OVERVIEW.boundaries, points: POINTS, boundsAt: bounds, isRevealed })
const draw = (name, isRevealed, more = {}, size = "wide") => PICTURES[name](viewOf(size), moment(isRevealed, more))

for (const name of Object.keys(PICTURES)) {
  test(`${name}: nothing is moved before the reveal; then something is, and no number is missing`, () => {
    for (const size of Object.keys(VIEWS)) {
      for (const isRevealed of [false, true]) {
        const { drawn, handles, words } = draw(name, isRevealed, {}, size)
        assert.equal(handles.length > 0, isRevealed)
        assert.doesNotMatch(drawn + words, /NaN|undefined|null/)
        assert.match(words, /\w/)
      }
    }
  })

  test(`${name}: a handle that is set where it is leaves its value as it is`, () => {
    for (const { share, set, at } of draw(name, true, { gap: 0.12, time: 0.5 }).handles) {
      const [[key, value]] = Object.entries(set(share))
      const before = { ...STATE, gap: 0.12, time: 0.5 }[key]
      ;[value].flat().forEach((each, i) => assert.ok(Math.abs(each / [before].flat()[i] - 1) < 0.01, `${key}: ${each}`))
      assert.ok(at.every(Number.isFinite))
    }
  })

  test(`${name}: each fine step from the first value of a handle is told, and the way back leads there`, () => {
    for (const { key } of draw(name, true).handles) {
      const handleAt = (moved) => draw(name, true, moved).handles.find((handle) => handle.key === key)
      let now = handleAt({})
      const valueAt = (place) => JSON.stringify(now.set(clamp(place, 0, 1)))
      const { end, step } = alongScale({ share: () => now.share, valueAt, set: (values) => (now = handleAt(JSON.parse(values))) })
      end(false)
      const told = [0, 1, 1, -1, -1].map((way) => {
        step(way, 0, 0.001)
        return now.told
      })
      assert.equal(new Set(told).size, 3, told.join("; "))
      assert.deepEqual(told, told.toReversed())
    }
  })
}

test("the price is told by the boundaries' names, rounded so that what is said holds", () => {
  const { drawn, words } = draw("price", true)
  assert.match(words, /privacy sets the bound up to ε = 0\.0211, bound nearly unchanged from 0\.202$/)
  assert.match(texts(drawn).join(" "), /privacy sets the bound bound nearly unchanged/)
  assert.doesNotMatch(draw("price", false).words, /privacy sets/)
})

test("so many participants rule out every smaller epsilon, none, or all", () => {
  const told = (participants) => draw("budget", true, { participants }).words
  assert.match(told(3000), /ruled out below ε = 0\.0333$/)
  assert.match(told(500), /too few for every ε$/)
  assert.match(draw("budget", true).drawn, /url\(#hatch\)/)
})

test("of a hundred guesses as many are right as a budget allows, rounded up", () => {
  assert.match(draw("belief", true, { epsilon: 0.1 }).words, /at most 52\.5 of 100 guesses are right; ε = 0\.1$/)
  assert.match(draw("belief", false).words, /^before the result: 50 of 100/)
})

test("before the reveal the runs of the method that is asked for are not drawn", () => {
  const named = (isRevealed) => texts(draw("runs", isRevealed).drawn).filter((words) => ALGORITHMS.flat().includes(words))
  assert.deepEqual(named(true), ["PRISE", "TTUCB"])
  assert.deepEqual(named(false), ["TTUCB"])
})

test("a method that is not private is named so; no average is drawn where a run was cut off, nor an interval below 0", () => {
  assert.match(texts(draw("runs", true).drawn).join(" "), /PRISE TTUCB not private/)
  const wide = POINTS.with(0, POINTS[0].map((point) => point.with(1, -10)))
  assert.doesNotMatch(PICTURES.runs(viewOf("wide"), { ...moment(true), points: wide }).drawn, /NaN/)
  const capped = POINTS.with(1, POINTS[1].map((point) => point.with(4, 0.1)))
  const { drawn } = PICTURES.runs(viewOf("wide"), { ...moment(true), points: capped })
  assert.doesNotMatch(texts(drawn).join(" "), /TTUCB|not private/)
})

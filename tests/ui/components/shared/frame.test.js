import assert from "node:assert/strict"
import { test } from "node:test"
import { Frame } from "../../../../ui/components/shared/frame.js"
import { scaleLinear } from "../../../../ui/components/shared/scale.js"
import { numbersOf, texts, VIEW } from "../lower/view.js"

const EDGES = { left: 60, right: 560, top: 20, bottom: 320 }
const frameOf = (more = {}, edges = {}, how = {}) => new Frame({ ...VIEW, ...more }, { ...EDGES, ...edges }, how)
const anchors = (drawn) => [...drawn.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>([^<]*)</g)].map(([, x, anchor, words]) => [words, Number(x), anchor])

test("values and shares lead to places in the frame", () => {
  const frame = frameOf({}, {}, { y: [100, 10_000] })
  assert.deepEqual([1e-3, 1e2].map(frame.x), [60, 560])
  assert.deepEqual([100, 1000, 10_000].map((value) => Math.round(frame.y(value))), [320, 170, 20])
  assert.deepEqual([0, 0.5, 1].map(frameOf().y), [320, 170, 20])
  assert.ok(frame.holds(60, 320) && !frame.holds(59, 320) && !frame.holds(60, 321))
})

test("axes may have another scale than a log one", () => {
  const frame = frameOf({}, {}, { x: [-1, 1], y: [0, 4], scale: scaleLinear })
  assert.deepEqual([[-1, 0, 1].map(frame.x), [0, 1, 4].map(frame.y)], [[60, 310, 560], [320, 245, 20]])
  assert.deepEqual([frame.x.invert(310), frame.y.invert(20)], [0, 4])
})

test("the axis of epsilon has its decades, its title and what its ends mean", () => {
  const drawn = frameOf().epsilonAxis()
  assert.deepEqual(texts(drawn), ["0.001", "0.01", "0.1", "1", "10", "100", "← more privacy", "less privacy →", "privacy budget ε"])
  const places = Object.fromEntries(anchors(drawn).map(([words, ...place]) => [words, place]))
  assert.deepEqual([places["← more privacy"], places["less privacy →"], places["privacy budget ε"]], [[60, "start"], [560, "end"], [310, "middle"]])
})

test("the narrower the frame the shorter the title, and then what is at the right end stands out of it", () => {
  const wide = 13 / 2 // of a letter
  const titles = (width, more = {}) => texts(frameOf(more, { right: 60 + width }).epsilonAxis()).slice(-3)
  assert.deepEqual(titles(49 * wide)[2], "privacy budget ε")
  assert.deepEqual(titles(40 * wide)[2], "ε")
  assert.deepEqual(titles(30 * wide).slice(1), ["← more privacy", "less privacy →"])
  const out = anchors(frameOf({}, { right: 60 + 20 * wide }).epsilonAxis()).find(([words]) => words === "less privacy →")
  assert.deepEqual(out.slice(1), [60 + 30 * wide, "end"])
})

test("a picture that is too narrow for the ends has the title alone", () => {
  const drawn = frameOf({ width: 200 }, { right: 190 }).epsilonAxis()
  assert.ok(!texts(drawn).some((words) => words.includes("→")))
  assert.equal(texts(drawn).at(-1), "privacy budget ε")
})

test("ticks whose numbers would touch are thinned", () => {
  assert.deepEqual(texts(frameOf({}, { right: 180 }).axisBottom(["title"])).slice(0, -1), ["0.001", "0.1", "10"])
})

test("the axis at the left has lines across the frame, or ticks outside it", () => {
  const drawn = frameOf({}, {}, { y: [100, 1e6] }).axisLeft("participants")
  assert.deepEqual(texts(drawn), ["100", "1k", "10k", "100k", "1M", "participants"])
  assert.equal(drawn.match(/M60.0 [\d.]+L560.0/g).length, 5)
  const outside = frameOf().axisLeft("share", { ticks: [[0, "0 %"], [1, "100 %"]], isGrid: false })
  assert.equal(outside.match(/M56.0 [\d.]+L60.0/g).length, 2)
})

test("zones are cut off at the frame, and what is ruled out is hatched", () => {
  const frame = frameOf({ colors: { ...VIEW.colors, forbidden: "#F2B8B5" } })
  const band = frame.band([1e-9, 1], "red", 0.1)
  assert.deepEqual([numbersOf(band, "rect", "x"), numbersOf(band, "rect", "width")], [[60], [300]])
  assert.deepEqual(numbersOf(frame.band([500, 1e9], "red", 0.1), "rect", "width"), [0])
  const forbidden = frame.forbidden([1e-3, 1])
  assert.match(forbidden, /<pattern id="hatch".*stroke="#F2B8B5"/)
  assert.match(forbidden, /fill="url\(#hatch\)"/)
})

test("letters, ticks and their distances grow with the size of words", () => {
  const drawn = frameOf({}, {}, { size: 26, below: { numbers: 40, title: 90 } }).axisLeft("share", { ticks: [[0, "0 %"]] })
  assert.match(drawn, /<text x="44.0" y="328.0" text-anchor="end" font-size="26"/)
})

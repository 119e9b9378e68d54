import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { StoppingPicture } from "../../../../ui/components/curves/stopping_picture.js"
import { numbersOf, texts, VIEW } from "../lower/view.js"

// Points: epsilon; low, middle, high; share of capped runs; runs.
const PRIVATE = { name: "PRISE", label: "PRISE", color: "#009E73", dash: "", is_private: true, points: [[0.01, 5e3, 2e4, 9e4, 0, 20], [1, 500, 1000, 2000.5, 0.25, 20]] }
const PUBLIC = { name: "TTUCB, not private", label: "TTUCB", color: "#9A9A9A", dash: "7 5", is_private: false, points: [[0.01, 300, 400, 500, 0, 8], [1, 300, 400, 500, 0, 8]] }
const SERVER = {
  range: [0.01, 1], epsilon: 0.1, cap: 90_000, bound: 400, free: 200, bounds: { epsilons: [0.01, 0.1, 1], private: [2000, 400, 210] },
  figure: "median", curves: [PRIVATE, PUBLIC], earlier: null,
}
let picture, drawn

const draw = (shown, view = VIEW) => {
  picture = new StoppingPicture()
  picture.adopt({ ...SERVER, ...shown })
  drawn = picture.draw(view).join("")
}
const at = (epsilon, samples) => [picture.frame.x(epsilon), picture.frame.y(samples)]
const written = (words) => {
  const [, x, y, anchor] = drawn.match(new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)" text-anchor="(\\w+)"[^>]*>${words}<`))
  return [Number(x), Number(y), anchor]
}

beforeEach(() => draw({}))

test("points stand where they are in half decades, as triangles only where capped runs leave the figure unknown", () => {
  assert.deepEqual(picture.ends, [2, 5.5])
  const places = [at(0.01, 2e4), at(1, 1000)].map((place) => place.map((x) => Number(x.toFixed(1))))
  assert.deepEqual(numbersOf(drawn, "circle", "cx").map((x, i) => [x, numbersOf(drawn, "circle", "cy")[i]]), places)
  assert.doesNotMatch(drawn, /class="capped"/)
  draw({ curves: [{ ...PRIVATE, points: [[0.01, 5e3, 9e4, 9e4, 0.6, 20]] }] })
  assert.equal(drawn.match(/class="capped"/g).length, 1)
})

test("both bounds and every curve with points are named right of the frame, none on another", () => {
  const names = ["lower bound", "bound, no privacy", "PRISE", "TTUCB, not private"]
  const places = names.map(written)
  for (const [x, , anchor] of places) assert.ok(x > picture.frame.right && anchor === "start")
  const heights = places.map(([, y]) => y).toSorted((a, b) => a - b)
  heights.slice(1).forEach((y, i) => assert.ok(y - heights[i] > 16.9))
  assert.ok(written("bound, no privacy")[1] > written("lower bound")[1])
})

test("the band lies between the low and the high figures", () => {
  const band = drawn.match(/<path d="M([^Z"]*)Z" fill="#009E73"/)[1].split("L").map((place) => Number(place.split(" ")[1]))
  assert.deepEqual(band, [[0.01, 9e4], [1, 2000.5], [1, 500], [0.01, 5e3]].map(([epsilon, samples]) => Number(at(epsilon, samples)[1].toFixed(1))))
})

test("what capped runs leave undetermined is unknown, and a curve that does not reach the right has no name there", () => {
  draw({ epsilon: 0.01, curves: [{ ...PRIVATE, points: [[0.01, 5e3, 9e4, 9e4, 0.6, 20]] }] })
  assert.match(picture.words(), /PRISE unknown \(median of 20 runs, 60 % of them capped\)$/)
  assert.match(picture.readingAt(...at(0.01, 9e4)), /: participants \(median\): unknown<br>from 5,000 to unknown<br>/)
  assert.ok(!texts(drawn).includes("PRISE"))
})

test("the frame is the same before the first runs", () => {
  const { right } = picture.frame
  draw({ curves: [PRIVATE, PUBLIC].map((curve) => ({ ...curve, points: [] })) })
  assert.equal(picture.frame.right, right)
  assert.ok(!texts(drawn).includes("PRISE"))
  assert.match(picture.words(), /no simulated runs$/)
})

test("what is earlier is faded, has no points, and says what it is where the current epsilon is not", () => {
  draw({ epsilon: 0.5, curves: [{ ...PRIVATE, points: [] }], earlier: { words: "runs for the previous arms", curves: [PRIVATE] } })
  assert.equal(drawn.match(/opacity="0.35"/g).length, 1)
  assert.equal(numbersOf(drawn, "circle", "cx").length, 0)
  assert.deepEqual([written("faded: runs for the previous arms")[0], written("faded: runs for the previous arms")[2]], [64, "start"])
  assert.match(picture.words(), /; faded: runs for the previous arms$/)
})

test("on a phone what is faded is said above the current epsilon", () => {
  const earlier = { words: "runs for the previous arms", curves: [PRIVATE] }
  draw({ earlier }, { ...VIEW, width: 358 })
  assert.ok(written("faded: runs for the previous arms")[1] <= written("ε = 0.1")[1] - 16)
  assert.ok(written("faded: runs for the previous arms")[1] > 12)
  const { top } = picture.frame
  draw({ earlier: null }, { ...VIEW, width: 358 })
  assert.equal(picture.frame.top, top)
})

test("a reading is of the nearest point, else of a bound", () => {
  const read = (epsilon, samples, [right, down] = [0, 0]) => picture.readingAt(at(epsilon, samples)[0] + right, at(epsilon, samples)[1] + down)
  assert.equal(read(1, 1000, [-5, 5]), "<strong>PRISE</strong> at ε = 1: participants (median): 1,000<br>from 500 to 2,000<br>20 runs, 25 % of them capped")
  assert.equal(read(0.01, 400), "<strong>TTUCB</strong>: participants (median): 400<br>from 300 to 500<br>8 runs, all stopped")
  assert.equal(read(0.1, 400), "lower bound at ε = 0.1: about 400 participants on average")
  assert.equal(read(0.1, 200), "lower bound without privacy: 200 participants on average")
  assert.equal(read(0.1, 50_000), null)
  assert.equal(picture.readingAt(5, 100), null)
})

test("its words tell the bounds and the runs at the current epsilon", () => {
  draw({ epsilon: 1, bound: 210 })
  assert.equal(
    picture.words(),
    "Participants until a run stops against ε; at ε = 1: at least 210 on average, 200 without privacy; simulated: " +
      "PRISE 1,000 (median of 20 runs, 25 % of them capped), TTUCB 400 (median of 8 runs)",
  )
})

test("its axis holds all that is drawn, what is faded too, and rests under a hand", () => {
  const high = { ...PRIVATE, points: [[0.01, 5e3, 2e4, 4e6, 0, 20]] }
  draw({ earlier: { words: "runs for the previous arms", curves: [high] } })
  assert.ok(picture.ends[0] < Math.log10(200) && picture.ends[1] > Math.log10(4e6))
  draw({})
  const before = picture.ends
  for (const [free, isUnderHand, ends] of [[150, true, before], [90, true, [Math.log10(90) - 0.1, before[1]]], [90, false, [Math.log10(90) - 0.1, before[1]]], [60, false, [1.5, 5.5]]]) {
    picture.adopt({ ...SERVER, free }, isUnderHand)
    picture.draw(VIEW)
    assert.deepEqual(picture.ends, ends)
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { epsilonsOf, extentOf, factorAt, gapMapOf, paint, pointNear } from "../../../../ui/components/lower/gap_map.js"
import { VIEW } from "./view.js"

const { range, colors } = VIEW
const isNear = (found, wanted) => assert.ok(Math.abs(found / wanted - 1) < 1e-12, `${found} is not ${wanted}`)
// A made-up law whose factor is 10 / (gap epsilon): on log axes it is a plane.
const overviewsOf = (epsilons) => ({
  of: ({ means: [p, q] }) => ({
    kl: { time: 2 },
    curve: { times: epsilons.map((epsilon) => 20 / ((p - q) * epsilon)) },
    boundaries: { exact: p - q },
  }),
})
const EXTENT = { best: 0.5, gaps: [0.01, 0.4] }
const SAMPLE = gapMapOf(EXTENT, 3, overviewsOf(epsilonsOf(5, range)))

test("the gaps reach from the decade of the smallest one, or of a hundredth of the best mean, to nearly that mean", () => {
  assert.deepEqual(extentOf([0.5, 0.9, 0.8]), { best: 0.9, gaps: [0.001, 0.999 * 0.9] })
  assert.deepEqual(extentOf([0.5, 0.4999]), { best: 0.5, gaps: [1e-5, 0.999 * 0.5] })
  assert.deepEqual(extentOf([0.5, 0.49999999999999994]).gaps[0], 1e-16)
})

test("where one gap has no answer there is no map", () => {
  const answers = [{ kl: { time: 1 }, curve: { times: [1] }, boundaries: {} }, { problem: ["tie", {}] }]
  assert.equal(gapMapOf(EXTENT, 2, { of: () => answers.shift() }), null)
})

test("the point nearest to a place, and the factor between points", () => {
  assert.deepEqual(pointNear(SAMPLE, 0.0012, 0.3, range), { gap: 0.4, epsilon: 0.001, factor: SAMPLE.factors[2][0] })
  assert.equal(pointNear(SAMPLE, 1e5, 1e-9, range).factor, SAMPLE.factors[0][4])
  for (const [epsilon, gap] of [[0.1, 0.05], [0.001, 0.01], [100, 0.4], [7, 0.2]]) isNear(factorAt(SAMPLE, epsilon, gap, range), 10 / (gap * epsilon))
})

test("a colour goes with the logarithm of the factor, from the background at 1 to the darkest at 1000", () => {
  const pixels = {}
  const pen = { fillRect: (column, row, ...size) => (pixels[[column, row]] = [pen.fillStyle, ...size]), drawImage: () => {} }
  globalThis.document = { createElement: () => ({ getContext: () => pen }) }
  paint({ width: 10, height: 10, getContext: () => pen }, { factors: [[1, 10 ** 1.5], [1000, 1e6]] }, colors)
  const dark = ["rgb(0,114,178)", 1, 1]
  assert.deepEqual(pixels, { "0,0": dark, "1,0": dark, "0,1": ["rgb(255,255,255)", 1, 1], "1,1": ["rgb(128,185,217)", 1, 1] }) // the widest gap on top
  delete globalThis.document
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { contourOf, cornersOf, dot, movedTo, quantum, span, windowOf } from "../../../../ui/components/plane/geometry.js"

const near = (a, b, tolerance = 1e-9) => assert.ok(Math.abs(a - b) < tolerance, `${a} is not ${b}`)

test("the window holds all places, with air around them, and both axes have one scale", () => {
  const places = [[0, 0], [1, 0.5], [-0.2, 0.8]]
  const [x, y] = windowOf(places, [400, 300])
  for (const [right, up] of places) assert.ok(right > x[0] && right < x[1] && up > y[0] && up < y[1])
  near(span(x) / 400, span(y) / 300)
  near(span(x), 1.2 * 1.2)
})

test("where one scale would shrink the points to a line each axis has its own", () => {
  const [x, y] = windowOf([[0, 0], [1, 0.01]], [400, 300])
  near(span(x), 1.2)
  near(span(y), 0.012)
})

test("places in one point still have a window around them", () => {
  const [x, y] = windowOf([[2, 3]], [100, 100])
  assert.ok(span(x) > 0 && span(y) > 0)
  near((x[0] + x[1]) / 2, 2)
})

test("a slow drag adds up to whole quanta, and ends at the window's edge", () => {
  const ranges = [[-1, 1], [-1, 1]]
  const step = quantum(ranges[0])
  assert.equal(step, 0.001)
  const start = [0, 0]
  const seen = [1, 2, 3].map(() => movedTo(start, [0.4 * step, 0], ranges)[0])
  assert.deepEqual(seen, [0, 0.001, 0.001])
  assert.deepEqual(movedTo(start, [9, -9], ranges), [1, -1])
})

test("all places on the contour have the arm's mean, and its ends lie outside the window", () => {
  const [arm, theta, ranges] = [[0.6, 0.9], [0.5, -0.3], [[-1, 1], [-2, 1]]]
  const ends = contourOf(arm, theta, ranges)
  for (const end of ends) near(dot(end, theta), dot(arm, theta))
  for (const [right, up] of ends) assert.ok(right < -1 || right > 1 || up < -2 || up > 1)
  assert.equal(contourOf(arm, [0, 0], ranges), null)
})

test("two arms span a parallelogram, one a line", () => {
  assert.deepEqual(cornersOf([[1, 2], [3, -1]]), [[0, 0], [1, 2], [4, 1], [3, -1]])
  assert.deepEqual(cornersOf([[1, 2]]), [[0, 0], [1, 2]])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { apart, Labels } from "../../../../ui/components/shared/labels.js"

const LOOK = { size: 10 }
const labels = () => new Labels((words) => 6 * words.length, { left: 0, right: 200, top: 0, bottom: 100 })

test("a label takes its first place, and the next one another", () => {
  const put = labels()
  assert.deepEqual(put.place("word", LOOK, [[10, 50, "start"]]), [10, 50, "start"])
  assert.deepEqual(put.place("word", LOOK, [[30, 52, "start"], [34, 50, "start"]]), [34, 50, "start"])
  assert.deepEqual(put.place("word", LOOK, [[58, 50, "end"], [100, 50, "end"]]), [100, 50, "end"])
})

test("without a place of its own a label is left out, unless it must be", () => {
  const put = labels()
  put.place("word", LOOK, [[10, 50, "start"]])
  assert.equal(put.place("on it", LOOK, [[22, 50, "middle"]]), null)
  assert.equal(put.place("outside the picture", LOOK, [[190, 50, "start"], [50, 4, "start"]]), null)
  assert.deepEqual(put.place("on it", LOOK, [[22, 50, "middle"]], true), [22, 50, "middle"])
})

test("lines are crossed only where every place crosses one", () => {
  const put = labels()
  put.avoid([[0, 50], [100, 50], [100, 0]])
  assert.deepEqual(put.place("word", LOOK, [[10, 52, "start"], [10, 70, "start"]]), [10, 70, "start"])
  assert.deepEqual(put.place("more", LOOK, [[90, 20, "start"], [110, 20, "start"]]), [110, 20, "start"])
  assert.deepEqual(put.place("wide", LOOK, [[40, 52, "start"]]), [40, 52, "start"])
})

test("places keep their order and distance, as near to where they want as they can", () => {
  assert.deepEqual(apart([50, 10, 90], 20, 0, 100), [50, 10, 90])
  assert.deepEqual(apart([50, 52], 20, 0, 100), [41, 61])
  assert.deepEqual(apart([52, 50], 20, 0, 100), [61, 41])
  assert.deepEqual(apart([1, 2, 3], 20, 0, 100), [0, 20, 40])
  assert.deepEqual(apart([99, 98], 20, 0, 100), [100, 80])
  assert.deepEqual(apart([40, 41, 42, 90], 20, 0, 100), [21, 41, 61, 90])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { Labels, wrapped } from "../../../../ui/components/shared/labels.js"

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

test("words are wrapped where a row would be too wide, and a wide word has a row of its own", () => {
  const rows = (room) => wrapped("privacy sets the bound", room, (row) => row.length)
  assert.deepEqual(rows(30), ["privacy sets the bound"])
  assert.deepEqual(rows(12), ["privacy sets", "the bound"])
  assert.deepEqual(rows(4), ["privacy", "sets", "the", "bound"])
})

import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { OrderedRuns } from "../../wasm/ordered.js"

let workers, made, answered
const wish = (cell, first, count) => ({ cell, first, count, name: "one", module: "its module", prepared: [cell], seed: 5 })
const told = ({ order }) => [order.prepared[0], order.first, order.count]
const busy = () => workers.filter((worker) => !worker.ended && worker.order)

class FakeWorker {
  constructor() {
    workers.push(this)
  }

  addEventListener(name, listener) {
    this[name] = listener
  }

  postMessage({ order }) {
    this.order = order
  }

  terminate() {
    this.ended = true
  }

  // Every third run is capped.
  answer(milliseconds = 0) {
    const { first, count } = this.order
    const runs = Array.from({ length: count }, (_, i) => ({ stopped: (first + i) % 3 > 0, time: 100 + first + i }))
    answered += count
    this.order = null
    this.message({ data: { runs, milliseconds } })
  }
}

beforeEach(() => {
  globalThis.Worker = FakeWorker
  workers = []
  answered = 0
  made = new OrderedRuns({ source: "", size: 2, changed() {}, failed: assert.fail })
})

test("what is wanted first is made first, and a capped run is a 0", () => {
  const wishes = [wish("a", 5, 3), wish("b", 0, 2)]
  made.want(wishes)
  assert.deepEqual(workers.map(told), [["a", 5, 1], ["a", 6, 1]])
  workers[1].answer()
  assert.deepEqual(made.times(wishes[0]), [])
  workers[0].answer()
  assert.deepEqual(made.times(wishes[0]), [105, 0])
  while (busy().length > 0) busy()[0].answer()
  assert.deepEqual(wishes.map((each) => made.times(each)), [[105, 0, 107], [0, 101]])
  assert.ok(wishes.every((each) => made.hasMade(each)))
})

test("new wishes come before older ones, and what was made is not made again", () => {
  made.want([wish("a", 0, 10)])
  workers[0].answer(20)
  assert.deepEqual(told(workers[0]), ["a", 2, 2])
  made.want([wish("b", 0, 1), wish("a", 0, 10)])
  workers[1].answer(20)
  assert.deepEqual(told(workers[1]), ["b", 0, 1])
  while (busy().length > 0) busy()[0].answer(20)
  assert.equal(made.times(wish("a", 0, 10)).length, 10)
  assert.equal(answered, 11)
})

test("a stop is immediate, and what it cut off is made when it is wanted again", () => {
  made.want([wish("a", 0, 2)])
  workers[1].answer()
  made.stop()
  assert.ok(workers.every(({ ended }) => ended))
  made.want([wish("a", 0, 2)])
  assert.deepEqual(busy().map(told), [["a", 0, 1]])
})

import assert from "node:assert/strict"
import { beforeEach, mock, test } from "node:test"
import { GrowingRuns } from "../../wasm/growing.js"

let workers, growing, changes, failures
const cell = (key, more) => ({ key, name: "one", module: "its module", prepared: [key], seed: 5, complete: 0, ...more })
const busy = () => workers.filter((worker) => !worker.ended && worker.order)
const told = (worker) => [worker.order.prepared[0], worker.order.first, worker.order.count]
const numbers = (key) => growing.runs(key).map((run) => run.number)

class FakeWorker {
  constructor() {
    workers.push(this)
    this.listeners = {}
    this.modules = []
  }

  addEventListener(name, listener) {
    this.listeners[name] = listener
  }

  postMessage({ name, module, order }) {
    assert.equal(name, "one")
    this.modules.push(module)
    this.order = order
  }

  terminate() {
    this.ended = true
  }

  answer(milliseconds = 0) {
    const { first, count } = this.order
    const runs = Array.from({ length: count }, (_, i) => ({ number: first + i }))
    this.order = null
    this.listeners.message({ data: { runs, milliseconds } })
  }

  die() {
    this.listeners.error({ message: "unreachable" })
  }
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ["setTimeout"] })
  globalThis.Worker = FakeWorker
  workers = []
  changes = 0
  failures = []
  growing = new GrowingRuns({ source: "", size: 2, changed: () => (changes += 1), failed: (sentence) => failures.push(sentence) })
})

test("cells grow together, in rounds that double, and a quick one in fewer tasks", () => {
  growing.grow([cell("a"), cell("b")], 20)
  assert.deepEqual(workers.map(told), [["a", 0, 1], ["a", 1, 1]])
  workers[0].answer()
  assert.deepEqual(told(workers[0]), ["a", 2, 2])
  while (busy().length > 0) busy()[0].answer()
  assert.deepEqual(numbers("a"), Array.from({ length: 20 }, (_, i) => i))
  assert.deepEqual(numbers("b"), numbers("a"))
})

test("a slow cell's tasks are single runs, and every cell has its first round before one has a second", () => {
  growing.grow([cell("a"), cell("b")], 20)
  const order = []
  for (let i = 0; i < 12; i += 1) {
    order.push(told(busy()[0]))
    busy()[0].answer(500)
  }
  assert.ok(order.every(([, , count]) => count === 1))
  assert.deepEqual(order.slice(0, 8).map(([key]) => key).sort(), ["a", "a", "a", "a", "b", "b", "b", "b"])
})

test("a module comes with the first task of a worker alone", () => {
  growing.grow([cell("a")], 20)
  workers[0].answer()
  assert.deepEqual(workers[0].modules, ["its module", undefined])
})

test("more runs of known cells add to those that are there", () => {
  growing.grow([cell("a")], 4)
  while (busy().length > 0) busy()[0].answer()
  growing.grow([cell("a")], 8)
  assert.equal(numbers("a").length, 4)
  while (busy().length > 0) busy()[0].answer()
  assert.equal(numbers("a").length, 8)
  assert.equal(workers.length, 2)
})

test("runs of an earlier question are dropped, and what takes too long is ended", () => {
  growing.grow([cell("a")], 4)
  growing.grow([cell("b")], 4)
  workers[0].answer()
  assert.equal(changes, 0)
  assert.deepEqual(told(workers[0]), ["b", 0, 1])
  mock.timers.tick(200)
  assert.deepEqual(workers.map(({ ended }) => ended), [undefined, true, undefined])
  assert.deepEqual(told(workers[2]), ["b", 1, 1])
})

test("fewer workers may be at it, and later all again", () => {
  growing.grow([cell("a")], 4, 1)
  assert.equal(busy().length, 1)
  while (busy().length > 0) busy()[0].answer()
  assert.deepEqual(numbers("a"), [0, 1, 2, 3])
  assert.equal(workers.length, 1)
  growing.grow([cell("b")], 4)
  assert.equal(busy().length, 2)
})

test("with fewer workers the others end what is not wanted any more, and take nothing up", () => {
  growing.grow([cell("a")], 4)
  growing.grow([cell("b")], 4, 1)
  mock.timers.tick(200)
  assert.deepEqual(busy().map(told), [["b", 0, 1]])
})

test("a stop is immediate, and what is missing is made when they grow again", () => {
  growing.grow([cell("a")], 4)
  workers[1].answer()
  growing.stop()
  assert.ok(workers.every(({ ended }) => ended))
  assert.deepEqual(numbers("a"), [])
  growing.grow([cell("a")], 4)
  while (busy().length > 0) busy()[0].answer()
  assert.deepEqual(numbers("a"), [0, 1, 2, 3])
})

test("a worker that dies is started again with its task; when it dies once more, one sentence says so", () => {
  growing.grow([cell("a")], 4)
  workers[0].die()
  assert.equal(failures.length, 0)
  assert.deepEqual(told(workers[2]), ["a", 0, 1])
  workers[2].die()
  assert.deepEqual(failures, ["The simulation in this browser has failed twice: unreachable"])
  assert.ok(workers.every(({ ended }) => ended))
})

test("where workers cannot be made one sentence says so", () => {
  globalThis.Worker = class {
    constructor() {
      throw new Error("blocked by policy")
    }
  }
  growing.grow([cell("a")], 20)
  assert.ok(failures.length > 0)
  assert.ok(failures.every((sentence) => sentence.endsWith("has failed twice: blocked by policy")))
})

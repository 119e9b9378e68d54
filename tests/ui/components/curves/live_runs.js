// For test_assets.py, by Node: what is reported of runs, and when.
import assert from "node:assert/strict"
import { beforeEach, mock, test } from "node:test"
import { LiveRuns } from "../../../../ui/components/curves/live_runs.js"
import { asText, numbersIn, numbersOf } from "../../../../ui/components/curves/messages.js"

const WANTED = 8
const [MODULE, OTHER] = [{ packed: null }, { packed: null }]
const runOf = (number) => ({ stopped: number !== 1, time: 10 + number, answer: 0, pulls: [5, 5 + number] })
const rowsOf = (first, last) => Array.from({ length: last - first }, (_, i) => numbersOf(runOf(first + i))).flat()
let runs, sent, now, orders, asksFor

// Answers at once with the runs of its order, which stop whatever they are of.
class Quick extends EventTarget {
  postMessage(message) {
    orders.push({ ...message, worker: this })
    const { first, count } = message.order
    const made = Array.from({ length: count }, (_, i) => runOf(first + i))
    setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data: { runs: made, milliseconds: 30 } })), 30)
  }

  terminate() {
    this.dispatchEvent = () => {}
  }
}

const pass = (milliseconds) => {
  for (let left = milliseconds; left > 0; left -= 10) {
    now += 10
    mock.timers.tick(10)
  }
}
const asked = (more, known = 0, times = []) => ({
  question: "which", wanted: WANTED, means: [0.9, 0.5], risk: 0.1, cap: 1000, seed: "7", heard: 0, problem: "", waits: false, leaves: [],
  modules: { one: MODULE }, cells: [{ key: "a", curve: 0, epsilon: 1, module: "one", leaves: [], known, times: asText(times) }], ...more,
})
const told = () => sent.map(({ runs: [part] }) => [part.first, [...numbersIn(part.rows)].length / 5])

beforeEach(async () => {
  mock.timers.reset()
  mock.timers.enable({ apis: ["setTimeout"] })
  now = 0
  sent = []
  orders = []
  Object.defineProperty(globalThis, "performance", { value: { now: () => now }, configurable: true })
  globalThis.Worker = Quick
  const asking = Promise.withResolvers()
  asksFor = asking.promise
  WebAssembly.compile = async (bytes) => (bytes.byteLength === 8 ? "compiled" : new Promise((resolve) => asking.resolve(resolve)))
  MODULE.packed ??= await packed(new Uint8Array(8))
  OTHER.packed ??= await packed(new Uint8Array(16))
  runs = new LiveRuns(() => {}, (report) => sent.push(report))
})

const packed = async (bytes) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"))
  return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64")
}

const adopted = async (...given) => {
  await runs.adopt(asked(...given))
  pass(2000)
}

test("runs are reported, as they are, once they are complete; what the server knows is not told again", async () => {
  await adopted()
  assert.deepEqual(told(), [[0, WANTED]])
  assert.deepEqual([...numbersIn(sent[0].runs[0].rows)], rowsOf(0, WANTED))
  assert.deepEqual([sent[0].sequence, sent[0].question, sent[0].rests], [1, "which", true])
  await runs.adopt(asked({ heard: 1 }, WANTED))
  pass(60_000)
  assert.equal(sent.length, 1)
})

for (const lacking of ["Worker", "WebAssembly"]) {
  test(`a browser without a ${lacking} tells the server once that it makes no runs`, async () => {
    const had = globalThis[lacking]
    globalThis[lacking] = undefined
    await adopted()
    await adopted()
    globalThis[lacking] = had
    assert.deepEqual(sent.map(({ unable }) => unable), [true])
  })
}

test("a report that a lost connection has lost is told again, with the same runs", async () => {
  await runs.adopt(asked())
  pass(9_000)
  assert.equal(sent.length, 1)
  pass(3_000)
  assert.deepEqual(sent.map(({ sequence }) => sequence), [1, 2])
  assert.deepEqual(sent[1].runs, sent[0].runs)
})

test("a server that has started anew, and knows nothing, is told all that was made", async () => {
  await adopted()
  await adopted({ heard: 1 }, WANTED)
  await adopted({ heard: 0 })
  assert.deepEqual(told(), [[0, WANTED], [0, WANTED]])
  assert.equal(sent[1].sequence, 2)
})

test("of runs that the server has begun only the rest is made and told", async () => {
  await adopted({}, 3, [10, 11, 12])
  assert.deepEqual(told(), [[3, WANTED - 3]])
  assert.deepEqual([...numbersIn(sent[0].runs[0].rows)], rowsOf(3, WANTED))
})

test("what was told for a question that has changed meanwhile is told for the present one", async () => {
  await adopted()
  await adopted({ heard: 1, question: "another" })
  assert.deepEqual(sent.map(({ question }) => question), ["which", "another"])
  assert.deepEqual(sent[1].runs, sent[0].runs)
})

test("while a hand is at other arms nothing is reported, and few runs are made", async () => {
  await runs.adopt(asked())
  runs.drag([0.9, 0.6])
  pass(20_000)
  assert.equal(sent.length, 0)
  assert.equal(runs.missing, 0)
  assert.deepEqual(runs.pointsOf(0, [], "median", [0.1, 10])[0].slice(-2), [0.25, 4])
})

test("a hand that moves while another algorithm's module is loaded gets runs of both once it is there", async () => {
  await adopted()
  const leaf = { type: "float64", shape: [], bytes: btoa(String.fromCharCode(...new Uint8Array(Float64Array.of(7).buffer))) }
  const cell = { curve: 0, epsilon: 1, leaves: [0], known: 0, times: asText([]) }
  const cells = [{ ...cell, key: "a", module: "one" }, { ...cell, key: "b", curve: 1, module: "two" }]
  const adopting = runs.adopt(asked({ heard: 1, question: "both", modules: { one: MODULE, two: OTHER }, leaves: [leaf], cells }), true)
  orders.length = 0
  runs.drag([0.9, 0.6])
  pass(1000)
  assert.equal(orders.length, 0)
  const resolve = await asksFor
  resolve("other")
  await adopting
  pass(2000)
  assert.deepEqual(new Set(orders.map(({ name }) => name)), new Set(["one", "two"]))
  for (const { order } of orders) assert.deepEqual([[...order.prepared[0].values], order.prepared[1]], [[0.9, 0.6], 7])
  assert.deepEqual([0, 1].map((curve) => runs.pointsOf(curve, [], "median", [0.1, 10])[0].at(-1)), [4, 4])
})

test("runs under another risk are other runs", async () => {
  await adopted()
  const made = orders.length
  await adopted({ heard: 1, risk: 0.2 })
  assert.ok(orders.length > made)
})

test("under a hand one worker fewer makes runs", async () => {
  Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 3 }, configurable: true })
  runs = new LiveRuns(() => {}, (report) => sent.push(report))
  await runs.adopt(asked({ wanted: 500 }))
  assert.equal(orders.length, 3)
  pass(1000)
  runs.drag([0.9, 0.6])
  pass(100)
  const under = orders.filter(({ order }) => order.prepared[0].values[1] === 0.6)
  assert.equal(new Set(under.map(({ worker }) => worker)).size, 2)
})

test("what the server has refused is not told again", async () => {
  await adopted()
  await runs.adopt(asked({ heard: 1, problem: "these runs cannot be" }))
  pass(60_000)
  assert.equal(sent.length, 1)
})

// For test_live_runs.py, by Node: what is reported of runs, and when.
import assert from "node:assert/strict"
import { beforeEach, mock, test } from "node:test"
import { LiveRuns } from "../../../../ui/components/curves/live_runs.js"
import { asText, numbersIn, numbersOf } from "../../../../ui/components/curves/messages.js"

const WANTED = 8
const MODULE = { packed: null }
const runOf = (number) => ({ stopped: true, time: 10 + number, answer: 0, pulls: [5, 5 + number] })
const rowsOf = (first, last) => Array.from({ length: last - first }, (_, i) => numbersOf(runOf(first + i))).flat()
let runs, sent, now

// Answers at once with the runs of its order, which stop whatever they are of.
class Quick extends EventTarget {
  postMessage({ order: { first, count } }) {
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
  Object.defineProperty(globalThis, "performance", { value: { now: () => now }, configurable: true })
  globalThis.Worker = Quick
  WebAssembly.compile = () => Promise.resolve("compiled")
  MODULE.packed ??= await packed(new Uint8Array(8))
  runs = new LiveRuns(() => {}, (report) => sent.push(report))
})

const packed = async (bytes) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"))
  return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64")
}

test("runs are reported, as they are, once they are complete; what the server knows is not told again", async () => {
  await runs.adopt(asked())
  pass(2000)
  assert.deepEqual(told(), [[0, WANTED]])
  assert.deepEqual([...numbersIn(sent[0].runs[0].rows)], rowsOf(0, WANTED))
  assert.deepEqual([sent[0].sequence, sent[0].question, sent[0].rests], [1, "which", true])
  await runs.adopt(asked({ heard: 1 }, WANTED))
  pass(60_000)
  assert.equal(sent.length, 1)
})

test("a report that a lost connection has lost is told again, with the same runs", async () => {
  await runs.adopt(asked())
  pass(9_000)
  assert.equal(sent.length, 1)
  pass(3_000)
  assert.deepEqual(sent.map(({ sequence }) => sequence), [1, 2])
  assert.deepEqual(sent[1].runs, sent[0].runs)
})

test("a server that has started anew, and knows nothing, is told all that was made", async () => {
  await runs.adopt(asked())
  pass(2000)
  await runs.adopt(asked({ heard: 1 }, WANTED))
  pass(2000)
  await runs.adopt(asked({ heard: 0 }))
  pass(2000)
  assert.deepEqual(told(), [[0, WANTED], [0, WANTED]])
  assert.equal(sent[1].sequence, 2)
})

test("of runs that the server has begun only the rest is made and told", async () => {
  await runs.adopt(asked({}, 3, [10, 11, 12]))
  pass(2000)
  assert.deepEqual(told(), [[3, WANTED - 3]])
  assert.deepEqual([...numbersIn(sent[0].runs[0].rows)], rowsOf(3, WANTED))
})

test("what was told for a question that has changed meanwhile is told for the present one", async () => {
  await runs.adopt(asked())
  pass(2000)
  await runs.adopt(asked({ heard: 1, question: "another" }))
  pass(2000)
  assert.deepEqual(sent.map(({ question }) => question), ["which", "another"])
  assert.deepEqual(sent[1].runs, sent[0].runs)
})

test("while a hand is at other arms nothing is reported, and few runs are made", async () => {
  await runs.adopt(asked())
  runs.drag([0.9, 0.6])
  pass(20_000)
  assert.equal(sent.length, 0)
  assert.equal(runs.missing, 0)
  assert.equal(runs.pointsOf(0, [], "median", [0.1, 10])[0].at(-1), 4)
})

test("what the server has refused is not told again", async () => {
  await runs.adopt(asked())
  pass(2000)
  await runs.adopt(asked({ heard: 1, problem: "these runs cannot be" }))
  pass(60_000)
  assert.equal(sent.length, 1)
})
